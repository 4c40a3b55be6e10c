"""Settings: flags before environment before the repository, and a repository that is not believed."""

from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.settings import Settings, load_settings


def load(
    root: Path, flags: dict[str, object] | None = None, environment: dict[str, str] | None = None, trust: bool = False
) -> Settings:
    return load_settings(root, flags or {}, environment or {}, trust=trust).settings


def test_flags_win_over_environment_and_environment_over_the_repository(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text('goal = "file"\nmodel = "openai:file"\nrepairs = 1\n')
    environment = {"OVERHAUL_GOAL": "environment", "OVERHAUL_MODEL": "openai:environment"}
    settings = load(tmp_path, {"goal": "flag", "model": None}, environment)
    assert (settings.goal, settings.model, settings.repairs) == ("flag", "openai:environment", 1)


def test_pyproject_is_read_where_there_is_no_file_of_our_own(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.overhaul]\nrepairs = 2\n[[tool.overhaul.anchors]]\nid = "A1"\ntext = "t"\n'
    )
    settings = load(tmp_path)
    assert settings.repairs == 2
    assert settings.anchors[0].id == "A1"


def test_a_kind_of_change_that_is_not_known_is_told_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="'words'") as caught:
        load(tmp_path, {"only": ["docstrings", "words"]})
    assert "local names" in caught.value.hint
    assert load(tmp_path, {"only": ["local names"]}).only == ("local names",)


@pytest.mark.parametrize("name", ["test", "lint", "types", "format_cmd", "base_url", "key_variable"])
def test_what_runs_or_where_a_key_goes_is_not_taken_from_the_repository(tmp_path: Path, name: str) -> None:
    (tmp_path / "overhaul.toml").write_text(f'{name} = "evil"\n')
    loaded = load_settings(tmp_path, {}, {})
    assert getattr(loaded.settings, name) == ""
    assert loaded.ignored == (f"overhaul.toml sets {name}",)
    trusted = load_settings(tmp_path, {}, {}, trust=True)
    assert getattr(trusted.settings, name) == "evil"
    assert trusted.ignored == ()


def test_a_repository_does_not_have_its_functions_called_unless_it_is_believed(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text("differential = true\n")
    assert not load(tmp_path).differential
    assert load(tmp_path, trust=True).differential
    assert load(tmp_path, {"differential": True}).differential
    assert load(tmp_path, environment={"OVERHAUL_DIFFERENTIAL": "1"}).differential


@pytest.mark.parametrize(
    ("text", "flags", "environment", "variable"),
    [
        ('base_url = "http://b/v1"', {}, {}, "OVERHAUL_API_KEY"),
        ('base_url = "http://b/v1"\nkey_variable = "B_KEY"', {}, {}, "B_KEY"),
        ('base_url = "http://b/v1"', {"base_url": "http://mine/v1"}, {}, ""),  # "": the provider's usual one
        ('base_url = "http://b/v1"', {}, {"OVERHAUL_BASE_URL": "http://mine/v1"}, ""),
        ('base_url = "http://b/v1"', {}, {"OVERHAUL_KEY_VARIABLE": "MY_KEY"}, "MY_KEY"),
        ("", {"base_url": "http://mine/v1"}, {}, ""),
        ("", {}, {}, ""),
    ],
)
def test_a_providers_key_does_not_go_where_a_repository_points(
    tmp_path: Path, text: str, flags: dict[str, object], environment: dict[str, str], variable: str
) -> None:
    (tmp_path / "overhaul.toml").write_text(text)
    assert load(tmp_path, flags, environment, trust=True).key_variable == variable


@pytest.mark.parametrize(
    ("table", "variable"),
    [
        ('base_url = "http://q/v1"', "OVERHAUL_API_KEY"),
        ('base_url = "http://q/v1"\nkey_variable = "Q_KEY"', "Q_KEY"),
        ('base_url = ""', ""),
    ],
)
def test_nor_where_its_servers_are(tmp_path: Path, table: str, variable: str) -> None:
    (tmp_path / "overhaul.toml").write_text(f"[servers.q]\n{table}\n")
    assert load(tmp_path, trust=True).server_of("q").key_variable == variable


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("goal = ", "not valid TOML"),
        ("goall = 'x'", "goall"),
        ("repairs = 'many'", "repairs"),
        ("repairs = -1", "negative"),
        ("max_cost = -1", "max_cost"),
        ("max_cost = nan", "max_cost"),
        ("max_minutes = inf", "max_minutes"),
        ("max_output_tokens = -1", "max_output_tokens"),
        ("[caps.m]\nreply = 1", "reply"),
        ("[models]\nrewriter = 'x'", "rewriter"),
        ("module_budget = 10", "module_budget"),
        ("[[anchors]]\nid='A'\ntext='t'\n[[anchors]]\nid='A'\ntext='u'\n", "Two anchors"),
        ("[[anchors]]\nid='A: 1'\ntext='t'\n", "anchor id"),
        ("[[anchors]]\nid='A'\ntext='t'\nforbidd='x'\n", "forbidd"),
        ("[[anchors]]\nid='A'\ntext='t'\nwithin=['src/**']\n", "nothing to look for"),
        ("[terms]\nclient = 1\n", "terms"),
    ],
)
def test_a_bad_setting_is_named(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "overhaul.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        load(tmp_path)


ANCHORS = """\
[terms]
client = "customer"

[[anchors]]
id = "A1"
text = "Nothing prints."
within = ["src/**"]
forbid = "print($$$)"

[[anchors]]
id = "A2"
text = "The schema is valid."
command = "make schema"
"""


@pytest.mark.parametrize(("trust", "command", "ignored"), [(True, "make schema", 0), (False, "", 1)])
def test_the_command_of_a_constraint_is_run_only_where_the_repository_is_trusted(
    tmp_path: Path, trust: bool, command: str, ignored: int
) -> None:
    (tmp_path / "overhaul.toml").write_text(ANCHORS)
    loaded = load_settings(tmp_path, {}, {}, trust=trust)
    first, second = loaded.settings.anchors
    assert (first.forbid, first.within, second.text) == ("print($$$)", ("src/**",), "The schema is valid.")
    assert second.command == command
    assert loaded.settings.checks == ({"A2": command} if command else {})
    assert loaded.ignored == ("overhaul.toml sets the command of the anchor A2",) * ignored
    assert loaded.settings.terms == {"client": "customer"}


def test_a_wrong_key_of_a_constraint_names_the_right_ones(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text(ANCHORS.replace("forbid =", "forbids ="))
    with pytest.raises(SettingsError, match="forbids") as raised:
        load(tmp_path)
    assert "public_api" in raised.value.hint


@pytest.mark.parametrize("text", ["", "[tool]\nother = 1\n", "not toml at all ]["])
def test_a_pyproject_that_says_nothing_to_us_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert load(tmp_path) == Settings()
