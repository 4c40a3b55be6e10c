"""Which lines the tests executed, where their command leaves coverage.py's data file in the worktree.

The form is the documented one of coverage.py since version 5: an SQLite file, in which a file's executed lines are the
bits of a blob, or the ends of arcs where branches were measured.
"""

import ast
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from difflib import SequenceMatcher
from pathlib import Path

_SHOWN = 5  # files named in a sentence
_LINES = "select file.path, line_bits.numbits from line_bits join file on file.id = line_bits.file_id"
_ARCS = "select file.path, arc.fromno, arc.tono from arc join file on file.id = arc.file_id"


def executed_lines(root: Path, files: Iterable[str]) -> dict[str, frozenset[int]] | None:
    """Line numbers of Python files that the last test run in a worktree executed.

    None where there is no data, or none that is newer than the files.
    """
    data, wanted = root / ".coverage", [path for path in files if path.endswith(".py")]
    try:
        written = data.stat().st_mtime_ns
        if not wanted or any((root / path).stat().st_mtime_ns > written for path in wanted):
            return None
        with closing(sqlite3.connect(f"{data.as_uri()}?mode=ro", uri=True)) as base:
            found = [(path, line) for path, line in _recorded(base) if line > 0]
    except (OSError, sqlite3.Error, TypeError):  # gone, of another version, or damaged
        return None
    lines = {path: {line for name, line in found if name in (path, str(root / path))} for path in wanted}
    return {path: frozenset(numbers) for path, numbers in lines.items()}


def rewritten_lines(before: str, after: str) -> frozenset[int]:
    """Numbers of the lines of a Python text that are new in it and begin a statement."""
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    fresh = {
        line + 1 for tag, _, _, start, end in matcher.get_opcodes() if tag != "equal" for line in range(start, end)
    }
    return frozenset(fresh & _statements(after))


def coverage_note(root: Path, before: Mapping[str, str], after: Mapping[str, str]) -> str | None:
    """How many rewritten lines the tests executed, and which not, in a sentence; None where that is not known."""
    changed = [path for path in sorted(after) if after[path] != before.get(path)]
    executed = executed_lines(root, changed)
    if executed is None:
        return None
    rewritten = {path: rewritten_lines(before.get(path, ""), after[path]) for path in executed}
    missed = {path: sorted(lines - executed[path]) for path, lines in rewritten.items() if lines - executed[path]}
    whole, left = sum(map(len, rewritten.values())), sum(map(len, missed.values()))
    if not whole:
        return None
    shown = [f"{path}:{_ranges(lines)}" for path, lines in missed.items()]
    rest = len(shown) - _SHOWN
    more = [f"{rest} more file{'s' if rest > 1 else ''}"] if rest > 0 else []
    where = f"; not {', '.join(shown[:_SHOWN] + more)}" if missed else ""
    return f"the tests executed {whole - left} of {whole} rewritten lines of code, as coverage.py recorded{where}"


def _recorded(base: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    for path, bits in base.execute(_LINES):
        yield from ((path, place * 8 + bit) for place, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1)
    for path, start, end in base.execute(_ARCS):
        yield from ((path, start), (path, end))


def _statements(text: str) -> set[int]:
    """First lines of statements, as coverage.py counts them: without docstrings."""
    with suppress(SyntaxError, ValueError, RecursionError):
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
        return {node.lineno for node in nodes if not _is_bare_text(node)}
    return set()


def _is_bare_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _ranges(lines: list[int]) -> str:
    """[1, 2, 3, 7] as "1-3,7"."""
    starts = [line for line in lines if line - 1 not in lines]
    ends = [line for line in lines if line + 1 not in lines]
    return ",".join(str(start) if start == end else f"{start}-{end}" for start, end in zip(starts, ends, strict=True))
