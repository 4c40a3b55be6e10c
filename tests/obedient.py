"""A model that follows the protocol from the words of the prompt alone, for a server in tests.

It reads what any model would read: the sources under their `--- source path ---` lines, and the opening lines of the
expected blocks at the end of the prompt.
"""

import json
import re
from collections.abc import Callable
from typing import Any

OPENING = re.compile(r"^<<<BLOCK:(\d+):([a-z]+)(?::(.*))?:([a-z0-9]+)>>>$")
SOURCE = re.compile(r"^--- source (.*) ---$", re.MULTILINE)
Rewrite = Callable[[str, str], str]  # path, text -> text


def words_of(body: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in body["messages"])


def expected_of(words: str) -> list[tuple[str, str, str, str]]:
    """Number, kind, path and key of the blocks listed last in a prompt."""
    found: list[tuple[str, str, str, str]] = []
    for line in reversed(words.rstrip().split("\n")):
        match = OPENING.match(line.strip())
        if match:
            found.append((match[1], match[2], match[3] or "", match[4]))
        elif found and line.strip() != "[content]" and not line.startswith("<<<END:"):
            break
    return found[::-1]


def source_of(words: str, path: str) -> str:
    """The listing of one file, up to the next listing."""
    parts = SOURCE.split(words)
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    return texts[path].removeprefix("\n").partition("--- end of sources ---\n")[0]


def described(words: str) -> dict[int, str]:
    """The files that are to be described, by their numbers."""
    return {int(number): path for number, path in (name.split(" ", 1) for name in SOURCE.findall(words))}


def purpose_of(path: str) -> str:
    return f"Keeps what {path} is for."


class Obedient:
    """Answers every kind of request as the protocol asks; `rewrite` changes files, `changed` is what it declares."""

    def __init__(
        self, plan: list[dict[str, Any]], rewrite: Rewrite, anchors: tuple[str, ...] = (), changed: tuple[str, ...] = ()
    ) -> None:
        self._plan, self._rewrite, self._anchors, self._changed = plan, rewrite, anchors, changed

    def __call__(self, body: dict[str, Any]) -> str:
        words = words_of(body)
        parts = ["Certainly! Here is what you asked for."]
        for number, kind, path, key in expected_of(words):
            opening = ":".join(part for part in (f"<<<BLOCK:{number}:{kind}", path, f"{key}>>>") if part)
            parts += [opening, self._body(kind, path, words).removesuffix("\n"), f"<<<END:{number}:{key}>>>"]
        return "\n".join([*parts, "Let me know if there is more."])

    def _body(self, kind: str, path: str, words: str) -> str:
        match kind:
            case "outline":
                return "\n".join(json.dumps({"title": "Tidy", **entry}) for entry in self._plan)
            case "anchor":
                return "\n".join(f"{name}: I will hold to it." for name in self._anchors)
            case "log":
                changed = ({"type": "changed", "text": "nobody needs it", "source": name} for name in self._changed)
                return "\n".join(map(json.dumps, ({"type": "done", "text": "rewrote the files"}, *changed)))
            case "finding":
                return ""
            case "summary":
                lines = ({"n": number, "text": purpose_of(path)} for number, path in described(words).items())
                return "\n".join(map(json.dumps, lines))
            case _:
                return self._rewrite(path, source_of(words, path))
