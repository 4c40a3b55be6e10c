"""One gate at work on real texts, parsed in this process; patterns alone are looked for in another."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from agent.facts import facts_of_outline
from agent.layouts import layout_of
from agent.patterns import LookIn
from applier.facts import Facts, FileFacts, ImportFact
from applier.gates import Gate
from applier.layout import Layouts
from applier.scope import Problem, Scope
from repo_scan.languages import javascript, javascript_parts, language_of, python, python_parts
from repo_scan.languages.part import Part

Files = Mapping[str, str]


def known(files: Files) -> dict[str, FileFacts]:
    """Facts by path."""
    return {path: _facts(path, text) for path, text in files.items()}


def judge(
    gate: Gate, before: Files, after: Files, others: Files | None = None, scope: Scope | None = None
) -> list[Problem]:
    """What a gate says of a step that is about all files of `before`."""
    others = others or {}
    was = _resolved({**known(before), **known(others)})
    now = _resolved({**known(after), **known(others)})
    importers: dict[str, tuple[str, ...]] = {}
    for file in was.values():
        for path in {item.resolved for item in file.imports if item.resolved}:
            importers[path] = (*importers.get(path, ()), file.path)
    facts = Facts(
        {path: was[path] for path in before},
        {path: now[path] for path in after},
        {path: was[path] for path in others},
        importers=importers,
        layouts=partial(_layouts, before, after),
        look=LookIn(before, after),
    )
    new = tuple(path for path in after if path not in before)
    scope = replace(scope or Scope(()), files=tuple(path for path in before if path in after), new=new)
    return list(gate(before, after, facts, scope))


def _resolved(files: Mapping[str, FileFacts]) -> dict[str, FileFacts]:
    """The same with what imports resolve to, where that is as plain as `from shop.cart import …` or "./cart"."""

    def found(item: ImportFact) -> ImportFact:
        names = (item.module.strip("."), f"{item.module}.{item.name}".strip("."))
        paths = [f"{name.replace('.', '/') if '/' not in name else name.lstrip('/')}" for name in names]
        near = [path for path in files if path.rpartition(".")[0].endswith(tuple(paths))]
        return replace(item, resolved=near[0] if near else None)

    return {path: replace(file, imports=tuple(map(found, file.imports))) for path, file in files.items()}


def _layouts(before: Files, after: Files, paths: Collection[str]) -> Layouts:
    return Layouts(*({path: layout_of(_parts(path, side[path])) for path in paths} for side in (before, after)))


def _parts(path: str, text: str) -> tuple[Part, ...]:
    match language_of(path):
        case None:
            return ()
        case "python":
            return python_parts.parts_of(text)
        case language:
            return javascript_parts.parts_of(language, text)


def _facts(path: str, text: str) -> FileFacts:
    match language_of(path):
        case None:
            return FileFacts(path)
        case "python":
            return facts_of_outline(python.outline(path, text, close=True))
        case language:
            return facts_of_outline(javascript.outline(path, language, text, close=True))
