"""The conventions that a prompt names: from settings, code and guide, briefly, and only where they are clear."""

import pytest

from agent.conventions import MOST_TOKENS, conventions
from agent.style_seen import from_code
from agent.style_settings import from_guide, from_settings
from repo_scan import outline_texts
from repo_scan.tokens import estimate_tokens

SETTINGS = [
    (
        ".editorconfig",
        "root = true\n\n[*]\nindent_style = space\ncharset = utf-8\n\n[*.py]\nindent_size = 4\nmax_line_length = 100\n",
        [".editorconfig, [*]: indent_style = space", ".editorconfig, [*.py]: indent_size = 4, max_line_length = 100"],
    ),
    (
        "pyproject.toml",
        '[project]\nname = "x"\nrequires-python = ">=3.11"\n[tool.ruff]\nline-length = 99\n[tool.ruff.format]\n'
        'quote-style = "single"\n[tool.ruff.lint.pydocstyle]\nconvention = "google"\n[tool.mypy]\nstrict = true\n',
        [
            "pyproject.toml, [project]: requires-python = >=3.11",
            "pyproject.toml, [tool.ruff]: line-length = 99, lint.pydocstyle.convention = google, "
            "format.quote-style = single",
            "pyproject.toml, [tool.mypy]: strict = True",
        ],
    ),
    (
        "ruff.toml",
        'line-length = 88\n[lint]\nselect = ["E", "D"]\n',
        ["ruff.toml: line-length = 88, lint.select = E D"],
    ),
    (".flake8", "[flake8]\nmax-line-length = 90\nexclude = x\n", [".flake8, [flake8]: max-line-length = 90"]),
    (
        "setup.cfg",
        "[metadata]\nname = x\n[flake8]\nmax-line-length=90\n",
        ["setup.cfg, [flake8]: max-line-length = 90"],
    ),
    (
        ".prettierrc",
        '{\n  "singleQuote": true,\n  "semi": false\n}\n',
        [".prettierrc: singleQuote = true, semi = false"],
    ),
    (".prettierrc.yaml", "tabWidth: 4\nplugins: []\n", [".prettierrc.yaml: tabWidth = 4"]),
    (
        "package.json",
        '{"name": "x", "semi": 1, "prettier": {"semi": false, "tabWidth": 2}}',
        ["package.json, prettier: semi = false, tabWidth = 2"],
    ),
    ("tsconfig.json", '{ // ours\n  "compilerOptions": {"strict": true}}\n', ["tsconfig.json: strict = true"]),
]


@pytest.mark.parametrize(("path", "text", "lines"), SETTINGS, ids=[path for path, *_ in SETTINGS])
def test_what_settings_ask_of_code_is_named_with_its_file(path: str, text: str, lines: list[str]) -> None:
    assert list(from_settings({path: text})) == lines


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[tool.ruff\nline-length = 99\n"),
        ("pyproject.toml", "tool = 3\n"),
        ("pyproject.toml", '[tool]\nruff = "no table"\n'),
        ("pyproject.toml", '[tool.poetry]\nname = "x"\n'),
        (".editorconfig", "]broken[\n\x00"),
        (".editorconfig", "root = true\n"),
        (".flake8", "[flake8\n"),
        (".prettierrc", "{}"),
        ("package.json", '{"semi": true}'),
        ("tsconfig.json", '{"strict": false}'),
        ("vendor/.editorconfig", "[*]\nindent_style = tab\n"),
        ("README.md", "indent_style = tab\n"),
    ],
)
def test_what_says_nothing_of_code_or_cannot_be_read_gives_no_line(path: str, text: str) -> None:
    assert list(from_settings({path: text})) == []


GUIDE = """# Contributing

We love code and comments.

- Fork the repository and open a pull request with a good name.
- Public functions have a docstring that says what, not how.
* Name constants in CAPITALS.
1. Errors are sentences.
- Run `make lint` before you push comments.

```
- a comment in a listing of code
```
"""


def test_the_guides_points_about_code_are_told_and_those_about_the_work_around_it_are_not() -> None:
    assert list(from_guide({"CONTRIBUTING.md": GUIDE})) == [
        "CONTRIBUTING.md: Public functions have a docstring that says what, not how.",
        "CONTRIBUTING.md: Name constants in CAPITALS.",
        "CONTRIBUTING.md: Errors are sentences.",
    ]


def functions(number: int, head: str, body: str) -> str:
    return "".join(f"def f{index}{head}\n{body}    return 'x'\n\n\n" for index in range(number))


GOOGLE = "    '''Do it.\n\n    Args:\n        a: what it is about.\n    '''\n"


def seen(texts: dict[str, str]) -> str:
    return "\n".join(from_code(texts, outline_texts(texts)))


def test_the_habits_of_code_that_agrees_are_told() -> None:
    hinted = functions(8, "(a: int) -> str:", GOOGLE)
    assert seen({"a.py": hinted, "b.py": hinted}) == (
        "Python, as it is written here: single quotes; indented by 4 spaces; public functions have a docstring; "
        "docstrings tell of parameters as Google does (`Args:`, `Returns:`); functions have type hints"
    )


def test_habits_of_javascript_are_told() -> None:
    script = "".join(f'export const a{n} = "x";\n' for n in range(20)) + 'function f() {\n\treturn "x";\n}\n'
    assert seen({"a.ts": script, "b.ts": script}) == (
        "TypeScript, as it is written here: double quotes; indented by tabs; statements end with a semicolon"
    )


MIXED = functions(6, "(a: int) -> str:", GOOGLE) + functions(6, "(a):", "").replace("'x'", '"x"')


@pytest.mark.parametrize("texts", [{}, {"a.py": ""}, {"a.py": "x = 1\n"}, {"a.py": MIXED}, {"README.md": "words"}])
def test_of_code_that_is_little_or_does_not_agree_nothing_is_told(texts: dict[str, str]) -> None:
    assert "quotes" not in seen(texts)
    assert "functions" not in seen(texts)


def test_a_long_guide_is_trimmed_by_whole_lines_and_that_is_said() -> None:
    guide = "".join(f"- Rule {number}: names are short and tell what a thing is.\n" for number in range(200))
    lines = conventions({"CONTRIBUTING.md": guide}, {})
    assert estimate_tokens("\n- ".join(lines)) <= MOST_TOKENS + 20
    assert lines[-1] == f"({200 - len(lines) + 1} more are not shown)"
    assert all(line.removeprefix("CONTRIBUTING.md: ") in guide for line in lines[:-1])
