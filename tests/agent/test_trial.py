"""doctor, in plain words: every failure names the way out."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.cli.doctor import MARKS
from agent.doctor import Check, check_machine
from agent.lineup import Caps
from agent.prices import Price
from agent.settings import Settings
from agent.trial import check_models
from tests.commandline import overhaul, overhaul_json
from tests.loopback import Loopback, Scripted
from tests.obedient import expected_of, words_of
from tests.vocabularies import bytes_tokenizer, needs_library


def counting(body: dict[str, Any]) -> str:
    """Does as it is told."""
    ((number, kind, _, key),) = expected_of(words_of(body).split("Then the numbers")[0])
    lines = "\n".join(map(str, range(1, 61)))
    return f"<<<BLOCK:{number}:{kind}:{key}>>>\n{lines}\n<<<END:{number}:{key}>>>\n"


def at_length(body: dict[str, Any]) -> str:
    """Says more than one read from a network brings."""
    return "Let me think. " * 20_000 + "\n" + counting(body)


def listing(entry: dict[str, object], answer: Callable[[dict[str, Any]], Any] = counting) -> Callable[..., Any]:
    """A server that has one model, and tells so."""

    def respond(body: dict[str, Any]) -> Any:
        return answer(body) if body else Scripted.json(200, {"object": "list", "data": [entry]})

    return respond


def found(server: Loopback, **fields: Any) -> dict[str, Check]:
    settings = Settings(model="tiny", base_url=server.url, **fields)
    return {check.what.removeprefix("tiny: "): check for check in check_models(settings, {"OPENAI_API_KEY": "k"})}


def test_a_model_that_works_is_described() -> None:
    with Loopback(listing({"id": "tiny", "max_model_len": 131072}, at_length)) as server:
        checks = found(server, prices={"tiny": Price(input=1, output=2)})
    assert [check for check in checks.values() if check.state != "ok"] == []
    assert "131,072" in checks["context"].words
    assert "pieces in" in checks["streaming"].words
    assert "tokens/s" in checks["streaming"].words
    assert " tokens in, 7 out" in checks["usage"].words
    assert "$3" in checks["price"].words


def refusing(body: dict[str, Any]) -> Any:
    if "temperature" in body:
        return Scripted.json(
            400, {"error": {"message": "Unsupported parameter: 'temperature'", "param": "temperature"}}
        )
    return counting(body)


def chatty(body: dict[str, Any]) -> Any:
    return "1, 2, 3 and so on."


def silent_about_usage(body: dict[str, Any]) -> Any:
    return Scripted.reply(counting(body), usage=None)


def in_one_piece(body: dict[str, Any]) -> Any:
    return Scripted.reply(counting(body), step=10_000)


@pytest.mark.parametrize(
    ("entry", "answer", "what", "words"),
    [
        ({"id": "tiny", "meta": {"n_ctx_train": 4096}}, counting, "context", "4,096 tokens, less than"),
        ({"id": "tiny"}, counting, "context", "nobody says"),
        ({"id": "other"}, counting, "server", "lists no tiny"),
        ({"id": "tiny"}, chatty, "answer", "did not keep to"),
        ({"id": "tiny"}, silent_about_usage, "usage", "does not say"),
        ({"id": "tiny"}, in_one_piece, "streaming", "in one piece"),
        ({"id": "tiny"}, counting, "price", "not known"),
    ],
)
def test_what_a_user_should_know_is_noted_with_a_hint(
    entry: dict[str, object], answer: Callable[..., Any], what: str, words: str
) -> None:
    with Loopback(listing(entry, answer)) as server:
        check = found(server)[what]
    assert check.state == "note"
    assert words in check.words
    assert check.hint
    assert check.exit == 0


def test_refused_parameters_are_named() -> None:
    with Loopback(listing({"id": "tiny"}, refusing)) as server:
        assert "does not take temperature" in found(server)["parameters"].words


@pytest.mark.parametrize(
    ("answer", "words", "exit_code"),
    [
        (lambda body: Scripted.json(401, {"error": {"message": "bad key"}}), "does not accept the key", 5),
        (lambda body: Scripted.json(404, {"error": {"message": "no such model"}}), "no such", 5),
        (lambda body: Scripted.page(200, "hello"), "web page", 5),
        (lambda body: Scripted.json(429, {"error": {"code": "insufficient_quota", "message": "quota"}}), "quota", 5),
    ],
)
def test_a_failure_names_the_way_out(answer: Callable[..., Any], words: str, exit_code: int) -> None:
    with Loopback(listing({"id": "tiny"}, answer)) as server:
        check = found(server)["tiny"]
    assert (check.state, check.exit) == ("fail", exit_code)
    assert words in check.words
    assert check.hint


def test_a_missing_key_and_an_unreachable_server_are_failures() -> None:
    (check,) = check_models(Settings(model="openai:gpt-5"), {})
    assert (check.state, check.exit) == ("fail", 2)
    assert "OPENAI_API_KEY" in check.hint
    *_, check = check_models(Settings(model="m", base_url="http://127.0.0.1:9/v1"), {})
    assert (check.state, check.exit) == ("fail", 5)


def test_a_context_can_be_set_for_one_model() -> None:
    with Loopback(listing({"id": "tiny", "max_model_len": 16_000})) as server:
        assert found(server)["context"].state == "note"
        assert found(server, caps={"tiny": Caps(context_tokens=6000)})["context"].state == "ok"


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No program is on the path, and no folder can be written."""
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / f"overhaul-{os.getuid()}").write_text("")
    return tmp_path


def test_a_machine_without_git_or_cache_is_told_what_it_lacks(bare_machine: Path) -> None:
    checks = {check.what: check for check in check_machine(bare_machine / "file" / "cache")}
    assert checks["python"].state == "ok"
    assert (checks["git"].state, checks["git"].exit) == ("fail", 3)
    assert (checks["cache folder"].state, checks["cache folder"].exit) == ("fail", 3)
    assert (checks["sandbox"].state, checks["sandbox"].exit) == ("note", 0)
    assert all(check.hint for check in checks.values() if check.state != "ok")


def test_a_cache_folder_that_something_stands_in_for_is_only_noted(bare_machine: Path) -> None:
    elsewhere = bare_machine / f"overhaul-{os.getuid()}"
    elsewhere.unlink()
    checks = {check.what: check for check in check_machine(bare_machine / "file" / "cache")}
    assert (checks["cache folder"].state, checks["cache folder"].exit) == ("note", 0)
    assert f"worktrees go to {elsewhere.resolve()}" in checks["cache folder"].words


def test_the_command_needs_no_repository_and_no_key_for_the_built_in_model(tmp_path: Path) -> None:
    done = overhaul(tmp_path, "doctor")
    assert done.returncode == 0, done.stderr
    assert f"{MARKS['ok']}  builtin: needs no key and no network" in done.stdout
    document = overhaul_json(tmp_path, "doctor", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", status=5)
    assert document["exit"] == 5
    assert {"python", "git", "cache folder", "m"} <= {check["what"] for check in document["checks"]}
    assert json.dumps(document)


@needs_library
@pytest.mark.parametrize("broken", [False, True])
def test_a_tokenizer_that_is_named_is_tried(tmp_path: Path, broken: bool) -> None:
    path = bytes_tokenizer(tmp_path / "tokenizer.json")
    if broken:
        path.write_bytes(b"{")
    with Loopback(listing({"id": "tiny"})) as server:
        check = found(server, tokenizers={"tiny": str(path)})["tokenizer"]
    assert (check.state, bool(check.hint)) == (("note", True) if broken else ("ok", False))
    assert str(path) in check.words


def test_no_tokenizer_is_spoken_of_where_none_is_named() -> None:
    with Loopback(listing({"id": "tiny"})) as server:
        assert "tokenizer" not in found(server, tokenizers={"other": "/nowhere"})
