"""What the loop works with, and the state that moves on from step to step."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agent.asking import Asker, Say
from agent.baseline import Baseline
from agent.diagnosis import Diagnosis
from agent.job import Job
from agent.journal import Journal
from agent.surroundings import Surroundings
from agent.withholding import Withheld
from applier.facts import FileFacts
from applier.workspace import Workspace
from repo_scan import OutlineCache, Scan


@dataclass(slots=True)
class Desk:
    """One run at work. Only `scan` changes: it is made anew after every commit."""

    job: Job
    journal: Journal
    asker: Asker
    workspace: Workspace
    baseline: Baseline
    diagnosis: Diagnosis
    withheld: Withheld  # what no model gets to see
    map: str  # of the base: equal in all prompts of the run, so that a provider can cache it, like the conventions
    conventions: tuple[str, ...]  # how the base is written
    scan: Scan
    cache: OutlineCache  # what was parsed in this process
    rescan: Callable[[str], Scan]  # of a commit
    say: Say
    around: Surroundings[FileFacts] = field(init=False)  # what the gates know of the rest of the repository

    def __post_init__(self) -> None:
        self.around = Surroundings(self.workspace.root)

    def read_all(self, documents: bool = True) -> dict[str, str]:
        """The texts of the repository as they are now: files of known languages, and all others where wanted."""
        paths = list(self.scan.outlines)
        if documents:
            paths += (file.path for file in self.scan.inventory.files if file.path not in self.scan.outlines)
        return self.workspace.read(paths)[0]
