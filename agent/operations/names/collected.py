"""What a renaming found to do, while it is collected: edits by file, places left, and the change they come to."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from agent.operations.change import Change, LeftAlone
from agent.operations.errors import CannotRewrite, Refusal
from agent.operations.names.binding import Source
from agent.operations.names.exchange import Edit, check_exchanged, check_owned, exchanged
from agent.operations.names.loose import (
    dotted_spots,
    in_loose_text,
    is_configuration,
    is_document,
    is_prose,
    why_left,
    word_spots,
)
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import World

Spotted = Callable[[str], Iterable[tuple[int, int, str]]]


@dataclass(slots=True)
class Collected:
    """Edits for one word that becomes another."""

    world: World
    old: str
    new: str
    docs_words: bool = False
    same_shape: bool = True  # every name stands for one name
    edits: dict[str, dict[int, Edit]] = field(default_factory=dict)
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)  # path -> what was changed, how often
    # Places of the module's own name, by path, and how far into what is put there it stands.
    owned: dict[str, dict[int, int]] = field(default_factory=dict)
    changed: dict[str, dict[str, None]] = field(default_factory=dict)  # definitions in which something was changed
    removed: dict[str, dict[str, None]] = field(default_factory=dict)
    left: list[LeftAlone] = field(default_factory=list)
    texts: dict[str, str | None] = field(default_factory=dict)

    def word(self, source: Source, word: Word, new: str = "", *, owned: bool = False) -> None:
        """Exchange a word of the code."""
        if word.start < 0:
            line = source.line(word)
            raise Refusal(f"{source.path}:{line} uses `{word.name}` in a formatted string that cannot be followed")
        self.put(source.path, word.start, word.start + len(word.name), new or self.new, "name")
        self.enclose(source, word.scope)
        if owned:
            self.owned.setdefault(source.path, {})[word.start] = len(new) - len(self.new) if new else 0

    def put(self, path: str, start: int, end: int, new: str, kind: str) -> None:
        """Exchange what stands between two characters. The first to speak for a place is heard."""
        edits = self.edits.setdefault(path, {})
        if start not in edits:
            edits[start] = Edit(start, end, new)
            kinds = self.kinds.setdefault(path, {})
            kinds[kind] = kinds.get(kind, 0) + 1

    def enclose(self, source: Source, scope: Scope) -> None:
        """Note that a definition is not as it was."""
        while scope.name:
            self.changed.setdefault(source.path, {})[scope.name] = None
            if scope.parent is None:
                break
            scope = scope.parent

    def leave(self, path: str, line: int, reason: str) -> None:
        """Note a place that stays as it is."""
        one = LeftAlone(path, line, reason)
        if one not in self.left:
            self.left.append(one)

    def loose(self, owners: Collection[str]) -> None:
        """Exchange the full dotted name in strings, comments and documents."""
        for path in sorted(self.world.repo.texts):
            text = self.world.repo.texts[path]
            if self.old not in text or not (path.endswith((".py", ".pyi")) or is_document(path)):
                continue
            self._loose_in(path, dotted_spots(text, owners, self.old), "")
            if self.docs_words and is_prose(path):
                self._loose_in(path, word_spots(text, self.old), "word")

    def relocate(self, owners: Collection[str], new: str, keep: str) -> None:
        """Let `owner.name` be `new.name` in strings, comments and documents; with a reason to `keep` it, list it."""
        for path, text in sorted(self.world.repo.texts.items()):
            code = path.endswith((".py", ".pyi"))
            if self.old not in text or not (code or is_document(path)):
                continue
            source = self.world.source(path) if code else None
            spots = dotted_spots(text, owners, self.old)
            for spot in in_loose_text(source, spots) if source is not None else iter(() if code else spots):
                start = max(text.rfind(owner, 0, spot.start) for owner in owners)
                if reason := why_left(path) or (keep if code else ""):
                    self.leave(path, spot.line, f"it names `{self.old}` by its old place, and {reason}")
                else:
                    kind = "comment" if spot.comment else "string" if code else "document"
                    self.put(path, start, spot.start - 1, new, kind)

    def _loose_in(self, path: str, spots: Iterator, kind: str) -> None:  # type: ignore[type-arg]
        source = self.world.source(path) if path.endswith((".py", ".pyi")) else None
        if path.endswith((".py", ".pyi")):
            spots = in_loose_text(source, spots) if source is not None else iter(())
        reason = why_left(path)
        for spot in spots:
            if reason:
                self.leave(path, spot.line, f"it names `{self.old}`, but {reason}")
                continue
            where = kind or ("comment" if spot.comment else "string" if source is not None else "document")
            self.put(path, spot.start, spot.end, self.new, where)

    def check_writable(self) -> None:
        """Raises Refusal where a file of code that has to change must not be changed."""
        for path in sorted(self.edits):
            if reason := why_left(path):
                raise Refusal(f"{path} would have to change, but {reason}")

    def finish(self, sentence: str) -> Change:
        """The texts, each looked at again. Raises Refusal."""
        self.check_writable()
        for path, edits in sorted(self.edits.items()):
            before = self.world.repo.texts[path]
            try:
                after = exchanged(before, edits.values())
                if path.endswith((".py", ".pyi")) and (source := self.world.source(path)) is not None:
                    result = check_exchanged(source, after, same_shape=self.same_shape)
                    if path in self.owned:
                        check_owned(result, self.new, edits, self.owned[path])
            except CannotRewrite as error:
                raise Refusal(str(error)) from error
            self.texts[path] = after
        return Change(
            texts=dict(self.texts),
            done=(sentence, *self._told()) if self.texts else (),
            left=tuple(sorted(self.left, key=lambda one: (one.path, one.line, one.reason))),
            removed=_listed(self.removed),
            changed=_listed(self.changed),
            allow=tuple(path for path in sorted(self.texts) if is_configuration(path)),
        )

    def _told(self) -> Iterator[str]:
        for path, kinds in sorted(self.kinds.items()):
            parts = [f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in sorted(kinds.items())]
            yield f"Changed {' and '.join(parts)} in {path}."


def _listed(names: Mapping[str, Mapping[str, None]]) -> dict[str, tuple[str, ...]]:
    return {path: tuple(sorted(found)) for path, found in sorted(names.items())}
