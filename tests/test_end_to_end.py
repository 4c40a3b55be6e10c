"""The main job, as a user does it: the real command line, real git, real tests, a real HTTP server."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import (
    PYTEST,
    START,
    fingerprint,
    leftovers,
    make_dirty,
    overhaul,
    overhaul_json,
    passes_at,
    plain_git,
    tree_of,
)
from tests.loopback import Loopback, Scripted
from tests.obedient import Obedient, expected_of, words_of

Sample = Callable[[str], Path]


def test_the_builtin_model_heals_a_sample_and_touches_nothing_of_the_users(
    sample_repo: Sample, own_home: Path, tmp_path: Path
) -> None:
    root = sample_repo("copy_paste")
    make_dirty(root)
    before = fingerprint(root)
    findings = len(overhaul_json(root, "diagnose")["findings"])
    assert findings > 0

    report = overhaul_json(root, "run", "--model", "builtin", "--test", PYTEST)

    assert fingerprint(root) == before
    assert {line["status"] for line in report["outcomes"]} == {"committed"}
    assert all(line["verified"] for line in report["outcomes"])
    assert report["exit"] == 0
    assert report["usage"]["cost_usd"] == 0
    assert passes_at(root, report["branch"], tmp_path / "clone")
    subjects = plain_git(root, "log", "--format=%(trailers:key=Overhaul-Step,valueonly)", f"main..{report['branch']}")
    assert len(subjects.split()) == len(report["outcomes"])

    plain_git(root, "stash", "-q", "-u")
    plain_git(root, "checkout", "-q", report["branch"])
    assert len(overhaul_json(root, "diagnose")["findings"]) < findings
    plain_git(root, "checkout", "-q", "main")

    assert overhaul(root, "rollback").returncode == 0
    assert leftovers(root, own_home) == []


def test_accept_brings_the_commits_and_rollback_reverts_them(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    start = tree_of(root, "HEAD")
    report = overhaul_json(root, "run", "--test", PYTEST)
    assert overhaul_json(root, "accept")["kind"] == "fast-forward"
    assert tree_of(root, "HEAD") == tree_of(root, report["branch"])
    assert plain_git(root, "status", "--porcelain") == ""
    assert overhaul(root, "rollback").returncode == 6
    assert overhaul(root, "rollback", "--revert").returncode == 0
    assert tree_of(root, "HEAD") == start


def test_accept_refuses_where_the_users_changes_overlap(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "run", "--test", PYTEST)
    changed = report["outcomes"][0]["files"][0]
    (root / changed).write_text((root / changed).read_text() + "# mine\n")
    before = fingerprint(root)
    done = overhaul(root, "accept")
    assert done.returncode == 6
    assert changed in done.stderr
    assert fingerprint(root) == before


@pytest.mark.parametrize(
    ("command", "kept"),
    [(("scan",), True), (("diagnose",), True), (("scan", "--no-cache"), False), (("run", "--dry-run"), False)],
)
def test_what_was_parsed_is_kept_unless_told_otherwise(
    sample_repo: Sample, own_home: Path, command: tuple[str, ...], kept: bool
) -> None:
    assert overhaul(sample_repo("already_fine"), *command).returncode == 0
    assert (own_home / "cache/overhaul/scan/facts.sqlite").exists() == kept


def test_where_nothing_is_wrong_nothing_is_done(sample_repo: Sample, own_home: Path) -> None:
    root = sample_repo("already_fine")
    head = plain_git(root, "rev-parse", "HEAD")
    report = overhaul_json(root, "run", "--test", PYTEST)
    assert report["outcomes"] == []
    assert plain_git(root, "rev-parse", "HEAD") == head
    assert leftovers(root, own_home) == []


@pytest.mark.parametrize("name", ["tangled_shop", "one_big_module", "broken_file"])
def test_what_cannot_be_healed_safely_is_found_and_left_alone(sample_repo: Sample, name: str, tmp_path: Path) -> None:
    root = sample_repo(name)
    kinds = {finding["kind"] for finding in overhaul_json(root, "diagnose")["findings"]}
    assert kinds & {"import-cycle", "god-module", "syntax-error"}
    report = overhaul_json(root, "run", "--test", PYTEST)
    assert "refused" not in {line["status"] for line in report["outcomes"]}
    head = report["branch"] if report["outcomes"] else "main"
    assert passes_at(root, head, tmp_path / "clone")
    if name == "broken_file":
        assert "inventory/labels.py" not in plain_git(root, "diff", "--name-only", "main", head)


# --- kill -9, then resume -------------------------------------------------------------------------------------------


def killing(count: int, marker: Path) -> str:
    """A test command that kills the one who runs it at its `count`-th call, once."""
    return f'echo x >> {marker}; if [ "$(wc -l < {marker})" -eq {count} ]; then kill -9 $PPID; sleep 1; fi; {PYTEST}'


@pytest.mark.parametrize("count", [1, 2, 3])
def test_killed_at_a_test_run_and_resumed_it_comes_to_the_same_tree(
    sample_repo: Sample, tmp_path: Path, own_home: Path, count: int
) -> None:
    root = sample_repo("copy_paste")
    undisturbed = overhaul_json(root, "run", "--test", PYTEST)
    goal = tree_of(root, undisturbed["branch"])
    before = fingerprint(root)

    killed = overhaul(root, "run", "--test", killing(count, tmp_path / "marker"))
    assert killed.returncode == -signal.SIGKILL
    assert fingerprint(root) == before
    assert overhaul_json(root, "status")["exit"] is None

    report = overhaul_json(root, "resume")
    assert report["run"] != undisturbed["run"]
    assert tree_of(root, report["branch"]) == goal
    assert {line["status"] for line in report["outcomes"]} == {"committed"}
    assert fingerprint(root) == before
    steps = plain_git(root, "log", "--format=%(trailers:key=Overhaul-Step,valueonly)", f"main..{report['branch']}")
    assert len(steps.split()) == len(set(steps.split()))
    for run in (undisturbed["run"], report["run"]):
        assert overhaul(root, "rollback", run).returncode == 0
    assert leftovers(root, own_home) == []


@pytest.mark.parametrize("seconds", [0.3, 0.6, 0.9, 1.3, 1.8, 2.4])
def test_killed_at_any_moment_and_resumed_it_comes_to_the_same_tree(sample_repo: Sample, seconds: float) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    process = subprocess.Popen(
        [sys.executable, "-P", str(START), "run", "--test", "true"],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert fingerprint(root) == before
    resumed = overhaul(root, "resume", "--json")
    if resumed.returncode == 3:  # killed before the run had a name
        assert "no run here" in resumed.stderr or "never began" in resumed.stderr
        return
    assert resumed.returncode == 0, resumed.stderr
    undisturbed = overhaul_json(root, "run", "--test", "true")
    resumed_branch = overhaul_json(root, "status", _first_run(root))["branch"]
    assert tree_of(root, resumed_branch) == tree_of(root, undisturbed["branch"])


def _first_run(root: Path) -> str:
    return min(path.name for path in (root / ".git" / "overhaul" / "runs").iterdir())


def test_an_interrupt_leaves_a_run_that_resumes(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    process = subprocess.Popen(
        [sys.executable, "-P", str(START), "run", "--test", "sleep 30"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    for line in process.stderr:
        if line.startswith("plan:"):
            break
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, words = process.communicate(timeout=30)
    assert process.returncode == 130, words
    assert "resume" in words
    assert "Traceback" not in words
    assert fingerprint(root) == before
    assert [p for p in plain_git(root, "worktree", "list").strip().split("\n") if "overhaul/worktrees" in p] == []


# --- bad input: one clear line, the exit code of the design, nothing changed ------------------------------------------


@pytest.mark.parametrize(
    ("words", "environment", "status", "said"),
    [
        (("run", "--model", "gpt-nothing"), {}, 2, "no model"),
        (("run", "--model", "openai:gpt-5", "--goal", "x"), {}, 2, "OPENAI_API_KEY"),
        (("run", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"), {}, 2, "goal"),
        (("run", "--test", "no-such-command-here"), {}, 2, "no-such-command-here"),
        (("run", "--module", "nowhere/*"), {}, 2, "matches no file"),
        (("run", "--plan", "gone.json"), {}, 2, "gone.json"),
        (("run", "--branch", "bad..name"), {}, 2, "bad..name"),
        (("run", "--branch", "main"), {}, 2, "main"),
        (("run", "--no-such-flag"), {}, 2, "no-such-flag"),
        (("resume",), {}, 3, "no run here"),
        (("status",), {}, 3, "no run here"),
        (("log",), {}, 3, "no run here"),
        (("review", "20260101-000000-none"), {}, 3, "no run here"),
        (("scan", "no/such/folder"), {}, 3, "does not exist"),
    ],
)
def test_what_a_user_can_get_wrong_is_one_clear_line(
    sample_repo: Sample, words: tuple[str, ...], environment: dict[str, str], status: int, said: str
) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    done = overhaul(root, *words, **environment)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert fingerprint(root) == before
    assert plain_git(root, "branch", "--list", "overhaul/*") == ""


def test_an_error_is_one_json_document_where_json_is_asked_for(sample_repo: Sample) -> None:
    document = overhaul_json(sample_repo("copy_paste"), "run", "--model", "gpt-nothing", status=2)
    assert set(document) == {"error"}
    assert set(document["error"]) == {"code", "message", "hint"}


@pytest.mark.parametrize("command", ["scan", "diagnose", "plan", "run"])
def test_a_place_that_is_no_repository_is_said_so(tmp_path: Path, command: str) -> None:
    (tmp_path / "plain").mkdir()
    done = overhaul(tmp_path / "plain", command)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["scan", "diagnose", "plan", "run"])
def test_a_bare_repository_is_said_so(tmp_path: Path, command: str) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare")], check=True)
    done = overhaul(tmp_path / "bare", command)
    assert done.returncode == 3
    assert "bare" in done.stderr


@pytest.mark.parametrize(("command", "status"), [("scan", 0), ("diagnose", 3), ("plan", 3), ("run", 3)])
def test_a_repository_without_a_commit_can_be_scanned_and_no_more(tmp_path: Path, command: str, status: int) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "new")], check=True)
    (tmp_path / "new" / "a.py").write_text("import os\n")
    done = overhaul(tmp_path / "new", command)
    assert done.returncode == status, done.stderr
    assert ("commit" in done.stderr) == (status == 3)


def test_a_detached_head_works_with_one_line_said(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    plain_git(root, "checkout", "-q", "--detach")
    done = overhaul(root, "run", "--test", "true")
    assert done.returncode == 0, done.stderr
    assert sum("detached" in line for line in done.stderr.split("\n")) == 1


def test_odd_files_are_named_and_nothing_of_theirs_changes(make_repo: Any) -> None:
    root = make_repo(
        {
            "pkg/__init__.py": "",
            "pkg/latin.py": "# caf\xe9\nimport os\n".encode("latin-1"),
            "pkg/broken.py": "def f(:\n    import os\n",
            "pkg/good.py": "import os\n\n\ndef f():\n    return 1\n",
            "pkg/nul.py": b"import os\x00\n",
        }
    )
    scanned = overhaul(root, "scan")
    assert scanned.returncode == 0
    for name in ("latin", "broken", "nul"):
        assert f"pkg/{name}.py" in scanned.stdout
    report = overhaul_json(root, "run", "--test", "true")
    assert plain_git(root, "diff", "--name-only", "main", report["branch"]).split() == ["pkg/good.py"]


def test_a_folder_limits_the_run_to_it(make_repo: Any) -> None:
    unused = "import os\n\n\ndef f():\n    return 1\n"
    root = make_repo({"a/one.py": unused, "b/two.py": unused})
    report = overhaul_json(root, "run", "a", "--test", "true")
    assert plain_git(root, "diff", "--name-only", "main", report["branch"]).split() == ["a/one.py"]


def test_a_dry_run_writes_nothing(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    done = overhaul(root, "run", "--dry-run")
    assert done.returncode == 0
    assert "S01" in done.stdout
    assert not (root / ".git" / "overhaul").exists()
    assert plain_git(root, "branch", "--list", "overhaul/*") == ""


def test_help_is_quick_to_say(tmp_path: Path) -> None:
    """Heavy imports are deferred: none of the big libraries is loaded for --help."""
    code = (
        "import sys; sys.argv = ['overhaul', '--help']; import overhaul_start\n"
        "try: overhaul_start.main()\n"
        "except SystemExit: pass\n"
        "heavy = {'libcst', 'httpx', 'genai_prices', 'pydantic', 'jinja2', 'tree_sitter'} & set(sys.modules)\n"
        "sys.stderr.write(' '.join(sorted(heavy)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=START.parent, capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    assert done.stderr == ""


def test_a_targets_own_packages_never_run_in_place_of_ours(make_repo: Any, tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\nraise SystemExit('trap')\n"
    names = ("agent", "prompts", "applier", "repo_scan", "json", "msgspec", "tree_sitter", "libcst")
    root = make_repo(
        {**{f"{name}/__init__.py": trap for name in names}, "x.py": "import os\n\n\ndef f():\n    return 1\n"}
    )
    report = overhaul_json(root, "run", "--test", "true", PYTHONPATH=str(root))
    assert not (tmp_path / "sprung").exists()
    assert plain_git(root, "diff", "--name-only", "main", report["branch"]).split() == ["x.py"]


# --- a real server that follows the protocol, and one that does not ---------------------------------------------------

SHOP = {
    "shop/__init__.py": "",
    "shop/money.py": '"""Money."""\n\n\ndef price(x):\n    return x * 2\n\n\ndef half(x):\n    return x / 2\n',
    "shop/cart.py": "from shop.money import price\n\n\ndef total(items):\n    return sum(price(i) for i in items)\n",
    "test_shop.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 6\n",
    "overhaul.toml": '[[anchors]]\nid = "A1"\ntext = "Public names stay."\n',
}
SHOP_PLAN = [{"step": "m", "files": ["shop/money.py"]}, {"step": "c", "files": ["shop/cart.py"]}]


def document(path: str, text: str) -> str:
    """A harmless rewrite: every function gets a docstring."""
    return re.sub(r"(def (\w+)\(.*\):\n)", r'\1    """The \2."""\n', text)


def run_with(server: Loopback, root: Path, status: int = 0, *more: str) -> Any:
    words = ("run", "--model", "tiny", "--base-url", server.url, "--goal", "Document everything", "--test", PYTEST)
    return overhaul_json(root, *words, *more, status=status)


def test_a_server_that_follows_the_protocol_rewrites_module_by_module(make_repo: Any, tmp_path: Path) -> None:
    root = make_repo(SHOP)
    before = fingerprint(root)
    with Loopback(Obedient(SHOP_PLAN, document, ("A1",))) as server:
        report = run_with(server, root)
    assert fingerprint(root) == before
    assert [line["status"] for line in report["outcomes"]] == ["committed", "committed"]
    assert [line["files"] for line in report["outcomes"]] == [["shop/money.py"], ["shop/cart.py"]]
    assert report["anchors"] == {"asked": 2, "restated": 2}
    assert report["usage"]["requests"] == len(server.requests) == 4
    assert report["usage"]["input_tokens"] == sum(len(request.words) // 4 for request in server.requests)
    for path in ("shop/money.py", "shop/cart.py"):
        assert plain_git(root, "show", f"{report['branch']}:{path}") == document(path, SHOP[path])
    assert "Public names stay." in server.requests[-1].words
    assert "rewrote the files" in server.requests[-1].words  # the log of the first step, told to the second
    assert "rewrote the files" in overhaul(root, "log").stdout
    assert passes_at(root, report["branch"], tmp_path / "clone")


def losing(path: str, text: str) -> str:
    return text[: text.index("\n\ndef half")] if "def half" in text else text


def breaking(path: str, text: str) -> str:
    return text.replace("x * 2", "x * 3")


def eliding(path: str, text: str) -> str:
    return text.replace("    return x * 2", "    # ... existing code ...\n    return x * 2")


@pytest.mark.parametrize("harm", [losing, breaking, eliding])
def test_a_harmful_rewrite_over_http_is_refused_and_nothing_of_it_lands(make_repo: Any, harm: Any) -> None:
    root = make_repo(SHOP)
    before = fingerprint(root)
    with Loopback(Obedient(SHOP_PLAN[:1], harm, ("A1",))) as server:
        report = run_with(server, root, 1)
    assert [line["status"] for line in report["outcomes"]] == ["refused"]
    assert len(server.requests) == 2 + 4  # diagnosis, plan, the step and three repairs
    assert plain_git(root, "diff", "main", report["branch"]) == ""
    assert fingerprint(root) == before


def test_a_reply_that_breaks_the_protocol_is_repaired_and_never_half_applied(make_repo: Any) -> None:
    root = make_repo(SHOP)
    obedient = Obedient([{"step": "1", "files": ["shop/money.py", "shop/cart.py"]}], document, ("A1",))
    seen: list[str] = []

    def answer(body: dict[str, Any]) -> Scripted | str:
        reply = obedient(body)
        seen.append(reply)
        if len(seen) == 3:  # the step: cut in the middle of its second file
            end = reply.index("<<<BLOCK:03") + 60
            return Scripted.reply(reply[:end], finish="length", usage=None)
        return reply

    with Loopback(answer) as server:
        report = run_with(server, root)
    asked = [kind + path for _, kind, path, _ in expected_of(server.requests[3].words)]
    assert asked == ["fileshop/cart.py", "log"]
    assert plain_git(root, "show", f"{report['branch']}:shop/cart.py") == document("", SHOP["shop/cart.py"])
    assert plain_git(root, "show", f"{report['branch']}:shop/money.py") == document("", SHOP["shop/money.py"])


def test_killed_in_the_middle_of_a_reply_it_asks_only_for_what_is_missing(make_repo: Any) -> None:
    """The server kills its client half-way through the second step's reply, and serves the resumed one."""
    root = make_repo(SHOP)
    obedient = Obedient(SHOP_PLAN, document, ("A1",))
    with Loopback(obedient) as server:
        goal = tree_of(root, run_with(server, root)["branch"])

    client: list[subprocess.Popen[bytes]] = []
    calls: list[str] = []

    def deadly(body: dict[str, Any]) -> Scripted | str:
        calls.append(words_of(body))
        if len(calls) != 4:
            return obedient(body)
        reply = Scripted.reply(obedient(body))
        threading.Timer(0.7, client[0].kill).start()
        return reply.cut(after=len(reply.body) * 6 // 10, ending="silent")

    with Loopback(deadly) as server:
        words = ["run", "--model", "tiny", "--base-url", server.url, "--goal", "x", "--test", PYTEST]
        client.append(subprocess.Popen([sys.executable, "-P", str(START), *words], cwd=root, stderr=subprocess.DEVNULL))
        assert client[0].wait(timeout=60) == -signal.SIGKILL
        report = overhaul_json(root, "resume")
        assert len(calls) == 5
    assert tree_of(root, report["branch"]) == goal
    assert len(expected_of(calls[4])) < len(expected_of(calls[3]))
    assert report["usage"]["requests"] == 5


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Scripted.json(401, {"error": {"message": "bad key"}}), "OPENAI_API_KEY"),
        (Scripted.json(404, {"error": {"message": "no such model"}}), "tiny"),
        (Scripted.page(200, "Welcome to the router"), "page"),
        (Scripted.json(429, {"error": {"message": "quota", "code": "insufficient_quota"}}), "quota"),
    ],
)
def test_a_server_that_says_no_ends_the_run_with_one_clear_line(make_repo: Any, answer: Scripted, said: str) -> None:
    root = make_repo(SHOP)
    before = fingerprint(root)
    with Loopback(lambda body: answer) as server:
        words = ("run", "--model", "tiny", "--base-url", server.url, "--goal", "x")
        done = overhaul(root, *words)
    assert done.returncode == 5, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert fingerprint(root) == before


def test_a_server_that_cannot_be_reached_is_named(make_repo: Any) -> None:
    root = make_repo(SHOP)
    done = overhaul(root, "run", "--model", "tiny", "--base-url", "http://127.0.0.1:9/v1", "--goal", "x")
    assert done.returncode == 5
    assert "127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr


# --- a run that is over ----------------------------------------------------------------------------------------------


def test_a_finished_run_is_not_done_again_and_knows_what_became_of_it(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "run", "--test", "true")
    again = overhaul_json(root, "resume")
    assert again["outcomes"] == report["outcomes"]
    assert again["usage"] == report["usage"]
    overhaul_json(root, "accept")
    assert overhaul_json(root, "status")["disposed"] == "accepted"
    overhaul_json(root, "rollback", "--revert")
    assert overhaul_json(root, "status")["disposed"] == "reverted"


def test_a_run_that_was_rolled_back_does_not_rise_again(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    overhaul_json(root, "run", "--test", "true")
    overhaul_json(root, "rollback")
    for command in ("resume", "review", "accept", "rollback"):
        overhaul(root, command)
        assert plain_git(root, "branch", "--list", "overhaul/*") == "", command
    assert overhaul(root, "review").returncode == 3
    assert overhaul(root, "accept").returncode == 3
    assert overhaul_json(root, "status")["disposed"] == "rolled back"


# --- settings that reach the diagnosis --------------------------------------------------------------------------------


def test_an_import_against_the_layers_is_a_finding_and_a_layer_of_nothing_an_error(make_repo: Any) -> None:
    files = {"shop/__init__.py": "", "shop/ui.py": "X = 1\n", "shop/db.py": "from shop.ui import X\n\nY = X\n"}
    right = 'layers = [["shop.ui"], ["shop.db"]]\n'
    root = make_repo({**files, "overhaul.toml": right})
    assert "layering" in {finding["kind"] for finding in overhaul_json(root, "diagnose")["findings"]}
    (root / "overhaul.toml").write_text('layers = [["shop.ui"], ["shop.nowhere"]]\n')
    for command in ("diagnose", "run"):
        done = overhaul(root, command)
        assert done.returncode == 2
        assert "shop.nowhere" in done.stderr


def test_a_wrong_test_command_is_put_right_by_resume(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    assert overhaul(root, "run", "--test", "no-such-command-here").returncode == 2
    assert overhaul_json(root, "status")["exit"] == 2
    report = overhaul_json(root, "resume", "--test", PYTEST)
    assert {line["status"] for line in report["outcomes"]} == {"committed"}
    assert all(line["verified"] for line in report["outcomes"])


def test_a_plan_is_written_only_where_nothing_is_lost(sample_repo: Sample, tmp_path: Path) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    for place in (".git/config", "README.md", "/nowhere/plan.json", "."):
        done = overhaul(root, "plan", "--out", place)
        assert done.returncode == 2, place
        assert "Traceback" not in done.stderr
        assert fingerprint(root) == before
    plan = tmp_path / "plan.json"
    for _ in range(2):
        assert overhaul(root, "plan", "--out", str(plan)).returncode == 0
    report = overhaul_json(root, "run", "--plan", str(plan), "--test", "true")
    assert {line["status"] for line in report["outcomes"]} == {"committed"}


def test_a_plan_brings_its_goal_along_and_needs_no_question(make_repo: Any, tmp_path: Path) -> None:
    root = make_repo({"a.py": "def f(x):\n    return x\n"})
    plan = tmp_path / "plan.json"
    step = {"id": "S01", "title": "Document a", "files": ["a.py"]}
    plan.write_text(json.dumps({"schema": 1, "goal": "Document everything", "levels": [{"steps": [step]}]}))
    with Loopback(Obedient([], document)) as server:
        for more, goal in (((), "Document everything"), (("--goal", "Another"), "Another")):
            model = ("--model", "openai:tiny", "--base-url", server.url)
            report = overhaul_json(root, "run", "--plan", str(plan), *model, *more)
            assert [line["status"] for line in report["outcomes"]] == ["committed"]
            assert goal in server.requests[-1].words
    assert len(server.requests) == 2


def test_a_damaged_journal_says_how_to_drop_the_run(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    report = overhaul_json(root, "run", "--test", "true")
    journal = root / ".git" / "overhaul" / "runs" / report["run"] / "journal.ndjson"
    journal.write_bytes(b"garbage\n" + journal.read_bytes())
    for command in ("status", "resume", "rollback", "log"):
        done = overhaul(root, command)
        assert done.returncode == 3
        assert "git branch" in done.stderr
        assert "Traceback" not in done.stderr


def test_an_interrupt_at_the_very_start_is_quiet(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    for seconds in (0.05, 0.15, 0.3):
        process = subprocess.Popen(
            [sys.executable, "-P", str(START), "scan"], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=30)
        # Before our first line runs, the interpreter itself answers.
        assert b"agent/" not in words
        assert process.returncode != 1 or b"site" in words


def test_help_and_version_are_said_without_a_command(tmp_path: Path) -> None:
    assert "Usage" in overhaul(tmp_path).stdout
    assert re.fullmatch(r"overhaul \d+\.\d+\.\d+\n", overhaul(tmp_path, "--version").stdout)


@pytest.mark.parametrize("name", ["already_fine", "tangled_shop"])
def test_a_run_that_made_no_commit_has_nothing_to_accept(sample_repo: Sample, name: str) -> None:
    root = sample_repo(name)
    (root / "setup.py").write_text("NAME = 'shop'\n")  # others may install it, so nothing public moves
    plain_git(root, "add", "setup.py")
    plain_git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a package")
    overhaul_json(root, "run", "--test", "true")
    before = fingerprint(root)
    done = overhaul(root, "accept")
    assert done.returncode == 3
    assert "nothing to accept" in done.stderr
    assert fingerprint(root) == before


def test_what_cannot_be_copied_is_said_before_anything_is_done(sample_repo: Sample) -> None:
    root = sample_repo("copy_paste")
    for path in ("/etc/passwd", ".git/config", "../x", "gone.txt"):
        done = overhaul(root, "run", "--test", "true", "--copy", path)
        assert done.returncode != 0, path
        assert "Traceback" not in done.stderr
        assert not (root / ".git" / "overhaul").exists()


@pytest.mark.parametrize(("target", "status"), [("/dev/full", 2), ("a reader that left", 141)])
@pytest.mark.parametrize("words", [("scan",), ("scan", "--format", "json"), ("diagnose", "--json"), ("plan",)])
def test_output_that_nobody_takes_is_no_traceback(
    sample_repo: Sample, words: tuple[str, ...], target: str, status: int
) -> None:
    root = sample_repo("broken_file")
    if target == "/dev/full":
        if not Path(target).exists():
            pytest.skip("this system has no /dev/full")
        output = os.open(target, os.O_WRONLY)
    else:
        reader, output = os.pipe()
        os.close(reader)
    command = [sys.executable, "-P", str(START), *words]
    done = subprocess.run(command, cwd=root, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    os.close(output)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
