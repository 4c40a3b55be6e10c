"""Criteria that a program can decide: a few forms of sentences, of which the plan prompt gives examples.

Names stand in backticks, paths with or without. A sentence of another form is for readers, and not decided.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from applier.facts import FileFacts, ImportFact, SymbolFact
from applier.scope import Texts

_NAME = r"`[\w.$#]+`"
_PATH = r"`?[\w@./\[\]-]+\.\w+`?"
_MODULE = r"(?:`[\w@./-]+`|[\w@./-]*[./][\w@./-]+)"  # no bare word: "import it", "import nothing"
_AND = r"(?:, and |, | and )"
_NAMES, _PATHS = (rf"{one}(?:{_AND}{one})*" for one in (_NAME, _PATH))
_KIND = r"(?:class|function|method|constant|variable|type|name)"
_KINDS = {
    "class": ("class",),
    "function": ("function",),
    "method": ("method",),
    "constant": ("variable", "attribute"),
    "variable": ("variable", "attribute"),
    "type": ("class", "variable"),
}
_SEPARATOR = re.compile(_AND)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that a step leads to, as far as it is known."""

    texts: Texts  # of the step
    files: Mapping[str, FileFacts]  # of the step
    others: Mapping[str, FileFacts]
    gone: frozenset[str] = frozenset()  # paths that the step deletes

    def file(self, path: str) -> FileFacts | None:
        """Facts of a file in a known language, none of which are at fault."""
        found = self.files.get(path) or self.others.get(path)
        return found if found is not None and found.language is not None and not found.faults else None


def is_met(criterion: str, outcome: Outcome) -> bool | None:
    """Whether a sentence is true; None if it is not of a form that can be decided, or is about what is not known."""
    words = " ".join(criterion.split()).removesuffix(".")
    for form, decide in _FORMS:
        if found := form.fullmatch(words):
            return decide({key: value or "" for key, value in found.groupdict().items()}, outcome)
    return None


def has_form(criterion: str) -> bool:
    """Whether a sentence is of a form that can be decided."""
    words = " ".join(criterion.split()).removesuffix(".")
    return any(form.fullmatch(words) for form, _ in _FORMS)


Parts = Mapping[str, str]  # of a sentence, by what they are


def _several(words: str) -> list[str]:
    return [word.strip("`") for word in _SEPARATOR.split(words)]


def _measured(parts: Parts, outcome: Outcome) -> bool | None:
    path, most = parts["path"].strip("`"), int(parts["number"])
    text = outcome.texts.get(path)
    return None if text is None else text.rstrip("\n").count("\n") + 1 <= most


def _limited(parts: Parts, outcome: Outcome) -> bool | None:
    """Complexity or nesting of a function."""
    name, path = parts["name"].strip("`"), parts["path"].strip("`")
    files = [outcome.file(path)] if path else list(outcome.files.values())
    found = [symbol for file in files if file is not None for symbol in _called(file, name)]
    measures = [symbol.nesting if parts["measure"] == "nesting" else symbol.complexity for symbol in found]
    return max(measures) <= int(parts["number"]) if measures else None


def _present(parts: Parts, outcome: Outcome) -> bool | None:
    path = parts["path"].strip("`")
    file = outcome.file(path)
    if file is None:
        return False if path in outcome.gone else None
    names = _several(parts["names"])
    there = all(_called(file, name, parts.get("kind", "")) for name in names)
    if not there or not parts.get("only"):
        return there
    elsewhere = (other for other in outcome.files.values() if other.path != path)
    return not any(_called(other, name) for other, name in product(elsewhere, names))


def _absent(parts: Parts, outcome: Outcome) -> bool | None:
    path = parts["path"].strip("`")
    file = outcome.file(path)
    if file is None:
        return True if path in outcome.gone else None
    return not any(_called(file, name, parts.get("kind", "")) for name in _several(parts["names"]))


def _exporting(parts: Parts, outcome: Outcome) -> bool | None:
    file = outcome.file(parts["path"].strip("`"))
    if file is None:
        return None
    kind = parts["kind"].removesuffix("es") if parts["kind"] == "classes" else parts["kind"].removesuffix("s")
    public = {*(file.exports or ()), *(symbol.name for symbol in file.symbols if symbol.exported)}
    public |= {item.binds for item in file.imports if file.language == "python"}
    own = {symbol.name: symbol.kind for symbol in file.symbols}
    return all(
        name in public and (not kind or name not in own or own[name] in _KINDS[kind])
        for name in _several(parts["names"])
    )


def _importing(parts: Parts, outcome: Outcome) -> bool | None:
    names = _several(parts["names"]) if parts.get("names") else [None]
    found = [
        _imports(outcome, path, parts["module"].strip("`"), name) for path in _several(parts["paths"]) for name in names
    ]
    return None if None in found else all(found)


def _not_importing(parts: Parts, outcome: Outcome) -> bool | None:
    found = [_imports(outcome, path, parts["module"].strip("`"), None) for path in _several(parts["paths"])]
    return None if None in found else not any(found)


def _without_cycle(parts: Parts, outcome: Outcome) -> bool | None:
    one, other = parts["path"].strip("`"), parts["other"].strip("`")
    there, back = _imports(outcome, one, other, None), _imports(outcome, other, one, None)
    return None if there is None or back is None else not (there and back)


def _existing(parts: Parts, outcome: Outcome) -> bool | None:
    path = parts["path"].strip("`")
    there = path in outcome.texts or path in outcome.others
    return there if there or path in outcome.gone else None


def _not_existing(parts: Parts, outcome: Outcome) -> bool | None:
    there = _existing(parts, outcome)
    return None if there is None else not there


def _called(file: FileFacts, name: str, kind: str = "") -> list[SymbolFact]:
    """Definitions of a name; members by the last parts of theirs."""
    return [
        symbol
        for symbol in file.symbols
        if (symbol.name == name or symbol.name.endswith(f".{name}")) and symbol.kind in _KINDS.get(kind, (symbol.kind,))
    ]


def _imports(outcome: Outcome, path: str, module: str, name: str | None) -> bool | None:
    """Whether a file imports a module, or a name of or from it; the module may be given by its path."""
    file = outcome.file(path)
    if file is None:
        return True if name is None and path in outcome.gone else None
    return any(
        (_means(item, module) and name in (None, item.name)) or (name is None and item.name == module)
        for item in file.imports
    )


def _means(item: ImportFact, module: str) -> bool:
    """Whether an import is of a module, or of one inside it."""
    wanted = _dotted(module)
    return any(
        f"{said}.".startswith(f"{wanted}.") or (item.module.startswith(".") and f".{wanted}".endswith(f".{said}"))
        for said in _spellings(item)
        if said
    )


def _spellings(item: ImportFact) -> Iterator[str]:
    own = _dotted(item.module)
    yield own
    if item.name:
        yield f"{own}.{item.name}".lstrip(".")


def _dotted(module: str) -> str:
    """ "shop/money.py", "../money" and ".money" as dotted names, without what they are relative to."""
    plain = re.sub(r"\.(?:pyi?|[cm]?[jt]sx?)$", "", module)
    return plain.replace("/", ".").removesuffix(".__init__").removesuffix(".index").lstrip(".")


def _form(
    words: str, decide: Callable[[Parts, Outcome], bool | None]
) -> tuple[re.Pattern[str], Callable[[Parts, Outcome], bool | None]]:
    """A form of sentences, in which words in capitals stand for what it is about."""
    blanks = {
        "NAMES": rf"(?P<names>{_NAMES})",
        "NAME": rf"(?P<name>{_NAME})",
        "PATHS": rf"(?P<paths>{_PATHS})",
        "PATH": rf"(?P<path>{_PATH})",
        "OTHER": rf"(?P<other>{_PATH})",
        "MODULE": rf"(?P<module>{_MODULE})",
        "KINDS": r"(?P<kind>classes|functions|methods|constants|variables|types)",
        "KIND": rf"(?P<kind>{_KIND})",
        "NUMBER": r"(?P<number>\d+)",
    }
    pattern = re.sub("|".join(blanks), lambda found: blanks[found[0]], words)
    return re.compile(pattern, re.IGNORECASE), decide


_FORMS = (
    _form(r"lines\(PATH\) <= NUMBER", _measured),
    _form(r"PATH has (?:at most|no more than) NUMBER lines", _measured),
    _form(r"(?P<measure>complexity|nesting)\(NAME\) <= NUMBER(?P<path>)", _limited),
    _form(r"(?:The )?(?P<measure>complexity|nesting) of NAME(?: (?:of|in) PATH)? is at most NUMBER", _limited),
    _form(r"(?:The )?(?:KIND )?NAMES (?:is|are|stands?|is defined|are defined) (?P<only>only )?in PATH", _present),
    _form(r"NAMES (?:is|are|stands?|is defined|are defined) in PATH(?P<only>(?: alone| only))", _present),
    _form(r"PATH (?:holds|defines|has) (?:the |a )?(?:KIND )?NAMES", _present),
    _form(r"NAMES (?:is|are) (?:not in|no longer in|gone from) PATH", _absent),
    _form(r"(?:There is )?no (?:KIND )?NAMES in PATH", _absent),
    _form(r"PATH (?:holds|defines|has) no (?:KIND )?NAMES", _absent),
    _form(r"PATH no longer (?:holds|defines|has) (?:the )?(?:KIND )?NAMES", _absent),
    _form(r"PATH exports NAMES(?: as KINDS)?", _exporting),
    _form(r"PATHS imports? NAMES from MODULE", _importing),
    _form(r"PATHS imports? MODULE", _importing),
    _form(r"(?:There is )?no import of MODULE in PATHS", _not_importing),
    _form(r"PATHS (?:does not|do not|no longer) imports? MODULE", _not_importing),
    _form(r"(?:There is )?no (?:import )?cycle between PATH and OTHER", _without_cycle),
    _form(r"PATH and OTHER do not import each other", _without_cycle),
    _form(r"PATH (?:exists|is there)", _existing),
    _form(r"PATH (?:is gone|does not exist|no longer exists)", _not_existing),
    _form(r"There is no (?:file )?PATH", _not_existing),
)
