"""Which model a name means, and what it needs to be used."""

from typing import Any

import pytest

from agent.errors import SettingsError
from agent.models.anthropic import AnthropicModel
from agent.models.choose import choose_model
from agent.models.openai import OpenAIModel
from agent.settings import Settings

NOTHING: Any = None
LOCAL = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("model", "base_url", "environment", "kind"),
    [
        ("openai:gpt", "", {"OPENAI_API_KEY": "k"}, OpenAIModel),
        ("openai:gpt", LOCAL, {}, OpenAIModel),
        ("qwen3:8b", LOCAL, {}, OpenAIModel),
        ("anthropic:claude", "", {"ANTHROPIC_API_KEY": "k"}, AnthropicModel),
        ("anthropic:claude", LOCAL, {}, AnthropicModel),
    ],
)
def test_a_name_means_a_kind_of_server(model: str, base_url: str, environment: dict[str, str], kind: type) -> None:
    made = choose_model(Settings(model=model, base_url=base_url), environment)(NOTHING, {}, lambda path: True)
    assert type(made) is kind
    assert made.name == model


@pytest.mark.parametrize(
    ("model", "environment", "said"),
    [
        ("openai:gpt", {"ANTHROPIC_API_KEY": "k"}, "OPENAI_API_KEY"),
        ("anthropic:claude", {"OPENAI_API_KEY": "k"}, "ANTHROPIC_API_KEY"),
        ("claude", {"ANTHROPIC_API_KEY": "k"}, "claude"),
        ("anthropic:", {"ANTHROPIC_API_KEY": "k"}, "anthropic:"),
        ("openai:", {"OPENAI_API_KEY": "k"}, "openai:"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_done(model: str, environment: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        choose_model(Settings(model=model), environment)


def test_an_address_that_cannot_be_read_is_a_sentence() -> None:
    with pytest.raises(SettingsError, match="base URL"):
        choose_model(Settings(model="m", base_url="http://[::1"), {})(NOTHING, {}, lambda path: True)
