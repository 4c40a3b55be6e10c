"""Fills a template with its brief.

A template has two blocks, `stable` and `variable`. What fills a blank is never read as template text and never
escaped, so a source arrives as it stands, whatever braces it holds.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from prompts.briefs import Brief, ContinueBrief, Listing, SummarizeBrief
from prompts.errors import PromptError

TEMPLATES = Path(__file__).resolve().parent / "templates"
END_OF_SOURCES = "--- end of sources ---"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt in two parts: what repeats from request to request, and what does not."""

    stable: str
    variable: str


def render(brief: Brief | SummarizeBrief) -> Rendered:
    """The words of a brief. Raises PromptError where a blank is missing or a listing cannot be shown safely."""
    _check_listings(brief)
    blanks = {field.name: getattr(brief, field.name) for field in fields(brief)}
    try:
        template = environment().get_template(f"{brief.template}.md.j2")
        stable, variable = (
            "".join(template.blocks[part](template.new_context(blanks))) for part in ("stable", "variable")
        )
    except TemplateError as error:
        raise PromptError(f"The template {brief.template}.md.j2 cannot be filled: {error}.") from error
    return Rendered(stable, variable)


def render_continuation(brief: ContinueBrief) -> str:
    """The words that ask for the rest of a reply, to be put after what came of it."""
    blanks = {field.name: getattr(brief, field.name) for field in fields(brief)}
    return environment().get_template(f"{brief.template}.md.j2").render(blanks)


@cache
def environment() -> Environment:
    """Where the templates live and how they are read."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # the words go to a model, not into a web page
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"oneline": one_line, "hanging": hanging, "shown": shown}
    made.globals["end_of_sources"] = END_OF_SOURCES
    return made


def source_line(path: str) -> str:
    """The line above a file's text."""
    return f"--- source {path} ---"


def shown(listing: Listing) -> str:
    """A file as a prompt shows it: its path, then its text, with a newline after the last line."""
    newline = "" if not listing.text or listing.text.endswith("\n") else "\n"
    return f"{source_line(listing.path)}\n{listing.text}{newline}"


def one_line(text: str) -> str:
    """A text that a list holds in one line."""
    return re.sub(r"\s*[\r\n]+\s*", " ", text.strip())


def hanging(text: str, width: int) -> str:
    """A text of several lines inside a list: all but the first moved to the right."""
    return text.rstrip().replace("\n", "\n" + " " * width)


def showable(listing: Listing) -> bool:
    """Whether a file can be shown at all: not where it holds lines by which a prompt tells files apart."""
    lines = (line.rstrip("\r") for line in listing.text.split("\n"))
    return not any(
        line == END_OF_SOURCES or (line.startswith("--- source ") and line.endswith(" ---")) for line in lines
    )


def _check_listings(brief: Brief | SummarizeBrief) -> None:
    """Refuse a text in which the prompt's own lines occur: nobody could tell where the file ends."""
    listings = tuple(_listings(brief))
    ours = {END_OF_SOURCES, *(source_line(listing.path) for listing in listings)}
    markers = {*brief.example, *brief.opening_lines, *brief.closing_lines}
    for listing in listings:
        if "\n" in listing.path or "\r" in listing.path:
            raise PromptError(f"The path {listing.path!r} holds a line break and cannot be shown; leave the file out.")
        for line in ours.intersection(line.rstrip("\r") for line in listing.text.split("\n")):
            raise PromptError(f"{listing.path} holds the line {line!r}, which the prompt uses; leave the file out.")
        for marker in markers:
            if marker in listing.text:
                raise PromptError(f"{listing.path} holds the marker {marker!r}; draw another key for this request.")


def _listings(brief: Brief | SummarizeBrief) -> Iterator[Listing]:
    for field in fields(brief):
        value = getattr(brief, field.name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Listing))
