"""What surrounds a step's files stays within the room that there is, and what had none is said."""

from typing import Any

import pytest

from agent.models.protocol import Prompt
from repo_scan.tokens import estimate_tokens
from tests.agent.test_run import CART_STEP, FILES, NOTHING_FOUND, Bench, files, outline, settings
from tests.conftest import MakeRepo
from tests.fakes import Script, ScriptedModel

LONG = '"""Long."""\n\n' + "".join(f"def step{n}(given):\n    return given + {n}\n\n\n" for n in range(40))
BETTER = LONG.replace("given + 7", "7 + given")
WORSE = LONG.replace("def step3(given):\n    return given + 3\n\n\n", "")  # lost a function
USERS = {f"use/u{n:02}.py": f"from shop.long import step{n}\n\nRESULT = step{n}({n})\n" for n in range(30)}
REPO = {**FILES, "shop/long.py": LONG, "use/__init__.py": "", **USERS}
LONG_STEP = outline({"step": "1", "files": ["shop/long.py"]})
ROOM = 1024 + estimate_tokens(LONG) * 3 // 2  # of the reply
PLENTY = 60_000


def prompts(bench: Bench, name: str, context: int, *replies: Script) -> tuple[Prompt, ...]:
    """Those of the step, first and repair."""
    model = ScriptedModel(NOTHING_FOUND, LONG_STEP, *replies)
    status, _ = bench.run(model, settings(context_tokens=context, test=""), name)
    assert status == 0
    return tuple(model.prompts[2:])


@pytest.fixture
def bench(make_repo: MakeRepo) -> Bench:
    return Bench(make_repo(REPO))


def test_with_room_all_that_uses_a_file_is_shown_and_nothing_is_said_to_lack(bench: Bench) -> None:
    (prompt,) = prompts(bench, "run1", PLENTY, files({"shop/long.py": BETTER}))
    assert all(f"- use/u{n:02}.py:3: RESULT = step{n}({n})\n" in prompt.variable for n in range(30))
    assert "want of room" not in prompt.variable
    assert not [line for line in bench.said if "want of room" in line]


def test_without_room_whole_lines_are_left_out_and_that_is_said(bench: Bench) -> None:
    (whole,) = prompts(bench, "run1", PLENTY, files({"shop/long.py": BETTER}))
    context = estimate_tokens(whole.words) - 400 + ROOM
    (prompt,) = prompts(bench, "run2", context, files({"shop/long.py": BETTER}))
    assert estimate_tokens(prompt.words) + ROOM <= context
    assert "## Left out for want of room\n" in prompt.variable
    lines = set(whole.variable.splitlines())
    gone = [line for line in prompt.variable.splitlines() if line not in lines]
    assert all(line == "## Left out for want of room" or " of " in line for line in gone), gone
    assert any(line.startswith("S01: left out for want of room: ") for line in bench.said)
    assert prompt.stable == whole.stable


def test_a_repair_without_room_shows_files_as_they_are_now_and_says_so(bench: Bench) -> None:
    replies = (files({"shop/long.py": WORSE}), files({"shop/long.py": BETTER}))
    step, repair = prompts(bench, "run1", PLENTY, *replies)
    assert "## Sources before the step" in repair.variable
    assert repair.stable == step.stable
    around = repair.variable.partition("## Who uses these files")[2].partition("## Sources before")[0]
    needed = estimate_tokens(repair.words) - estimate_tokens(around) - estimate_tokens(LONG)
    context = needed + 300 + estimate_tokens(LONG) // 2 + ROOM
    _, small = prompts(bench, "run2", context, *replies)
    assert "## Sources before the step" not in small.variable
    assert "- shop/long.py as it was before the step\n" in small.variable
    assert "## Sources as your rewrite left them" in small.variable
    assert estimate_tokens(small.words) + ROOM <= context


@pytest.mark.parametrize("values", [{}, {"terms": {"thing": "item"}}])
def test_terms_and_conventions_stand_in_the_part_that_is_the_same_in_all_steps(
    bench: Bench, values: dict[str, Any]
) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": FILES["shop/cart.py"]}))
    bench.run(model, settings(test="", **values))
    assert ("- `item`, not `thing`\n" in model.prompts[2].stable) == bool(values)
    assert "## Conventions of this repository" in model.prompts[2].stable
