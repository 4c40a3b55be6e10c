"""Takes off a Markdown fence that a model put around a whole file, but never one that belongs to the file."""

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*")
_FRONT_MATTER = ("---", "+++")


def unwrap(body: str, original: str | None) -> str:
    """The body without a fence round all of it, or round its front matter, that `original` (None: new) did not have."""
    lines, before = body.split("\n"), (original or "").split("\n")
    if _front_matter_is_wrapped(lines, before):
        end = lines.index(before[0], 2)
        return "\n".join(lines[1 : end + 1] + lines[end + 2 :])
    filled = [number for number, line in enumerate(lines) if line.strip()] or [0]
    first, last = filled[0], filled[-1]
    if _goes_round(lines[first : last + 1], before):
        return "".join(f"{line}\n" for line in lines[first + 1 : last])
    return body


def _front_matter_is_wrapped(lines: list[str], before: list[str]) -> bool:
    """Whether a fence was put around the front matter that the original begins with."""
    mark = before[0]
    if mark not in _FRONT_MATTER or lines[1:2] != [mark] or mark not in lines[2:]:
        return False
    after = lines[lines.index(mark, 2) + 1 :]
    return bool(after) and _ends(after[0], lines[0])


def _goes_round(lines: list[str], before: list[str]) -> bool:
    """Whether a fence was put around `lines`: round everything, or round what the original begins with."""
    if len(lines) < 2 or not _ends(lines[-1], lines[0]) or _is_one_fence([line for line in before if line.strip()]):
        return False
    start = next((line for line in before if line.strip()), None)
    if lines[0] == start:
        return False
    inner = next((line for line in lines[1:-1] if line.strip()), None)
    if start is not None and inner == start:
        return True
    return lines.count(lines[0]) > before.count(lines[0]) and _is_one_fence(lines)


def _is_one_fence(lines: list[str]) -> bool:
    """Whether the fence of the first line stays open to the last, a fence with a language nesting inside another."""
    opened: list[str] = []
    for number, line in enumerate(lines):
        if opened and _ends(line, opened[-1]):
            opened.pop()
        elif _FENCE.fullmatch(line):
            opened.append(line)
        if not opened:
            return number > 0 and number == len(lines) - 1
    return False


def _ends(line: str, opener: str) -> bool:
    """Whether `line` closes the fence that `opener` opens."""
    opened, closed = _FENCE.fullmatch(opener), _FENCE.fullmatch(line)
    return bool(opened and closed and not closed[2] and closed[1].startswith(opened[1]))
