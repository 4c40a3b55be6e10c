"""The files that say what a name in a JavaScript import means: package.json, tsconfig.json and their like."""

import json
import re
from collections.abc import Iterable, Mapping

from repo_scan.decoding import decode
from repo_scan.inventory import FileEntry
from repo_scan.paths import name_of
from repo_scan.source import Listed, Source

_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])')
_PNPM = "pnpm-workspace.yaml"


def config_texts(source: Source, files: Iterable[FileEntry]) -> dict[str, str]:
    """The texts of those files, as the scanned tree holds them."""
    wanted = [Listed(entry.path, entry.blob) for entry in files if is_config(entry.path)]
    texts = {item.path: decode(data, None) for item, data in source.contents(wanted) if not item.reason}
    return {path: text for path, text in texts.items() if isinstance(text, str)}


def is_config(path: str) -> bool:
    """Whether a file may say what names in imports mean."""
    name = name_of(path)
    return name in ("package.json", _PNPM) or (
        name.endswith(".json") and ("tsconfig" in path or name.startswith("jsconfig"))
    )


def settings_in(text: str) -> Mapping[str, object]:
    """A JSON object that may hold comments and last commas; empty where it is not one."""
    plain = _COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    plain = _LAST_COMMA.sub(lambda match: match[0] if match[0].startswith('"') else "", plain)
    try:
        value: object = json.loads(plain)
    except (ValueError, RecursionError):
        return {}
    return mapping(value)


def mapping(value: object) -> Mapping[str, object]:
    """The value where it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def strings(value: object) -> tuple[str, ...]:
    """The strings of a list, or the string that stands for a list of one."""
    items = value if isinstance(value, list) else [value]
    return tuple(item for item in items if isinstance(item, str))


def workspace_patterns(texts: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """Each folder that says where the packages of its workspace are, and what it says."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for path, text in sorted(texts.items()):
        folder = path.rpartition("/")[0]
        if name_of(path) == _PNPM:
            found.append((folder, _pnpm_packages(text)))
        elif name_of(path) == "package.json":
            given = settings_in(text).get("workspaces")
            found.append((folder, strings(mapping(given).get("packages") if isinstance(given, dict) else given)))
    return [(folder, patterns) for folder, patterns in found if patterns]


def _pnpm_packages(text: str) -> tuple[str, ...]:
    """The list under `packages:` of a pnpm-workspace.yaml, in the two forms that are in use."""
    inline = re.search(r"^packages:\s*\[([^\]]*)\]", text, re.MULTILINE)
    if inline:
        return tuple(item.strip(" \t\n'\"") for item in inline[1].split(",") if item.strip())
    block = re.search(r"^packages:[ \t]*(?:#.*)?\n((?:[ \t]*(?:-.*|#.*)?\n?)*)", text, re.MULTILINE)
    lines = re.findall(r"^[ \t]*-[ \t]+(.*?)[ \t]*(?:[ \t]#.*)?$", block[1], re.MULTILINE) if block else []
    return tuple(line.strip("'\"") for line in lines)
