"""Makes the copy of a virtual environment one of its own: it names the folder that it lies in over and over.

Its scripts name their interpreter, and an editable install the sources, by absolute paths into the user's checkout.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from applier.installs import site_folders

_LARGEST = 1_000_000  # bytes; what is larger, or holds a NUL, is no script
_NAMING = ("*.pth", "*.egg-link", "__editable__*_finder.py", "*.dist-info/direct_url.json")


def move_in(environment: Path, old: Path, new: Path) -> None:
    """Let what names the folder `old` in a virtual environment name `new`, where it was copied to. Raises OSError."""
    before = re.compile(rb"(?<![\w.-])" + re.escape(os.fsencode(old)) + rb"(?![\w.-])")  # "/me/shop", not "/me/shop-2"
    after = os.fsencode(new)
    for file in _naming(environment):
        if file.is_symlink() or not file.is_file() or file.stat().st_size > _LARGEST:
            continue
        content = file.read_bytes()
        if b"\0" not in content and before.search(content):
            file.write_bytes(before.sub(lambda _: after, content))


def _naming(environment: Path) -> Iterator[Path]:
    """Files of an environment that may name where it lies."""
    yield environment / "pyvenv.cfg"
    yield from sorted((environment / "bin").glob("*"))
    for site in site_folders(environment):
        for pattern in _NAMING:
            yield from sorted(site.glob(pattern))
