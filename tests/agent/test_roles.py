"""Roles: which model is asked what, and what is hard."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.asking import Asker
from agent.errors import SettingsError
from agent.journal import Answered
from agent.lineup import Models, Server
from agent.models.protocol import Limits, Prompt, PromptKind
from agent.plan import Step
from agent.prices import Price
from agent.roles import Lineup, choose_models, is_hard
from agent.settings import Settings, amend, load_settings
from applier.fence import Expected, Fence
from repo_scan import scan_repository
from tests.fakes import ScriptedModel, answering

FENCE = Fence("k7f3q9zz")
ALL = Models(plan="p", rewrite="r", hard="h", small="s")


def prompt(kind: PromptKind, hard: bool = False) -> Prompt:
    return Prompt(kind, FENCE, (Expected(1, "log"),), "", "words", hard=hard)


@pytest.mark.parametrize(
    ("kind", "hard", "models", "asked"),
    [
        ("diagnose", False, ALL, "p"),
        ("plan", False, ALL, "p"),
        ("step", False, ALL, "r"),
        ("repair", False, ALL, "r"),
        ("step", True, ALL, "h"),
        ("repair", True, ALL, "h"),
        ("summarize", False, ALL, "s"),
        ("summarize", False, Models(plan="p", rewrite="r", hard="h"), "m"),
        ("diagnose", False, Models(small="s"), "m"),
        ("step", True, Models(rewrite="r"), "r"),
        ("plan", False, Models(rewrite="r"), "m"),
        ("step", False, Models(plan="p"), "m"),
    ],
)
def test_each_kind_of_request_goes_to_its_model(kind: PromptKind, hard: bool, models: Models, asked: str) -> None:
    settings = Settings(model="m", models=models, prices={name: Price(input=1, output=1) for name in "mprhs"})
    replies = {name: ScriptedModel(answering(lambda block: "{}")) for name in "mprhs"}
    for name, model in replies.items():
        model.name = name
    records = [*_ask(Lineup(settings, replies), prompt(kind, hard))]
    assert [name for name, model in replies.items() if model.prompts] == [asked]
    assert [record.model for record in records] == [asked]


def _ask(lineup: Lineup, words: Prompt) -> list[Answered]:
    asker = Asker(lineup, None, lambda line: None)
    asker.ask("S01", words, Limits())
    return asker.answered


@pytest.mark.parametrize(
    ("files", "models", "hard"),
    [
        (("plain.py",), Models(), False),
        (("plain.py",), Models(hard_tokens=5), True),
        (("twisted.py",), Models(hard_complexity=3), True),
        (("plain.py",), Models(hard_complexity=3), False),
        (("plain.py", "twisted.py"), Models(hard_complexity=3), True),
        (("unknown.txt",), Models(hard_complexity=1), False),
    ],
)
def test_large_or_complex_files_are_hard(
    make_repo: Callable[..., Path], files: tuple[str, ...], models: Models, hard: bool
) -> None:
    twisted = "def f(a, b, c):\n    if a and b:\n        return 1\n    if c:\n        return 2\n    return 3\n"
    root = make_repo({"plain.py": "def f(a):\n    return a + 1\n", "twisted.py": twisted, "unknown.txt": "x\n"})
    step = Step(id="S01", title="t", files=files)
    assert is_hard(step, scan_repository(root), Settings(models=models)) == hard


def test_a_model_named_later_does_all_the_work(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text('[models]\nplan = "openai:p"\nrewrite = "openai:r"\n')
    from_file = load_settings(tmp_path, {}, {}).settings
    assert (from_file.model_for("plan"), from_file.model_for("hard"), from_file.model) == (
        "openai:p",
        "openai:r",
        "openai:r",
    )
    for flagged in (load_settings(tmp_path, {"model": "x"}, {}).settings, amend(from_file, {"model": "x"})):
        assert flagged.model_for("small") == "x"
        assert {flagged.model_for("plan"), flagged.model_for("rewrite"), flagged.model_for("hard")} == {"x"}


def test_a_server_of_its_own_and_prices_are_not_taken_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text(
        '[servers."q"]\nbase_url = "http://evil.example/v1"\n[prices."q"]\ninput = 0\noutput = 0\n'
    )
    loaded = load_settings(tmp_path, {"base_url": "http://127.0.0.1:1/v1"}, {})
    assert loaded.settings.server_of("q") == Server(base_url="http://127.0.0.1:1/v1")
    assert loaded.settings.prices == {}
    assert loaded.ignored == ("overhaul.toml sets servers", "overhaul.toml sets prices")
    trusted = load_settings(tmp_path, {}, {}, trust=True).settings
    assert trusted.server_of("q").base_url == "http://evil.example/v1"


def test_every_model_of_the_lineup_needs_its_key_before_anything_is_done() -> None:
    settings = Settings(
        model="q",
        base_url="http://127.0.0.1:1/v1",
        models=Models(plan="openai:p"),
        servers={"openai:p": Server(base_url="")},
    )
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        choose_models(settings, {})
    choose_models(settings, {"OPENAI_API_KEY": "sk-test"})
