"""One call of the action: its mode, and what becomes of errors."""

from collections.abc import Callable, Mapping
from pathlib import Path

from agent.action.check import check
from agent.action.event import Event, read_event
from agent.action.inputs import Inputs, read_inputs
from agent.action.model import run_model
from agent.action.publish import publish
from agent.action.runner import Ended
from agent.action.verify import verify


def act(root: Path, environment: Mapping[str, str], say: Callable[[str], None]) -> Ended:
    """Do what the inputs ask. Raises AgentError, ApplyError, ScanError."""
    inputs, event = read_inputs(environment), read_event(environment)
    match inputs.mode:
        case "check":
            return check(inputs, event, root, environment, say)
        case "model":
            return run_model(inputs, event, root, environment, say)
        case "verify":
            return verify(inputs, root, environment, say)
        case "publish":
            return publish(inputs, event, root, environment, say)
        case "all":
            return _all(inputs, event, root, environment, say)


def _all(inputs: Inputs, event: Event, root: Path, environment: Mapping[str, str], say: Callable[[str], None]) -> Ended:
    """With the built-in model, in one job: the token is tried first, and used last."""
    first = check(inputs, event, root, environment, say)
    if first.status != "allowed":
        return first
    made = run_model(inputs, event, root, environment, say)
    if made.exit or made.outputs.get("landed") != "true":
        return made
    done = publish(inputs, event, root, environment, say)
    outputs = {**made.outputs, **done.outputs}
    return Ended(status=done.status, outputs=outputs, summary=done.summary, notes=(*made.notes, *done.notes))
