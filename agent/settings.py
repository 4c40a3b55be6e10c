"""Settings: flags, then environment (OVERHAUL_*), then overhaul.toml or [tool.overhaul] of the target's pyproject.toml.

Commands, a base URL and a key variable decide what runs and where a key goes. Taken from the target's own files they
count only if the user says so, since a repository is not its reader's to trust.
"""

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from agent.anchoring import Anchor, check_ids, without_command
from agent.errors import SettingsError
from agent.lineup import ROLES, Caps, Models, Role, Server
from agent.prices import Price
from applier.forms import KINDS

#: Settings that count from the target's own files only with --trust-repo-config. A price of theirs, or a count, could
#: undo a limit.
_RUN = ("test", "format_cmd", "lint", "types", "differential")
GUARDED = (*_RUN, "base_url", "key_variable", "servers", "prices", "send", "tokenizers")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set; the field names are those of the flags."""

    goal: str = ""
    model: str = "builtin"
    base_url: str = ""
    key_variable: str = ""  # environment variable that holds the key; by default the provider's own
    test: str = ""
    format_cmd: str = ""
    lint: str = ""
    types: str = ""
    allow: tuple[str, ...] = ()
    send: tuple[str, ...] = ()  # files that a model may see although they look as if they held secrets
    copy: tuple[str, ...] = ()  # untracked files or folders that the commands need in the worktree
    module: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # kinds of change: what alone may change in every step; empty: anything
    anchors: tuple[Anchor, ...] = ()
    terms: dict[str, str] = {}  # words that new names should not hold, and those to take in their place
    layers: tuple[tuple[str, ...], ...] = ()  # who may import whom: the uppermost layer first, each a list of parts
    forbidden: tuple[tuple[str, str], ...] = ()  # pairs of parts: the first must not import the second
    module_budget: int = 8000  # tokens
    repairs: int = 3
    command_seconds: float = 1800.0
    command_megabytes: int = 0  # of memory for each process of a command; 0: three quarters of the machine's
    sandbox: bool = False  # shut the commands in with bubblewrap
    differential: bool = False  # call Python functions in both versions, and compare what they do
    max_cost: float | None = None  # USD that a run may cost; None: no limit
    max_output_tokens: int | None = None  # that a run may have
    max_minutes: float | None = None  # that a run may take
    max_diff_lines: int | None = None  # that a person reads of one commit in one go; None: no limit
    reply_tokens: int = 0  # of one reply, at most; 0: what the step needs
    context_tokens: int = 32000  # what a prompt may hold; that of a step leaves room for the reply
    summaries: Literal["outline", "model"] = "outline"  # who says in a line what a file is for
    models: Models = Models()
    servers: dict[str, Server] = {}  # by model, like the three after it
    caps: dict[str, Caps] = {}
    prices: dict[str, Price] = {}  # instead of the list's
    tokenizers: dict[str, str] = {}  # tokenizer.json files, to count exactly with

    def model_for(self, role: Role) -> str:
        """The model that does a kind of work: the role's own, else the one for all."""
        match role:
            case "plan":
                return self.models.plan or self.model
            case "rewrite":
                return self.models.rewrite or self.model
            case "hard":
                return self.models.hard or self.models.rewrite or self.model
            case "small":
                return self.models.small or self.model

    @property
    def roles(self) -> tuple[Role, ...]:
        """The kinds of work that there are."""
        return (*ROLES, "small") if self.summaries == "model" else ROLES

    @property
    def all_models(self) -> tuple[str, ...]:
        """Every model that does some of it, once."""
        return tuple(dict.fromkeys(map(self.model_for, self.roles)))

    def server_of(self, model: str) -> Server:
        """Where a model is asked; the base URL is "" for its provider's own."""
        return self.servers.get(model) or Server(base_url=self.base_url, key_variable=self.key_variable)

    def caps_of(self, model: str) -> Caps:
        """What a model takes and gives."""
        own = self.caps.get(model, Caps())
        return Caps(
            context_tokens=own.context_tokens or self.context_tokens, reply_tokens=own.reply_tokens or self.reply_tokens
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """Environment variables that hold keys: no command and no hook sees them."""
        return tuple(filter(None, (self.key_variable, *(server.key_variable for server in self.servers.values()))))

    @property
    def checks(self) -> dict[str, str]:
        """Commands of the anchors, by id."""
        return {anchor.id: anchor.command for anchor in self.anchors if anchor.command}

    @property
    def of_commands(self) -> tuple[object, ...]:
        """All that what the commands do depends on."""
        commands = (self.test, self.format_cmd, self.lint, self.types)
        return (*commands, *self.checks.values(), self.copy, self.sandbox, self.command_seconds, self.command_megabytes)


#: Holds the key for a server that the repository names, unless it names a variable too: a provider's own key is meant
#: for the provider, and goes elsewhere only where the user sends it.
NEUTRAL_KEY = "OVERHAUL_API_KEY"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and what of the target's own files was not believed."""

    settings: Settings
    ignored: tuple[str, ...]  # "overhaul.toml sets test"


def load_settings(
    root: Path, flags: Mapping[str, object], environment: Mapping[str, str] = os.environ, *, trust: bool = False
) -> Loaded:
    """Merge the three sources, flags first. Raises SettingsError that names the source of a bad value."""
    origin, of_repository = _repository_settings(root)
    ignored = () if trust else tuple(f"{origin} sets {name}" for name in GUARDED if name in of_repository)
    believed = {name: value for name, value in of_repository.items() if trust or name not in GUARDED}
    settings = _placed(_bound(_convert(believed, origin)), root)
    if not trust and settings.checks:
        ignored += tuple(f"{origin} sets the command of the anchor {name}" for name in settings.checks)
        settings = msgspec.structs.replace(settings, anchors=tuple(map(without_command, settings.anchors)))
    settings = _overlay(settings, _environment_settings(environment), "the environment (OVERHAUL_*)")
    settings = _overlay(settings, _given(flags), "the command line")
    if settings.model == "builtin" and (named := settings.models.rewrite or settings.models.plan):
        settings = msgspec.structs.replace(settings, model=named)
    _check(settings)
    return Loaded(settings, ignored)


def amend(settings: Settings, flags: Mapping[str, object]) -> Settings:
    """Settings with the flags that were given in their place."""
    changed = _overlay(settings, _given(flags), "the command line")
    _check(changed)
    return changed


def _given(flags: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in flags.items() if value not in (None, (), [])}


def _repository_settings(root: Path) -> tuple[str, dict[str, object]]:
    own, shared = root / "overhaul.toml", root / "pyproject.toml"
    if own.is_file():
        return own.name, _read_toml(own)
    if shared.is_file():
        tool = _read_toml(shared).get("tool")
        section = tool.get("overhaul") if isinstance(tool, dict) else None
        if isinstance(section, dict):
            return "[tool.overhaul] of pyproject.toml", section
    return own.name, {}


def _read_toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if path.name == "pyproject.toml":
            return {}  # the target's affair: it may be the very file to be mended
        raise SettingsError(f"{path.name} is not valid TOML: {error}.", "Correct the file, or move it away.") from error


def _bound(settings: Settings) -> Settings:
    """Settings of a repository, in which each address has a key of its own."""
    servers = {
        name: msgspec.structs.replace(server, key_variable=server.key_variable or NEUTRAL_KEY)
        for name, server in settings.servers.items()
        if server.base_url
    }
    variable = settings.key_variable or (NEUTRAL_KEY if settings.base_url else "")
    return msgspec.structs.replace(settings, key_variable=variable, servers={**settings.servers, **servers})


def _placed(settings: Settings, root: Path) -> Settings:
    """Settings in which a path does not depend on where they are used."""
    paths = {
        model: str(root.absolute() / os.path.expanduser(path))  # noqa: PTH111  Path's own dies on an unknown user
        for model, path in settings.tokenizers.items()
    }
    return msgspec.structs.replace(settings, tokenizers=paths)


def _environment_settings(environment: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(Settings):
        value = environment.get(f"OVERHAUL_{field.name.upper()}")
        if value:
            found[field.name] = (
                value.split(os.pathsep) if field.name in ("allow", "copy", "module", "only", "send") else value
            )
    return found


def _convert(values: Mapping[str, object], origin: str) -> Settings:
    try:
        return msgspec.convert(dict(values), Settings, strict=False)
    except msgspec.ValidationError as error:
        of_anchor = "$.anchors[" in str(error)
        known = ", ".join(field.name for field in msgspec.structs.fields(Anchor if of_anchor else Settings))
        what = "Known keys of an anchor" if of_anchor else "Known settings"
        raise SettingsError(f"{origin}: {error}.", f"{what}: {known}.") from error


def _overlay(settings: Settings, values: Mapping[str, object], origin: str) -> Settings:
    """`settings` with the named values replaced, each checked."""
    named = _convert(values, origin)
    if "base_url" in values and settings.key_variable == NEUTRAL_KEY:
        settings = msgspec.structs.replace(settings, key_variable="")  # the user's own address takes the usual key
    roles = {} if "model" not in values else {"models": Models()}  # one that is named later does all the work
    return msgspec.structs.replace(settings, **roles, **{name: getattr(named, name) for name in values})


def _check(settings: Settings) -> None:
    check_ids(settings.anchors)
    if strange := [kind for kind in settings.only if kind not in KINDS]:
        raise SettingsError(f"There is no kind of change {strange[0]!r}.", f"`only` takes {', '.join(KINDS)}.")
    if settings.module_budget < 200:
        raise SettingsError("module_budget is below 200 tokens, which holds no file.", "The default is 8000.")
    for name in ("max_cost", "max_output_tokens", "max_minutes", "max_diff_lines", "reply_tokens"):
        if not 0 <= (getattr(settings, name) or 0) < math.inf:
            raise SettingsError(f"{name} must be a number, and not negative.", "Leave it out for no limit.")
    if settings.command_megabytes < 0:
        raise SettingsError("command_megabytes cannot be negative.", "0 means three quarters of the memory.")
    if settings.repairs < 0:
        raise SettingsError("repairs cannot be negative.", "The default is 3; 0 means no second try.")
