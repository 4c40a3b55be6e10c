"""The inputs of the action, from the environment alone: no value of theirs is ever part of a script."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import msgspec

from agent.errors import SettingsError

Mode = Literal["check", "model", "verify", "publish", "all"]
PREFIX = "overhaul/"
_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,150}")
_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OVERHAUL_API_KEY")


class Inputs(msgspec.Struct, frozen=True, kw_only=True):
    """What the workflow asks for."""

    mode: Mode
    goal: str = ""
    plan: str = ""
    modules: tuple[str, ...] = ()
    pilot: bool = False
    model: str = "builtin"
    base_url: str = ""
    test: str = ""
    lint: str = ""
    types: str = ""
    only: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    copy: tuple[str, ...] = ()
    max_cost: str = ""
    max_output_tokens: str = ""
    max_minutes: str = ""
    max_diff_lines: str = ""
    branch: str = ""  # below overhaul/
    base: str = ""  # "": the branch that the workflow runs on
    labels: tuple[str, ...] = ()
    draft: bool = False
    phrase: str = "/overhaul"  # with which a comment begins that asks for a run
    label: str = ""  # that asks for a run
    continue_from: str = ""  # artifacts of a run that goes on
    artifacts: str = "overhaul-artifacts"
    token: str = ""

    @property
    def paid(self) -> bool:
        """Whether a model is asked that needs a key or a network."""
        return self.model != "builtin"


def read_inputs(environment: Mapping[str, str] = os.environ) -> Inputs:
    """The inputs as the runner passes them. Raises SettingsError."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(Inputs):
        written = environment.get(f"INPUT_{field.name.upper()}", "").strip()
        if written:
            found[field.name] = _read(field.name, field.type, written)
    if found.get("mode") not in get_args(Mode):
        raise SettingsError(
            f"There is no mode {str(found.get('mode', ''))!r}.", f"`mode` is one of {', '.join(get_args(Mode))}."
        )
    inputs = msgspec.convert(found, Inputs)
    _check(inputs, environment)
    return inputs


def _read(name: str, kind: object, written: str) -> object:
    if kind is bool:
        if written.lower() not in ("true", "false"):
            raise SettingsError(f"{name} is {written!r}.", "It is true or false.")
        return written.lower() == "true"
    if kind == tuple[str, ...]:
        parts = re.split(r"[\n,]" if name == "labels" else r"\n", written)
        return [part.strip() for part in parts if part.strip()]
    return written


def _check(inputs: Inputs, environment: Mapping[str, str]) -> None:
    keys = [name for name in _KEYS if environment.get(name)]
    if inputs.mode != "model" and keys:
        raise SettingsError(
            f"{keys[0]} is set in a job of mode {inputs.mode}, which runs code that a key must be kept from.",
            "Pass keys to the job of mode model alone.",
        )
    if inputs.mode in ("model", "verify") and inputs.token:
        raise SettingsError(
            f"A token was passed to a job of mode {inputs.mode}, which must hold none.",
            "Pass the token to the job of mode publish alone.",
        )
    if inputs.mode == "all" and inputs.paid:
        raise SettingsError(
            "The mode `all` is for the built-in model: it has the token that can write and runs your tests.",
            "With another model use three jobs: model, verify, publish (see docs/github.md).",
        )
    branch_of(inputs, "x")


def branch_of(inputs: Inputs, run: str) -> str:
    """The branch to publish to: always below overhaul/. Raises SettingsError."""
    name = (inputs.branch or run).removeprefix(PREFIX)
    odd = not _BRANCH.fullmatch(name) or any(part in name for part in ("..", "//", "/.")) or name.endswith(("/", "."))
    if odd or name.endswith(".lock"):
        raise SettingsError(
            f"{name!r} is no name for a branch here.",
            "Use letters, digits, `.`, `_`, `-` and `/`; it goes below overhaul/.",
        )
    return PREFIX + name


def safe_folder(inputs: Inputs, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the artifacts: in the runner's temporary folder unless the path is absolute."""
    return Path(environment.get("RUNNER_TEMP") or ".").absolute() / inputs.artifacts
