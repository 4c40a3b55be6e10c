"""Which files the detectors of style and structure judge: the project's own Python code, written by hand."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.outline import Outline
from repo_scan.paths import folder_of, is_apart, is_migration, is_test
from repo_scan.scan import Scan

_PATTERNS = frozenset({"templates", "skeleton", "skel", "boilerplate", "scaffold"})
_HEAD = 2000  # characters in which a file would say that a program wrote it
_GENERATED = re.compile(
    r"(auto-?\s?|automatically\s+|code\s+|file\s+(was\s+|is\s+)?|@)generated\b|\bgenerated\s+(by|from|with|automatically)\b"
    r"|\bdo\s+not\s+(edit|modify)\b",
    re.IGNORECASE,
)


def own_code(scan: Scan, texts: Mapping[str, str]) -> Iterator[tuple[Outline, str]]:
    """Outline and text of each file that is no test, example, data, migration, stub, vendored or generated code."""
    for path, outline in scan.outlines.items():
        text = texts.get(path)
        if text is None or outline.language != "python" or outline.faults:
            continue
        if _is_own(path.lower()) and not is_generated(text):
            yield outline, text


def _is_own(path: str) -> bool:
    apart = is_test(path) or is_migration(path) or is_apart(folder_of(path)) or is_pattern(path)
    return not apart and not path.endswith(".pyi")


def is_pattern(path: str) -> bool:
    """Whether a file is there to be copied into new projects, each of which shall be whole."""
    return not _PATTERNS.isdisjoint(path.split("/")[:-1])


def is_generated(text: str) -> bool:
    """Whether the comments at the head of a file say that a program wrote it."""
    head = (line for line in text[:_HEAD].split("\n") if line.lstrip().startswith("#"))
    return any(_GENERATED.search(line) for line in head)
