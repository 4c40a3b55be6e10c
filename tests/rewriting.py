"""Small rewrites of small repositories, for the tests of gates that ask about more than the step's own files."""

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agent.facts import facts_for
from agent.surroundings import Surroundings
from applier.gates import Gate
from applier.scope import Declared, Scope
from repo_scan import OutlineCache, outline_texts, scan_repository


@dataclass(frozen=True)
class Rewrite:
    """What is there, and what a step makes of it."""

    there: Mapping[str, str]
    change: Mapping[str, str | None]  # the files of the step as they are afterwards; None: deleted
    changed: Iterable[str] = ()  # declared so: "a.py::f"
    removed: Iterable[str] = ()
    criteria: tuple[str, ...] = ()
    goal: str = ""

    @property
    def before(self) -> dict[str, str]:
        return {path: self.there[path] for path in self.change if path in self.there}

    @property
    def after(self) -> dict[str, str]:
        return {path: text for path, text in self.change.items() if text is not None}

    @property
    def scope(self) -> Scope:
        return Scope(
            files=tuple(self.before),
            changed=tuple(map(_declared, self.changed)),
            removed=tuple(map(_declared, self.removed)),
            criteria=self.criteria,
            goal=self.goal,
        )


def _declared(source: str) -> Declared:
    path, _, name = source.partition("::")
    return Declared(path, name, "on purpose")


@dataclass
class Bench:
    """Judges rewrites; all texts are parsed at once."""

    rewrites: Iterable[Rewrite]
    cache: OutlineCache = field(default_factory=OutlineCache)

    def __post_init__(self) -> None:
        texts = [text for one in self.rewrites for text in (one.there, one.after)]
        outline_texts(
            {f"{n}/{path}": text for n, all in enumerate(texts) for path, text in all.items()}, cache=self.cache
        )

    def judge(self, gate: Gate, rewrite: Rewrite, root: Path) -> list[str]:
        """What a gate says, each problem as "refuse shop/cart.py:1 the message"."""
        for path, text in rewrite.there.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        scan = scan_repository(root, cache=self.cache)
        facts = facts_for(rewrite.before, rewrite.after, scan, self.cache, Surroundings(root))
        problems = gate(rewrite.before, rewrite.after, facts, rewrite.scope)
        return [f"{found.severity} {found.path}:{found.line} {found.message}" for found in problems]
