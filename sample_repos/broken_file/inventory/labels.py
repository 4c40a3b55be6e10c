"""Labels for the shelves."""

import textwrap

WIDTH = 30


def label(code: str, title: str) -> list[str]:
    """Three rows: the code, the title, and a rule below."""
    rows = textwrap.wrap(title, WIDTH)
    return [code, *rows[:1], "-" * WIDTH


def sheet(articles: dict[str, str]) -> str:
    """All labels, one under the other."""
    rows = []
    for code, title in sorted(articles.items()):
        rows.extend(label(code, title))
    return "\n".join(rows)
