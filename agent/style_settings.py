"""How a repository says that it is to be written: in settings of its tools, and in its guide for contributors."""

import configparser
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence

_Table = Mapping[str, object]
_WIDTH = 80  # characters of one value
_RUFF = (
    "line-length", "indent-width", "target-version", "select", "lint.select", "lint.extend-select",
    "lint.pydocstyle.convention", "pydocstyle.convention", "format.quote-style", "format.indent-style",
)  # fmt: skip
_PYPROJECT: Mapping[str, Sequence[str]] = {
    "project": ("requires-python",),
    "tool.ruff": _RUFF,
    "tool.black": ("line-length", "skip-string-normalization", "preview"),
    "tool.isort": ("profile", "line_length", "force_single_line"),
    "tool.mypy": ("strict", "disallow_untyped_defs"),
    "tool.pydocstyle": ("convention",),
}
_EDITOR = ("indent_style", "indent_size", "max_line_length", "quote_type")
_FLAKE8 = ("max-line-length", "docstring-convention", "inline-quotes")
_PRETTIER = re.compile(
    r"""^\s*["']?(singleQuote|jsxSingleQuote|semi|tabWidth|useTabs|printWidth|trailingComma|arrowParens|bracketSpacing)"""
    r"""["']?\s*:\s*["']?([\w-]+)""",
    re.MULTILINE,
)
_STRICT = re.compile(r'"strict"\s*:\s*true')
_GUIDES = ("CONTRIBUTING", "docs/CONTRIBUTING", ".github/CONTRIBUTING", "docs/contributing")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.{12,240})$")
_ABOUT_CODE = re.compile(
    r"\b(?:styles?|formatt(?:ed|ing)|nam(?:es?|ed|ing)|docstrings?|comments?|type hints?|typed|annotat\w+|imports?|"
    r"quotes?|indent\w*|conventions?|snake_case|camelCase|lines?|functions?|class(?:es)?|modules?|exceptions?|errors?|public)\b",
    re.IGNORECASE,
)
_ABOUT_WORK = re.compile(
    r"\b(?:pull requests?|branch|fork|clone|issues?|commit|push|install|run|review|merge)\b|`[^`]* ", re.I
)


def from_settings(texts: Mapping[str, str]) -> Iterator[str]:
    """What settings at the top of a repository ask of the code, a line a file and table."""
    for path, read in _READERS.items():
        if path in texts:
            yield from (f"{path}{words}" for words in read(texts[path]))


def from_guide(texts: Mapping[str, str]) -> Iterator[str]:
    """Points of the contributors' guide that are about how code is written, in its own words."""
    for name in (f"{guide}.{ending}" for guide in _GUIDES for ending in ("md", "rst", "txt")):
        fenced = False
        for line in texts.get(name, "").split("\n"):
            fenced ^= line.lstrip().startswith(("```", "~~~"))
            item = _ITEM.match(line)
            if item and not fenced and _ABOUT_CODE.search(item[1]) and not _ABOUT_WORK.search(item[1]):
                yield f"{name}: {item[1].strip()}"


def _toml(tables: Mapping[str, Sequence[str]]) -> Callable[[str], Iterator[str]]:
    def read(text: str) -> Iterator[str]:
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return
        for table, keys in tables.items():
            found = _at(document, table) if table else document
            values = [(key, _at(found, key)) for key in keys] if isinstance(found, Mapping) else []
            if said := [f"{key} = {_shown(value)}" for key, value in values if value is not None]:
                yield f"{f', [{table}]' if table else ''}: {', '.join(said)}"

    return read


def _at(table: _Table, dotted: str) -> object:
    """What a table holds under keys joined by dots; None where there is nothing."""
    found: object = table
    for key in dotted.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _shown(value: object) -> str:
    words = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    words = " ".join(words.split())
    return words if len(words) <= _WIDTH else f"{words[:_WIDTH]}…"


def _ini(wanted: Callable[[str], bool], keys: Sequence[str]) -> Callable[[str], Iterator[str]]:
    def read(text: str) -> Iterator[str]:
        parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
        try:
            parser.read_string("[top]\n" + text)
        except configparser.Error:
            return
        for section in filter(wanted, parser.sections()):
            if said := [f"{key} = {_shown(value)}" for key, value in parser.items(section) if key in keys and value]:
                yield f", [{section}]: {', '.join(said)}"

    return read


def _prettier(text: str) -> Iterator[str]:
    if said := [f"{key} = {value}" for key, value in dict(_PRETTIER.findall(text)).items()]:
        yield f": {', '.join(said)}"


def _package(text: str) -> Iterator[str]:
    """The table `prettier` of a package.json."""
    found = re.search(r'"prettier"\s*:\s*\{([^{}]*)\}', text)
    yield from (f", prettier{words}" for words in _prettier(found[1].replace(",", "\n")) if found) if found else ()


def _typescript(text: str) -> Iterator[str]:
    if _STRICT.search(text):
        yield ": strict = true"


_READERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    ".editorconfig": _ini(lambda section: section != "top", _EDITOR),
    "pyproject.toml": _toml(_PYPROJECT),
    "ruff.toml": _toml({"": _RUFF}),
    ".ruff.toml": _toml({"": _RUFF}),
    "setup.cfg": _ini(lambda section: section == "flake8", _FLAKE8),
    ".flake8": _ini(lambda section: section == "flake8", _FLAKE8),
    "tox.ini": _ini(lambda section: section == "flake8", _FLAKE8),
    ".prettierrc": _prettier,
    ".prettierrc.json": _prettier,
    ".prettierrc.yaml": _prettier,
    ".prettierrc.yml": _prettier,
    "package.json": _package,
    "tsconfig.json": _typescript,
}
