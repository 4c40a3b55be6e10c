"""What other people's programs see of our environment."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from applier.environment import for_commands, for_git
from tests.environments import make_environment, with_path_file

ROOT = Path(__file__).resolve().parents[2]

SECRET = [
    "OPENAI_API_KEY",
    "OPENAI_ORG",
    "ANTHROPIC_AUTH",
    "OVERHAUL_MODEL",
    "MISTRAL_API_KEY",
    "GITHUB_TOKEN",
    "TOKEN",
    "my_apikey",
    "GEMINI_API_KEY_2",
    "OPENROUTER_KEY",
    "AZURE_OPENAI_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_SESSION_TOKEN",
    "HF_TOKEN",
    "GH_TOKEN",
    "GITHUB_PAT",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "CI_JOB_TOKEN",
]
KEPT = ["PATH", "HOME", "SSH_AUTH_SOCK", "GNUPGHOME", "TOKENIZERS_PARALLELISM", "KEYBOARD", "DJANGO_SECRET_KEY", "LANG"]
KEPT += [
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "GITHUB_ACTIONS",
    "CI",
    "AWS_REGION",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "MYPATH",
]
MISLEADING = [
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_WORK_TREE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_LITERAL_PATHSPECS",
    "GIT_TRACE",
]
OF_THE_USER = ["GIT_AUTHOR_NAME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_KEY_0", "GIT_SSH_COMMAND", "GIT_ASKPASS"]


@pytest.mark.parametrize("name", SECRET)
def test_secrets_reach_neither_git_nor_a_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "hidden")
    assert name not in for_git()
    assert name not in for_commands()


@pytest.mark.parametrize("name", KEPT)
def test_what_is_no_secret_stays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "seen")
    assert for_git()[name] == "seen"
    assert for_commands()[name] == "seen"


@pytest.mark.parametrize("name", MISLEADING)
def test_what_points_into_another_repository_goes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "elsewhere")
    assert name not in for_git()
    assert name not in for_commands()


@pytest.mark.parametrize("name", OF_THE_USER)
def test_git_still_hears_what_the_user_says_of_themselves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "mine")
    assert for_git()[name] == "mine"
    assert name not in for_commands()


def test_a_variable_named_as_secret_goes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANY_GATE", "hidden")
    assert "COMPANY_GATE" in for_git()
    assert "COMPANY_GATE" not in for_git(("COMPANY_GATE",))
    assert "COMPANY_GATE" not in for_commands(("COMPANY_GATE",))


def test_a_key_goes_by_whatever_name_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANY_GATE", "sk-0123456789abcdef")
    monkeypatch.setenv("GROQ_API_KEY", "none")
    for name, value in (
        ("BACKUP", "sk-0123456789abcdef"),
        ("URL", "https://me:sk-0123456789abcdef@host"),
        ("NO", "none"),
    ):
        monkeypatch.setenv(name, value)
    seen = for_commands(("COMPANY_GATE",))
    assert "BACKUP" not in seen
    assert "URL" not in seen
    assert seen["NO"] == "none"  # too short to be told from a word


@pytest.mark.parametrize("name", ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "ACTIONS_ID_TOKEN_REQUEST_URL"])
def test_a_command_cannot_speak_to_the_next_steps_of_a_job(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "/there")
    assert name not in for_commands()


@pytest.mark.parametrize("name", ["PYTHONPATH", "PYTHONHOME"])
def test_commands_neither_find_our_modules_nor_write_bytecode(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "/ours")
    assert name not in for_commands()
    assert for_commands()["PYTHONDONTWRITEBYTECODE"] == "1"


# Our own environment, and that of the target


def seen_from(environment: Path, checkout: Path, **variables: str) -> dict[str, str]:
    """What the commands of a target get from an Overhaul that runs in an environment."""
    script = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from applier.environment import for_commands; print(json.dumps(for_commands((), Path(sys.argv[2]))))"
    )
    words = [str(environment / "bin/python"), "-c", script, str(ROOT), str(checkout)]
    done = subprocess.run(words, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    seen: dict[str, str] = json.loads(done.stdout)
    return seen


def activated(environment: Path) -> dict[str, str]:
    return {"VIRTUAL_ENV": str(environment), "PATH": f"{environment}/bin:/opt/target/bin:/usr/bin"}


def test_our_own_environment_shadows_nothing_of_the_target(tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    make_environment(ours)
    (tmp_path / "shop").mkdir()
    seen = seen_from(ours, tmp_path / "shop", **activated(ours))
    assert seen["PATH"] == f"/opt/target/bin:/usr/bin:{ours}/bin"
    assert "VIRTUAL_ENV" not in seen
    # as pipx and `uv tool` start us
    plain = seen_from(ours, tmp_path / "shop", VIRTUAL_ENV="/opt/target", PATH="/opt/target/bin:/usr/bin")
    assert (plain["PATH"], plain["VIRTUAL_ENV"]) == ("/opt/target/bin:/usr/bin", "/opt/target")


def test_an_environment_that_is_the_targets_too_stays_as_it_is(tmp_path: Path) -> None:
    checkout = tmp_path / "shop"
    (checkout / "src").mkdir(parents=True)
    inside, outside = checkout / ".venv", tmp_path / "envs/shop"
    make_environment(inside)
    with_path_file(make_environment(outside), checkout / "src")
    for environment in (inside, outside):
        seen = seen_from(environment, checkout, **activated(environment))
        assert {name: seen[name] for name in ("PATH", "VIRTUAL_ENV")} == activated(environment)
