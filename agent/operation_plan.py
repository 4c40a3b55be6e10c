"""Operations as a person writes them, on the command line or in a file, made into a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from agent.errors import SettingsError
from agent.operations.registry import OPERATIONS, check_request, describe_operation
from agent.operations.titles import title_of
from agent.plan import Level, Plan, Step

Written = dict[str, Any]


def request_of(name: str, words: Sequence[str], flags: Mapping[str, object]) -> Written:
    """The operation that words of a command line name. Raises SettingsError."""
    operation = OPERATIONS.get(name)
    if operation is None or not operation.arguments:
        known = ", ".join(name for name, one in OPERATIONS.items() if one.arguments)
        raise SettingsError(f"There is no operation {name!r} for the command line.", f"There are {known} and apply.")
    wanted = " ".join(one.upper() for one in operation.arguments)
    if operation.arguments[-1] == "groups":
        words, flags = words[:1], {**flags, "groups": _groups(words[1:])}
        operation = replace(operation, arguments=operation.arguments[:-1])
    if len(words) != len(operation.arguments):
        raise SettingsError(f"`overhaul op {name}` takes {wanted}.", describe_operation({"op": name}))
    if doubled := sorted(flags.keys() & set(operation.arguments)):
        option = f"--{doubled[0].replace('_', '-')}"
        raise SettingsError(
            f"`overhaul op {name}` takes {doubled[0].upper()} as a word, and {option} says it again.", wanted
        )
    request: Written = {"op": name, **dict(zip(operation.arguments, words, strict=True)), **flags}
    for listed in {"symbols", "modules", "parameters"} & set(request):
        request[listed] = request[listed].split(",")
    _check(request)
    return request


def _groups(words: Sequence[str]) -> dict[str, list[str]]:
    """What `shop/tax.py=tax,RATE` and its like say."""
    pairs = (word.partition("=") for word in words)
    return {target: [name for name in names.split(",") if name] for target, _, names in pairs}


def read_requests(file: Path | None) -> tuple[Written, ...]:
    """The operations of a file: one JSON object a line, or one list of them. Raises SettingsError."""
    if file is None:
        raise SettingsError("`overhaul op apply` takes a FILE.", 'It holds lines such as {"op": "rename", …}.')
    try:
        text = file.read_text("utf-8")
        lines = [text] if text.lstrip().startswith("[") else text.splitlines()
        found = [msgspec.json.decode(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise SettingsError(f"The file {file} cannot be read: {error}.", "It holds one operation a line.") from error
    requests = found[0] if found and isinstance(found[0], list) else found
    if not requests or not all(isinstance(one, dict) for one in requests):
        raise SettingsError(f"The file {file} holds no operations.", 'A line is such as {"op": "rename", …}.')
    for one in requests:
        _check(one)
    return tuple(requests)


def plan_of(requests: Sequence[Written]) -> Plan:
    """A plan that does operations one after the other."""
    steps = (
        Step(id=f"S{number:02d}", title=title_of(request), kind="operation", op=request)
        for number, request in enumerate(requests, 1)
    )
    goal = "; ".join(map(title_of, requests))
    return Plan(goal=goal, levels=tuple(Level((step,)) for step in steps))


def _check(request: Written) -> None:
    if problems := check_request(request):
        raise SettingsError(problems[0], describe_operation(request))
