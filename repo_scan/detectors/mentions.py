"""Whether a name is spoken of anywhere in a repository: in code, strings, comments, documentation, configuration."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.scan import Scan

_SHORTEST_PART = 3


def is_complete(scan: Scan, texts: Mapping[str, str]) -> bool:
    """Whether every text of the repository is at hand; without, nobody can say that a name occurs nowhere."""
    return all(entry.path in texts for entry in scan.inventory.files)


def mentions(word: str, texts: Mapping[str, str], most: int = 1, besides: str = "") -> int:
    """How often a whole word occurs in all texts, `most` + 1 at the most; the text of the path `besides` left out."""
    count = 0
    pattern = re.compile(rf"(?:(?<!\w)|(?<=%[a-z])){re.escape(word)}(?!\w)")  # "%s_form" speaks of "_form"
    for path, text in texts.items():
        if path != besides and word in text:
            count += sum(1 for _ in pattern.finditer(text))
            if count > most:
                return most + 1
    return count


def may_be_composed(name: str, texts: Mapping[str, str]) -> bool:
    """Whether the name may be put together from parts at run time: `"_check_" + kind`, `f"_{kind}_form"`."""
    return any(mentions(part, texts, 0) for part in _parts(name))


def _parts(name: str) -> Iterator[str]:
    """Beginnings that end in an underscore, and endings that start with one."""
    for place, sign in enumerate(name):
        if sign == "_":
            for part in (name[: place + 1], name[place:]):
                if _SHORTEST_PART <= len(part) < len(name):
                    yield part
