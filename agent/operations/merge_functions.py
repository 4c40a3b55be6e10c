"""The operation merge-functions: copies of a function go, and everybody uses the one that stays."""

from collections.abc import Mapping, Sequence

from agent.errors import SettingsError
from agent.operations.change import Change, LeftAlone, Request
from agent.operations.edits import Edits
from agent.operations.loading import Loading
from agent.operations.merge_plan import MergePlan
from agent.operations.merge_rules import MergeRules, Spot
from agent.operations.repository import Repository

EXAMPLE = '{"op": "merge-functions", "home": "shop/money.py:format_price", "copies": ["shop/mail.py:fmt"]}'
MEANING = "takes out the functions `copies`, which do the same as `home`, and lets everybody import that"


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    home, copies = request.get("home"), request.get("copies")
    problems = []
    if not _is_spot(home):
        problems.append('merge-functions: `home` must name a function as "shop/money.py:format_price".')
    if isinstance(copies, str) or not isinstance(copies, Sequence) or not copies or not all(map(_is_spot, copies)):
        problems.append('merge-functions: `copies` must be a list of functions, as ["shop/mail.py:fmt"].')
    return tuple(problems)


def merge_functions(request: Request, repo: Repository) -> Change:
    """Let copies of a function give way to the one at home."""
    home, copies = Spot.of(str(request["home"])), _spots(request["copies"])
    for spot in (home, *copies):
        if spot.path not in repo.texts:
            raise SettingsError(
                f"merge-functions: there is no file {spot.path} here.", "Correct or leave out the path."
            )
    rules = MergeRules(repo)
    _read_ahead(repo, home, copies)
    if why := rules.place_objection(home):
        return Change({}, (), (_left(repo, home, why),))
    left = {copy: why for copy in copies if (why := rules.place_objection(copy) or rules.copy_objection(home, copy))}
    closed: dict[str, str] = {}
    while True:
        merged = [copy for copy in copies if copy not in left]
        edits = MergePlan(repo, rules, home, merged).edits(closed) if merged else {}
        texts, failed = repo.write(edits)
        if not failed:
            break
        closed |= failed
        left |= {copy: failed[copy.path] for copy in merged if copy.path in failed}
    return Change(
        texts=texts,
        done=tuple(f"`{copy.name}` of {copy.path} gave way to `{home.name}` of {home.path}." for copy in merged),
        left=(
            *(_left(repo, copy, f"`{copy.name}` stays: {why}") for copy, why in left.items()),
            *(LeftAlone(path, 1, f"its imports stay as they are: {why}") for path, why in closed.items()),
        ),
        removed=_removed(edits),
    )


def _is_spot(value: object) -> bool:
    return isinstance(value, str) and bool(Spot.of(value).path) and Spot.of(value).name.isidentifier()


def _spots(value: object) -> list[Spot]:
    texts = value if isinstance(value, Sequence) else ()
    return [Spot.of(str(text)) for text in dict.fromkeys(texts)]


def _read_ahead(repo: Repository, home: Spot, copies: Sequence[Spot]) -> None:
    """Facts of the files that are sure to be asked about, in one batch."""
    paths = [home.path, *(copy.path for copy in copies)]
    importers = [one.importer for path in paths for one in repo.importers(path)]
    repo.read([*Loading(repo).reached(paths), *importers])


def _left(repo: Repository, spot: Spot, why: str) -> LeftAlone:
    facts = repo.facts(spot.path)
    function = facts.function(spot.name) if facts is not None else None
    return LeftAlone(spot.path, function.line if function is not None else 1, why)


def _removed(edits: Mapping[str, Edits]) -> dict[str, tuple[str, ...]]:
    gone = {path: (*edit.functions, *edit.constants) for path, edit in edits.items()}
    return {path: names for path, names in gone.items() if names}
