"""--max-cost, --max-output-tokens, --max-minutes: a run stops before it passes one, and goes on where it is raised."""

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import fingerprint, overhaul, overhaul_json, plain_git
from tests.loopback import Loopback, Scripted
from tests.obedient import Obedient

FILES = {
    "shop.py": '"""Money."""\n\n\ndef price(x):\n    return x * 2\n',
    "overhaul.toml": '[prices."tiny"]\ninput = 0\noutput = 1000\n',
}
PLAN = [{"step": "m", "files": ["shop.py"]}]
GIVEN = '{"levels": [{"steps": [{"id": "S01", "title": "Tidy", "files": ["shop.py"]}]}]}'
REPLY = 7  # tokens that the server reports of each


def twice(path: str, text: str) -> str:
    return text.replace("x * 2", "2 * x")


def asked(server: Loopback) -> list[str]:
    """The requests that cost something; a server nearby is also asked to count tokens."""
    return [request.path for request in server.requests if request.path.endswith("/chat/completions")]


# The reply to a question may have 8,000 tokens, so the second of the two would pass these limits.
@pytest.mark.parametrize(
    ("flag", "low", "high"), [("--max-output-tokens", "8006", "20000"), ("--max-cost", "8.006", "20")]
)
def test_a_run_stops_before_it_passes_a_limit_and_goes_on_where_it_is_raised(
    make_repo: Any, flag: str, low: str, high: str
) -> None:
    root = make_repo(FILES)
    before = fingerprint(root)
    with Loopback(Obedient(PLAN, twice)) as server:
        words = ("run", "--model", "tiny", "--base-url", server.url, "--goal", "Turn it round", "--trust-repo-config")
        stopped = overhaul(root, *words, flag, low)
        assert stopped.returncode == 4, stopped.stderr
        assert f"overhaul resume {flag}" in stopped.stderr
        assert "forecast of the questions before the plan: 2 requests" in stopped.stderr
        assert re.search(r"used so far: 1 request, [\d,]+ tokens in \(3 cached, \d+%\), 7 tokens out", stopped.stderr)
        assert len(asked(server)) == 1
        assert overhaul(root, "resume").returncode == 4
        assert len(asked(server)) == 1
        report = overhaul_json(root, "resume", flag, high)
        assert len(asked(server)) == report["usage"]["requests"] == 3
    assert fingerprint(root) == before
    assert [line["status"] for line in report["outcomes"]] == ["committed"]
    assert [line["label"] for line in report["requests"]] == ["diagnosis-1", "plan-1", "S01-1"]
    assert report["usage"]["output_tokens"] == 3 * REPLY
    assert report["usage"]["cost_usd"] == pytest.approx(3 * REPLY / 1000)
    assert report["outcomes"][0]["usage"]["cost_usd"] == pytest.approx(REPLY / 1000)
    assert report["forecast"]["requests"] == 3
    assert report["forecast_worst"]["cost_usd"] > report["forecast"]["cost_usd"] > 0
    assert "2 * x" in plain_git(root, "show", f"{report['branch']}:shop.py")
    shown = overhaul(root, "status").stdout
    assert "used: 3 requests" in shown
    assert "forecast was: 3 requests" in shown
    assert report["usage"]["basis"] == "reported"
    assert report["usage"]["basis"] == "reported"


def test_a_limit_of_money_without_a_price_is_refused_before_anything_is_sent(make_repo: Any) -> None:
    root = make_repo({"shop.py": FILES["shop.py"]})
    with Loopback(Obedient(PLAN, twice)) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "x")
        done = overhaul(root, "run", *words, "--max-cost", "1")
        assert done.returncode == 2, done.stderr
        assert '[prices."tiny"]' in done.stderr
        report = overhaul_json(root, "run", *words)
        assert report["usage"]["cost_usd"] is None  # said, not made up
        assert "cost not known" in overhaul(root, "status").stdout
        assert len(server.requests) == 3


@pytest.mark.parametrize(("command", "requests"), [("diagnose", 1), ("plan", 2)])
def test_a_question_is_foretold_and_billed_too(make_repo: Any, command: str, requests: int) -> None:
    root = make_repo(FILES)
    with Loopback(Obedient(PLAN, twice)) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "x", "--trust-repo-config")
        done = overhaul(root, command, *words)
    assert done.returncode == 0, done.stderr
    told = f"{requests} request{'s' if requests > 1 else ''}"
    assert f"forecast of the questions: {told}" in done.stderr
    assert f"used: {told}" in done.stderr
    assert f"${REPLY * requests / 1000:.4f}" in done.stderr


@pytest.mark.parametrize(("lines", "asked_again"), [("1", True), ("2", False), (None, False)])
def test_what_can_be_read_in_one_go_is_set_anew_where_a_run_goes_on(
    make_repo: Any, lines: str | None, asked_again: bool
) -> None:
    root = make_repo(FILES)
    with Loopback(Obedient(PLAN, twice)) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "Turn it round", "--trust-repo-config")
        assert overhaul(root, "run", *words, "--max-output-tokens", "8006").returncode == 4
        anew = ("--max-diff-lines", lines) if lines else ()
        report = overhaul_json(root, "resume", "--max-output-tokens", "90000", *anew)
    assert ("S01-2" in [line["label"] for line in report["requests"]]) == asked_again


def test_time_that_is_up_ends_the_run_between_steps(sample_repo: Any) -> None:
    root = sample_repo("copy_paste")
    stopped = overhaul(root, "run", "--test", "true", "--max-minutes", "0")
    assert stopped.returncode == 4, stopped.stderr
    assert "resume --max-minutes" in stopped.stderr
    assert overhaul(root, "resume", "--max-minutes", "5").returncode == 0


REPLIES = {
    "slow": lambda body: replace(Scripted.reply(Obedient(PLAN, twice)(body), step=1), write=200, pause=0.1),
    "silent after a part": lambda body: Scripted.reply(Obedient(PLAN, twice)(body)).cut(400, "silent"),
    "silent": lambda body: Scripted().cut(0, "silent"),
    "signs of life": lambda body: Scripted(b": alive\n\n" * 200, write=10, pause=0.1),
}


@pytest.mark.parametrize("how", sorted(REPLIES))
def test_time_that_is_up_ends_a_reply_too_and_what_had_come_is_kept(make_repo: Any, tmp_path: Path, how: str) -> None:
    root, plan = make_repo(FILES), tmp_path / "plan.json"
    plan.write_text(GIVEN)
    before = fingerprint(root)
    with Loopback(REPLIES[how]) as server:
        words = ("--plan", str(plan), "--model", "tiny", "--base-url", server.url)
        began = time.monotonic()
        stopped = overhaul(root, "run", *words, "--max-minutes", "0.05")
        assert time.monotonic() - began < 60
        assert stopped.returncode == 4, stopped.stderr
        assert "resume --max-minutes" in stopped.stderr
    assert fingerprint(root) == before
    with Loopback(Obedient(PLAN, twice)) as server:
        report = overhaul_json(root, "resume", "--max-minutes", "5", "--base-url", server.url)
    assert [line["status"] for line in report["outcomes"]] == ["committed"]
    assert {line["label"].partition("-")[0] for line in report["requests"]} == {"S01"}  # the plan was not forgotten


def test_a_plan_that_was_given_is_not_forgotten_by_a_run_that_died_before_its_first_step(
    make_repo: Any, tmp_path: Path
) -> None:
    root, plan = make_repo(FILES), tmp_path / "plan.json"
    plan.write_text(GIVEN)
    with Loopback(Obedient([], twice)) as server:
        words = ("--plan", str(plan), "--model", "tiny", "--base-url", server.url)
        assert overhaul_json(root, "run", *words)["outcomes"][0]["status"] == "committed"
        (journal,) = root.glob(".git/overhaul/runs/*/journal.ndjson")
        first, _, _ = journal.read_text().partition("\n")
        assert overhaul(root, "rollback").returncode == 0
        journal.write_text(first + "\n")  # as a kill at that moment leaves it
        plan.unlink()
        server.requests.clear()
        report = overhaul_json(root, "resume")
    assert [line["status"] for line in report["outcomes"]] == ["committed"]
    assert len(asked(server)) == 1
