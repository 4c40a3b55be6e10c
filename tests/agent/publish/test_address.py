"""Where a remote is on the web, and which token goes there."""

import pytest

from agent.errors import PublishFailed
from agent.publish.address import find_forge

TOKENS = {"GITHUB_TOKEN": "public", "GH_ENTERPRISE_TOKEN": "private"}


@pytest.mark.parametrize(
    ("url", "api", "web", "token"),
    [
        ("https://github.com/octo/shop.git", "https://api.github.com", "https://github.com", "public"),
        ("https://github.com/octo/shop/", "https://api.github.com", "https://github.com", "public"),
        ("https://me:pw@github.com/octo/shop", "https://api.github.com", "https://github.com", "public"),
        ("git@github.com:octo/shop.git", "https://api.github.com", "https://github.com", "public"),
        ("ssh://git@ssh.github.com:443/octo/shop.git", "https://api.github.com", "https://github.com", "public"),
        ("https://acme.ghe.com/octo/shop", "https://api.acme.ghe.com", "https://acme.ghe.com", "public"),
        ("https://git.acme.org/octo/shop", "https://git.acme.org/api/v3", "https://git.acme.org", "private"),
        ("https://acme.org:8443/octo/shop", "https://acme.org:8443/api/v3", "https://acme.org:8443", "private"),
        ("git@git.acme.org:octo/shop", "https://git.acme.org/api/v3", "https://git.acme.org", "private"),
    ],
)  # fmt: skip
def test_a_remote_names_its_server_and_only_that_gets_the_token(url: str, api: str, web: str, token: str) -> None:
    forge = find_forge(url, None, TOKENS)
    assert (forge.api, forge.web, forge.slug, forge.token) == (api, web, "octo/shop", token)


def test_a_token_for_github_goes_to_no_other_server() -> None:
    assert find_forge("https://git.acme.org/octo/shop", None, {"GITHUB_TOKEN": "t", "GH_TOKEN": "t"}).token == ""
    runner = {"GITHUB_API_URL": "https://git.acme.org/api/v3/", "GITHUB_SERVER_URL": "https://git.acme.org"}
    forge = find_forge("/srv/remote.git", "octo/shop", {**runner, "GITHUB_TOKEN": "t"})
    assert (forge.api, forge.token) == ("https://git.acme.org/api/v3", "t")


@pytest.mark.parametrize(
    ("url", "slug"),
    [
        ("/srv/remote.git", None),
        ("file:///srv/remote.git", None),
        ("../remote", "octo/shop"),
        ("https://github.com/shop", None),
        ("https://github.com/a/b/c", None),
        ("https://github.com/octo/..", None),
        ("https://github.com/octo/shop", "octo/shop/pulls"),
        ("https://github.com/octo/shop", "octo/shop?x=1"),
        ("https://github.com/octo/shop", "octo/$(id)"),
        ("https://github.com/octo/shop", "octo/a\nb"),
    ],
)
def test_what_is_no_repository_there_is_refused(url: str, slug: str | None) -> None:
    with pytest.raises(PublishFailed):
        find_forge(url, slug, TOKENS)


@pytest.mark.parametrize("api", ["http://api.github.com", "ftp://x", "api.github.com"])
def test_no_token_goes_unencrypted(api: str) -> None:
    with pytest.raises(PublishFailed, match="https"):
        find_forge("https://github.com/octo/shop", None, {"GITHUB_API_URL": api, **TOKENS})


def test_the_compare_link_is_one_address() -> None:
    forge = find_forge("git@github.com:octo/shop", None, {})
    link = forge.compare("main", "overhaul/a b?#x")
    assert link == "https://github.com/octo/shop/compare/main...overhaul/a%20b%3F%23x?expand=1"
