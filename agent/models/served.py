"""What a server tells of a model beside its answers: whether it has it, and how long a prompt may be."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.errors import SettingsError
from agent.models.door import as_model_errors
from agent.models.endpoint import endpoint, open_client
from agent.models.memory import Memory, Refusals, memory_folder

_PATIENCE = 15.0  # seconds
# What the field is called by vLLM, OpenRouter, Groq, Anthropic, llama.cpp.
_CONTEXT = ("max_model_len", "context_length", "context_window", "max_input_tokens", "n_ctx", "n_ctx_train")


@dataclass(frozen=True, slots=True)
class Served:
    """The list of a server's models, as far as it gives one."""

    models: tuple[str, ...]
    context: int | None  # tokens that the model in question takes


def served_at(name: str, base_url: str, key: str, key_variable: str) -> Served | None:
    """What the server says of a model; None where it keeps no list. Raises ModelError, SettingsError."""
    provider, colon, model = name.partition(":")
    known = bool(colon) and provider in ("openai", "anthropic")
    at = endpoint(model if known else name, base_url, "/models", key, key_variable)
    headers = {"x-api-key": at.key, "anthropic-version": "2023-06-01"} if provider == "anthropic" else {}
    if at.key and not headers:
        headers = {"Authorization": f"Bearer {at.key}"}
    with open_client(at.url) as client, as_model_errors(at, _PATIENCE):
        response = client.get(at.url, headers=headers, timeout=_PATIENCE)
    if not response.is_success:
        return None
    try:
        listed = response.json().get("data")
    except (ValueError, AttributeError):
        return None
    entries = [entry for entry in listed if isinstance(entry, Mapping)] if isinstance(listed, list) else []
    own = next((entry for entry in entries if entry.get("id") == at.model), None)
    return Served(tuple(str(entry.get("id")) for entry in entries), _context(own) if own else None)


def _context(entry: Mapping[str, object]) -> int | None:
    meta = entry.get("meta")
    places = (entry, meta) if isinstance(meta, Mapping) else (entry,)
    found = (place.get(name) for place in places for name in _CONTEXT)
    return next((number for number in found if isinstance(number, int) and number > 0), None)


def refusals_of(name: str, base_url: str) -> Refusals:
    """What a model turned out not to take, in this process or an earlier one."""
    provider, _, model = name.partition(":")
    path = "/messages" if provider == "anthropic" else "/chat/completions"
    try:
        at = endpoint(model if provider in ("openai", "anthropic") else name, base_url, path, "", "")
    except SettingsError:
        return Refusals()
    return Memory.of(memory_folder(), at).refusals
