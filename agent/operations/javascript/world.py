"""The JavaScript and TypeScript files of a repository, and who imports whom by the scan's own look-up."""

import re
from collections.abc import Iterator
from functools import cached_property

from agent.operations.errors import Refusal
from agent.operations.javascript.source import Source
from agent.operations.repository import Repository
from applier.paths import protected
from repo_scan.paths import is_vendored
from repo_scan.web_configs import is_config
from repo_scan.web_imports import WEB, WebImports

_COMPONENTS = (".vue", ".svelte", ".astro", ".mdx", ".marko")
_MOCKED = re.compile(
    r"""\b(?:jest|vi|vitest)\.\w+(?:<[^()]*>)?\(\s*(['"])([^'"\n]+)\1"""
)  # names a module, imports none


class World:
    """What is asked of many files; each is read once."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        outlines = repo.scan.outlines.items()
        self.files = tuple(sorted(path for path, one in outlines if one.language in WEB and path in repo.texts))
        self._sources: dict[str, Source | None] = {}

    @cached_property
    def resolver(self) -> WebImports:
        """The scan's own look-up of specifiers."""
        paths = {*self.repo.texts, *(entry.path for entry in self.repo.scan.inventory.files)}
        return WebImports(paths, {path: text for path, text in self.repo.texts.items() if is_config(path)})

    @cached_property
    def _importers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.files:
            modules = {item.module for item in self.repo.scan.outlines[path].imports}
            modules |= {match[2] for match in _MOCKED.finditer(self.repo.texts[path])}
            for target in {self.resolver.resolve(path, module) for module in modules} - {None}:
                found.setdefault(str(target), []).append(path)
        return found

    def importers(self, path: str) -> tuple[str, ...]:
        """The files that import a file, sorted."""
        return tuple(self._importers.get(path, ()))

    def source(self, path: str) -> Source | None:
        """A text by its tree; None where it does not parse."""
        if path not in self._sources:
            outline = self.repo.scan.outlines[path]
            text = self.repo.texts[path]
            self._sources[path] = Source.of(path, outline.language, text) if outline.parsed else None
        return self._sources[path]

    def ours(self, path: str) -> Source:
        """A text that is to be changed. Raises Refusal where nobody can, or may."""
        source = self.source(path)
        if source is None:
            raise Refusal(f"{path} does not parse")
        if reason := protected(path):
            raise Refusal(f"{path} would have to change, but this is {reason}")
        if is_vendored(path):
            raise Refusal(f"{path} would have to change, but is somebody else's code")
        return source

    def holding(self, word: str, *others: str) -> Iterator[str]:
        """The files of any kind that hold a whole word, and one of the others."""
        whole = re.compile(rf"(?<![\w$]){re.escape(word)}(?![\w$])")
        for path, text in sorted(self.repo.texts.items()):
            if word in text and whole.search(text) and (not others or any(other in text for other in others)):
                yield path

    def is_page(self, path: str) -> bool:
        """Whether a file may use what a script defines for all."""
        return path in self.files or path.endswith((*_COMPONENTS, ".html", ".htm", ".ejs", ".hbs"))

    def refuse_components(self, word: str, stems: set[str]) -> None:
        """Raise Refusal where a component in a language of its own may use a word of a module."""
        for path in self.holding(word, *sorted(stems)):
            if path.endswith(_COMPONENTS):
                raise Refusal(f"{path} may use `{word}`, and its language is not understood")
