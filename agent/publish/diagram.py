"""The import graph as GitHub draws it."""

import re
from collections.abc import Sequence

from agent.publish.escape import Safe
from agent.publish.imports import MOST_ARROWS, Arrow
from applier.terminal import one_line

_LONGEST = 120  # characters of a name
_PLAIN = re.compile(r"[A-Za-z0-9 _./-]")


def mermaid(arrows: Sequence[Arrow], others: Sequence[Arrow]) -> Safe:
    """The arrows; thick where they are not among the `others`, red where they close a cycle."""
    arrows, known = arrows[:MOST_ARROWS], {(arrow.importer, arrow.imported) for arrow in others}
    names = sorted({path for arrow in arrows for path in (arrow.importer, arrow.imported)})
    ids = {path: f"n{number}" for number, path in enumerate(names)}
    lines = ["graph LR", *(f'  {short}["{_label(path)}"]' for path, short in ids.items())]
    for arrow in arrows:
        link = "-->" if (arrow.importer, arrow.imported) in known else "==>"
        lines.append(f"  {ids[arrow.importer]} {link} {ids[arrow.imported]}")
    red = [str(number) for number, arrow in enumerate(arrows) if arrow.in_cycle]
    return Safe("\n".join(lines + ([f"  linkStyle {','.join(red)} stroke:red"] if red else [])))


def _label(path: str) -> str:
    """A name of which every character that Mermaid might heed is written by its number."""
    shown = path if len(path) <= _LONGEST else f"…{path[-_LONGEST:]}"
    return "".join(char if _PLAIN.match(char) else f"#{ord(char)};" for char in one_line(shown))
