"""How a rewritten file ends: as its original did."""


def settle_ending(body: str, original: str | None) -> str:
    """A block's body with the original's final newlines: none, one or several. A new or empty file gets one."""
    lines = body.rstrip("\n")
    if not original:
        return lines + "\n" if lines else ""
    return lines + original[len(original.rstrip("\n")) :]
