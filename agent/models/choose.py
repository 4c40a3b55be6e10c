"""From a model's name to a model."""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from agent.errors import SettingsError
from agent.models.protocol import Model
from agent.settings import Settings
from repo_scan import Scan

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com/v1"
MakeModel = Callable[[Scan, Mapping[str, str], Callable[[str], bool]], Model]


def choose_model(settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    """How to make the model that the settings name. Raises SettingsError before anything else is done."""
    name = settings.model
    if name == "builtin":
        from agent.models.builtin import BuiltinModel

        return BuiltinModel
    provider, _, model = name.partition(":")
    if provider == "anthropic" and model:
        return _anthropic(name, settings, environment)
    known = provider == "openai" and bool(model)
    if not known and not settings.base_url:
        raise SettingsError(
            f"There is no model {name!r}.",
            "Use builtin, openai:NAME, anthropic:NAME, or NAME together with --base-url URL.",
        )
    return _openai(name, settings, environment)


def _openai(name: str, settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    base_url = settings.base_url or OPENAI_URL
    key, variable = _key(name, base_url, "OPENAI_API_KEY", settings, environment)

    def make(scan: Scan, texts: Mapping[str, str], covers: Callable[[str], bool]) -> Model:
        from agent.models.memory import memory_folder
        from agent.models.openai import OpenAIModel

        return OpenAIModel(name, base_url, key, key_variable=variable, memory=memory_folder())

    return make


def _anthropic(name: str, settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    base_url = settings.base_url or ANTHROPIC_URL
    key, variable = _key(name, base_url, "ANTHROPIC_API_KEY", settings, environment)

    def make(scan: Scan, texts: Mapping[str, str], covers: Callable[[str], bool]) -> Model:
        from agent.models.anthropic import AnthropicModel
        from agent.models.memory import memory_folder

        return AnthropicModel(name, base_url, key, key_variable=variable, memory=memory_folder())

    return make


def _key(name: str, base_url: str, usual: str, settings: Settings, environment: Mapping[str, str]) -> tuple[str, str]:
    """The key, and the variable that it comes from. Raises SettingsError where one is surely needed."""
    variable = settings.key_variable or usual
    key = environment.get(variable, "")
    if not key and _needs_key(base_url):
        raise SettingsError(f"{variable} is not set, and {name} needs a key.", f"Set {variable} in the environment.")
    return key, variable


def _needs_key(base_url: str) -> bool:
    """Only the providers' own addresses surely do; a server of one's own may not."""
    try:
        host = urlsplit(base_url).hostname
    except ValueError:
        return False  # what is wrong with the address is said where it is used
    return host in {urlsplit(url).hostname for url in (OPENAI_URL, ANTHROPIC_URL)}
