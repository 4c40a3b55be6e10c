"""Which files the detectors of style and structure judge: the project's own Python code, written by hand."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.outline import Outline
from repo_scan.paths import folder_of, is_apart, is_migration, is_test
from repo_scan.scan import Scan

_PATTERNS = frozenset({"templates", "skeleton", "skel", "boilerplate", "scaffold"})
_HEAD = 2000  # characters in which a file would say who wrote it
_GENERATED = re.compile(
    r"(auto-?\s?|automatically\s+|code\s+|file\s+(was\s+|is\s+)?|@)generated\b|\bgenerated\s+(by|from|with|automatically)\b"
    r"|\bdo\s+not\s+(edit|modify)\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\bnot\s+our\s+(own\s+)?code\b|\bvendored\s+(from|copy|version)\b"
    r"|\b(copied|borrowed|taken|adapted)\s+(verbatim|unchanged|unmodified)\s+from\b|\bthird[-\s]party\s+code\b",
    re.IGNORECASE,
)
_UNCHECKED = re.compile(r"#\s*((flake8|ruff)[:=]\s*noqa|pylint:\s*skip-file)\s*$", re.IGNORECASE)


def own_code(scan: Scan, texts: Mapping[str, str]) -> Iterator[tuple[Outline, str]]:
    """Outline and text of each file that is no test, example, data, migration, stub, foreign or generated code."""
    for path, outline in scan.outlines.items():
        text = texts.get(path)
        if text is None or outline.language != "python" or outline.faults:
            continue
        if _is_own(path.lower()) and not is_foreign(text):
            yield outline, text


def _is_own(path: str) -> bool:
    apart = is_test(path) or is_migration(path) or is_apart(folder_of(path)) or is_pattern(path)
    return not apart and not path.endswith(".pyi")


def is_pattern(path: str) -> bool:
    """Whether a file is there to be copied into new projects, each of which shall be whole."""
    return not _PATTERNS.isdisjoint(path.split("/")[:-1])


def is_foreign(text: str) -> bool:
    """Whether the comments at the head of a file say that it is not the project's own code, or is not to be checked."""
    return is_generated(text) or any(_FOREIGN.search(line) or _UNCHECKED.match(line) for line in _head(text))


def is_generated(text: str) -> bool:
    """Whether the comments at the head of a file say that a program wrote it."""
    return any(_GENERATED.search(line) for line in _head(text))


def _head(text: str) -> list[str]:
    """The comments among the first lines."""
    return [line.lstrip() for line in text[:_HEAD].split("\n") if line.lstrip().startswith("#")]
