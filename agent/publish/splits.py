"""Into what a run is cut for review."""

from enum import StrEnum


class Split(StrEnum):
    """One pull request for all, for each level of the plan, or for steps that have to do with each other."""

    run = "run"
    level = "level"
    module = "module"
