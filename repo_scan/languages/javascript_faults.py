"""Where a text is not valid JavaScript or TypeScript.

The grammars lag behind the languages. So a text that they object to is read once more with the newer constructs blanked
out, in the same number of bytes, so that every other word keeps its place.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Parser

from repo_scan.languages.tree import Tree, Visit, parse
from repo_scan.outline import Fault

_MOST = 5  # faults told of one file; the first is what matters


def _filled(sign: bytes) -> Callable[[re.Match[bytes]], bytes]:
    """Puts a sign for every byte of a match's first group, line ends apart."""

    def fill(match: re.Match[bytes]) -> bytes:
        start, end = (place - match.start() for place in match.span(1))
        return match[0][:start] + re.sub(rb"[^\n]", sign, match[0][start:end]) + match[0][end:]

    return fill


_RESERVED = (
    rb"break|case|catch|class|const|continue|debugger|delete|do|else|enum|export|extends|false|finally|for|function|if|"
    rb"import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with"
)
_NEWER = tuple(
    (re.compile(pattern, re.MULTILINE), _filled(sign))
    for pattern, sign in (
        (rb"\bexport\s+(type)\s*\*", b" "),
        (rb"\bimport\s+(defer|source)\s+(?=\*|\w+\s+from\b)(?!source\s+from\b)", b" "),
        (rb"""\bfrom\s*(?:'[^'\n]*'|"[^"\n]*")\s*((?:with|assert)\s*\{[^{}]*\})""", b" "),
        (rb"""^\s*import\s*(?:'[^'\n]*'|"[^"\n]*")\s*((?:with|assert)\s*\{[^{}]*\})""", b" "),
        (rb"""\b(accessor)[ \t]+(?=[\w#$\['"])""", b" "),
        (rb"[<,]\s*(?:/\*(?:[^*]|\*(?!/))*\*/\s*)?(?:const\s+)?(in\s+out|in|out)\s+(?!extends\b)[A-Za-z_$]", b" "),
        (rb"""\b(import\(\s*(?:'[^'\n]*'|"[^"\n]*")\s*\))(?=\s*\.\s*(?!then\b)[\w.]+\s*[<\[])""", b"_"),
        (rb"^[ \t]*(export)\s+import\s+(?:type\s+)?\w+\s*=\s*require\b", b" "),
        (rb"\bfor\s*\(\s*(async)\s+of\s*=>", b" "),
        (rb"\bas\s+(" + _RESERVED + rb")\s*[,}]", b"_"),
        (rb"\bfunction\s+(default)\b", b"_"),
        (rb"""\b(abstract|accessor|using)\b(?!\s+[\w#$\['"{*])""", b"_"),  # as plain names
    )
)
_NAMELESS = re.compile(rb"\bdefault(\s+)function(?=\s*\()")  # a declaration without body or name: its name is "default"


def parsed(parser: Parser, source: bytes, visit: Visit | None = None) -> Tree:
    """The tree of a text, whose words are those of the text even where it was read in older words; whole if broken."""
    tree = parse(parser, source, visit=visit)
    if not tree.broken:
        return tree
    shown = _NAMELESS.sub(rb"function\1default", source)
    older = shown
    for pattern, instead in _NEWER:
        older = pattern.sub(instead, older)
    if older == source:
        return tree
    other = parse(parser, older)
    if other.broken and len(faults_of(other)) >= len(faults_of(tree)):
        return tree
    words = tree if shown == source else parse(parser, shown)
    return replace(
        words,
        broken=other.broken,
        kinds=other.kinds,
        fields=other.fields,
        starts=other.starts,
        ends=other.ends,
        depths=other.depths,
        parents=other.parents,
        stops=other.stops,
        tokens=other.tokens,
    )


def faults_of(tree: Tree) -> tuple[Fault, ...]:
    """Syntax errors in order of lines; empty for a valid text."""
    if not tree.broken:
        return ()
    found: dict[int, str] = {}
    for node, kind in enumerate(tree.kinds):
        if kind == "ERROR":
            found.setdefault(tree.line(node), f"unexpected {_shown(tree, node)!r}")
        elif tree.starts[node] == tree.ends[node] and tree.is_leaf(node) and node:
            found.setdefault(tree.line(node), f"{kind!r} is missing")
    faults = [Fault(line, message) for line, message in sorted(found.items())]
    return tuple(faults[:_MOST]) or (Fault(0, "it is not valid"),)


def forbidden_in(tree: Tree) -> tuple[Fault, ...]:
    """Elements of JSX that are closed by another name, which the grammar takes."""
    found: list[Fault] = []
    for node, kind in enumerate(tree.kinds):
        if kind != "jsx_element":
            continue
        opening, closing = (_tag(tree, tree.child(node, field)) for field in ("open_tag", "close_tag"))
        if opening != closing:
            message = f"<{opening}> is closed by </{closing}>"
            found.append(Fault(tree.line(tree.child(node, "close_tag") or node), message))
    return tuple(found[:_MOST])


def _tag(tree: Tree, tag: int | None) -> str:
    """The name in a tag; "" for a fragment."""
    name = tree.child(tag, "name") if tag is not None else None
    return "".join(tree.text(name).split()) if name is not None else ""


def _shown(tree: Tree, node: int) -> str:
    words = tree.source[tree.starts[node] : min(tree.ends[node], tree.starts[node] + 200)].decode("utf-8", "replace")
    line = words.strip().partition("\n")[0]
    return line if len(line) <= 40 else f"{line[:40]}…"
