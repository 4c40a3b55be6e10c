"""Names that somebody exchanges from outside: tests that patch them, code that assigns to a module's attributes."""

import builtins
import re
from collections.abc import Iterable, Iterator

from agent.operations.repository import Repository
from agent.operations.submodules import stem_of
from repo_scan.paths import is_test

_BUILT_IN = frozenset(dir(builtins))


def patched_in(repo: Repository, modules: Iterable[str], names: Iterable[str]) -> str:
    """Where one of the names is exchanged in one of the modules, in words; "" if nowhere."""
    wanted = frozenset(names)
    stems = frozenset(map(stem_of, modules))
    spot = re.compile(rf"[.:'\"](?:{'|'.join(sorted(map(re.escape, wanted)))})\b")
    files = [path for path in repo.python if repo.outline(path) and spot.search(repo.texts[path])]
    repo.read(files)
    return next(
        (f"{path} exchanges `{name}` in a module" for path in files for name in _exchanged(repo, path, wanted, stems)),
        "",
    )


def _exchanged(repo: Repository, path: str, names: frozenset[str], stems: frozenset[str]) -> Iterator[str]:
    facts = repo.facts(path)
    if facts is None:
        return
    outline = repo.outline(path)
    words = frozenset(outline.references if outline is not None else ())
    yield from sorted(names & (facts.attributes_set | facts.named_strings))
    if is_test(path) or not words.isdisjoint({"import_module", "__import__"}):
        yield from sorted((names & facts.attributes_set_somewhere) - _BUILT_IN)
    patches = not words.isdisjoint({"patch", "setattr"})
    for text in sorted(facts.dotted_strings):
        before, name = re.split(r"[.:](?=\w+$)", text)
        stem = re.split(r"[.:]", before)[-1]
        if name in names and (stem in stems or (patches and not stem.isidentifier())):
            yield name
