"""tsconfig.json and jsconfig.json: what stands behind a name that is no path, and which imports are kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from repo_scan.paths import folder_of, joined
from repo_scan.web_configs import mapping, settings_in, strings
from repo_scan.web_packages import Packages

_NAMES = ("tsconfig.json", "jsconfig.json")
_CONFIG_DIR = "${configDir}"  # the folder of the configuration that extends the others
_KEEPING = ("verbatimModuleSyntax", "preserveValueImports")  # the second is the older name
_LONGEST = 50  # files that extend each other


@dataclass(frozen=True, slots=True)
class Settings:
    """What one configuration says of imports, together with all that it extends."""

    base: str | None = None  # `baseUrl`
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    paths_from: str = ""  # the folder that the targets of `paths` are seen from
    root_dirs: tuple[str, ...] = ()
    keeps_imports: bool = False  # what is not marked as a type is loaded, whatever it is used for

    def mapped(self, name: str) -> Iterator[str]:
        """Where `paths` says that a name lies: the exact entry, else that of the longest pattern."""
        pattern = name if name in self.paths else max(self._fitting(name), key=_weight, default=None)
        if pattern is None:
            return
        before, _, after = pattern.partition("*")
        middle = name[len(before) : len(name) - len(after)]
        for target in self.paths[pattern]:
            place = joined(self.paths_from, target.removeprefix(_CONFIG_DIR).lstrip("/").replace("*", middle))
            if place is not None:
                yield place

    def is_alias(self, name: str) -> bool:
        """Whether `paths` gives a name to files of this project: not where it catches every name there is."""
        return name in self.paths or any(pattern != "*" for pattern in self._fitting(name))

    def _fitting(self, name: str) -> Iterator[str]:
        for pattern in self.paths:
            before, star, after = pattern.partition("*")
            if star and len(name) >= len(before) + len(after) and name.startswith(before) and name.endswith(after):
                yield pattern

    def beside(self, place: str) -> Iterator[str]:
        """The same place in the other folders that are to be seen as one."""
        for root in self.root_dirs:
            if place.startswith(f"{root}/"):
                yield from (other + place[len(root) :] for other in self.root_dirs if other != root)


def _weight(pattern: str) -> int:
    return len(pattern.partition("*")[0])


class AllSettings:
    """The configurations of a repository, read as they are needed."""

    def __init__(self, texts: Mapping[str, str], packages: Packages) -> None:
        self._texts, self._packages = texts, packages
        self._known: dict[str, tuple[Settings, ...]] = {}

    def of(self, folder: str) -> tuple[Settings, ...]:
        """What holds for the files of a folder: the nearest configuration above it, and those that it refers to."""
        below: list[str] = []
        found: tuple[Settings, ...] = ()
        here = folder
        while here not in self._known:
            below.append(here)
            path = next((path for name in _NAMES if (path := _in(here, name)) in self._texts), None)
            if path is not None:
                found = tuple(self._read(each) for each in (path, *self._references(path)))
                break
            if not here:
                break
            here = folder_of(here)
        else:
            found = self._known[here]
        self._known |= dict.fromkeys(below, found)
        return found

    def _references(self, path: str) -> Iterator[str]:
        listed = settings_in(self._texts[path]).get("references")
        for item in listed if isinstance(listed, list) else ():
            for given in strings(mapping(item).get("path")):
                place = joined(folder_of(path), given)
                file = place if place is None or place.endswith(".json") else _in(place, "tsconfig.json")
                # A reference to another folder is another project, whose own files find it above them.
                if file is not None and file in self._texts and folder_of(file) == folder_of(path):
                    yield file

    def _read(self, path: str) -> Settings:
        base: str | None = None
        paths: dict[str, tuple[str, ...]] = {}
        paths_from, roots = "", tuple[str, ...]()
        keeping: dict[str, object] = {}
        leaf = folder_of(path)
        for each in self._chain(path):
            folder = folder_of(each)
            options = mapping(settings_in(self._texts[each]).get("compilerOptions"))
            for given in strings(options.get("baseUrl")):
                base = _place(folder, given, leaf)
            if isinstance(options.get("paths"), dict):
                paths = {key: strings(value) for key, value in mapping(options["paths"]).items()}
                paths_from = leaf if _CONFIG_DIR in str(options["paths"]) else folder
            keeping |= {name: options[name] for name in _KEEPING if name in options}
            if isinstance(options.get("rootDirs"), list):
                roots = tuple(root for given in strings(options["rootDirs"]) if (root := _place(folder, given, leaf)))
        kept = any(value is True for value in keeping.values())
        return Settings(base, paths, base if base is not None else paths_from, roots, kept)

    def _chain(self, path: str) -> list[str]:
        """A configuration and all that it extends; what overrides comes later."""
        found: list[str] = []
        waiting = [path]
        while waiting and len(found) < _LONGEST:
            each = waiting.pop()
            if each not in found:
                found.append(each)
                waiting += self._extended(each)
        return found[::-1]

    def _extended(self, path: str) -> list[str]:
        places: list[str] = []
        for given in strings(settings_in(self._texts[path]).get("extends")):
            for place in self._places(path, given):
                file = next(
                    (one for one in (place, f"{place}.json", f"{place}/tsconfig.json") if one in self._texts), None
                )
                places += [file] if file is not None else []
        return places

    def _places(self, path: str, given: str) -> list[str]:
        if given.startswith("."):
            place = joined(folder_of(path), given)
            return [place] if place is not None else []
        found = self._packages.named(path, given)
        return [found[0].within(found[1])] if found is not None else []


def _place(folder: str, given: str, leaf: str) -> str | None:
    """Where a path in a configuration leads."""
    if given.startswith(_CONFIG_DIR):
        return joined(leaf, given.removeprefix(_CONFIG_DIR).lstrip("/"))
    return joined(folder, given)


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
