"""One JavaScript or TypeScript text with its names, and the words that are exchanged in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.javascript.scoping import Name, Scope, names_of
from repo_scan.languages.javascript import PARSERS
from repo_scan.languages.javascript_faults import faults_of, parsed
from repo_scan.languages.tree import Tree

Span = tuple[int, int]  # in bytes


@dataclass(frozen=True, slots=True)
class Source:
    """One text as its syntax tree shows it."""

    path: str
    language: str
    tree: Tree
    module: Scope
    names: tuple[Name, ...]

    @classmethod
    def of(cls, path: str, language: str, text: str) -> "Source | None":
        """The names of a text; None where it does not parse."""
        tree = parsed(PARSERS[language], text.encode("utf-8", "surrogatepass"))
        return None if faults_of(tree) else cls(path, language, tree, *names_of(tree))

    def named(self, text: str, owner: Scope) -> Iterator[Name]:
        """Every place of a name that one namespace declares."""
        return (name for name in self.names if name.text == text and name.owner is owner)

    def kind(self, node: int) -> str:
        """What a node is; "" for what is around the whole text."""
        return self.tree.kinds[node] if node >= 0 else ""

    def parent(self, node: int) -> int:
        """The node around a node."""
        return self.tree.parents[node]

    def parent_kind(self, node: int) -> str:
        """What the node around a node is."""
        return self.kind(self.tree.parents[node])

    def string(self, node: int | None) -> str | None:
        """What a string says that needs no reading; None for anything else."""
        if node is None or self.tree.kinds[node] not in ("string", "template_string"):
            return None
        inner = self.tree.text(node)[1:-1]
        return None if "\\" in inner or "${" in inner else inner

    def span(self, node: int) -> Span:
        """Where a node stands."""
        return self.tree.starts[node], self.tree.ends[node]


def exchanged(source: Source, edits: Mapping[Span, str]) -> str:
    """The text after the edits. Raises Refusal where names would not mean what they meant."""
    data, at, parts = source.tree.source, 0, list[bytes]()
    for (start, end), word in sorted(edits.items()):
        parts += [data[at:start], word.encode("utf-8", "surrogatepass")]
        at = end
    text = b"".join([*parts, data[at:]]).decode("utf-8", "surrogatepass")
    after = Source.of(source.path, source.language, text)
    if after is None or _meanings(after) != _meanings(source):
        raise Refusal(f"names in {source.path} would mean something else afterwards")
    return text


def _meanings(source: Source) -> list[tuple[int, int]]:
    """For each name where it stands and where it is declared."""
    return [(name.scope.number, name.owner.number if name.owner else -1) for name in source.names]
