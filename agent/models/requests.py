"""One request: sent, and sent again without what the server turns out not to take."""

from collections.abc import Mapping

import httpx

from agent.models.door import posting
from agent.models.endpoint import Endpoint
from agent.models.failures import complaint_of, failure
from agent.models.parameters import Parameters
from agent.models.protocol import Limits
from agent.models.reply import Events
from agent.models.stream import read_events


def events_of(
    client: httpx.Client,
    at: Endpoint,
    headers: Mapping[str, str],
    words: Mapping[str, object],
    parameters: Parameters,
    limits: Limits,
) -> Events:
    """Events of an answer, in groups. Raises ModelError."""
    most = limits.max_output_tokens
    while True:
        optional = parameters.body(most)
        with posting(client, at, headers, {**words, **optional}, limits.idle_seconds) as response:
            if response.is_success:
                yield from read_events(response)
                return
            complaint = complaint_of(response.read().decode("utf-8", "replace"))
            status = response.status_code
            if status not in (400, 422) or not (learnt := parameters.learn(complaint, optional)):
                raise failure(status, complaint, at, response.headers)
            most = learnt.room or most
