"""Fills a template with its brief."""

from dataclasses import dataclass

from prompts.briefs import Brief


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt in two parts: what repeats from request to request, and what does not."""

    stable: str
    variable: str


def render(brief: Brief) -> Rendered:
    """The words of a brief. Raises PromptError where a blank is missing or a listing cannot be shown safely."""
    raise NotImplementedError
