"""From a model's name to a model."""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from agent.errors import SettingsError
from agent.models.protocol import Model
from agent.settings import Settings
from repo_scan import Scan

OPENAI_URL = "https://api.openai.com/v1"
MakeModel = Callable[[Scan, Mapping[str, str], Callable[[str], bool]], Model]


def choose_model(settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    """How to make the model that the settings name. Raises SettingsError before anything else is done."""
    name = settings.model
    if name == "builtin":
        from agent.models.builtin import BuiltinModel

        return BuiltinModel
    provider, colon, model = name.partition(":")
    if provider == "anthropic" and colon and not settings.base_url:
        raise SettingsError(
            "anthropic: models are not supported by this version.",
            "Name an OpenAI-compatible endpoint of theirs with --base-url, or use openai:NAME.",
        )
    known = provider == "openai" and bool(model)
    if not known and not settings.base_url:
        raise SettingsError(
            f"There is no model {name!r}.", "Use builtin, openai:NAME, or NAME together with --base-url URL."
        )
    return _openai(name, settings, environment)


def _openai(name: str, settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    variable = settings.key_variable or "OPENAI_API_KEY"
    key = environment.get(variable, "")
    if not key and _needs_key(settings.base_url):
        raise SettingsError(f"{variable} is not set, and {name} needs a key.", f"Set {variable} in the environment.")

    def make(scan: Scan, texts: Mapping[str, str], covers: Callable[[str], bool]) -> Model:
        from agent.models.openai import OpenAIModel

        return OpenAIModel(name, settings.base_url or OPENAI_URL, key, key_variable=variable)

    return make


def _needs_key(base_url: str) -> bool:
    """Only the provider's own address surely does; a server of one's own may not."""
    return not base_url or urlsplit(base_url).hostname == urlsplit(OPENAI_URL).hostname
