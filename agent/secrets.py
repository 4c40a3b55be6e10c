"""Secrets in a text, or a file that is one by its name.

Tokens are told by the shape that their makers gave them, keys by their armour, passwords in addresses and random
strings by looking random: what is a word, a path, a hash or an encoded text is none. A name like `password` beside a
value that does not look random is worth a note alone.
"""

import base64
import binascii
import fnmatch
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

#: Names of files that hold keys or passwords whatever stands in them, in lower case.
NAMES = (
    *(".env", ".env.*", "*.env", ".envrc", ".netrc", "_netrc", ".pgpass", ".pypirc", ".git-credentials", ".htpasswd"),
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem", "*.key", "*.ppk", "*.p12", "*.pfx", "*.jks", "*.keystore"),
    *("*.kdbx", "*.tfstate", "*.tfstate.backup", "master.key", "credentials.json", "client_secret*.json"),
    *("secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", ".dockercfg", ".vault_pass*"),
)
SAMPLES = (".example", ".sample", ".template", ".dist", ".defaults", ".pub", ".schema")  # as in .env.example


class Hit(msgspec.Struct, frozen=True, array_like=True):
    """One place that looks like a secret. It never holds the secret itself."""

    line: int
    kind: str  # "a private key"
    sure: bool = True  # False: only a name says so


class Spot(NamedTuple):
    """A hit as it is found: at a place in the text."""

    at: int
    kind: str
    sure: bool = True


class Shape(msgspec.Struct, frozen=True):
    """A kind of secret that is known by its looks."""

    kind: str
    sign: str  # stands in every text that holds one: looked for first, since that is fast
    pattern: str
    certain: bool = False  # the looks leave no room for an example


_ARMOUR = r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
_BEFORE, _AFTER = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
SHAPES = (
    # The header alone stands in many a parser; material has to follow it.
    Shape("a private key", "PRIVATE KEY", _ARMOUR + r"(?:[\w-]+: [^\n]*|\\[nr]|[\s\"'+,;])*[A-Za-z0-9+/=]{32,}", True),
    Shape("an AWS access key", "A", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
    Shape("a GitHub token", "gh", r"gh[pousr]_[A-Za-z0-9]{36,251}"),
    Shape("a GitHub token", "github_pat_", r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    Shape("a GitLab token", "glpat-", r"glpat-[A-Za-z0-9_-]{20,}"),
    Shape("a Slack token", "xox", r"xox[abeoprs](?:-\d+)?-\d{8,}-[A-Za-z0-9-]{10,}"),
    Shape("a Slack address", "hooks.slack.com", r"hooks\.slack\.com/services/T\w{7,}/B\w{7,}/\w{20,}"),
    Shape("a Stripe key", "k_live_", r"[rs]k_live_[A-Za-z0-9]{20,}"),
    Shape("an OpenAI key", "T3BlbkFJ", r"sk-[A-Za-z0-9_-]{16,}T3BlbkFJ[A-Za-z0-9_-]{16,}"),
    Shape("an OpenAI key", "sk-proj-", r"sk-proj-[A-Za-z0-9_-]{40,}"),
    Shape("an Anthropic key", "sk-ant-", r"sk-ant-[a-z0-9]+-[A-Za-z0-9_-]{40,}"),
    Shape("an OpenRouter key", "sk-or-", r"sk-or-v1-[0-9a-f]{64}"),
    Shape("a Google key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    Shape("a Google client secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    Shape("a Hugging Face token", "hf_", r"hf_[A-Za-z]{34}"),
    Shape("an npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    Shape("a PyPI token", "pypi-AgEIcHlwaS5vcmc", r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}"),
    Shape("a SendGrid key", "SG.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    Shape("a DigitalOcean token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    Shape("a Databricks token", "dapi", r"dapi[0-9a-f]{32}"),
    Shape("a Shopify token", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    Shape("a Telegram token", ":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    Shape("an Azure storage key", "AccountKey=", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    Shape("a signed web token", "eyJ", r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}"),
)
_SHAPES = tuple((shape, re.compile(_BEFORE + shape.pattern + _AFTER)) for shape in SHAPES)
_HARMLESS = re.compile(
    r"example|sample|dummy|fake|placeholder|changeme|your[_-]|xxxx|\*\*\*|\.\.\.|00000|12345|abcdef|(.)\1{7}"
    r"|eyJzdWIiOiIxMjM0NTY3ODkw",  # the token that everybody copies from the standard's page
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"<>{}]{0,60}:([^\s/:@'\"<>{}$%]{8,80})@[\w.-]")
# A name, what follows it up to the sign that gives it a value, and the value in quotes.
_NAMES = ("passw", "passphrase", "pwd", "secret", "token", "credential", "key")
_KEY = re.compile(r"(?:api|access|auth|private|secret|encryption|signing)[_-]?$", re.IGNORECASE)  # before "key"
_VALUE = re.compile(
    r"\w{3,12}[\w-]{0,20}[\"']?\]?\s{0,4}(?::\s?[\w\[\]. |]{1,30})?\s{0,4}(?::=|=>|[:=])\s{0,4}"
    r"[bru]{0,2}([\"'`])((?:(?!\1)[^\s\\]){6,200})\1",
)
_BARE = re.compile(
    r"\w{3,12}[\w-]{0,20}[\"']?[ \t]{0,4}[:=][ \t]{0,4}([A-Za-z0-9+/-]{16,200}={0,2})[ \t\r]*(?:$|#)", re.MULTILINE
)
_RANDOM = "a random string"
_QUOTED = re.compile(r"(?<![\w-])([\"'`])(?!sha\d+-)([A-Za-z0-9+/_-]{32,100}={0,2})\1")
_ALLOWED = re.compile(r"pragma: ?allowlist secret|gitleaks:allow", re.IGNORECASE)  # as other finders have it
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def secret_by_name(path: str) -> bool:
    """Whether a file is of keys or passwords by its name."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(SAMPLES):
        return False
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in NAMES) or path.lower().endswith(
        (".aws/credentials", ".docker/config.json", ".kube/config")
    )


def find_secrets(text: str) -> tuple[Hit, ...]:
    """What in a text looks like a secret, one a line, in order; not where a comment of the line allows it."""
    spots = {*_shaped(text), *_in_addresses(text), *_named(text), *_random(text)}
    found, at, line = dict[int, Hit](), 0, 1
    for spot in sorted(spots, key=lambda spot: spot.at):
        line, at = line + text.count("\n", at, spot.at), spot.at
        hit = Hit(line, spot.kind, spot.sure)
        if _weight(hit) > _weight(found.get(line)) and not _ALLOWED.search(_line_around(text, at)):
            found[line] = hit
    return tuple(found.values())


def _weight(hit: Hit | None) -> int:
    """Of the hits on a line the most telling is told."""
    return 0 if hit is None else 1 + 2 * hit.sure + (hit.kind != _RANDOM)


def _line_around(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]


def without_secrets(text: str) -> str:
    """A text in which lines that look like a secret are not to be read: a test's output, say, that shows one."""
    hidden = {hit.line for hit in find_secrets(text) if hit.sure}
    if not hidden:
        return text
    lines = enumerate(text.split("\n"), start=1)
    return "\n".join("(this line looks like a secret)" if number in hidden else line for number, line in lines)


def _shaped(text: str) -> Iterator[Spot]:
    for shape, pattern in _SHAPES:
        if shape.sign in text:
            for match in pattern.finditer(text):
                if shape.certain or not _HARMLESS.search(match[0]):
                    yield Spot(match.start(), shape.kind)


def _in_addresses(text: str) -> Iterator[Spot]:
    if "://" in text:
        for match in _ADDRESS.finditer(text):
            if _mixed(match[1]) and not _HARMLESS.search(match[1]):
                yield Spot(match.start(), "a password in an address")


def _named(text: str) -> Iterator[Spot]:
    lowered = text.lower()
    if len(lowered) != len(text):  # some letters grow when they shrink
        lowered = text
    for name in _NAMES:
        at = lowered.find(name)
        while at >= 0:
            if name != "key" or _KEY.search(text, max(0, at - 12), at):
                yield from _valued(text, at)
            at = lowered.find(name, at + len(name))


def _valued(text: str, at: int) -> Iterator[Spot]:
    """Whether what follows a name gives it a value: in quotes; or bare, as in configuration, if it looks random."""
    quoted, bare = _VALUE.match(text, at), _BARE.match(text, at)
    if quoted and not _HARMLESS.search(quoted[2]):
        sure = _looks_random(quoted[2])
        yield Spot(at, "a random value of a name like password or key" if sure else "a name like password", sure)
    elif bare and not _HARMLESS.search(bare[1]) and _looks_random(bare[1]):
        yield Spot(at, "a random value of a name like password or key")


def _random(text: str) -> Iterator[Spot]:
    """Strings that stand alone in quotes and look random without any name to say so."""
    for match in _QUOTED.finditer(text):
        value = match[2]
        if _three_kinds(value) and _entropy(value) > 4.3 and not _encoded(value) and not _HARMLESS.search(value):
            yield Spot(match.start(), _RANDOM)


def _looks_random(value: str) -> bool:
    if len(value) < 16 or not re.fullmatch(r"[A-Za-z0-9+/=_.~!@#$%^&*-]+", value) or _UUID.fullmatch(value):
        return False
    if re.fullmatch(r"[0-9a-fA-F]+", value):
        return len(value) >= 24 and _entropy(value) > 3.0  # a shorter one is an id
    return _mixed(value) and _entropy(value) > min(3.5, math.log2(len(value)) * 0.8)


def _mixed(value: str) -> bool:
    """Whether letters and digits alternate as in no word, path or version."""
    turns = len(re.findall(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])", value))
    return turns >= 2 + len(value) // 16


def _three_kinds(value: str) -> bool:
    kinds = (r"[A-Z]", r"[a-z]", r"\d")
    return all(len(re.findall(kind, value)) >= 3 for kind in kinds) and _mixed(value)


def _encoded(value: str) -> bool:
    """Whether a value is text in base64, which hides nothing."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return all(32 <= byte < 127 or byte in b"\t\r\n" for byte in plain)


def _entropy(value: str) -> float:
    """Bits a character."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
