"""Words: templates, and the typed blanks they need. Knows no other package.

Reading order: briefs (the blanks), templates/ (the words), render (the two together), budget (what fits, and what was
left out).
"""

from prompts.briefs import (
    Brief,
    Constraint,
    ContinueBrief,
    DiagnoseBrief,
    Listing,
    PlanBrief,
    RepairBrief,
    StepBrief,
    SummarizeBrief,
)
from prompts.budget import fitting
from prompts.errors import PromptError
from prompts.render import Rendered, render, render_continuation, showable

__all__ = [
    "Brief",
    "Constraint",
    "ContinueBrief",
    "DiagnoseBrief",
    "Listing",
    "PlanBrief",
    "PromptError",
    "Rendered",
    "RepairBrief",
    "StepBrief",
    "SummarizeBrief",
    "fitting",
    "render",
    "render_continuation",
    "showable",
]
