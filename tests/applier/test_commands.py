"""The user's commands: what they get, how long they may take, and what is left of them."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from applier.commands import Conditions, run_command
from applier.errors import CommandUnusable

PYTHON = f"'{sys.executable}'"


@pytest.mark.parametrize(
    ("command", "exit_code", "output"),
    [
        ("echo hi", 0, "hi\n"),
        ("echo out; echo err >&2; exit 3", 3, "out\nerr\n"),
        ("printf 'no newline'", 0, "no newline"),
        ("cat", 0, ""),  # its standard input is empty, so it does not wait
        ("kill -9 $$", -9, ""),
        ("printf '\\377ok'", 0, "\ufffdok"),
        ("false | true", 0, ""),
    ],
)
def test_a_command_ends_with_its_code_and_output(command: str, exit_code: int, output: str, tmp_path: Path) -> None:
    result = run_command(command, tmp_path)
    assert (result.exit_code, result.output, result.passed) == (exit_code, output, exit_code == 0)


def test_a_command_runs_in_the_folder_it_is_given(tmp_path: Path) -> None:
    assert run_command("pwd -P", tmp_path).output == f"{tmp_path.resolve()}\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-anywhere --x", "was not found"),
        ("./not-executable", "may not be executed"),
        (".venv/bin/pytest -q", "has no .venv/bin/pytest: copy it in with --copy .venv, or give its absolute path"),
        ("cd . && ./scripts/t.sh", "has no ./scripts/t.sh: copy it in with --copy scripts/t.sh"),
        ("X=1 node_modules/.bin/jest", "copy it in with --copy node_modules,"),
        (f"{PYTHON} -m no_such_module", "the module was not found.*no_such_module"),
    ],
)
def test_a_command_that_cannot_start_is_an_error_that_says_what_to_do(command: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "not-executable").write_text("echo hi")
    with pytest.raises(CommandUnusable, match=words):
        run_command(command, tmp_path)


@pytest.mark.parametrize("folder", ["node_modules", ".venv"])
def test_what_the_checkout_has_and_the_worktree_has_not_is_named(folder: str, tmp_path: Path) -> None:
    checkout, worktree = tmp_path / "shop", tmp_path / "r1"
    (checkout / folder).mkdir(parents=True)
    worktree.mkdir()
    with pytest.raises(CommandUnusable, match=f"no {folder}, as your checkout has: copy it in with --copy {folder}"):
        run_command("no-such-program", worktree, Conditions(checkout=checkout))
    (worktree / folder).mkdir()
    with pytest.raises(CommandUnusable, match="Install it, or correct the command"):
        run_command("no-such-program", worktree, Conditions(checkout=checkout))


@pytest.mark.parametrize(
    "command",
    [
        "echo 'python3: No module named shop'; exit 2",
        "echo 'one failed'; echo 'python3: No module named shop'; exit 1",
        "exit 1",
        "exit 125",
    ],
)
def test_a_command_that_ran_and_failed_is_a_result(command: str, tmp_path: Path) -> None:
    assert not run_command(command, tmp_path).passed


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandUnusable, match="there is no such folder"):
        run_command("true", tmp_path / "gone")


def test_a_command_sees_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "GIT_DIR", "PYTHONPATH", "COMPANY_GATE"):
        monkeypatch.setenv(name, "hidden")
    assert "hidden" not in run_command("env", tmp_path, Conditions(secrets=("COMPANY_GATE",))).output


def test_long_output_keeps_its_head_and_its_tail(tmp_path: Path) -> None:
    script = "import sys; print('first'); sys.stdout.write('x' * 3_000_000); print('last')"
    output = run_command(f'{PYTHON} -c "{script}"', tmp_path, Conditions(output_limit=1000)).output
    assert output.startswith("first\nxxx")
    assert output.endswith("xxxlast\n")
    assert "[… 2999011 bytes left out …]" in output
    assert len(output) < 1100


@pytest.mark.parametrize("size", [999, 1000])
def test_output_up_to_the_limit_is_kept_whole(size: int, tmp_path: Path) -> None:
    assert run_command(f"printf '%{size}s' x", tmp_path, Conditions(output_limit=1000)).output == f"{'x':>{size}}"


def _is_running(pid: int) -> bool:
    try:
        return (
            "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
            if Path("/proc").is_dir()
            else not os.kill(pid, 0)
        )
    except (FileNotFoundError, ProcessLookupError):
        return False


def _gone_within(pid: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while _is_running(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not _is_running(pid)


def test_the_time_limit_ends_the_whole_group(tmp_path: Path) -> None:
    result = run_command("sleep 60 & echo $!; sleep 60", tmp_path, Conditions(seconds=0.3))
    assert result.exit_code is None
    assert not result.passed
    assert result.seconds < 10
    assert _gone_within(int(result.output), 5)


def test_a_command_that_ignores_the_request_to_end_is_killed(tmp_path: Path) -> None:
    result = run_command("trap '' TERM; echo on; while :; do sleep 0.1; done", tmp_path, Conditions(seconds=0.3))
    assert (result.exit_code, result.output) == (None, "on\n")


AWAY = pytest.param("setsid sleep 5 &", marks=pytest.mark.skipif(not shutil.which("setsid"), reason="needs setsid"))


@pytest.mark.parametrize("background", ["sleep 60 &", "(trap '' TERM; sleep 60) &", AWAY])
def test_a_child_in_the_background_that_holds_the_output_does_not_hang_us(background: str, tmp_path: Path) -> None:
    result = run_command(f"{background} echo $!", tmp_path)
    assert result.exit_code == 0
    assert result.seconds < 3
    if not background.startswith("setsid"):
        assert _gone_within(int(result.output), 5)


def test_a_command_that_closes_its_output_is_waited_for(tmp_path: Path) -> None:
    assert run_command("exec >&- 2>&-; sleep 0.3; exit 4", tmp_path).exit_code == 4


@pytest.mark.parametrize(
    ("how", "said"),
    [(signal.SIGINT, b"KeyboardInterrupt"), (signal.SIGTERM, b""), (signal.SIGHUP, b""), (signal.SIGKILL, b"")],
)
def test_however_we_end_the_command_ends_too(how: signal.Signals, said: bytes, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from applier.commands import run_command\n"
        "run_command('(trap \"\" TERM HUP; sleep 60) & echo $! > child; echo $$ > pid; sleep 60', Path(sys.argv[1]))"
    )
    root = Path(__file__).resolve().parents[2]
    ours = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=root, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while not (tmp_path / "pid").exists() and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.1)
    ours.send_signal(how)
    assert said in ours.communicate(timeout=20)[1]
    assert _gone_within(int((tmp_path / "pid").read_text()), 5)
    assert _gone_within(int((tmp_path / "child").read_text()), 5)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="macOS counts memory otherwise")
def test_a_process_that_takes_too_much_memory_fails_by_itself(tmp_path: Path) -> None:
    command = f"{PYTHON} -c 'bytearray(400 * 2**20)'"
    assert "MemoryError" in run_command(command, tmp_path, Conditions(megabytes=200)).output
    assert run_command(command, tmp_path, Conditions(megabytes=800)).passed
    assert run_command(command, tmp_path).passed


def test_a_program_may_reserve_more_than_it_takes(tmp_path: Path) -> None:
    script = "import mmap; mmap.mmap(-1, 2**40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)"
    assert run_command(f'{PYTHON} -c "{script}"', tmp_path, Conditions(megabytes=200)).passed


def test_a_command_has_no_child_that_it_did_not_start(tmp_path: Path) -> None:
    (tmp_path / "look.py").write_text("import os\ntry:\n    os.wait()\nexcept ChildProcessError:\n    print('none')\n")
    assert run_command(f"exec {PYTHON} look.py", tmp_path, Conditions(seconds=20)).output == "none\n"
