"""What prompts for a model may hold."""

import pytest

from agent.budget import Meter
from agent.errors import ContextOverflow
from agent.fitting import check_fits
from agent.lineup import Caps
from agent.models.protocol import Prompt
from agent.settings import Settings
from applier.fence import Fence
from tests.fakes import ScriptedModel

PROMPT = Prompt("step", Fence("k7f3q9zz"), (), "", "word " * 1000)  # about 1,000 tokens


def check(**fields: object) -> None:
    settings = Settings(**{"model": "scripted", **fields})  # type: ignore[arg-type]
    check_fits("S01", PROMPT, ["x = 1\n" * 100], ScriptedModel(), Meter(settings), settings)


@pytest.mark.parametrize("fields", [{"context_tokens": 500}, {"caps": {"scripted": Caps(context_tokens=500)}}])
def test_a_longer_prompt_is_refused_in_words_that_name_the_settings_and_the_numbers(fields: dict[str, object]) -> None:
    with pytest.raises(ContextOverflow) as caught:
        check(**fields, module_budget=777)
    for words in ("prompt of S01", "the 500 of context_tokens", "module_budget is 777", "(estimate)", "scripted"):
        assert words in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [{}, {"context_tokens": 1500}, {"context_tokens": 500, "caps": {"scripted": Caps(context_tokens=9000)}}],
)
def test_a_prompt_that_fits_is_not(fields: dict[str, object]) -> None:
    check(**fields)
