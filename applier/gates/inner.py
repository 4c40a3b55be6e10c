"""What stands for a definition where nobody finds it by its name: within another one, or in what runs as a program."""

import re

from applier.facts import FileFacts, SymbolFact
from applier.gates.owned import beyond, by_owner, does_most

_PROGRAM = re.compile(r"if\s*\(?\s*__name__\s*==")


def stands_within(symbol: SymbolFact, old: FileFacts, new: FileFacts) -> bool:
    """Whether a private function is defined within another one now, and most of it is done there."""
    if symbol.exported or symbol.kind != "function":
        return False
    head = re.compile(rf"(?:^|\s)(?:def|function) {re.escape(symbol.name)} \(")
    was, does = by_owner(old), by_owner(old).get(symbol.name, ())
    return any(
        any(head.search(deed.text) for deed in beyond(deeds, was.get(owner, ()))) and does_most(deeds, does)
        for owner, deeds in by_owner(new).items()
    )


def is_of_program(symbol: SymbolFact, text: str, new: FileFacts) -> bool:
    """Whether a variable was of the part of a file that runs as a program alone, and the file has such a part still."""
    runs = any(not deed.owner and deed.kind == "if" and _PROGRAM.match(deed.text) for deed in new.deeds)
    if not runs or symbol.kind != "variable":
        return False
    above = text.split("\n")[: symbol.line]
    heads = [line for line in above if line[:1] not in ("", " ", "\t", "#", ")", "]", "}")]
    return bool(heads) and bool(_PROGRAM.match(heads[-1]))
