"""How the code of a repository is written, where nearly all of it agrees: quotes, indentation, docstrings, hints."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from repo_scan import Outline, Symbol

FILES = 200  # that are looked at
_ENOUGH = 12  # cases from which something can be told
_MOST = 0.85  # of them agree
_OPENING = re.compile(r"""(?<![\w"'\\])[rbfuRBFU]{0,2}(["'])(?!\1)""")
_INDENTED = re.compile(r"^(\t+| +)\S", re.MULTILINE)
_ENDS = re.compile(r"^[^\n]*[\w)\]'\"`](;?)$", re.MULTILINE)
_SECTIONS: Mapping[str, re.Pattern[str]] = {
    "as Google does (`Args:`, `Returns:`)": re.compile(r"^\s*(?:Args|Returns|Raises|Yields):\s*$", re.MULTILINE),
    "as NumPy does (`Parameters` underlined)": re.compile(
        r"^\s*(?:Parameters|Returns|Raises)\s*\n\s*-{3,}", re.MULTILINE
    ),
    "as Sphinx does (`:param x:`)": re.compile(r"^\s*:(?:param|returns?|raises|rtype)\b", re.MULTILINE),
}
_LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "Python": ("python",),
    "JavaScript": ("javascript",),
    "TypeScript": ("typescript", "tsx"),
}


def from_code(texts: Mapping[str, str], outlines: Mapping[str, Outline]) -> Iterator[str]:
    """A line for each language of the repository."""
    paths = sorted(path for path in texts if path in outlines and texts[path].strip())[:FILES]
    for name, languages in _LANGUAGES.items():
        chosen = [path for path in paths if outlines[path].language in languages]
        sources = [texts[path] for path in chosen]
        own = _python([outlines[path] for path in chosen]) if name == "Python" else _statements(sources)
        if habits := [*_layout(sources), *own]:
            yield f"{name}, as it is written here: {'; '.join(habits)}"


def _statements(sources: Sequence[str]) -> Iterator[str]:
    ends = _agreed(Counter(end for text in sources for end in _ENDS.findall(text)))
    if ends is not None:
        yield f"statements end {'with' if ends else 'without'} a semicolon"


def _layout(sources: Sequence[str]) -> Iterator[str]:
    quotes = _agreed(Counter(quote for text in sources for quote in _OPENING.findall(text)))
    if quotes:
        yield "double quotes" if quotes == '"' else "single quotes"
    units = Counter(unit for text in sources if (unit := _unit(text)))
    if len(sources) >= 2 and (agreed := _agreed(units, enough=2)):
        yield f"indented by {agreed}"


def _unit(text: str) -> str:
    """By what a file indents: the least that a line of it is moved to the right."""
    found = _INDENTED.findall(text)
    if not found:
        return ""
    least = min(len(blanks) for blanks in found)
    return "tabs" if found[0].startswith("\t") else f"{least} spaces" if least in (2, 4, 8) else ""


def _python(outlines: Sequence[Outline]) -> Iterator[str]:
    functions = [one for outline in outlines for one in outline.symbols if one.kind in ("function", "method")]
    public = [one for one in functions if one.exported and not one.name.endswith("__")]
    yield from _share(public, [one for one in public if one.docstring], "public functions", "a docstring")
    sections = Counter(
        style for one in functions for style, form in _SECTIONS.items() if one.docstring and form.search(one.docstring)
    )
    if style := _agreed(sections, enough=3):
        yield f"docstrings tell of parameters {style}"
    hinted = [one for one in functions if "->" in one.signature or re.search(r"\w: ", one.signature)]
    yield from _share(functions, hinted, "functions", "type hints")


def _share(all_of: Sequence[Symbol], those: Sequence[Symbol], who: str, what: str) -> Iterator[str]:
    if len(all_of) < _ENOUGH:
        return
    share = len(those) / len(all_of)
    if share >= _MOST:
        yield f"{who} have {what}"
    elif share <= 1 - _MOST:
        yield f"{who} have no {what.removeprefix('a ')}, as a rule"


def _agreed(cases: "Counter[str]", enough: int = _ENOUGH) -> str | None:
    """What nearly all cases are; None where they differ, or are few."""
    total = sum(cases.values())
    return next((case for case, number in cases.most_common(1) if total >= enough and number >= _MOST * total), None)
