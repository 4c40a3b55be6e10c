"""One request: sent, and sent again without what the server turns out not to take."""

import time
from collections.abc import Iterable, Iterator, Mapping

import httpx

from agent.errors import ModelBusy
from agent.models.door import posting
from agent.models.endpoint import Endpoint
from agent.models.failures import complaint_of, failure
from agent.models.parameters import Parameters
from agent.models.protocol import Limits
from agent.models.reply import Events
from agent.models.stream import Event, read_events

SIGNS_OF_LIFE = 3  # times the longest silence: so long may comments and the like come, and no event


def events_of(
    client: httpx.Client,
    at: Endpoint,
    headers: Mapping[str, str],
    words: Mapping[str, object],
    parameters: Parameters,
    limits: Limits,
) -> Events:
    """Events of an answer, in groups. Raises ModelError."""
    most, idle, started = limits.max_output_tokens, limits.idle_seconds, time.monotonic()
    if limits.seconds is not None:
        idle = max(min(idle, limits.seconds), 1.0)
    while True:
        optional = parameters.body(most)
        with posting(client, at, headers, {**words, **optional}, idle) as response:
            if response.is_success:
                yield from _lively(read_events(response), at, idle, limits.seconds and started + limits.seconds)
                return
            complaint = complaint_of(response.read().decode("utf-8", "replace"))
            status = response.status_code
            if status not in (400, 422) or not (learnt := parameters.learn(complaint, optional)):
                raise failure(status, complaint, at, response.headers)
            most = learnt.room or most


def _lively(
    groups: Iterable[list[Event]], at: Endpoint, idle_seconds: float, until: float | None
) -> Iterator[list[Event]]:
    """The groups that hold an event. Raises ModelBusy where for too long nothing comes but signs of life."""
    since: float | None = None  # the first group without an event after one with
    for events in groups:
        if events:
            since = None
            yield events
        elif since is None:
            since = time.monotonic()
        elif until is not None and time.monotonic() > until:
            raise ModelBusy(f"{at.host} sent nothing but signs of life until the time of the run was over.")
        elif time.monotonic() - since > SIGNS_OF_LIFE * idle_seconds:
            raise ModelBusy(f"{at.host} sent nothing but signs of life for {SIGNS_OF_LIFE * idle_seconds:g} s.")
