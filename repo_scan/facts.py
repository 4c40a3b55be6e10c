"""What is known of one content, whatever path it stands at. Made in worker processes and kept in the cache."""

import msgspec

from repo_scan.outline import Outline


class Facts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The plain numbers of a text, and its outline where its language is known."""

    reason: str = ""  # why it is not offered as text; then there are no numbers
    lines: int = 0
    bytes: int = 0
    tokens: int = 0
    outline: Outline | None = None
