"""What a run rests on before anything is asked: the base commit as it was scanned, its texts, and what stays here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.briefing import base_map, can_show
from agent.conventions import conventions
from agent.job import Job
from agent.purposes import Purposes, look_up
from agent.settings import Settings
from agent.withholding import Withheld, withhold, without
from repo_scan import OutlineCache, Scan, read_texts
from repo_scan.store import Store


@dataclass(frozen=True, slots=True)
class Ground:
    """The base commit."""

    scan: Scan
    texts: Mapping[str, str]  # every file of a known language
    settings: Settings
    covers: Callable[[str], bool]  # whether the run may touch a path
    key: str  # of the fence
    base: str  # commit id
    others: Mapping[str, str] = field(default_factory=dict)  # all other texts: what speaks of a name counts as its use
    withheld: Withheld = field(default_factory=Withheld)  # what no model gets to see
    purposes: Purposes = field(default_factory=Purposes)  # what files are for, as a model says
    store: Store | None = None  # remembers such lines from one process to the next
    again: int = 0  # how often the run was moved: its questions are not those that were answered before

    @property
    def covered(self) -> tuple[str, ...]:
        """Paths that the run may touch, of a known language."""
        return tuple(path for path in sorted(self.texts) if self.covers(path))

    @property
    def shown(self) -> tuple[str, ...]:
        """Those of them that a model may see."""
        return tuple(path for path in self.covered if path not in self.withheld.files)

    @property
    def public(self) -> Scan:
        """The scan without a word of what is withheld."""
        return without(self.scan, self.withheld.files)

    @property
    def conventions(self) -> tuple[str, ...]:
        """How the repository is written, as far as its files say it that a model may see."""
        seen = {path: text for path, text in {**self.others, **self.texts}.items() if path not in self.withheld.files}
        return conventions(seen, self.scan.outlines)

    @property
    def map(self) -> str:
        """The repository in a few lines, as every prompt shows it."""
        return base_map(self.public)


def survey(root: Path, job: Job, scan: Scan, cache: OutlineCache, key: str = "") -> Ground:
    """Read the texts of a scanned base. Secrets are looked for only where a model might be sent something."""
    texts, others = read_texts(root, job.base, scan.outlines), other_texts(root, scan)
    settings, withheld = job.settings, Withheld()
    if settings.all_models != ("builtin",):
        withheld = withhold(scan, {**others, **texts}, settings.send, cache.store)
    ground = Ground(scan, texts, settings, job.covers, key, job.base, others, withheld, store=cache.store)
    fit = (path for path in ground.shown if can_show(path, texts[path]))
    return replace(ground, purposes=look_up(scan, texts, fit, settings, cache.store))


def other_texts(root: Path, scan: Scan) -> dict[str, str]:
    """The texts of a scanned commit in no known language: documentation, configuration, templates."""
    return read_texts(root, scan.commit, (file.path for file in scan.inventory.files if file.language is None))
