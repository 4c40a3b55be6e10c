"""Text of models and repositories made fit for a page on GitHub: it shows as it is written, and does nothing.

Characters that mean something to Markdown become entities, which by CommonMark never act as markup. That is not enough
for names, issues and addresses, which are found in the text as it is shown: an invisible space comes between. In code
nothing is looked for.
"""

import re

from applier.terminal import printable

_GAP = "&#8203;"
_MARKUP = re.compile(r"[&<>\"'`*_\[\](){}|~$!^\\=+#:@-]|^\d+(?=[.)](?:\s|$))|(?<=www)\.", re.IGNORECASE)
_LINKED = re.compile(
    r"@(?=\w)"  # people and teams
    r"|#(?=\d)"  # issues
    r"|\bGH-(?=\d)"
    r"|:(?=//)"  # addresses, also those of issues
    r"|\bwww(?=\.)",
    re.IGNORECASE,
)


class Safe(str):
    """Words that may stand on a page as they are."""

    __slots__ = ()


def words(text: str) -> Safe:
    """A text in one line in which nobody is called, nothing is closed and nothing is linked."""
    line = printable(" ".join(text.split()))
    parts, end = list[str](), 0
    for found in _LINKED.finditer(line):
        parts += [_marked(line[end : found.start()]), _marked(found[0]), _GAP]
        end = found.end()
    return Safe("".join([*parts, _marked(line[end:])]))


def code(text: str) -> Safe:
    """A path, a name or a command, as it is: in code nothing is linked, so nothing invisible need stand in it."""
    line = printable(text).replace("\n", "\\n")
    return Safe(f"<code>{_marked(line)}</code>")


def _marked(text: str) -> str:
    return _MARKUP.sub(lambda found: "".join(f"&#{ord(char)};" for char in found[0]), text)


def neutral(text: str) -> str:
    """A text of several lines, as of a commit message, in which nobody is called and nothing is closed.

    There are no entities in it, so the invisible space stands there itself.
    """
    return _LINKED.sub(lambda found: f"{found[0]}\u200b", text)


def annotation(text: str, *, of_property: bool = False) -> str:
    """A text as the runner's workflow commands take it."""
    data = printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return data.replace(":", "%3A").replace(",", "%2C") if of_property else data
