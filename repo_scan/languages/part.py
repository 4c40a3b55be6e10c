"""The parts of a text whose layout can be compared: statements at the top, and the heads and members of classes."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from repo_scan.languages.tree import Tree

IMPORT = "import"  # what every import statement is called


class Part(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One of them. Two of one name and key differ in their layout alone."""

    name: str  # qualified; the first words where nothing is defined
    line: int  # first and last line, from 1
    end_line: int
    key: str


def key_of(words: Iterable[str], depths: Iterable[int], comments: Sequence[str]) -> str:
    """A digest of what a part says: its words with their depths in the tree, and its comments."""
    said = "\0".join((*words, *map(str, depths), *comments))
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def comments_by_line(tree: Tree) -> dict[int, str]:
    """Comments by the line that they start on, without their indentation."""
    found: dict[int, str] = {}
    for node, kind in enumerate(tree.kinds):
        if kind == "comment":
            words = " ".join(line.strip() for line in tree.text(node).split("\n"))
            found[tree.line(node)] = f"{found.get(tree.line(node), '')} {words}"
    return found


def comments_in(comments: Mapping[int, str], line: int, end_line: int) -> list[str]:
    """Those of a range of lines."""
    return [comments[number] for number in range(line, end_line + 1) if number in comments]


def first_words(tree: Tree, node: int) -> str:
    """What to call a statement that defines nothing."""
    words = tree.text(node).partition("\n")[0].strip()
    return words if len(words) <= 40 else f"{words[:40]}…"
