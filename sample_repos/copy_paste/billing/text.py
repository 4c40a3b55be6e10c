"""Small helpers for text."""

import re


def slugify(title: str, limit: int = 40) -> str:
    """A title as part of a file name: "Blue Chair!" is "blue-chair"."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    slug = "-".join(words)
    if len(slug) > limit:
        slug = slug[:limit].rstrip("-")
    return slug or "untitled"


def shorten(text: str, width: int) -> str:
    """The text cut to a width, with an ellipsis where something is missing."""
    if len(text) <= width:
        return text
    return text[: width - 1].rstrip() + "…"
