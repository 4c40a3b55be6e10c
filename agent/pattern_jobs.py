"""What worker processes do for patterns of code: bytes in, bytes out. The door of ast-grep."""

import msgspec
from ast_grep_py import SgNode, SgRoot

_STAND_INS = ("$", "µ")  # what a placeholder is written with, and what reads as a name in any language


def find(payload: bytes) -> bytes:
    """A language, a text and patterns to the matches by pattern: line and words of each, in one line."""
    language, data, patterns = msgspec.msgpack.decode(payload, type=tuple[str, bytes, tuple[str, ...]])
    root = SgRoot(data.decode("utf-8", "replace"), language).root()
    return msgspec.msgpack.encode({pattern: _matches(root, pattern) for pattern in dict.fromkeys(patterns)})


def check(payload: bytes) -> bytes:
    """A pattern and languages to why it can be used in none of them; nothing if it can in one."""
    pattern, languages = msgspec.msgpack.decode(payload, type=tuple[str, tuple[str, ...]])
    faults = [_fault(pattern, language) for language in languages]
    return b"" if "" in faults else faults[0].encode()


def _matches(root: SgNode, pattern: str) -> list[tuple[int, str]]:
    try:
        found = root.find_all(pattern=pattern)
    except RuntimeError:  # it is none in this language, but in one of another file
        return []
    return [(node.range().start.line + 1, " ".join(node.text().split())) for node in found]


def _fault(pattern: str, language: str) -> str:
    """What is wrong with a pattern in one language."""
    # The library takes what a parser had to guess at, too; that matches nothing.
    if _is_broken(SgRoot(pattern.replace(*_STAND_INS), language).root()):
        return f"is no code in {language}"
    try:
        SgRoot("", language).root().find_all(pattern=pattern)
    except RuntimeError as error:
        several = "Multiple AST nodes" in str(error)
        return "is more than one piece of code" if several else f"is no code in {language}"
    return ""


def _is_broken(root: SgNode) -> bool:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.kind() == "ERROR" or (not node.text() and node.parent() is not None):
            return True
        waiting += node.children()
    return False
