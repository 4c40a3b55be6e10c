"""What gate 13 says of two texts, their forms made in this process."""

from textwrap import dedent

from agent.forms import bound_of, form_of
from applier.facts import Facts
from applier.forms import Form, Forms
from applier.gates.equivalence import check_equivalence
from applier.scope import Scope
from repo_scan.forms import javascript, python
from repo_scan.forms.form import Surroundings

HERE = Surroundings(package="shop", homes={"shop.total": "shop.cart.total"}, stars={"shop.cart": ("total", "Cart")})
LANGUAGES = {"py": "python", "js": "javascript", "ts": "typescript", "tsx": "tsx"}


def made(path: str, text: str, only: tuple[str, ...]) -> Form:
    """The form of a text."""
    language, kinds = LANGUAGES[path.rpartition(".")[2]], frozenset(only)
    read = python.form(text, kinds, HERE) if language == "python" else javascript.form(language, text, kinds, HERE)
    return form_of(read, tuple(bound_of(bound, "", ()) for bound in read.imports))


def said(before: str, after: str, *only: str, path: str = "a.py") -> list[str]:
    """The severity and the words of each problem."""
    one, other = dedent(before).lstrip("\n"), dedent(after).lstrip("\n")
    facts = Facts({}, {}, {}, lambda kinds: Forms({path: made(path, one, kinds)}, {path: made(path, other, kinds)}))
    problems = check_equivalence({path: one}, {path: other}, facts, Scope((path,), only=only))
    return [f"{problem.severity}: {problem}" for problem in problems]


def verdict(before: str, after: str, *only: str, path: str = "a.py") -> str:
    """The gravest severity; "" where nothing is said."""
    severities = [words.partition(":")[0] for words in said(before, after, *only, path=path)]
    return next((each for each in ("refuse", "ask", "note") if each in severities), "")
