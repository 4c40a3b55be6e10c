"""The loop with a scripted model: what lands, what is sent back, what is refused, what a resume does not ask again."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.errors import CommitsRefused, ModelRefused
from agent.job import Job
from agent.journal import Answered, Asked, BlockSaved, Ended, Intended, Journal, Settled, Started
from agent.models.protocol import Limits, Model, Prompt, Reply
from agent.report.document import Report, report_of
from agent.run import Tools, refactor
from agent.settings import Anchor, Settings
from applier.errors import CannotSign
from applier.fence import Expected
from applier.history import resolve_commit, state_folder
from repo_scan.tokens import estimate_tokens
from tests.commandline import fingerprint, plain_git
from tests.fakes import Script, ScriptedModel, answering

CART = (
    '"""The cart."""\n\nfrom shop.money import price\n\n\ndef total(items):\n    return sum(price(i) for i in items)\n'
)
MONEY = 'RATE = 2\n\n\ndef price(x):\n    return x * RATE\n\n\ndef unused(x):\n    """Keep me."""\n    return x\n'
FILES = {
    "shop/__init__.py": "",
    "shop/money.py": MONEY,
    "shop/cart.py": CART,
    "check.py": "from shop.cart import total\n\nassert total([1, 2]) == 6\n",
}
TEST = f'"{sys.executable}" check.py'
BETTER_CART = CART.replace("price(i) for i in items", "price(item) for item in items")
Bodies = dict[tuple[str, str | None], str | None]


def finding_none(block: Expected) -> str | None:
    return ""


def outline(*entries: dict[str, Any]) -> Script:
    lines = "\n".join(json.dumps({"title": f"Tidy {entry.get('files')}", **entry}) for entry in entries)
    return answering(lambda block: lines)


def files(bodies: dict[str, str | None], log: str | None = '{"type":"done","text":"tidied"}') -> Script:
    """A step's reply: bodies by path, and a log."""

    def write(block: Expected) -> str | None:
        match block.kind:
            case "log":
                return log
            case "anchor":
                return "A1: I keep the public names."
            case _:
                return bodies.get(block.path or "")

    return answering(write)


CART_STEP = outline({"step": "1", "files": ["shop/cart.py"]})
NOTHING_FOUND = answering(finding_none)


class Bench:
    """One repository, and runs on it in this process."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []

    def journal(self, settings: Settings, name: str = "run1") -> Journal:
        job = Job(run=name, branch=f"overhaul/{name}", base=resolve_commit(self.root), settings=settings)
        journal = Journal(state_folder(self.root) / "runs" / name)
        if not journal.records:
            with journal:
                journal.append(Started(job=job, key="k7f3q9zz"))
        return journal

    def run(self, model: Model, settings: Settings, name: str = "run1") -> tuple[int, Journal]:
        tools = Tools(root=self.root, make_model=lambda *_: model, say=self.said.append, sleep=lambda _: None)
        with self.journal(settings, name) as journal:
            return refactor(journal, tools), journal

    def show(self, path: str, name: str = "run1") -> str:
        return plain_git(self.root, "show", f"overhaul/{name}:{path}")

    def commits(self, name: str = "run1") -> int:
        return len(plain_git(self.root, "rev-list", f"main..overhaul/{name}").split())


@pytest.fixture
def bench(make_repo: Callable[..., Path]) -> Bench:
    return Bench(make_repo(FILES))


def settings(**values: Any) -> Settings:
    return Settings(**{"goal": "tidy", "model": "scripted", "test": TEST, "repairs": 3, **values})


def test_a_good_rewrite_lands_as_one_commit_with_its_log(bench: Bench) -> None:
    before = fingerprint(bench.root)
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings())
    report = report_of(journal)
    assert status == 0
    assert [line.status for line in report.outcomes] == ["committed"]
    assert report.outcomes[0].verified
    assert bench.show("shop/cart.py") == BETTER_CART
    assert bench.commits() == 1
    message = plain_git(bench.root, "log", "-1", "--format=%B", "overhaul/run1")
    assert "Overhaul-Run: run1" in message
    assert "Overhaul-Step: S01" in message
    assert "Overhaul-Model: scripted" in message
    assert "tidied" in (journal.folder / "working-log.md").read_text()
    assert fingerprint(bench.root) == before


def test_every_reply_and_every_block_is_saved_as_it_came(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    _, journal = bench.run(model, settings())
    assert [record.label for record in journal.all(Asked)] == ["diagnosis-1", "plan-1", "S01-1"]
    saved = {record.kind: (journal.folder / record.file).read_text() for record in journal.all(BlockSaved)}
    assert saved["file"] == BETTER_CART
    usage = report_of(journal).usage
    assert usage.requests == 3
    assert usage.input_tokens == sum(len(prompt.stable + prompt.variable) // 4 for prompt in model.prompts)


LOST = MONEY[: MONEY.index("\n\ndef unused")]
MONEY_STEP = outline({"step": "1", "files": ["shop/money.py"]})
BETTER_MONEY = MONEY.replace("x * RATE", "RATE * x")


def twice(prompt: Prompt) -> str:
    """The file comes again behind the log, with another body."""
    whole = files({"shop/money.py": BETTER_MONEY})(prompt)
    return whole + whole.split("\n<<<BLOCK:02")[0].replace("RATE * x", "RATE * x * 1") + "\n"


BAD_REPLIES: dict[str, Script] = {
    "in two forms": twice,
    "lost a function": files({"shop/money.py": LOST}),
    "does not parse": files({"shop/money.py": MONEY + "def broken(:\n"}),
    "elided": files({"shop/money.py": MONEY.replace("    return x * RATE", "    # ... rest unchanged ...")}),
    "breaks the test": files({"shop/money.py": MONEY.replace("x * RATE", "x + RATE")}),
    "left the file out": files({"shop/money.py": None}),
    "left the log out": files({"shop/money.py": BETTER_MONEY}, log=None),
    "prose": "Sure! I would love to help, but I am a teapot.",
    "nothing": "",
    "another path": lambda prompt: answering(lambda b: BETTER_MONEY)(prompt).replace("shop/money.py", "shop/other.py"),
    "an absolute path": lambda prompt: answering(lambda b: "x")(prompt).replace("shop/money.py", "/etc/passwd"),
    "another key": lambda prompt: answering(lambda b: BETTER_MONEY)(prompt).replace(prompt.fence.key, "zzzzzzzz"),
    "no end": lambda prompt: answering(lambda b: BETTER_MONEY)(prompt).split("<<<END")[0],
}


@pytest.mark.parametrize("bad", BAD_REPLIES.values(), ids=list(BAD_REPLIES))
def test_a_bad_reply_is_sent_back_and_a_good_one_then_lands(bench: Bench, bad: Script) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, bad, files({"shop/money.py": BETTER_MONEY}))
    status, journal = bench.run(model, settings())
    assert status == 0, report_of(journal)
    assert bench.show("shop/money.py") == BETTER_MONEY
    assert bench.commits() == 1
    assert [prompt.kind for prompt in model.prompts] == ["diagnose", "plan", "step", "repair"]


@pytest.mark.parametrize("bad", BAD_REPLIES.values(), ids=list(BAD_REPLIES))
def test_a_step_that_is_never_right_is_refused_and_undone_and_the_next_goes_on(bench: Bench, bad: Script) -> None:
    plan = outline({"step": "1", "files": ["shop/money.py"]}, {"step": "2", "files": ["shop/cart.py"]})
    model = ScriptedModel(NOTHING_FOUND, plan, bad, bad, bad, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings(repairs=2))
    report = report_of(journal)
    assert status == 1
    assert [line.status for line in report.outcomes] == ["refused", "committed"]
    assert report.outcomes[0].problems
    assert bench.show("shop/money.py") == MONEY
    assert bench.show("shop/cart.py") == BETTER_CART
    assert "refused" in model.prompts[-1].variable  # later steps know what was given up


def test_the_gates_own_words_are_in_the_repair_request(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, BAD_REPLIES["lost a function"], files({"shop/money.py": MONEY}))
    bench.run(model, settings())
    words = model.prompts[-1].variable
    assert "unused" in words
    assert LOST in words  # the text as it stands
    assert MONEY in words  # and as it was


def test_of_two_forms_of_a_file_neither_is_taken_and_it_is_asked_for_alone(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, twice, files({"shop/money.py": BETTER_MONEY}))
    bench.run(model, settings())
    assert [(block.kind, block.path) for block in model.prompts[-1].expected] == [("file", "shop/money.py")]


def test_a_block_that_nobody_asked_for_is_left_out_and_noted(bench: Bench) -> None:
    def more(prompt: Prompt) -> str:
        asked = files({"shop/cart.py": BETTER_CART})(prompt)
        return asked.replace("<<<BLOCK:02:log", prompt_block(prompt, "shop/money.py") + "<<<BLOCK:02:log")

    status, journal = bench.run(ScriptedModel(NOTHING_FOUND, CART_STEP, more), settings())
    [settled] = journal.all(Settled)
    assert status == 0
    assert bench.show("shop/money.py") == MONEY
    assert any("shop/money.py" in note and "was not asked for" in note for note in settled.outcome.notes)


def prompt_block(prompt: Prompt, path: str) -> str:
    block = Expected(7, "file", path)
    return f"{prompt.fence.open_line(block)}\nx = 1\n{prompt.fence.close_line(7)}\n"


def test_a_removal_declared_with_its_reason_lands(bench: Bench) -> None:
    log = '{"type":"removed","text":"nobody calls it","source":"shop/money.py::unused"}'
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": LOST}, log=log))
    status, _ = bench.run(model, settings())
    assert status == 0
    assert bench.show("shop/money.py") == LOST


def test_a_reply_that_takes_out_blank_lines_alone_changes_nothing_and_is_not_asked_about(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": CART.replace("\n\n\n", "\n\n")}))
    status, journal = bench.run(model, settings())
    [outcome] = report_of(journal).outcomes
    assert (status, outcome.status) == (0, "unchanged")
    assert "only blank lines" in outcome.problems[0]
    assert bench.commits() == 0


def test_only_what_is_missing_is_asked_for_again(bench: Bench) -> None:
    plan = outline({"step": "1", "files": ["shop/money.py", "shop/cart.py"]})
    half = files({"shop/money.py": BETTER_MONEY, "shop/cart.py": None})
    model = ScriptedModel(NOTHING_FOUND, plan, half, files({"shop/cart.py": BETTER_CART}))
    status, _ = bench.run(model, settings())
    assert status == 0
    assert [(block.kind, block.path) for block in model.prompts[-1].expected] == [("file", "shop/cart.py")]
    assert bench.show("shop/money.py") == BETTER_MONEY
    assert bench.show("shop/cart.py") == BETTER_CART


def test_nothing_is_used_of_a_reply_that_was_filtered(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP)
    filtered = ScriptedModel(*[files({"shop/cart.py": BETTER_CART})] * 4, finish="filtered")
    status, journal = bench.run(_TwoFaced(model, filtered), settings())
    assert status == 1
    assert "filtered" in report_of(journal).outcomes[0].problems[0]
    assert bench.commits() == 0


class _TwoFaced:
    """Two models: one for the questions before, one for the steps."""

    name = "scripted"

    def __init__(self, before: ScriptedModel, steps: ScriptedModel) -> None:
        self._before, self._steps = before, steps

    def stream(self, prompt: Prompt, limits: Limits) -> Reply:
        model = self._before if prompt.kind in ("diagnose", "plan") else self._steps
        return model.stream(prompt, limits)


def test_constraints_are_restated_and_counted(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    _, journal = bench.run(model, settings(anchors=(Anchor("A1", "Keep the public names."),)))
    anchors = report_of(journal).anchors
    assert (anchors.asked, anchors.restated) == (1, 1)
    assert "restated" not in str(report_of(journal).outcomes[0].problems)
    assert "Keep the public names." in model.prompts[-1].stable


def test_forgotten_constraints_are_asked_for_once_and_then_noted(bench: Bench) -> None:
    forgetful = answering(lambda b: {"anchor": "", "log": "", "file": BETTER_CART}.get(b.kind))
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, forgetful, forgetful)
    status, journal = bench.run(model, settings(anchors=(Anchor("A1", "Keep the public names."),)))
    assert status == 0
    assert [block.kind for block in model.prompts[-1].expected] == ["anchor"]
    anchors = report_of(journal).anchors
    assert (anchors.asked, anchors.restated) == (1, 0)
    assert "the constraint A1 was not restated" in report_of(journal).outcomes[0].problems


def test_a_prompt_that_is_longer_than_prompts_may_be_is_not_sent(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings(context_tokens=300))
    assert status == 1
    assert [prompt.kind for prompt in model.prompts] == ["diagnose", "plan"]
    [problem] = report_of(journal).outcomes[0].problems
    assert "more than the 300 of context_tokens" in problem
    assert "module_budget is 8,000" in problem


def test_what_a_repair_was_for_is_told_where_it_cannot_be_asked_for(bench: Bench) -> None:
    broken = files({"shop/cart.py": CART.replace("def total", "def (")})
    first = ScriptedModel(NOTHING_FOUND, CART_STEP, broken, files({"shop/cart.py": BETTER_CART}))
    bench.run(first, settings(), "first")
    step, repair = (estimate_tokens(prompt.words) for prompt in first.prompts[2:])
    assert step < repair
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, broken)
    _, journal = bench.run(model, settings(context_tokens=(3 * step + repair) // 4))
    problems = report_of(journal).outcomes[0].problems
    assert "context_tokens" in problems[0]
    assert any("[parse]" in problem for problem in problems[1:])


def test_a_file_given_back_as_it_was_makes_no_commit(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": CART}))
    status, journal = bench.run(model, settings())
    assert status == 0
    assert [line.status for line in report_of(journal).outcomes] == ["unchanged"]
    assert bench.commits() == 0


def test_new_files_and_deleted_ones_are_part_of_a_step(bench: Bench) -> None:
    plan = outline({"step": "1", "files": ["shop/cart.py"], "new": ["shop/rates.py"], "delete": ["shop/money.py"]})
    cart = CART.replace("shop.money", "shop.rates")
    bodies = {"shop/cart.py": cart, "shop/rates.py": MONEY, "shop/money.py": ""}
    status, journal = bench.run(ScriptedModel(NOTHING_FOUND, plan, files(bodies)), settings())
    assert status == 0, report_of(journal)
    assert plain_git(bench.root, "ls-tree", "-r", "--name-only", "overhaul/run1").split() == [
        "check.py",
        "shop/__init__.py",
        "shop/cart.py",
        "shop/rates.py",
    ]


def test_an_outline_that_does_not_hold_is_sent_back_with_what_is_wrong(bench: Bench) -> None:
    wrong = outline({"step": "1", "files": ["shop/nowhere.py"]})
    model = ScriptedModel(NOTHING_FOUND, wrong, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, _ = bench.run(model, settings())
    assert status == 0
    assert "shop/nowhere.py" in model.prompts[2].variable


def test_a_failing_test_of_the_base_is_no_obstacle_and_a_new_failure_is(make_repo: Callable[..., Path]) -> None:
    old = "def test_old():\n    assert False\n"
    tests = f"from shop.money import price\n\n\n{old}\n\ndef test_price():\n    assert price(1) == 2\n"
    bench = Bench(make_repo({**FILES, "test_shop.py": tests}))
    command = f'"{sys.executable}" -m pytest -q -p no:cacheprovider'
    bad, good = BAD_REPLIES["breaks the test"], files({"shop/money.py": BETTER_MONEY})
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, bad, good)
    status, journal = bench.run(model, settings(test=command))
    assert status == 0, report_of(journal)
    assert "test_price" in model.prompts[-1].variable
    assert bench.show("shop/money.py") == BETTER_MONEY


def test_without_a_test_command_a_step_is_unverified(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    _, journal = bench.run(model, settings(test=""))
    assert not report_of(journal).outcomes[0].verified


def test_a_hook_that_refuses_refuses_the_step_in_its_own_words(bench: Bench) -> None:
    hook = bench.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'the hook says no' >&2\nexit 1\n")
    hook.chmod(0o755)
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, *[files({"shop/cart.py": BETTER_CART})] * 2)
    status, journal = bench.run(model, settings(repairs=1))
    assert status == 1
    assert "the hook says no" in report_of(journal).outcomes[0].problems[0]
    assert bench.commits() == 0


def test_a_format_command_has_its_way_with_what_the_step_changed_alone(make_repo: Callable[..., Path]) -> None:
    bench = Bench(make_repo({**FILES, "messy.py": "x  =  1\n"}))
    command = (
        "sed -i.bak 's/  */ /g' messy.py; rm messy.py.bak; "
        "sed -i.bak 's/item)/thing)/; s/for item/for thing/' shop/cart.py; rm shop/cart.py.bak"
    )
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings(format_cmd=command))
    assert status == 0, report_of(journal)
    assert "price(thing) for thing in items" in bench.show("shop/cart.py")
    assert bench.show("messy.py") == "x  =  1\n"


# --- going on ---------------------------------------------------------------------------------------------------------


def test_a_provider_that_ends_the_run_leaves_it_resumable_and_nothing_is_asked_twice(bench: Bench) -> None:
    plan = outline({"step": "1", "files": ["shop/money.py"]}, {"step": "2", "files": ["shop/cart.py"]})
    first = ScriptedModel(
        NOTHING_FOUND, plan, files({"shop/money.py": BETTER_MONEY}), ModelRefused("the key was revoked")
    )
    with pytest.raises(ModelRefused):
        bench.run(first, settings())
    assert bench.commits() == 1

    second = ScriptedModel(files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(second, settings())
    assert status == 0
    assert [prompt.kind for prompt in second.prompts] == ["step"]
    assert bench.commits() == 2
    assert len(journal.all(Answered)) == 4
    assert journal.last(Ended) == Ended(exit=0)


def leave(bench: Bench, folder: Path, saved: Path, keep: int, commits: int) -> None:
    """Put run and branch into the state in which a kill after `keep` records leaves them."""
    shutil.rmtree(folder)
    shutil.copytree(saved, folder)
    journal = Journal(folder)
    lines = journal.path.read_bytes().split(b"\n")[:keep]
    journal.path.write_bytes(b"".join(line + b"\n" for line in lines))
    known = Journal(folder)
    for unanswered in {record.file for record in known.all(Asked)} - {record.file for record in known.all(Answered)}:
        (folder / unanswered).unlink()
    plain_git(bench.root, "branch", "-f", "overhaul/run1", f"whole~{2 - commits}")


def test_killed_after_any_record_a_run_comes_to_the_same_tree(bench: Bench) -> None:
    """Also where it died between a commit and the line that says so, and where between that and the commit."""
    plan = outline({"step": "1", "files": ["shop/money.py"]}, {"step": "2", "files": ["shop/cart.py"]})
    replies = [NOTHING_FOUND, plan, BAD_REPLIES["lost a function"], files({"shop/money.py": BETTER_MONEY}),
               files({"shop/cart.py": BETTER_CART})]  # fmt: skip
    _, whole = bench.run(ScriptedModel(*replies), settings(test="true"))
    plain_git(bench.root, "branch", "whole", "overhaul/run1")
    kinds = [type(record) for record in whole.records]
    saved = shutil.copytree(whole.folder, bench.root.parent / "saved")
    for keep in range(1, len(kinds)):
        intended, settled, answered = (kinds[:keep].count(kind) for kind in (Intended, Settled, Answered))
        for commits in {intended, settled}:
            leave(bench, whole.folder, saved, keep, commits)
            _, journal = bench.run(ScriptedModel(*replies[answered:]), settings(test="true"))
            assert plain_git(bench.root, "diff", "whole", "overhaul/run1") == "", (keep, commits)
            assert [line.status for line in report_of(journal).outcomes] == ["committed", "committed"], (keep, commits)
            assert bench.commits() == 2, (keep, commits)


def test_a_reply_cut_off_half_way_keeps_its_closed_blocks(bench: Bench) -> None:
    plan = outline({"step": "1", "files": ["shop/money.py", "shop/cart.py"]})

    class Killed(BaseException):
        pass

    class Dying(ScriptedModel):
        def stream(self, prompt: Prompt, limits: Any) -> Any:
            reply = super().stream(prompt, limits)
            if prompt.kind != "step":
                return reply
            text = "".join(reply)
            return _Broken(text[: text.index("BLOCK:02") + 60], Killed())

    first = Dying(NOTHING_FOUND, plan, files({"shop/money.py": BETTER_MONEY, "shop/cart.py": BETTER_CART}))
    with pytest.raises(Killed):
        bench.run(first, settings())
    second = ScriptedModel(files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(second, settings())
    assert status == 0, report_of(journal)
    assert [(block.kind, block.path) for block in second.prompts[0].expected] == [
        ("file", "shop/cart.py"),
        ("log", None),
    ]
    assert bench.show("shop/money.py") == BETTER_MONEY


class _Broken:
    def __init__(self, text: str, error: BaseException) -> None:
        self._text, self._error = text, error
        self.completion = None

    def __iter__(self) -> Any:
        yield self._text
        raise self._error


def test_the_report_of_an_unfinished_run_has_pending_steps(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, ModelRefused("no"))
    with pytest.raises(ModelRefused):
        bench.run(model, settings())
    report: Report = report_of(Journal(bench.journal(settings()).folder))
    assert [line.status for line in report.outcomes] == ["pending"]
    assert report.exit is None


@pytest.mark.parametrize("status", [0, 1])
def test_what_a_hook_puts_right_is_gated_again_and_lands(bench: Bench, status: int) -> None:
    """Formatters as hooks come in two kinds: those that rewrite and pass, and those that rewrite and refuse once."""
    hook = bench.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    body = "sed -i.bak 's/(item)/(thing)/; s/for item/for thing/' shop/cart.py; rm shop/cart.py.bak"
    refuse = f"grep -q thing shop/cart.py && exit 0; {body}; exit 1" if status else f"{body}; git add shop/cart.py"
    hook.write_text(f"#!/bin/sh\n{refuse}\n")
    hook.chmod(0o755)
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    ended, journal = bench.run(model, settings())
    assert ended == 0, report_of(journal)
    assert "price(thing) for thing in items" in bench.show("shop/cart.py")


def test_a_hook_that_makes_a_file_worse_is_caught_by_the_gates(bench: Bench) -> None:
    hook = bench.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'def (' > shop/cart.py; git add shop/cart.py\n")
    hook.chmod(0o755)
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    ended, _ = bench.run(model, settings(repairs=0))
    assert ended == 1
    assert bench.commits() == 0


def test_a_character_that_the_files_encoding_lacks_is_sent_back(make_repo: Callable[..., Path]) -> None:
    latin = "# -*- coding: latin-1 -*-\nNAME = 'café'\n"
    bench = Bench(make_repo({**FILES, "shop/name.py": latin.encode("latin-1")}))
    plan = outline({"step": "1", "files": ["shop/name.py"]})
    better = latin.replace("NAME", "TITLE = NAME")
    model = ScriptedModel(
        NOTHING_FOUND, plan, files({"shop/name.py": latin.replace("é", "→")}), files({"shop/name.py": better})
    )
    status, journal = bench.run(model, settings())
    assert status == 0, report_of(journal)
    assert model.prompts[-1].kind == "repair"
    committed = subprocess.run(
        ["git", "show", "overhaul/run1:shop/name.py"], cwd=bench.root, capture_output=True, check=True
    )
    assert committed.stdout == better.encode("latin-1")


def hook(bench: Bench, body: str, name: str = "pre-commit") -> None:
    path = bench.root / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("echo 'raise SystemExit(1)' >> shop/money.py; git add -A", "shop/money.py"),  # a file that is not the step's
        ("echo x > extra.txt; git add extra.txt", "extra.txt"),
        ("echo 'raise SystemExit(1)' >> shop/cart.py; git add -A", "the test command ended"),  # parses, but fails
    ],
)
def test_what_a_hook_smuggles_in_does_not_land(bench: Bench, body: str, said: str) -> None:
    hook(bench, body)
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    ended, journal = bench.run(model, settings(repairs=0))
    assert ended == 1
    assert said in report_of(journal).outcomes[0].problems[0]
    assert bench.commits() == 0


def test_a_repair_is_told_the_whole_task_again(bench: Bench) -> None:
    plan = outline(
        {"step": "1", "files": ["shop/money.py"], "criteria": ["shop/money.py defines `price`"], "title": "Tidy money"}
    )
    model = ScriptedModel(NOTHING_FOUND, plan, "prose", files({"shop/money.py": BETTER_MONEY}))
    bench.run(model, settings())
    words = model.prompts[-1].variable
    for part in ("Tidy money", "shop/money.py defines `price`", MONEY):
        assert part in words


def test_a_commit_of_which_the_journal_lost_everything_is_found_on_the_branch(bench: Bench) -> None:
    replies = [NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART})]
    _, journal = bench.run(ScriptedModel(*replies), settings())
    kinds = [type(record) for record in journal.records]
    lines = journal.path.read_bytes().split(b"\n")[: kinds.index(Asked, kinds.index(Answered) + 3)]
    journal.path.write_bytes(b"".join(line + b"\n" for line in lines))
    status, resumed = bench.run(ScriptedModel(*replies[2:]), settings())
    assert status == 0
    assert [line.status for line in report_of(resumed).outcomes] == ["committed"]
    assert bench.commits() == 1


HOLLOW = MONEY.replace('    """Keep me."""\n    return x\n', '    """Keep me."""\n    ...\n')


def test_a_body_that_was_thrown_away_does_not_land(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": HOLLOW}))
    ended, journal = bench.run(model, settings(repairs=0))
    assert ended == 1
    assert "unused" in report_of(journal).outcomes[0].problems[0]
    assert bench.commits() == 0


def test_a_test_that_is_switched_off_does_not_land(make_repo: Callable[..., Path]) -> None:
    test = "from shop.money import price\n\n\ndef test_price():\n    assert price(1) == 2\n"
    bench = Bench(make_repo({**FILES, "test_shop.py": test}))
    skipped = "import pytest\n" + test.replace("def test", "@pytest.mark.skip\ndef test")
    plan = outline({"step": "1", "files": ["test_shop.py"]})
    ended, journal = bench.run(
        ScriptedModel(NOTHING_FOUND, plan, files({"test_shop.py": skipped})), settings(repairs=0)
    )
    assert ended == 1
    assert "test_price" in report_of(journal).outcomes[0].problems[0]


def test_a_command_that_commits_in_our_worktree_lands_nothing(bench: Bench) -> None:
    commits = "git -c user.name=x -c user.email=x@y commit -qam sneaky"
    sneaky = f"{TEST} || exit 1; grep -q '(item)' shop/cart.py && {commits}; exit 0"
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    ended, journal = bench.run(model, settings(test=sneaky, repairs=0))
    assert ended == 1, report_of(journal)
    assert bench.commits() == 0
    assert plain_git(bench.root, "log", "--oneline", "--all", "--grep", "sneaky") == ""


def test_what_was_declared_removed_stands_in_report_and_commit(bench: Bench) -> None:
    log = '{"type":"removed","text":"nobody calls it","source":"shop/money.py::unused"}'
    _, journal = bench.run(
        ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": LOST}, log=log)), settings()
    )
    assert "removed shop/money.py::unused: nobody calls it" in report_of(journal).outcomes[0].problems
    assert "removed shop/money.py::unused" in plain_git(bench.root, "log", "-1", "--format=%B", "overhaul/run1")


def test_where_git_cannot_sign_the_run_stops_and_goes_on_when_it_can(bench: Bench) -> None:
    plain_git(bench.root, "config", "commit.gpgSign", "true")
    plain_git(bench.root, "config", "gpg.program", "no-such-signer")
    replies = [NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART})]
    with pytest.raises(CannotSign, match=r"commit\.gpgSign"):
        bench.run(ScriptedModel(*replies), settings())
    assert bench.commits() == 0
    plain_git(bench.root, "config", "commit.gpgSign", "false")
    status, journal = bench.run(ScriptedModel(*replies[2:]), settings())
    assert status == 0
    assert [line.status for line in report_of(journal).outcomes] == ["committed"]


def test_a_hook_that_refuses_though_git_could_sign_refuses_the_step(bench: Bench) -> None:
    signer = bench.root.parent / "signer"
    signer.write_text("#!/bin/sh\ncat > /dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\necho signed\n")
    signer.chmod(0o755)
    plain_git(bench.root, "config", "commit.gpgSign", "true")
    plain_git(bench.root, "config", "gpg.program", str(signer))
    hook(bench, "echo 'fatal: failed to write commit object'; exit 1")
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings(repairs=0))
    report = report_of(journal)
    assert status == 1
    assert [line.status for line in report.outcomes] == ["refused"]
    assert "start a new run" in report.reason


TWO_STEPS = outline({"step": "1", "files": ["shop/cart.py"]}, {"step": "2", "files": ["shop/money.py"]})


def two_rewrites() -> tuple[Script, Script]:
    """Of both steps, in whichever order they come."""
    both = files({"shop/cart.py": BETTER_CART, "shop/money.py": MONEY.replace("RATE = 2", "RATE = 1 + 1")})
    return both, both


def test_a_hook_that_refuses_two_steps_in_the_same_words_ends_the_run_which_can_be_resumed(bench: Bench) -> None:
    hook(bench, "echo 'no ticket, attempt' $$; exit 1")
    with pytest.raises(CommitsRefused, match="no ticket, attempt"):
        bench.run(ScriptedModel(NOTHING_FOUND, TWO_STEPS, *two_rewrites()), settings(repairs=0))
    assert any("if the next step is refused in the same words" in line for line in bench.said)
    (bench.root / ".git/hooks/pre-commit").unlink()
    status, journal = bench.run(ScriptedModel(), settings(repairs=0))  # what was answered is not asked again
    assert [line.status for line in report_of(journal).outcomes] == ["refused", "committed"]
    assert status == 1


def test_a_hook_that_refuses_for_different_reasons_ends_nothing(bench: Bench) -> None:
    hook(bench, "git diff --cached --name-only; exit 1")
    status, journal = bench.run(ScriptedModel(NOTHING_FOUND, TWO_STEPS, *two_rewrites()), settings(repairs=0))
    assert status == 1
    assert [line.status for line in report_of(journal).outcomes] == ["refused", "refused"]


def test_a_hook_that_takes_our_trailers_out_is_told(bench: Bench) -> None:
    hook(bench, "echo 'PROJ-1 a change' > \"$1\"", "commit-msg")
    status, journal = bench.run(
        ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART})), settings()
    )
    assert status == 0
    assert any("took the trailers" in note for note in report_of(journal).outcomes[0].problems)
    assert sum("took the trailers" in line for line in bench.said) == 1


def test_the_same_reason_is_told_once(bench: Bench) -> None:
    same = files({"shop/cart.py": CART.replace("def total", "def (")})
    _, journal = bench.run(ScriptedModel(NOTHING_FOUND, CART_STEP, same, same, same), settings(repairs=2))
    assert sum("[parse]" in line for line in bench.said) == 2  # at the first try and at the end
    assert sum("for the same reason" in line for line in bench.said) == 2
    assert report_of(journal).outcomes[0].problems[0].endswith("[parse]")


def test_what_a_hook_broke_is_told_as_such(bench: Bench) -> None:
    hook(bench, "echo 'def (' > shop/cart.py; git add shop/cart.py")
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    _, journal = bench.run(model, settings(repairs=0))
    report = report_of(journal)
    assert "after a hook of yours rewrote shop/cart.py: " in report.outcomes[0].problems[0]
    assert report.reason == ""


def test_a_step_under_which_the_test_command_changes_the_repository_is_refused(bench: Bench) -> None:
    lint = "grep -q item\\) shop/cart.py && git config user.nickname x; true"
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}))
    status, journal = bench.run(model, settings(lint=lint, types="false", repairs=0))
    report = report_of(journal)
    assert status == 1
    assert ".git/config" in report.outcomes[0].problems[0]
    assert any("`false` fails on the base" in note for note in report.notes)
    assert sum("`false` fails" in line for line in bench.said) == 1


DOCUMENTED = MONEY.replace("def price(x):\n", 'def price(x):\n    """What x costs."""\n')
HIDDEN = DOCUMENTED.replace("x * RATE", "x * RATE or x")


@pytest.mark.parametrize("limits", [{"goal": "Add docstrings"}, {"only": ("docstrings",)}])
def test_a_change_that_hides_among_docstrings_is_sent_back(bench: Bench, limits: dict[str, Any]) -> None:
    rewrites = (files({"shop/money.py": HIDDEN}), files({"shop/money.py": DOCUMENTED}))
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, *rewrites)
    exit_code, journal = bench.run(model, settings(**limits))
    assert (exit_code, len(journal.commits)) == (0, 1)
    assert bench.show("shop/money.py") == DOCUMENTED
    assert "Nothing but this may change: docstrings" in model.prompts[-2].variable
    assert "in `price` `return x * RATE` became `return x * RATE or x`" in model.prompts[-1].variable


def test_the_limit_that_a_goal_implies_is_said(bench: Bench) -> None:
    bench.run(
        ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": DOCUMENTED})), settings(goal="Add docstrings")
    )
    assert [line for line in bench.said if "only docstrings may change in 1 step" in line]


def test_a_commit_calls_nobody_and_closes_no_issue(bench: Bench) -> None:
    log = '{"type":"done","text":"Fixes #12 as @octocat wished, closes https://github.com/octo/shop/issues/1"}'
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": BETTER_CART}, log=log))
    bench.run(model, settings())
    message = plain_git(bench.root, "log", "-1", "--format=%B", "overhaul/run1")
    assert "Fixes #\u200b12 as @\u200boctocat wished" in message
    assert "://" not in message


def test_a_difference_over_the_limit_is_sent_back_once_and_then_lands_with_a_note(bench: Bench) -> None:
    good = files({"shop/cart.py": BETTER_CART})
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, good, good)
    status, journal = bench.run(model, settings(max_diff_lines=1))
    (line,) = report_of(journal).outcomes
    assert (status, line.status, len(model.prompts)) == (0, "committed", 4)
    assert "more than the 1 lines" in model.prompts[-1].words
    assert any("[size]" in note for note in line.problems)
    (settled,) = journal.all(Settled)
    assert settled.course
    assert (settled.course.objections, settled.course.standing) == ((("size",),), ("size",))
    assert (settled.course.added, settled.course.removed) == (1, 1)
