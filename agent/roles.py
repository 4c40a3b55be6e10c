"""A model for each kind of work: who is asked what."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from agent.errors import SettingsError
from agent.lineup import ROLES, Role
from agent.models.choose import MakeModel, choose_model
from agent.models.protocol import Limits, Model, Prompt, Reply
from agent.plan import Step
from agent.settings import Settings
from repo_scan import Scan


def role_of(prompt: Prompt) -> Role:
    """The kind of work that a prompt asks for."""
    if prompt.kind in ("diagnose", "plan"):
        return "plan"
    if prompt.kind == "summarize":
        return "small"
    return "hard" if prompt.hard else "rewrite"


def is_hard(step: Step, scan: Scan, settings: Settings) -> bool:
    """Whether a step's files are larger, or one of their functions more complex, than the usual model is given."""
    wanted = set(step.files)
    tokens = sum(file.tokens for file in scan.inventory.files if file.path in wanted)
    complexities = [
        symbol.complexity for path in step.files if path in scan.outlines for symbol in scan.outlines[path].symbols
    ]
    models = settings.models
    return tokens > models.hard_tokens or max(complexities, default=0) > models.hard_complexity


class Lineup:
    """Several models that answer as one, each what it is there for."""

    def __init__(self, settings: Settings, models: Mapping[str, Model]) -> None:
        self.name = settings.model_for("rewrite")
        self._settings = settings
        self._models = models

    def pick(self, prompt: Prompt) -> Model:
        """The model that answers a prompt."""
        return self._models[self._settings.model_for(role_of(prompt))]

    def stream(self, prompt: Prompt, limits: Limits) -> Reply:
        """The reply of the model that the prompt is for."""
        return self.pick(prompt).stream(prompt, limits)


def pick(model: Model, prompt: Prompt) -> Model:
    """The very model that answers a prompt."""
    return model.pick(prompt) if isinstance(model, Lineup) else model


def writer_of(step: Step, scan: Scan, settings: Settings, model: Model) -> str:
    """The name of the model that writes a step."""
    if not isinstance(model, Lineup):
        return model.name
    return settings.model_for("hard" if is_hard(step, scan, settings) else "rewrite")


def choose_models(settings: Settings, environment: Mapping[str, str]) -> MakeModel:
    """How to make the models that the settings name. Raises SettingsError before anything else is done."""
    check_summaries(settings)
    makers = {name: choose_model(settings_alone(settings, name), environment) for name in settings.all_models}
    if len(makers) == 1:
        return next(iter(makers.values()))

    def make(scan: Scan, texts: Mapping[str, str], covers: Callable[[str], bool]) -> Model:
        return Lineup(settings, {name: maker(scan, texts, covers) for name, maker in makers.items()})

    return make


def check_summaries(settings: Settings) -> None:
    """Raises SettingsError where lines on files are asked of a model that writes none, or for one that reads none."""
    if settings.summaries != "model":
        return
    if settings.model_for("small") == "builtin":
        raise SettingsError(
            "The built-in model writes no summaries.",
            "Name another with --model or as `small` in [models], or leave --summaries out.",
        )
    if all(settings.model_for(role) == "builtin" for role in ROLES):
        raise SettingsError(
            "The built-in model reads no summaries.", "Name a model with --model, or leave --summaries out."
        )


def settings_alone(settings: Settings, name: str) -> Settings:
    """The settings as if this were the only model, at its own server."""
    server = settings.server_of(name)
    return replace(settings, model=name, base_url=server.base_url, key_variable=server.key_variable)
