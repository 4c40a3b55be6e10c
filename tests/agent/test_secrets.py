"""Secrets: what looks like one beside what only looks a little like one.

The true ones are put together here from halves, so that no finder of secrets stumbles over this file.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.secrets import find_secrets, secret_by_name, without_secrets

LETTERS = "q7Zr2LmX9vKp4TnB8wYd3HsG6jRf5Ac1UeWoVtQi"  # forty, in no order


def made(*halves: str) -> str:
    return "".join(halves)


KEY = made("-----BEGIN RSA PRIV", "ATE KEY-----")
TRUE = [
    (f"{KEY}\nMIIEpAIBAAKCAQEA{LETTERS}\n", "a private key"),
    (f'PEM = "{KEY}\\nMIIEpAIBAAKCAQEA{LETTERS}\\n"\n', "a private key"),
    (f"{made('-----BEGIN OPENSSH PRIV', 'ATE KEY-----')}\nb3BlbnNzaC1rZXktdjEAAAAABG5vbm{LETTERS}\n", "a private key"),
    (f"aws_id = '{made('AKI', 'AQ7ZR2LMX4VKP4TNB')}'\n", "an AWS access key"),
    (f"token: {made('gh', 'p_')}{LETTERS[:36]}\n", "a GitHub token"),
    (f"{made('glp', 'at-')}{LETTERS[:20]}", "a GitLab token"),
    (f"x = '{made('xox', 'b-')}123456789012-{LETTERS[:24]}'\n".replace("12345", "97531"), "a Slack token"),
    (f"{made('sk_', 'live_')}{LETTERS[:24]}\n", "a Stripe key"),
    (f"{made('sk-', 'proj-')}{LETTERS}{LETTERS}\n", "an OpenAI key"),
    (f"KEY={made('sk-', 'ant-')}api03-{LETTERS}{LETTERS}\n", "an Anthropic key"),
    (f"{made('AIz', 'a')}{LETTERS[:35]}\n", "a Google key"),
    (f"url = 'postgres://app:{LETTERS[:12]}@db.internal/shop'\n", "a password in an address"),
    (f'password = "{LETTERS[:20]}"\n', "a random value of a name like password or key"),
    (f'{{"api_key": "{LETTERS[:32]}"}}\n', "a random value of a name like password or key"),
    (f'client_secret: str = "{LETTERS[:24]}"\n', "a random value of a name like password or key"),
    ('AUTH_TOKEN = "d41d8cd98f00b204e9800998ecf8427e"\n', "a random value of a name like password or key"),
    (f"POSTGRES_PASSWORD: {LETTERS[:20]}\n", "a random value of a name like password or key"),
    (f"api-key={LETTERS[:32]}  # of the shop\n", "a random value of a name like password or key"),
    ("  password: cG9zdGdyZXM3NzQ0MjE5\n", "a random value of a name like password or key"),
    (f'x = "{LETTERS}"\n', "a random string"),
]


@pytest.mark.parametrize(("text", "kind"), TRUE)
def test_a_secret_is_found_at_its_line(text: str, kind: str) -> None:
    (hit,) = find_secrets(f"first\nsecond\n{text}")
    assert (hit.line, hit.kind, hit.sure) == (3, kind, True)


HARMLESS = [
    "",
    "import secrets\n\ntoken = secrets.token_hex(16)\n",
    'if "-----BEGIN PRIVATE KEY-----" in text:\n    raise ValueError(text)\n',
    "AKIAIOSFODNN7EXAMPLE\n",
    f'    "integrity": "sha512-{LETTERS}/{LETTERS}+aBcD=="\n',
    'version = "1.2.3"\nhash = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\n',
    '[[package]]\nchecksum = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\n',
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n",
    'ID = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"\n',
    'token = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"\n',
    f'src = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ{LETTERS}"\n',
    'text = "VGhpcyBpcyBhIHNlbnRlbmNlIGluIGJhc2U2NC4gTm90aGluZyBtb3JlLg=="\n',
    'ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"\n',
    "name = 'test_a_function_with_a_very_long_name_that_says_what_it_tests_2_times'\n",
    'Handler = "AbstractSingletonProxyFactoryBeanPostProcessorV2Impl3Default"\n',
    'path = "src/components/Button3/ButtonGroup2/useButtonGroup1State.ts"\n',
    "url = 'postgres://postgres:postgres@localhost/test'\n",
    "url = f'https://{user}:{password}@{host}/'\n",
    "url = 'https://user:password@example.org/'\n",
    "https://example.org:8080/a@b\n",
    "jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'\n",
    'api_key = os.environ["API_KEY"]\n',
    "api_key = 'your-api-key-goes-here'\n",
    "secret_key: changeme\n",
    "token = parser.next2token3or4none5\n",
    "self.token = TokenClassOfVersion2\n",
    "key: build-v1-2-3-linux-x86-64\n",
    "cache_key = f(hash)\nsecret_name: shop-database-credentials-2\n",
    'sort(key="name")\nprimary_key = True\nkeyword = "something_long_enough"\n',
    '"AWS::ApiGateway::ApiKey": "48205d4ffd7feba3",\n',
    f'token = "{LETTERS}"  # pragma: allowlist secret\n',
    "const re = /(password|secret)\\s*=\\s*'[^']+'/\n",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_a_little_like_a_secret_is_none(text: str) -> None:
    assert [hit for hit in find_secrets(text) if hit.sure] == []


@pytest.mark.parametrize(
    "text",
    ['password = "hunter2"\n', "login(password='correct horse')\n".replace(" ", "-"), '"secret": "swordfish"\n'],
)
def test_a_name_alone_is_worth_a_note(text: str) -> None:
    (hit,) = find_secrets(text)
    assert not hit.sure


@pytest.mark.parametrize("text", ["password = ''\n", "password = None\n", "def check(password: str) -> bool: ...\n"])
def test_a_name_without_a_value_is_not_even_that(text: str) -> None:
    assert find_secrets(text) == ()


def test_a_text_can_be_shown_without_the_lines_that_look_like_a_secret() -> None:
    output = f"E   assert login()\nE   token = '{LETTERS}'\nE   password = 'hunter2'\n1 failed"
    assert without_secrets(output).split("\n") == [
        "E   assert login()",
        "(this line looks like a secret)",
        "E   password = 'hunter2'",
        "1 failed",
    ]
    assert without_secrets("1 failed\n") == "1 failed\n"


@pytest.mark.parametrize(
    "path",
    [
        *(".env", "deploy/.env.production", "prod.env", "id_rsa", "certs/server.pem", "server.key", ".netrc"),
        *("home/.aws/credentials", "config/master.key", "config/secrets.yml", "a/.git-credentials", "x.p12", "ID_RSA"),
    ],
)
def test_some_names_say_it_all(path: str) -> None:
    assert secret_by_name(path)


@pytest.mark.parametrize(
    "path",
    [".env.example", "env.py", "src/keys.py", "id_rsa.pub", "secrets.py", "environment.yml", "monkey.py", "a.env.ts"],
)
def test_other_names_say_nothing(path: str) -> None:
    assert not secret_by_name(path)


PIECES = [
    "password",
    "api_key",
    " = ",
    ": ",
    '"',
    "'",
    "\n",
    LETTERS,
    LETTERS[:20],
    KEY,
    "://u:",
    "@h",
    "İ",
    "\\n",
    "#",
    "=",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=12).map("".join))
def test_any_text_can_be_looked_through(text: str) -> None:
    hits, lines = find_secrets(text), text.split("\n")
    assert [hit.line for hit in hits] == sorted({hit.line for hit in hits})
    assert all(1 <= hit.line <= len(lines) for hit in hits)
    shown = without_secrets(text).split("\n")
    assert len(shown) == len(lines)
    assert all(lines[hit.line - 1] != shown[hit.line - 1] for hit in hits if hit.sure)


def test_a_long_text_is_gone_through_in_little_time() -> None:
    text = "password token key secret " * 20_000 + '"' * 1000 + "x" * 100_000
    assert find_secrets(text) == ()
