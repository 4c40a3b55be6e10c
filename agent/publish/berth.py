"""Which branch over there takes the commits: never one that holds commits of others."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from agent.errors import PublishFailed
from applier.remote import Remote

_MOST = 50  # branches of the same name that are tried


@dataclass(frozen=True, slots=True)
class Berth:
    """A branch, and where it stands now."""

    branch: str
    tip: str  # "" where it is not there yet
    there: bool = False  # it holds the very commits already


def find_berth(remote: Remote, wanted: str, head: str, ours: Collection[str], pushed: Callable[[str], str]) -> Berth:
    """The branch `wanted`, or the first of `wanted-2`, `wanted-3` … that is free or ours to move.

    It is ours where it stands at one of the commits `ours`, or where `pushed`, given its name, says that we put it
    last; what somebody added stays. Raises PublishFailed.
    """
    names = [wanted, *(f"{wanted}-{number}" for number in range(2, _MOST))]
    tips = remote.tips(names)
    for name in names:
        tip = tips.get(name, "")
        if not tip or tip == head:
            return Berth(name, tip, there=bool(tip))
        if tip in ours or tip == pushed(name) or _behind(remote, name, tip, head):
            return Berth(name, tip)
    raise PublishFailed(f"The branches {wanted} to {names[-1]} hold commits of others.", "Name another with --branch.")


def _behind(remote: Remote, name: str, tip: str, head: str) -> bool:
    """Whether the branch only has to be taken forward."""
    return remote.fetch(name) == tip and remote.home.is_ancestor(tip, head)
