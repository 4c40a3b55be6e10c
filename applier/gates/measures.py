"""What the files of a step measure, before and after it."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass

from applier.facts import Facts, FileFacts
from applier.scope import Texts

_NAMES = ("lines", "complexity", "nesting", "imports", "copies")


@dataclass(frozen=True, slots=True)
class Measures:
    """Of the files of a step, one side; the less the better."""

    lines: int  # that are not blank
    complexity: int  # cyclomatic, of all functions together
    nesting: int  # of the deepest function
    imports: int  # pairs of a file of the step and another of the repository that it imports
    copies: int  # functions that say the same as another one of the repository

    @classmethod
    def of(cls, texts: Texts, files: Mapping[str, FileFacts], copies: int) -> "Measures":
        symbols = [symbol for file in files.values() for symbol in file.symbols]
        return cls(
            lines=sum(1 for text in texts.values() for line in text.split("\n") if line.strip()),
            complexity=sum(symbol.complexity for symbol in symbols),
            nesting=max((symbol.nesting for symbol in symbols), default=0),
            imports=len(
                {(file.path, item.resolved) for file in files.values() for item in file.imports if item.resolved}
            ),
            copies=copies,
        )

    @property
    def known(self) -> bool:
        """Whether there is any function that could be measured."""
        return self.complexity > 0


def measure(before: Texts, after: Texts, facts: Facts) -> tuple[Measures, Measures]:
    """Both sides of a step."""
    fresh, standing = ([*_prints(side)] for side in (facts.after, facts.before))
    others = set(_prints(facts.others)) & {*fresh, *standing} if fresh or standing else set[str]()
    return (
        Measures.of(before, facts.before, _copies(standing, others)),
        Measures.of(after, facts.after, _copies(fresh, others)),
    )


def figures(before: Texts, after: Texts, facts: Facts) -> str:
    """The numbers of a step for its report: "lines 120 → 96, complexity 31 → 22"; what did not change is left out."""
    was, now = measure(before, after, facts)
    changed = [
        f"{name} {old} → {new}" for name, old, new in zip(_NAMES, astuple(was), astuple(now), strict=True) if old != new
    ]
    return ", ".join(changed)


def _prints(files: Mapping[str, FileFacts]) -> list[str]:
    return [symbol.fingerprint for file in files.values() for symbol in file.symbols if symbol.fingerprint]


def _copies(own: list[str], others: set[str]) -> int:
    """Functions beyond one of each kind; beyond none where another file has it, too."""
    return len(own) - len(set(own) - others)
