"""The operation parameter-object: a class for some of a function's parameters, and calls that make one."""

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from agent.operations.change import Change, Request
from agent.operations.edits import Edits, NewImport
from agent.operations.errors import CannotRewrite, Refusal
from agent.operations.known import OPEN_CALLS, OPEN_CALLS_AT_TOP
from agent.operations.names.binding import Source
from agent.operations.names.brackets import Bracket, bracket_at
from agent.operations.names.bringing import Bringing
from agent.operations.names.clashes import clash
from agent.operations.names.classes import decorators_of
from agent.operations.names.collected import Collected
from agent.operations.names.exchange import Edit, check_exchanged
from agent.operations.names.needs import unbound
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.segments import segments_of
from agent.operations.names.uses import Use, Uses
from agent.operations.names.world import Thing, World
from agent.operations.parameter_fields import Field, Holder, fields_of, snake
from agent.operations.repository import Repository
from agent.operations.symbols import is_name, is_symbol, located
from repo_scan.paths import is_test

EXAMPLE = (
    '{"op": "parameter-object", "function": "shop/money.py:price", "class": "PriceOptions", '
    '"parameters": ["currency", "tax"]}'
)
MEANING = (
    "puts parameters of a module's function (all, where `parameters` is left out) into a frozen dataclass above it, "
    "which becomes one parameter, called `name` or like the class; the calls make one"
)
#: Decorators that do not care what parameters there are.
_HARMLESS = frozenset({"asynccontextmanager", "cache", "contextmanager", "deprecated", "lru_cache", "no_type_check"})


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    problems = []
    if not is_symbol(request.get("function")):
        problems.append('parameter-object: `function` must name a function, for example "shop/money.py:price".')
    if not is_name(request.get("class")):
        problems.append('parameter-object: `class` must be a name, for example "PriceOptions".')
    if "name" in request and not is_name(request["name"]):
        problems.append('parameter-object: `name` must be a name, for example "options".')
    listed = request.get("parameters", ["x"])
    if not isinstance(listed, list | tuple) or not listed or not all(map(is_name, listed)):
        problems.append('parameter-object: `parameters` must be a list of names, for example ["currency", "tax"].')
    return tuple(problems)


def parameter_object(request: Request, repo: Repository) -> Change:
    """Make the class. Raises Refusal."""
    world, thing = World(repo), located(repo, str(request["function"]))
    source = world.source(thing.path)
    scope = source.defined.get(thing.name) if source is not None else None
    if source is None or scope is None or not isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
        raise Refusal(f"there is no function {thing.name} in {thing.path}")
    cls = str(request["class"])
    name = str(request.get("name") or snake(cls))
    every = fields_of(scope.node)
    there = [one.name for one in every]
    listed = request.get("parameters")
    wanted = [str(one) for one in listed] if isinstance(listed, list | tuple) else there
    held = source.defined.get(cls)
    if held is not None and held.kind == "class" and name in there and not (set(wanted) - {name}) & set(there):
        return Change({}, ())
    if missing := [one for one in wanted if one not in there]:
        raise Refusal(f"`{thing.name}` of {thing.path} has no parameter `{missing[0]}`")
    if not wanted:
        raise Refusal(f"`{thing.name}` of {thing.path} has no parameters")
    _check_function(world, source, scope, thing)
    chosen = [one for one in every if one.name in wanted]
    if name == cls:
        raise Refusal(f"`{cls}` cannot be the class and the parameter; give another `name`")
    if whys := [why for one in wanted if (why := clash(source, scope, one, name))]:
        raise Refusal(f"{whys[0]}; give another `name`")
    holder = Holder(world, source, scope, chosen, cls)
    return _ParameterObject(world, thing, source, scope, every, holder, name).change()


class _ParameterObject:
    """Carries it out."""

    def __init__(
        self,
        world: World,
        thing: Thing,
        source: Source,
        scope: Scope,
        every: Sequence[Field],
        holder: Holder,
        name: str,
    ) -> None:
        self._world, self._thing, self._source, self._scope = world, thing, source, scope
        self._every, self._holder, self._name = every, holder, name
        self._chosen = {one.name for one in holder.fields}
        self._found = Collected(world, thing.name, "", same_shape=False)
        self._bringing = Bringing(world, thing, holder.name, self._found)
        # Where the new parameter stands among those that go by place; None if it goes by its name alone.
        self._place = next((at for at, one in enumerate(every) if one.name in self._chosen), 0)
        self._keyed = all(one.by_keyword for one in holder.fields)

    def change(self) -> Change:
        """The whole of it. Raises Refusal."""
        if not self._holder.is_optional and not self._keyed and any(one.default for one in self._every[: self._place]):
            raise Refusal("a parameter without a default would stand behind one that has one; put that in as well")
        self._bringing.check_stars()
        self._bringing.list_at_home()
        for name in sorted(self._chosen):
            for word in self._source.owned(self._scope, name):
                if word.kind != "arg":
                    self._edit_use(word)
        for use in Uses(self._world, self._thing).calls():
            self._edit_call(use)
        self._edit_signature()
        place = min(one.start for one in segments_of(self._source, self._thing.name))
        self._insert(self._source.path, place, self._holder.text())
        self._found.enclose(self._source, self._scope)
        names = ", ".join(f"`{one.name}`" for one in self._holder.fields)
        sentence = f"Put {names} of `{self._thing.name}` in {self._thing.path} into the class `{self._holder.name}`."
        change = self._found.finish(sentence)
        return self._checked(replace(change, texts=self._with_imports(change)))

    def _edit_use(self, word: Word) -> None:
        """A parameter in the body becomes a field."""
        place = f"{self._source.path}:{self._source.line(word)}"
        if word.kind != "load":
            raise Refusal(f"{place} sets `{word.name}`, and fields are not set again")
        if word.start < 0 or _is_shown(self._source, word):
            raise Refusal(f"{place} uses `{word.name}` in a formatted string that would say something else")
        self._replace(self._source.path, word.start, word.start + len(word.name), f"{self._name}.{word.name}")

    def _edit_signature(self) -> None:
        bracket = bracket_at(self._source.text, self._source.positions.of_definition(self._scope.node))
        if bracket.comments:
            raise Refusal(f"a comment stands between the brackets of `{self._thing.name}`, which would be lost")
        star = next((one for one in self._every if one.by_keyword), None)
        holds = [one.name for one in self._every]
        if star is not None:
            holds.insert(self._every.index(star), "*")
        annotation = f": {self._holder.name}" if self._holder.is_annotated else ""
        equals = " = " if annotation else "="
        default = f"{equals}{self._holder.name}()" if self._holder.is_optional else ""
        stays = any(one.by_keyword and one.name not in self._chosen for one in self._every)
        gone = self._chosen if stays or self._keyed else self._chosen | {"*"}
        self._found.put(
            self._source.path,
            *_merged(
                bracket, [at for at, one in enumerate(holds) if one in gone], f"{self._name}{annotation}{default}"
            ),
            "place",
        )

    def _edit_call(self, use: Use) -> None:
        """A call makes an object of what it passes."""
        call, path = use.call, use.source.path
        if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
            raise Refusal(f"{use.place} passes arguments that cannot be counted")
        holds = [*(one.name for one in self._every if not one.by_keyword)][: len(call.args)]
        holds += [one.arg or "" for one in call.keywords]
        bracket = bracket_at(use.source.text, use.end)
        if len(holds) != len(bracket.pieces) or len(holds) != len(call.args) + len(call.keywords):
            raise Refusal(f"{use.place} passes more than the function takes")
        numbers = [at for at, one in enumerate(holds) if one in self._chosen]
        if not numbers and self._holder.is_optional:
            return
        self._found.enclose(use.source, use.word.scope)
        made = self._bringing.written_at(use)
        if not numbers:
            first = len(call.args) if len(call.args) == self._place and not self._keyed else len(holds)
            head = "" if first == self._place and not self._keyed else f"{self._name}="
            edit = bracket.inserted(first, f"{head}{made}()")
            self._found.put(path, edit.start, edit.end, edit.new, "place")
            return
        head = "" if numbers[0] == self._place and not self._keyed else f"{self._name}="
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            self._insert(path, bracket.pieces[numbers[0]][0], f"{head}{made}(")
            self._insert(path, bracket.pieces[numbers[-1]][1], ")")
            return
        if bracket.comments or any(map(_does_something, [*call.args, *call.keywords])):
            raise Refusal(f"{use.place} would pass its arguments in another order")
        pieces = [use.source.text[start:end] for start, end in bracket.pieces]
        inside = ", ".join(pieces[at] for at in numbers)
        self._found.put(path, *_merged(bracket, numbers, f"{head}{made}({inside})"), "place")

    def _insert(self, path: str, place: int, new: str) -> None:
        """Put something before a character, where something else may be exchanged."""
        there = self._found.edits.get(path, {}).get(place)
        if there is None:
            self._found.put(path, place, place, new, "place")
        else:
            self._found.edits[path][place] = replace(there, new=new + there.new)

    def _replace(self, path: str, start: int, end: int, new: str) -> None:
        there = self._found.edits.get(path, {}).get(start)
        self._found.put(path, start, end, new, "name")
        if there is not None:
            self._found.edits[path][start] = Edit(start, end, there.new + new)

    def _with_imports(self, change: Change) -> dict[str, str | None]:
        """The texts with what the class itself needs."""
        path = self._source.path
        needed = tuple(NewImport(module, name) for module, name in self._holder.imports())
        texts = {**self._world.repo.texts, **{one: text for one, text in change.texts.items() if text is not None}}
        if not needed:
            return dict(change.texts)
        written, failed = self._world.repo.renewed(self._world.repo.scan, texts).write({path: Edits(added=needed)})
        for each, reason in sorted(failed.items()):
            raise Refusal(f"{each}: {reason}")
        return {**change.texts, **written}

    def _checked(self, change: Change) -> Change:
        """Raises Refusal unless every name that the files use is bound in them."""
        for path, text in change.texts.items():
            before = self._world.source(path)
            if before is None or text is None:
                continue
            try:
                after = check_exchanged(before, text, same_shape=False)
            except CannotRewrite as error:
                raise Refusal(str(error)) from error
            if lost := sorted(unbound(after) - unbound(before)):
                raise Refusal(f"`{lost[0]}` would not be known in {path}")
        return change


def _check_function(world: World, source: Source, scope: Scope, thing: Thing) -> None:
    place = f"`{thing.name}` of {thing.path}"
    if "." in thing.name:
        raise Refusal(f"{place} is no function of the module itself")
    if f"{thing.path}i" in world.repo.texts:
        raise Refusal(f"{thing.path}i describes {place}, too")
    if strange := [one for one in decorators_of(scope.node) if one not in _HARMLESS]:
        raise Refusal(f"{place} is decorated with `{strange[0]}`, which may go by what parameters there are")
    if thing.name.startswith(("test", "pytest_")) and is_test(thing.path):
        raise Refusal(f"{place} is a test, whose parameters are filled by name")
    if len(source.scope.bindings.get(thing.name, ())) != 1:
        raise Refusal(f"{thing.path} defines `{thing.name}` more than once")
    for node in ast.walk(scope.node):
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if called in OPEN_CALLS | OPEN_CALLS_AT_TOP:
            raise Refusal(f"{thing.path}:{getattr(node, 'lineno', 0)} calls `{called}`, which may read any parameter")


def _merged(bracket: Bracket, gone: Sequence[int], new: str) -> tuple[int, int, str]:
    """What stands between brackets with one piece for several, at the place of the first; the rest keeps its layout."""
    parts = []
    for at, (start, end) in enumerate(bracket.pieces):
        if at in gone and at != gone[0]:
            continue
        lead = bracket.text[bracket.pieces[at - 1][1] : start] if at else ""
        parts.append(lead + (new if at == gone[0] else bracket.text[start:end]))
    return bracket.pieces[0][0], bracket.pieces[-1][1], "".join(parts)


def _does_something(node: ast.AST) -> bool:
    does = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    return any(isinstance(part, does) for part in ast.walk(node))


def _is_shown(source: Source, word: Word) -> bool:
    """Whether a formatted string shows the name itself: `{a=}`."""
    rest = source.text[word.start + len(word.name) :]
    return any(isinstance(one, ast.JoinedStr) for one in _above(source, word.node)) and bool(
        re.match(r"[^\"'{}\n]*=\s*[!:}]", rest)
    )


def _above(source: Source, node: ast.AST) -> Sequence[ast.AST]:
    found = []
    while node in source.parents:
        node = source.parents[node]
        found.append(node)
    return found
