"""Statements that a rewrite lost are put back, declared, or the step is refused; silence does not land them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.report.document import report_of
from tests.agent.test_run import NOTHING_FOUND, Bench, files, outline, settings
from tests.commandline import plain_git
from tests.fakes import Script, ScriptedModel

PATH = "shop/stock.py"
STOCK = '''\
"""The stock."""

KNOWN = {"tea": 3}


def take(name, count):
    """Take some of a thing."""
    if name not in KNOWN:
        raise KeyError(name)
    try:
        left = KNOWN[name] - int(count)
    except ValueError:
        left = 0
    # Never below nothing: a shelf owes nobody tea, whatever the two counters say of it.
    return max(left, 0)
'''
FILES = {"shop/__init__.py": "", PATH: STOCK, "check.py": 'from shop.stock import take\n\nassert take("tea", 1) == 2\n'}
STEP = outline({"step": "1", "files": [PATH]})
WORDS = STOCK.replace("left", "rest")  # what every good reply brings, too
REMARK = "    # Never below nothing: a shelf owes nobody tea, whatever the two counters say of it.\n"
GUARD = "    if name not in KNOWN:\n        raise KeyError(name)\n"
HANDLER = WORDS.replace("    except ValueError:\n        rest = 0\n", "    finally:\n        pass\n")
LOSSES = {
    "a guard": WORDS.replace(GUARD, ""),
    "a raise": WORDS.replace("raise KeyError(name)", "name = name.strip()"),
    "a handler": HANDLER,
    "a result": WORDS.replace("return max(rest, 0)", "max(rest, 0)"),
}
DECLARED = f'{{"type":"changed","text":"callers look first","source":"{PATH}::take"}}'


@pytest.fixture
def bench(make_repo: Callable[..., Path]) -> Bench:
    return Bench(make_repo(FILES))


def run(bench: Bench, *replies: Script) -> tuple[int, ScriptedModel, list[str], tuple[str, ...]]:
    """Exit, the model, the statuses, and what is told of the first step."""
    model = ScriptedModel(NOTHING_FOUND, STEP, *replies)
    status, journal = bench.run(model, settings(repairs=2, test=""))
    outcomes = report_of(journal).outcomes
    return status, model, [line.status for line in outcomes], outcomes[0].problems


@pytest.mark.parametrize("lost", LOSSES.values(), ids=list(LOSSES))
def test_a_loss_that_the_model_insists_on_in_silence_is_refused(bench: Bench, lost: str) -> None:
    status, model, statuses, problems = run(bench, *[files({PATH: lost})] * 3)
    assert (status, statuses) == (1, ["refused"])
    assert "lost what these lines of the original did" in problems[0]
    assert "declare it in the log block" in model.prompts[-1].variable
    assert bench.show(PATH) == STOCK


@pytest.mark.parametrize("lost", LOSSES.values(), ids=list(LOSSES))
def test_a_loss_in_the_last_try_is_refused_though_nobody_asked_about_it_before(bench: Bench, lost: str) -> None:
    broken = files({PATH: "def ("})
    status, _, statuses, _ = run(bench, broken, broken, files({PATH: lost}))
    assert (status, statuses) == (1, ["refused"])


@pytest.mark.parametrize("lost", LOSSES.values(), ids=list(LOSSES))
def test_what_is_put_back_lands(bench: Bench, lost: str) -> None:
    status, _, statuses, problems = run(bench, files({PATH: lost}), files({PATH: WORDS}))
    assert (status, statuses) == (0, ["committed"])
    assert "lost what" not in str(problems)
    assert bench.show(PATH) == WORDS


@pytest.mark.parametrize("lost", LOSSES.values(), ids=list(LOSSES))
def test_what_is_declared_with_its_reason_lands_and_is_told(bench: Bench, lost: str) -> None:
    status, _, statuses, problems = run(bench, files({PATH: lost}), files({PATH: lost}, log=DECLARED))
    assert (status, statuses) == (0, ["committed"])
    assert f"changed {PATH}::take: callers look first" in problems
    assert "callers look first" in plain_git(bench.root, "log", "-1", "--format=%B", "overhaul/run1")


IN_OTHER_WORDS = {
    "the guard the other way round": WORDS.replace(
        GUARD, "    known = name in KNOWN\n    if not known:\n        raise KeyError(name)\n"
    ),
    "the guard in a helper": WORDS.replace(GUARD, "    _look_for(name)\n").replace(
        "\n\ndef take", "\n\ndef _look_for(name):\n" + GUARD + "\n\ndef take"
    ),
    "the result by a name": WORDS.replace("return max(rest, 0)", "rest = max(rest, 0)\n    return rest"),
    "more than there was": WORDS.replace("rest = 0\n", "rest = 0\n    KNOWN[name] = rest\n"),
}


@pytest.mark.parametrize("text", IN_OTHER_WORDS.values(), ids=list(IN_OTHER_WORDS))
def test_what_is_done_in_other_words_lands_at_once(bench: Bench, text: str) -> None:
    status, model, statuses, _ = run(bench, files({PATH: text}))
    assert (status, statuses) == (0, ["committed"])
    assert model.prompts[-1].kind == "step"


QUESTIONS = {
    "a docstring": WORDS.replace('    """Take some of a thing."""\n', ""),
    "a comment": STOCK.replace(REMARK, ""),
}


@pytest.mark.parametrize("text", QUESTIONS.values(), ids=list(QUESTIONS))
def test_what_is_only_asked_about_lands_with_a_note(bench: Bench, text: str) -> None:
    status, model, statuses, problems = run(bench, *[files({PATH: text})] * 2)
    assert (status, statuses) == (0, ["committed"])
    assert model.prompts[-1].kind == "repair"
    assert any("[loss]" in problem for problem in problems)
