"""Private variables, known by what they are set to."""

import re

from applier.facts import SymbolFact


def value_of(symbol: SymbolFact, text: str) -> str:
    """The statement that sets a private variable, without its name; "" for other definitions."""
    if symbol.exported or symbol.kind not in ("variable", "attribute") or not symbol.end_line:
        return ""
    source = "\n".join(text.split("\n")[symbol.line - 1 : symbol.end_line])
    return re.sub(rf"(?<![\w$]){re.escape(symbol.name.rpartition('.')[2])}(?![\w$])", "", source, count=1)


def is_local_now(symbol: SymbolFact, old: str, new: str) -> bool:
    """Whether the statement that set a private variable of a file stands inside of something there."""
    if not value_of(symbol, old) or "." in symbol.name:
        return False
    was, now = ([line.strip() for line in text.split("\n")] for text in (old, new))
    said = was[symbol.line - 1 : symbol.end_line]
    often = [sum(lines[at : at + len(said)] == said for at in range(len(lines))) for lines in (was, now)]
    return often[1] >= often[0]
