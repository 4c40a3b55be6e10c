"""One gate at work on real texts, parsed in this process; patterns alone are looked for in another."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from agent.facts import facts_of_outline
from agent.layouts import layout_of
from agent.patterns import LookIn
from applier.facts import Facts, FileFacts
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
    facts = Facts(
        known(before),
        known(after),
        known(others or {}),
        layouts=partial(_layouts, before, after),
        look=LookIn(before, after),
    )
    new = tuple(path for path in after if path not in before)
    scope = replace(scope or Scope(()), files=tuple(path for path in before if path in after), new=new)
    return list(gate(before, after, facts, scope))


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
            return facts_of_outline(python.outline(path, text))
        case language:
            return facts_of_outline(javascript.outline(path, language, text))
