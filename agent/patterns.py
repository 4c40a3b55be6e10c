"""Patterns of code, looked for by ast-grep in worker processes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from applier.anchor import Match, Matches
from repo_scan.workers import Failure, run_jobs

Texts = Mapping[str, str]
_FIND, _CHECK = "agent.pattern_jobs:find", "agent.pattern_jobs:check"
#: Languages by the endings of their files, in the words of ast-grep.
_LANGUAGES = {
    **dict.fromkeys(("py", "pyi", "pyw"), "python"),
    **dict.fromkeys(("js", "mjs", "cjs", "jsx"), "javascript"),
    **dict.fromkeys(("ts", "mts", "cts"), "typescript"),
    **{name: name for name in ("tsx", "css", "html", "json", "go", "java", "lua", "php", "swift", "scala", "c")},
    **dict.fromkeys(("yml", "yaml"), "yaml"),
    **dict.fromkeys(("cc", "cpp", "cxx", "hpp", "hh"), "cpp"),
    **dict.fromkeys(("sh", "bash"), "bash"),
    **{"h": "c", "rs": "rust", "rb": "ruby", "kt": "kotlin", "cs": "csharp", "ex": "elixir", "hs": "haskell"},
}
_USUAL = ("python", "javascript", "typescript", "tsx")  # where nothing else is said


@dataclass(frozen=True)
class LookIn:
    """Looks for patterns in the files that a step changed."""

    before: Texts
    after: Texts

    def __call__(self, patterns: Sequence[str]) -> Matches:
        """All matches of all patterns; none in files of an unknown language, nor of what is no code in theirs."""
        changed = [path for path in {**self.before, **self.after} if self.before.get(path) != self.after.get(path)]
        sides = [
            (side, path, texts[path])
            for side, texts in (("before", self.before), ("after", self.after))
            for path in changed
            if path in texts and language_of(path)
        ]
        payloads = [
            msgspec.msgpack.encode((language_of(path), text.encode("utf-8", "surrogatepass"), patterns))
            for _, path, text in sides
        ]
        found: dict[str, dict[str, dict[str, tuple[Match, ...]]]] = {"before": {}, "after": {}}
        for index, answer in run_jobs(_FIND, payloads):
            side, path, _ = sides[index]
            for pattern, hits in _hits(answer).items():
                matches = tuple(Match(line, text) for line, text in hits)
                found[side].setdefault(pattern, {})[path] = matches
        return Matches(found["before"], found["after"])


def faults_of_patterns(wanted: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """For each pattern and its languages why it can be used in none of them, as what "it" does or is; "" if it can."""
    payloads = [msgspec.msgpack.encode((pattern, languages or _USUAL)) for pattern, languages in wanted]
    faults = [""] * len(wanted)
    for index, answer in run_jobs(_CHECK, payloads, jobs=1):
        faults[index] = f"{answer.reason}" if isinstance(answer, Failure) else answer.decode()
    return faults


def language_of(path: str) -> str | None:
    """The language of a path, or of a glob, by its ending."""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return _LANGUAGES.get(ending.lower()) if dot else None


def _hits(answer: bytes | Failure) -> dict[str, list[tuple[int, str]]]:
    if isinstance(answer, Failure):
        return {}
    return msgspec.msgpack.decode(answer, type=dict[str, list[tuple[int, str]]])
