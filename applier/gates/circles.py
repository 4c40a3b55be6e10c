"""A part of gate 7: imports that close a circle which runs when the files are loaded."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from applier.facts import Facts, FileFacts
from applier.scope import Problem

_SHOWN = 6  # files of a circle that are named


def find_circles(facts: Facts) -> Iterator[Problem]:
    """One question for each circle of files that a new import of the step closes."""
    now = {path: _loads(file) for path, file in facts.after.items()}
    was = {path: _loads(file) for path, file in facts.before.items()}
    gone = {path: dict[str, tuple[int, str]]() for path in facts.before if path not in facts.after}
    told: list[set[str]] = []
    for path, imported in now.items():
        for target, (line, written) in imported.items():
            if target == path or target in was.get(path, ()):
                continue
            way = _way(target, path, {**gone, **now}, facts)
            old = way and _way(target, path, was, facts) and _way(path, target, was, facts)
            if way and not old and not any(len(circle.intersection(way)) > 1 for circle in told):
                told.append(set(way))
                yield Problem("imports", "ask", path, line, _message(written, path, way))


def _loads(file: FileFacts) -> dict[str, tuple[int, str]]:
    """Files that are loaded as soon as a file is, with the line and the words of the import."""
    found: dict[str, tuple[int, str]] = {}
    for item in file.imports:
        if item.kind == "runtime" and item.resolved is not None:
            found.setdefault(item.resolved, (item.line, item.module))
    return found


def _way(start: str, goal: str, step: Mapping[str, Iterable[str]], facts: Facts) -> list[str]:
    """The shortest way of imports from one file to another, both included; empty if there is none."""
    came = {start: ""}
    waiting = deque([start])
    while waiting:
        path = waiting.popleft()
        if path == goal:
            way = [path]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return way[::-1]
        for other in step[path] if path in step else facts.loads.get(path, ()):
            if other not in came:
                came[other] = path
                waiting.append(other)
    return []


def _message(written: str, path: str, way: list[str]) -> str:
    files = [path, *way]
    shown = " → ".join(files if len(files) <= _SHOWN else [*files[: _SHOWN - 1], "…", files[-1]])
    return (
        f"The import of `{written}` closes a circle that runs when the files are loaded: {shown}. "
        "Import it where it is used, or move what both need into a file of its own."
    )
