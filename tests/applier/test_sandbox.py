"""The sandbox: what a command that a model wrote finds in it, and what it leaves behind."""

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from applier.commands import Conditions, run_command
from applier.errors import CommandUnusable
from applier.sandbox import check_sandbox, shut_in
from applier.workspace import Workspace
from tests.applier.user_side import snapshot
from tests.conftest import MakeRepo, git

KEY = "sk-very-secret-0123456789"


def works() -> bool:
    try:
        check_sandbox()
    except CommandUnusable:
        return False
    return True


live = pytest.mark.skipif(not works(), reason="bubblewrap is missing, or the kernel forbids it")

# Looks for the key wherever a process can look, and writes wherever it can.
LOOK = """
import json, os, pathlib, socket, sys
key, port, places = sys.argv[1].encode()[::-1], int(sys.argv[2]), sys.argv[3:]
found = []
for process in pathlib.Path("/proc").glob("[0-9]*"):
    for name in ("environ", "cmdline"):
        try:
            if key in (process / name).read_bytes():
                found.append(str(process / name))
        except OSError:
            pass
for place in places:
    for folder, _, names in os.walk(place):
        for name in names:
            try:
                if key in pathlib.Path(folder, name).read_bytes():
                    found.append(os.path.join(folder, name))
            except OSError:
                pass
try:
    socket.create_connection(("127.0.0.1", port), timeout=2).close()
    found.append("network")
except OSError:
    pass
written = []
for place in places:
    try:
        pathlib.Path(place, "left-behind").write_text("x")
        written.append(place)
    except OSError:
        pass
pathlib.Path("inside").write_text("x")
print(json.dumps({"found": sorted(found), "written": sorted(written)}))
"""


@pytest.fixture
def home(own_home: Path) -> Path:
    """A home as people have it, with a key in it."""
    (own_home / ".bashrc").write_text(f"export OPENAI_API_KEY={KEY}\n")
    (own_home / ".config").mkdir()
    (own_home / ".config/llm.json").write_text(json.dumps({"key": KEY}))
    return own_home


@pytest.fixture
def repository(make_repo: MakeRepo, home: Path) -> Path:
    root = make_repo({"a.py": "x = 1\n", "look.py": LOOK, ".gitignore": ".env\n"})
    (root / ".env").write_text(f"OPENAI_API_KEY={KEY}\n")
    git(root, "config", "http.https://example.org/.extraheader", f"AUTHORIZATION: basic {KEY}")
    git(root, "config", "remote.origin.url", f"https://user:{KEY}@example.org/shop")
    return root


@pytest.fixture
def workspace(repository: Path) -> Iterator[Workspace]:
    with Workspace.open(repository, "r1", "overhaul/r1", "HEAD") as workspace:
        yield workspace


@pytest.fixture
def key_holder() -> Iterator[None]:
    """Another process of the user's, with the key in its environment."""
    process = subprocess.Popen(["sleep", "60"], env={**os.environ, "OPENAI_API_KEY": KEY})
    yield
    process.kill()
    process.wait()


def looked(workspace: Workspace, home: Path, *, sandbox: bool) -> dict[str, list[str]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        places = " ".join(f"'{place}'" for place in (home, workspace.checkout))
        command = f"'{sys.executable}' look.py {KEY[::-1]} {port} {places}"
        result = run_command(command, workspace.root, Conditions(sandbox=sandbox, checkout=workspace.checkout))
    assert result.passed, result.output
    seen: dict[str, list[str]] = json.loads(result.output)
    return seen


@live
def test_a_command_in_the_sandbox_finds_no_key_and_writes_only_in_the_worktree(
    workspace: Workspace, home: Path, key_holder: None
) -> None:
    before = snapshot(workspace.checkout)
    seen = looked(workspace, home, sandbox=True)
    assert seen["found"] == []
    assert not (home / "left-behind").exists()
    assert snapshot(workspace.checkout) == before
    assert (workspace.root / "inside").read_text() == "x"


def test_without_the_sandbox_the_same_command_finds_all_that(
    workspace: Workspace, home: Path, key_holder: None
) -> None:
    """Else the test above could not fail."""
    seen = looked(workspace, home, sandbox=False)
    assert "network" in seen["found"]
    assert f"{home}/.bashrc" in seen["found"]
    assert f"{workspace.checkout}/.env" in seen["found"]
    assert f"{workspace.checkout}/.git/config" in seen["found"]
    assert seen["written"] == sorted([str(home), str(workspace.checkout)])
    if Path("/proc").is_dir():
        assert any(name.startswith("/proc/") for name in seen["found"])


@live
@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git status --porcelain", ""),
        ("git log --format=%s", "start\n"),
        ("echo 'x = 2' > a.py; git diff --name-only", "a.py\n"),
        ("git config core.bare", "false\n"),
        ("echo $HOME; cat $HOME/.bashrc 2>/dev/null; touch $HOME/x && echo ok", "{home}\nok\n"),  # gone afterwards
        ("touch /tmp/x && ls /tmp/x", "/tmp/x\n"),
        ("touch .git 2>&1 | grep -c Read-only", "1\n"),
        ("touch /usr/overhaul 2>&1 | grep -c 'Read-only\\|denied'", "1\n"),
        ("touch {checkout}/.git/x 2>&1 | grep -c Read-only", "1\n"),
        ("rm -rf {checkout} 2>/dev/null; test -e {checkout}/.git && echo there", "there\n"),
        ("cat", ""),  # its standard input is empty
    ],
)
def test_a_command_in_the_sandbox_finds_what_it_needs(
    command: str, output: str, workspace: Workspace, home: Path
) -> None:
    names = {"home": home, "checkout": workspace.checkout}
    result = run_command(command.format(**names), workspace.root, Conditions(sandbox=True))
    assert result.output == output.format(**names)
    assert workspace.check_untouched(workspace.head) is None


@live
@pytest.mark.parametrize(
    ("command", "words"),
    [("no-such-program", "was not found"), (".venv/bin/pytest", "copy it in with --copy .venv")],
)
def test_a_command_that_cannot_start_says_so_in_the_sandbox_too(command: str, words: str, workspace: Workspace) -> None:
    with pytest.raises(CommandUnusable, match=words):
        run_command(command, workspace.root, Conditions(sandbox=True))


@live
def test_the_time_limit_ends_everything_in_the_sandbox(workspace: Workspace) -> None:
    marker = workspace.root / "ticks"
    stray = "setsid sh -c 'while :; do echo x >> ticks; sleep 0.1; done' & sleep 60"
    result = run_command(stray, workspace.root, Conditions(sandbox=True, seconds=1.5))
    assert result.exit_code is None
    time.sleep(0.3)
    ticks = marker.read_text()
    time.sleep(0.5)
    assert ticks
    assert marker.read_text() == ticks


# How the walls are put up, with or without bubblewrap at hand


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bwrap that does nothing, alone on the PATH with what tests need."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("git", "sh", "cat"):
        (folder / name).symlink_to(shutil.which(name) or name)
    executable(folder / "bwrap", "#!/bin/sh\nexit 0\n")
    monkeypatch.setenv("PATH", str(folder))
    return folder


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def walls(workspace: Workspace, command: str = "true", **environment: str) -> list[tuple[str, str]]:
    """What is done with each folder, in order; a later one covers what lies in an earlier one."""
    variables = {**os.environ, **environment}
    words, _ = shut_in(("sh", "-c", command), command, workspace.root, variables, workspace.checkout)
    options = words[: words.index("--")]
    binds = {"--bind", "--ro-bind"}
    return [
        (word, options[place + (2 if word in binds else 1)])
        for place, word in enumerate(options)
        if word in binds | {"--tmpfs"}
    ]


def test_homes_are_hidden_and_the_worktree_is_the_only_place_to_write(
    fake: Path, workspace: Workspace, home: Path
) -> None:
    acts = walls(workspace)
    assert acts[0] == ("--ro-bind", "/")
    assert [place for act, place in acts if act == "--bind"] == [str(workspace.root)]
    hidden = [Path(place) for act, place in acts if act == "--tmpfs"]
    assert any(home.is_relative_to(folder) for folder in hidden)
    assert any(workspace.checkout.is_relative_to(folder) for folder in hidden)
    covering = [place for _, place in acts if Path(place) in (home, *home.parents)]
    assert acts.index(("--tmpfs", covering[-1])) < acts.index(("--bind", str(workspace.root)))


def test_our_own_variables_do_not_lead_out_of_the_sandbox(
    fake: Path, workspace: Workspace, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = ("SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "TMPDIR")
    _, inside = shut_in(("true",), "true", workspace.root, {**os.environ, **dict.fromkeys(outside, "/x"), "LANG": "C"})
    assert not set(outside) & set(inside)
    assert (inside["LANG"], inside["HOME"]) == ("C", str(home))


def test_a_checkout_that_is_in_no_home_is_hidden_too(fake: Path, workspace: Workspace) -> None:
    words, _ = shut_in(("true",), "true", workspace.root, dict(os.environ), Path("/usr/share"))
    assert words[words.index("/usr/share") - 1] == "--tmpfs"
    words, _ = shut_in(("true",), "true", workspace.root, dict(os.environ), Path("/"))  # there is nothing else then
    assert words[words.index("/") - 1] == "--ro-bind"
    assert ("--tmpfs", "/") not in list(pairwise(words))


SHOWN = {  # a program → what is let through for it
    "tool/bin/run": "tool",
    ".pyenv/shims/run": ".pyenv",
    ".local/bin/run": ".local/bin",
    "bin/run": "bin",
    "run": "run",
    "notes/run": "notes",
}


@pytest.mark.parametrize("program", SHOWN)
@pytest.mark.parametrize("on_path", [True, False])
def test_of_a_home_only_what_belongs_to_a_program_is_let_through(
    program: str, on_path: bool, fake: Path, workspace: Workspace, home: Path
) -> None:
    place = executable(home / program, "#!/bin/sh\n")
    command, more = ("run", {"PATH": f"{place.parent}:{fake}"}) if on_path else (f"X=1 {place} -q", {})
    acts = walls(workspace, command, **more)
    shown = {
        Path(at).relative_to(home).as_posix() for act, at in acts if act == "--ro-bind" and at.startswith(f"{home}/")
    }
    assert {path for path in shown if not path.startswith("cache/")} == {SHOWN[program]}


@pytest.mark.parametrize("linked", ["home", "programs"])
def test_programs_are_let_through_where_links_lead_to_them(
    linked: str, fake: Path, workspace: Workspace, home: Path, tmp_path: Path
) -> None:
    real = executable(home / "tool-1/bin/run", "\x7fELF")
    link = tmp_path / "link" if linked == "home" else home / "tool"
    link.symlink_to(home if linked == "home" else home / "tool-1")
    named = link / "tool-1/bin" if linked == "home" else link / "bin"
    for command, more in ((f"{named}/run", {}), ("run", {"PATH": f"{named}:{fake}"})):
        shown = {at for act, at in walls(workspace, command, **more) if act == "--ro-bind"}
        assert str(real.parent.parent) in shown
        assert linked == "home" or str(link) in shown


def test_an_environment_in_the_checkout_shows_itself_and_its_base_and_not_the_checkout(
    fake: Path, workspace: Workspace, home: Path
) -> None:
    base = executable(home / ".local/share/uv/python/cpython-3.12/bin/python3.12", "\x7fELF")
    environment = workspace.checkout / ".venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin/python").symlink_to(base)
    (environment / "pyvenv.cfg").write_text(f"home = {base.parent}\nversion = 3.12\n")
    tests = executable(environment / "bin/pytest", f"#!{environment}/bin/python\nimport pytest\n")
    shown = {Path(at) for act, at in walls(workspace, f"{tests} -q") if act == "--ro-bind"}
    assert {environment, base.parent.parent, workspace.checkout / ".git"} <= shown
    assert workspace.checkout not in shown


def test_what_logs_in_is_covered_where_it_lies_beside_programs(fake: Path, workspace: Workspace, home: Path) -> None:
    executable(home / ".cargo/bin/cargo", "\x7fELF")
    (home / ".cargo/credentials.toml").write_text("token")
    words, _ = shut_in(("true",), f"{home}/.cargo/bin/cargo test", workspace.root, dict(os.environ))
    at = words.index(f"{home}/.cargo/credentials.toml")
    assert words[at - 2 : at] == ("--ro-bind", "/dev/null")
    assert words.index(f"{home}/.cargo") < at


# Where it cannot be had


def test_a_sandbox_that_works_is_said_to(fake: Path) -> None:
    check_sandbox()


def test_a_missing_bubblewrap_is_named(fake: Path) -> None:
    (fake / "bwrap").unlink()
    with pytest.raises(CommandUnusable, match="install the package bubblewrap, or run without --sandbox"):
        check_sandbox()


def test_a_kernel_that_forbids_it_is_named_in_the_words_of_bubblewrap(fake: Path) -> None:
    executable(fake / "bwrap", "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    with pytest.raises(CommandUnusable, match=r"'bwrap: setting up uid map: Permission denied'.*user namespaces"):
        check_sandbox()
