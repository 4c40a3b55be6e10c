"""The operation move: functions, classes and constants go to another module, with the imports they need."""

import ast
from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile

from agent.operations.change import Change, Request
from agent.operations.edits import Edits, NewImport
from agent.operations.errors import CannotRewrite, Refusal
from agent.operations.move_plan import MovePlan
from agent.operations.names.binding import Source
from agent.operations.names.by_attribute import Followed
from agent.operations.names.collected import Collected
from agent.operations.names.exchange import Edit, check_exchanged, exchanged
from agent.operations.names.import_texts import Wanted, header, with_plain_imports
from agent.operations.names.loose import is_configuration, why_left
from agent.operations.names.needs import unbound
from agent.operations.names.own_imports import without_own_imports
from agent.operations.names.segments import Segment, added, arrived, cut, pieces_of
from agent.operations.names.typed_imports import with_typed_imports
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.scopes import FunctionNode
from agent.operations.symbols import flag_fault, is_module, is_symbol, located

EXAMPLE = '{"op": "move", "symbols": ["shop/cart.py:tax", "shop/cart.py:RATE"], "to": "shop/tax.py"}'
MEANING = (
    "moves functions, classes and constants of one module to another, which may be new, with the imports they need; "
    "importers follow; it refuses where a cycle of imports would come of it; with `reexport` the old module goes on "
    "offering them"
)


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    symbols, problems = request.get("symbols"), []
    fits = isinstance(symbols, list | tuple) and symbols and all(map(is_symbol, symbols))
    if not fits or any("." in str(one).rpartition(":")[2] for one in _listed(symbols)):
        problems.append('move: `symbols` must be a list of top-level definitions, for example ["shop/cart.py:tax"].')
    elif len({str(one).rpartition(":")[0] for one in _listed(symbols)}) > 1:
        problems.append("move: `symbols` must be of one module; make an operation for each.")
    if not is_module(request.get("to")) or str(request.get("to")).endswith("/"):
        problems.append('move: `to` must be a module, for example "shop/tax.py".')
    return (*problems, *flag_fault("move", request, "reexport"))


def move(request: Request, repo: Repository, *, follow: bool = True) -> Change:
    """Move definitions. Raises Refusal.

    Without `follow`, who gets at them as attributes of their module goes on by way of it.
    """
    things = [located(repo, str(one)) for one in _listed(request["symbols"])]
    target = _target(repo, str(request["to"]), things[0].path)
    world = World(repo)
    home = world.source(things[0].path)
    if home is None:
        raise Refusal(f"{things[0].path} cannot be read")
    names = [one.name for one in things]
    there = world.source(target) if target in repo.texts else None
    defined = {name for name in names if _defines(home, name)}
    if not defined and there is not None and all(_defines(there, name) for name in names):
        return Change({}, ())
    if missing := [name for name in names if name not in defined]:
        raise Refusal(f"{home.path} does not define {missing[0]}")
    if target == home.path:
        return Change({}, ())
    if target in repo.texts and there is None:
        raise Refusal(f"{target} cannot be read")
    keep = bool(request.get("reexport"))
    return _Moving(world, MovePlan(world, home, names, target, there, keep=keep, follow=follow)).change()


class _Moving:
    """Carries out a plan."""

    def __init__(self, world: World, plan: MovePlan) -> None:
        self._world, self._repo, self._plan = world, world.repo, plan

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        plan = self._plan
        for path in (plan.home.path, plan.target, *plan.importers, *plan.followed):
            if reason := why_left(path):
                raise Refusal(f"{path} would have to change, but {reason}")
        loose = self._loose()
        edits = {path: list(found.values()) for path, found in loose.edits.items()}
        for path, followed in plan.followed.items():
            edits[path] = [*edits.get(path, ()), *followed.edits]
        texts = {path: exchanged(self._repo.texts[path], found) for path, found in edits.items()}
        texts |= self._with_imports({**self._repo.texts, **texts})
        home = Source(plan.home.path, texts.get(plan.home.path, plan.home.text))
        texts[home.path] = cut(home.text, pieces_of(home, plan.names))
        texts[plan.target] = self._arrived(texts.get(plan.target))
        self._check(texts)
        return Change(
            texts={path: text for path, text in sorted(texts.items()) if self._repo.texts.get(path) != text},
            done=(*self._told(), *_sentences(loose)),
            left=tuple(sorted((*loose.left, *plan.left), key=lambda one: (one.path, one.line))),
            removed={plan.home.path: tuple(plan.names)},
            allow=tuple(path for path in sorted(texts) if is_configuration(path)),
        )

    def _arrived(self, text: str | None) -> str:
        """The target with what came."""
        plan = self._plan
        pieces = [(self._piece(one), one.is_block) for one in plan.segments]
        if plan.there is None:
            return added(header(plan.futures, plan.wanted), pieces)
        plain = [one for one in plan.wanted if one.name is None and not one.type_only]
        ready = with_plain_imports(plan.there.text if text is None else text, plain)
        ready = with_typed_imports(ready, [one for one in plan.wanted if one.type_only])
        text = arrived(plan.target, ready, plan.names, pieces, plan.early)
        return without_own_imports(self._world, plan.target, text)

    def _piece(self, segment: Segment) -> str:
        """A definition as it arrives: what it said of the target by its name is said without."""
        edits = [one for found in self._plan.bared.values() for one in found]
        inside = [one for one in edits if segment.start <= one.start < segment.end]
        shifted = [Edit(one.start - segment.start, one.end - segment.start, one.new) for one in inside]
        return exchanged(self._plan.home.text[segment.start : segment.end], shifted)

    def _loose(self) -> Collected:
        """Full dotted names elsewhere: they follow where the old place does not have the name any more."""
        plan = self._plan
        found = Collected(self._world, "", "")
        for name in plan.names:
            one = Collected(self._world, name, name)
            keep = f"{plan.home.path} has it still" if name in plan.back else ""
            one.relocate(self._repo.map.names_of(plan.home.path), plan.dotted, keep)
            for path, edits in one.edits.items():
                if path not in (plan.home.path, plan.target):
                    found.edits.setdefault(path, {}).update(edits)
                    found.kinds.setdefault(path, {}).update(one.kinds[path])
            found.left += one.left
        return found

    def _with_imports(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Imports laid out anew, by the parser that keeps the layout."""
        plan = self._plan
        edits = {path: self._edits_of(path) for path in {**plan.importers, **plan.followed}}
        if plan.back or plan.unused:
            module = plan.spelled(plan.home.path)
            back = tuple(NewImport(module, name, _kept_alias(plan, name)) for name in plan.back)
            edits[plan.home.path] = Edits(
                imports=tuple(plan.unused), added=back, beside=_beside(texts[plan.home.path], module)
            )
        taken = [one for one in plan.wanted if one.name is not None and not one.type_only]
        if plan.there is not None and (taken or plan.from_home):
            own = edits.get(plan.target, Edits())
            new = tuple(NewImport(one.module, one.name or "", one.alias) for one in taken)
            beside = _beside(texts[plan.target], next((one.module for one in taken), ""))
            gone = tuple(dict.fromkeys((*plan.from_home, *own.imports)))
            edits[plan.target] = replace(own, imports=gone, added=new, beside=beside)
        written, failed = self._repo.renewed(self._repo.scan, texts).write(edits)
        for path, reason in sorted(failed.items()):
            raise Refusal(f"{path}: {reason}")
        for path, followed in plan.followed.items():
            plain = [Wanted(module, None) for module in followed.plain]
            written[path] = with_plain_imports(written.get(path, texts[path]), plain)
        return written

    def _edits_of(self, path: str) -> Edits:
        """What becomes of the imports of a file that had the names from the home."""
        followed = self._plan.followed.get(path, Followed())
        repoints = (*self._plan.importers.get(path, ()), *followed.repoints)
        return Edits(
            imports=tuple(dict.fromkeys(followed.unused)),
            repoints=tuple(dict.fromkeys(repoints)),
            added=tuple(dict.fromkeys(followed.added)),
            beside=tuple(followed.beside),
        )

    def _check(self, texts: Mapping[str, str]) -> None:
        """Raises Refusal unless every name that the files use is bound in them as before."""
        for path, text in texts.items():
            if not path.endswith((".py", ".pyi")):
                continue
            before = self._world.source(path)
            try:
                after = check_exchanged(before or self._plan.home, text, same_shape=False)
            except CannotRewrite as error:
                raise Refusal(str(error)) from error
            known = unbound(before) if before is not None else set()
            if path == self._plan.target:
                known |= unbound(self._plan.home)
            if lost := sorted(unbound(after) - known):
                raise Refusal(f"`{lost[0]}` would not be known in {path}")

    def _told(self) -> list[str]:
        plan = self._plan
        names = ", ".join(f"`{name}`" for name in plan.names)
        told = [f"Moved {names} from {plan.home.path} to {plan.target}."]
        if plan.back:
            kept = ", ".join(f"`{name}`" for name in plan.back)
            told.append(f"{plan.home.path} imports {kept} from there.")
        if users := sorted({*plan.importers, *plan.followed} - {plan.target}):
            told.append(f"Sent the imports of {', '.join(users)} there.")
        return told


def _sentences(found: Collected) -> list[str]:
    """What was changed beside the code."""
    return [f"Changed {sum(kinds.values())} mentions in {path}." for path, kinds in sorted(found.kinds.items())]


def _kept_alias(plan: MovePlan, name: str) -> str | None:
    """A name that nobody in the file uses is marked as handed on."""
    return None if name in plan.used_at_home else name


def _beside(text: str, module: str) -> tuple[int, ...]:
    """Lines of the imports at the top, above all definitions, among which one of this module belongs."""
    inside, top = module.startswith("."), module.split(".")[0]
    upper = takewhile(lambda node: not isinstance(node, FunctionNode | ast.ClassDef), ast.parse(text).body)
    return tuple(
        node.lineno
        for node in upper
        if isinstance(node, ast.ImportFrom)
        and node.module != "__future__"
        and (node.level > 0 if inside else node.level == 0 and (node.module or "").split(".")[0] == top)
    )


def _defines(source: Source, name: str) -> bool:
    return any(one.kind != "import" for one in source.scope.bindings.get(name, ()))


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _target(repo: Repository, to: str, home: str) -> str:
    """The file that a path or a dotted module names, there or not. Raises Refusal."""
    if to in repo.texts or to.endswith(".py"):
        return to
    found = [path for path in repo.python if to in repo.map.names_of(path)]
    if found:
        return found[0]
    for name in repo.map.names_of(home):
        stem = home.removesuffix("/__init__.py").removesuffix(".py")
        root = stem.removesuffix(name.replace(".", "/"))
        if name.split(".")[0] == to.split(".")[0] or "." not in name:
            return f"{root}{to.replace('.', '/')}.py"
    raise Refusal(f"there is no module {to}; give the path of a new one")
