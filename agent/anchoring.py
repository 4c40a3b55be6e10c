"""Hard constraints of the settings: what they may hold, and what is wrong with them before anything is spent."""

from collections.abc import Iterable, Sequence

import msgspec

from agent.errors import SettingsError
from agent.patterns import faults_of_patterns, language_of
from applier import anchor as applied


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A numbered hard constraint, restated by the model at the start of every step; what is beside the text, a
    program holds each step to."""

    id: str
    text: str
    within: tuple[str, ...] = ()  # globs of the files that `forbid`, `require` and `terms` are about; none: all
    forbid: str = ""  # an ast-grep pattern of code that no step may bring in
    require: str = ""  # an ast-grep pattern of code that stays, and that new files of `within` hold
    public_api: tuple[str, ...] = ()  # globs of the files whose public names and signatures stay
    no_new_dependencies: bool = False
    terms: dict[str, str] = {}  # words that new names must not hold, and those to take in their place
    command: str = ""  # must not fail in a way in which it did not before

    @property
    def is_checked(self) -> bool:
        """Whether a program holds each step to it, beside the model's word."""
        return any((self.forbid, self.require, self.public_api, self.no_new_dependencies, self.terms, self.command))


def applied_anchor(anchor: Anchor) -> applied.Anchor:
    """The same as the gates know it; commands are run with the others."""
    return applied.Anchor(
        id=anchor.id,
        text=anchor.text,
        within=anchor.within,
        forbid=anchor.forbid,
        require=anchor.require,
        public_api=anchor.public_api,
        no_new_dependencies=anchor.no_new_dependencies,
        terms=anchor.terms,
    )


def without_command(anchor: Anchor) -> Anchor:
    """A constraint that runs nothing."""
    return msgspec.structs.replace(anchor, command="")


def check_ids(anchors: Sequence[Anchor]) -> None:
    """Raises SettingsError where constraints cannot be told apart, or one says where and not what."""
    ids = [anchor.id for anchor in anchors]
    doubled = sorted({name for name in ids if ids.count(name) > 1})
    if doubled:
        raise SettingsError(f"Two anchors have the id {doubled[0]!r}.", "Give each anchor an id of its own.")
    bad = [name for name in ids if not name or not name.replace("-", "").replace("_", "").isalnum()]
    if bad:
        raise SettingsError(
            f"The anchor id {bad[0]!r} cannot be used.", "Use letters, digits, - and _, as in A1 or no-globals."
        )
    for anchor in anchors:
        if anchor.within and not (anchor.forbid or anchor.require or anchor.terms):
            raise SettingsError(
                f"The anchor {anchor.id} names files (`within`) and nothing to look for in them.",
                "Add forbid, require or terms; the files whose public names stay are named by public_api.",
            )


def check_patterns(anchors: Iterable[Anchor]) -> None:
    """Raises SettingsError for a pattern that is no code in any language of its files."""
    wanted = [
        (anchor, key, pattern)
        for anchor in anchors
        for key, pattern in (("forbid", anchor.forbid), ("require", anchor.require))
        if pattern
    ]
    faults = faults_of_patterns([(pattern, _languages(anchor)) for anchor, _, pattern in wanted]) if wanted else []
    for (anchor, key, pattern), fault in zip(wanted, faults, strict=True):
        if fault:
            raise SettingsError(
                f"The anchor {anchor.id} has a pattern in `{key}` that cannot be used: {pattern!r} {fault}.",
                "Write a piece of code with $NAME for one part of it and $$$ for any number, as in print($$$).",
            )


def _languages(anchor: Anchor) -> tuple[str, ...]:
    """Those of the files that a constraint is about, as far as its globs tell; none where they do not."""
    found = {language_of(glob) for glob in anchor.within}
    return tuple(sorted(name for name in found if name)) if None not in found else ()
