"""Packages of a JavaScript repository, and which file of theirs an import of their name means."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from repo_scan.paths import folder_of, name_of
from repo_scan.web_configs import mapping, settings_in, workspace_patterns

_ACTIVE = frozenset({"import", "require", "node", "module", "default", "source", "development", "module-sync"})
_ENTRIES = ("source", "module", "main", "types", "typings")
_BUILT = frozenset({"dist", "lib", "build", "out", "es", "esm", "cjs", "umd", "output", "types"})
_SUFFIX = re.compile(r"(\.d)?\.[cm]?[jt]sx?$")
_DEEPEST = 20  # conditions in conditions; nobody writes more than three


@dataclass(frozen=True, slots=True)
class Package:
    """One package.json."""

    folder: str
    name: str
    facts: Mapping[str, object]

    def entries(self, subpath: str) -> list[str]:
        """Where "" (the package itself) or "a/b" of it may lie, the likeliest first, relative to the repository."""
        exports = self.facts.get("exports")
        if exports is not None:
            key = f"./{subpath}" if subpath else "."
            targets = _matched(exports if _has_subpaths(exports) else {".": exports}, key)
        elif subpath:
            targets = [subpath]
        else:
            targets = [target for field in _ENTRIES for target in _targets(self.facts.get(field))]
        return [self.within(target) for target in targets]

    def sources(self, subpath: str) -> list[str]:
        """Where the source may lie of what is only there when built: "src/a" for "dist/a.js"."""
        found: list[str] = []
        for target in self.entries(subpath):
            steps = _SUFFIX.sub("", target[len(self.folder) :].strip("/")).split("/")
            for count in (1, 2):
                if steps[0] in _BUILT and len(steps) > count:
                    rest = "/".join(steps[count:])
                    found += [self.within(f"src/{rest}"), self.within(rest)]
        inner = subpath or "index"
        return [*found, self.within(f"src/{inner}"), self.within(inner)]

    def internal(self, name: str) -> list[str]:
        """What `#name` stands for: paths from the package's folder ("./src/a.js"), or names of other packages."""
        return _matched(self.facts.get("imports"), name)

    def within(self, target: str) -> str:
        """A path of the package, relative to the repository."""
        return "/".join(part for part in (self.folder, target.removeprefix("./").strip("/")) if part)


class Packages:
    """Every package of the repository."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._by_folder = {
            folder_of(path): _package(folder_of(path), text)
            for path, text in sorted(texts.items())
            if name_of(path) == "package.json"
        }
        patterns = [
            (folder, _matcher(folder, [one for one in given if not one.startswith("!")]), given)
            for folder, given in workspace_patterns(texts)
        ]
        refused = [_matcher(folder, [one[1:] for one in given if one.startswith("!")]) for folder, _, given in patterns]
        self._members = {
            package.name: package
            for folder, package in sorted(self._by_folder.items(), reverse=True)
            if package.name
            and any(matcher.fullmatch(folder) for _, matcher, _ in patterns)
            and not any(matcher.fullmatch(folder) for matcher in refused)
        }

    def at(self, folder: str) -> Package | None:
        """The package whose package.json lies in this very folder."""
        return self._by_folder.get(folder)

    def around(self, path: str) -> Package | None:
        """The package that a file belongs to."""
        folder = path
        while folder:
            folder = folder_of(folder)
            if folder in self._by_folder:
                return self._by_folder[folder]
        return None

    def named(self, importer: str, specifier: str) -> tuple[Package, str] | None:
        """The package of the workspace that a specifier names, or the importer's own, and the rest of the specifier."""
        steps = specifier.split("/")
        count = 2 if specifier.startswith("@") else 1
        name, subpath = "/".join(steps[:count]), "/".join(steps[count:])
        own = self.around(importer)
        if own is not None and own.name == name:
            return own, subpath
        package = self._members.get(name)
        return (package, subpath) if package is not None else None


def _package(folder: str, text: str) -> Package:
    facts = settings_in(text)
    name = facts.get("name")
    return Package(folder, name if isinstance(name, str) else "", facts)


def _matcher(folder: str, patterns: list[str]) -> re.Pattern[str]:
    """Folders that one of the patterns "packages/*", "apps/**" means, seen from `folder`."""
    prefix = f"{re.escape(folder)}/" if folder else ""
    return re.compile("|".join(prefix + _glob(pattern) for pattern in patterns) or r"(?!)")


def _glob(pattern: str) -> str:
    plain = pattern.removeprefix("./").rstrip("/").removesuffix("/package.json")
    pieces = {"**/": "(?:.+/)?", "**": ".+", "*": "[^/]*", "?": "[^/]"}
    return "".join(pieces.get(piece, re.escape(piece)) for piece in re.split(r"(\*\*/|\*\*|\*|\?)", plain))


def _has_subpaths(exports: object) -> bool:
    return isinstance(exports, dict) and any(isinstance(key, str) and key.startswith(".") for key in exports)


def _matched(table: object, name: str) -> list[str]:
    """Targets of a name in an `exports` or `imports` table: the exact entry, else that of the longest pattern."""
    entries = mapping(table)
    if name in entries:
        return _targets(entries[name])
    best, middle = "", ""
    for pattern in entries:
        before, star, after = pattern.partition("*")
        fits = name.startswith(before) and name.endswith(after) and len(name) >= len(before) + len(after)
        if star and fits and len(before) >= len(best.partition("*")[0]):
            best, middle = pattern, name[len(before) : len(name) - len(after)]
    return [target.replace("*", middle) for target in _targets(entries[best])] if best else []


def _targets(value: object) -> list[str]:
    """The paths in nested conditions, those of conditions that hold for a program first, types last."""
    weighed = sorted(_weighed(value, 0, 0), key=lambda pair: pair[0])
    return [target for _, target in weighed]


def _weighed(value: object, weight: int, depth: int) -> Iterator[tuple[int, str]]:
    if isinstance(value, str):
        yield weight, value
    elif isinstance(value, list) and depth < _DEEPEST:
        for item in value:
            yield from _weighed(item, weight, depth + 1)
    elif isinstance(value, dict) and depth < _DEEPEST:
        for condition, item in value.items():
            own = 0 if condition in _ACTIVE else 2 if condition.startswith("types") else 1
            yield from _weighed(item, max(weight, own), depth + 1)
