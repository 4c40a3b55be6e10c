"""Addresses and keys: what is taken, what is refused, and what is said of them."""

import pytest

from agent.errors import SettingsError
from agent.models.endpoint import endpoint, open_client

PATH = "/chat/completions"


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://localhost:8000/v1", "http://localhost:8000/v1/chat/completions"),
        ("http://localhost:8000/v1/", "http://localhost:8000/v1/chat/completions"),
        (" https://api.example/v1\n", "https://api.example/v1/chat/completions"),
        ("HTTPS://API.example/v1", "https://api.example/v1/chat/completions"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1/chat/completions"),
        ("http://host", "http://host/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
        ("https://host/openai/x?api-version=3", "https://host/openai/x/chat/completions?api-version=3"),
    ],
)
def test_the_path_is_added_to_a_base_url(base: str, url: str) -> None:
    assert str(endpoint("m", base, PATH, "", "K").url) == url


@pytest.mark.parametrize(
    "base",
    [
        "",
        "localhost:8000/v1",
        "localhost/v1",
        "ftp://host/v1",
        "//host/v1",
        "http://",
        "http:///v1",
        "http://[::1",
        "http://host:port/v1",
        "http://a..b/v1",
        "http://" + "a" * 70 + "/v1",
        "http://ho\x00st/v1",
    ],
)
def test_an_address_that_cannot_be_used_is_a_sentence(base: str) -> None:
    with pytest.raises(SettingsError) as caught:
        endpoint("m", base, PATH, "", "K")
    assert str(caught.value).startswith("The base URL")
    assert str(caught.value).endswith(".")
    assert "/v1" in caught.value.hint


def test_a_password_in_an_address_is_not_shown() -> None:
    at = endpoint("m", "https://user:hunter2@host:8443/v1?token=hunter3", PATH, "", "K")
    assert (at.host, at.address) == ("host:8443", "https://host:8443/v1/chat/completions")
    with pytest.raises(SettingsError) as caught:
        endpoint("m", "user:hunter2@host/v1", PATH, "", "K")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(("key", "kept"), [("", ""), ("  sk-1\n", "sk-1"), ("sk_1-a.b=", "sk_1-a.b=")])
def test_a_key_is_taken_without_the_blanks_around_it(key: str, kept: str) -> None:
    assert endpoint("m", "http://h/v1", PATH, key, "K").key == kept


@pytest.mark.parametrize("key", ["sk-secret…", "sk-secret\x07", "sk-secret two", "sk-secret\nX: y"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        endpoint("m", "http://h/v1", PATH, key, "MY_KEY")
    assert "MY_KEY" in str(caught.value)
    assert "secret" not in str(caught.value) + caught.value.hint


def test_a_key_is_not_part_of_what_an_endpoint_shows() -> None:
    assert "sk-secret" not in repr(endpoint("m", "http://h/v1", PATH, "sk-secret-12", "K"))


def test_short_keys_do_not_garble_messages() -> None:
    assert endpoint("m", "http://h/v1", PATH, "x", "K").hushed("text") == "text"


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "gopher://127.0.0.1:1"])
def test_a_proxy_that_cannot_be_used_is_a_sentence(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(SettingsError, match="proxy"):
        open_client(endpoint("m", "https://llm.example/v1", PATH, "", "K").url)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "[::1]", "localhost", "x.localhost", "0.0.0.0"])
def test_this_machine_is_reached_without_any_proxy(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    open_client(endpoint("m", f"http://{host}:8000/v1", PATH, "", "K").url).close()
