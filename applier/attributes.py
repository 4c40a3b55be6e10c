"""What git's attributes and settings say of how a file stands in the worktree, whatever the blob holds."""

from collections.abc import Iterable
from dataclasses import dataclass

from applier.git import Git, as_input

_ASKED = ("working-tree-encoding", "text", "eol")
_NOTHING = frozenset({"unspecified", "set", "unset", ""})
_YES = frozenset({"true", "yes", "on", "1"})


@dataclass(frozen=True, slots=True)
class Custom:
    """How git writes a file when it checks it out."""

    encoding: str = ""  # "UTF-16LE"; "" where git leaves the bytes alone
    newline: str = "\n"  # of a file that is new


def customs(git: Git, paths: Iterable[str]) -> dict[str, Custom]:
    """What holds for each path, be there a file or not."""
    wanted = sorted(set(paths))
    if not wanted:
        return {}
    answers = git.read("check-attr", "-z", "--stdin", *_ASKED, stdin=as_input(wanted)).split(b"\0")
    values = [value.decode("utf-8", "replace") for value in answers[2::3]]
    autocrlf, eol = _settings(git)
    found = zip(values[::3], values[1::3], values[2::3], strict=True)
    return {
        path: Custom("" if encoding in _NOTHING else encoding, _line_end(text, own_eol, autocrlf, eol))
        for path, (encoding, text, own_eol) in zip(wanted, found, strict=True)
    }


def _line_end(text: str, own_eol: str, autocrlf: str, eol: str) -> str:
    if text == "unset":
        return "\n"
    if own_eol in ("lf", "crlf"):
        crlf = own_eol == "crlf"
    elif autocrlf in _YES or autocrlf == "input":
        crlf = autocrlf != "input"
    else:
        crlf = text in ("set", "auto") and eol == "crlf"
    return "\r\n" if crlf else "\n"


def _settings(git: Git) -> tuple[str, str]:
    """core.autocrlf and core.eol; "" where not set."""
    words = ("config", "-z", "--get-regexp", r"^core\.(autocrlf|eol)$")
    found = dict(entry.lower().partition("\n")[::2] for entry in git.names(*words, ok=(0, 1)))
    return found.get("core.autocrlf", ""), found.get("core.eol", "")
