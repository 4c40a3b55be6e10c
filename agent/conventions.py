"""The conventions of a repository, briefly: its settings, its code, its guide; equal in all prompts of a run."""

from collections.abc import Mapping

from agent.style_seen import from_code
from agent.style_settings import from_guide, from_settings
from prompts import fitting
from repo_scan import Outline
from repo_scan.tokens import estimate_tokens

MOST_TOKENS = 450


def conventions(texts: Mapping[str, str], outlines: Mapping[str, Outline]) -> tuple[str, ...]:
    """Lines for a prompt, of texts that a model may see; the last says how many there was no room for."""
    lines = tuple(dict.fromkeys((*from_settings(texts), *from_code(texts, outlines), *from_guide(texts))))
    shown, left = fitting(lines, MOST_TOKENS, lambda line: estimate_tokens(f"- {line}\n"))
    return (*shown, f"({len(left)} more are not shown)") if left else shown
