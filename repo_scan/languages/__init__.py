"""Which language a path is written in, and (in tree, python*, javascript* and jobs) who takes its text apart.

Only `language_of` is for the whole package; the rest is loaded in worker processes, where parsers may crash.
"""

_SUFFIXES = {
    **dict.fromkeys((".py", ".pyi", ".pyw"), "python"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), "javascript"),
    **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
    ".tsx": "tsx",
}


def language_of(path: str) -> str | None:
    """The language of a path by its suffix; None where unknown."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return _SUFFIXES.get(dot + suffix)
