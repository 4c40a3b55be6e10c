"""What other files may take from one: told by the words of their imports, so too much rather than too little."""

import re
from collections.abc import Iterator

from applier.facts import Facts, FileFacts

_STEPS = re.compile(r"[./\\]+")
_STANDS_FOR_FOLDER = ("__init__", "index")


def mentions(path: str, name: str, facts: Facts) -> bool:
    """Whether any file but `path` uses or imports something of this name."""
    return any(name in file.references or name in _imported(file) for file in _others(path, facts))


def is_taken(path: str, name: str, facts: Facts) -> bool:
    """Whether another file may take `name` from `path`: imports it, stars it, or reaches it through the module."""
    return any(_takes(file, called(path), name) for file in _others(path, facts))


def _others(path: str, facts: Facts) -> Iterator[FileFacts]:
    yield from facts.others.values()
    yield from (file for other, file in facts.after.items() if other != path)


def _imported(file: FileFacts) -> set[str | None]:
    return {item.name for item in file.imports}


def called(path: str) -> str:
    """What a file is called in the imports of others."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return folders[-1] if stem in _STANDS_FOR_FOLDER and folders else stem


def _takes(file: FileFacts, module: str, name: str) -> bool:
    for item in file.imports:
        steps = [step for step in _STEPS.split(item.module) if step not in ("", "js", "ts", "jsx", "tsx", "mjs")]
        leads_here = not steps or module in steps[-1:]
        if leads_here and item.name in (name, "*", "default"):
            return True
        if (leads_here and item.name is None) or item.name == module:
            return name in file.references
    return False
