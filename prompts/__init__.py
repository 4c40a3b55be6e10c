"""Words: templates, and the typed blanks they need. Knows no other package.

Reading order: briefs (the blanks), templates/ (the words), render (the two together), budget (what is left out, and said).
"""

from prompts.briefs import Brief, Constraint, DiagnoseBrief, Listing, PlanBrief, RepairBrief, StepBrief
from prompts.render import Rendered, render

__all__ = [
    "Brief",
    "Constraint",
    "DiagnoseBrief",
    "Listing",
    "PlanBrief",
    "Rendered",
    "RepairBrief",
    "StepBrief",
    "render",
]
