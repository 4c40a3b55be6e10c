"""What other people's programs see of our environment."""

import pytest

from applier.environment import for_commands, for_git

SECRET = [
    "OPENAI_API_KEY",
    "OPENAI_ORG",
    "ANTHROPIC_AUTH",
    "OVERHAUL_MODEL",
    "MISTRAL_API_KEY",
    "GITHUB_TOKEN",
    "TOKEN",
    "my_apikey",
]
KEPT = ["PATH", "HOME", "SSH_AUTH_SOCK", "GNUPGHOME", "TOKENIZERS_PARALLELISM", "KEYBOARD", "DJANGO_SECRET_KEY", "LANG"]
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


def test_commands_neither_find_our_modules_nor_write_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/ours")
    assert "PYTHONPATH" not in for_commands()
    assert for_commands()["PYTHONDONTWRITEBYTECODE"] == "1"
