"""What stands for a file that is gone, and for a test that has another name now: told by what is in them."""

from applier.facts import Facts, FileFacts, SymbolFact, TestFact
from applier.gates.assertions import literals_of
from applier.gates.elsewhere import is_taken
from applier.gates.exposed import is_for_tests
from applier.gates.owned import Deeds, beyond, by_owner, does_most

_MOST = 0.5  # the part of its definitions and tests by which a file is known under another path


def successor_of(path: str, facts: Facts) -> FileFacts | None:
    """The file as it is now; where it is gone, the new one that has the most of its names, if that is half of them."""
    if path in facts.after or path not in facts.before:
        return facts.after.get(path)
    names = _names(facts.before[path])
    fresh = [file for other, file in facts.after.items() if other not in facts.before]
    alike = [file for file in fresh if file.language == facts.before[path].language]
    best = max(alike, key=lambda file: len(names & _names(file)), default=None)
    return best if best is not None and names and len(names & _names(best)) >= _MOST * len(names) else None


def _names(file: FileFacts) -> set[str]:
    return {symbol.name for symbol in file.symbols} | {test.name for test in file.tests}


def renamed_classes(path: str, facts: Facts) -> dict[str, str]:
    """By the name of a class that is gone, the new one of its file that has the most of its members; each for one."""
    old, new = facts.before[path], successor_of(path, facts)
    if new is None:
        return {}
    left = _classes(new, besides=old)
    found: dict[str, str] = {}
    for name, members in _classes(old, besides=new).items():
        best = max(left, key=lambda one: len(members & left[one]), default="")
        if best and members and len(members & left[best]) >= _MOST * len(members):
            found[name] = best
            del left[best]
    return found


def _classes(file: FileFacts, besides: FileFacts) -> dict[str, set[str]]:
    """The members of each class that another state of the file has not."""
    known = {symbol.name for symbol in besides.symbols}
    names = [one.name for one in file.symbols if one.kind == "class" and one.name not in known]
    inside = {one.name for one in file.symbols}
    return {name: {one[len(name) :] for one in inside if one.startswith(f"{name}.")} for name in names}


def renamed_tests(path: str, facts: Facts) -> dict[str, TestFact]:
    """By the name of a test that is gone, what it is called now; each new one stands for one.

    It is of the same name in a class that was renamed, or does most of what the other one did.
    """
    old, new = facts.before[path], successor_of(path, facts)
    if new is None:
        return {}
    names = {test.name for test in new.tests}
    left = {test.name: test for test in new.tests if test.name not in {test.name for test in old.tests}}
    lost = [test.name for test in old.tests if test.name not in names]
    found: dict[str, TestFact] = {}
    classes = renamed_classes(path, facts)
    for name in lost:
        owner, _, own = name.rpartition(".")
        if heir := left.pop(f"{classes.get(owner, owner)}.{own}", None):
            found[name] = heir
    was, now = by_owner(old), by_owner(new)
    for name in lost:
        did = was.get(name, ())
        alike = [] if name in found else [one for one in left if _may_be(now.get(one, ()), did)]
        if alike := [one for one in alike if does_most(now[one], did)]:
            found[name] = left.pop(min(alike, key=lambda one: len(beyond(did, now[one]))))
    return found


def is_of_tests(path: str, symbol: SymbolFact, facts: Facts) -> bool:
    """Whether a variable is there for the tests of its file alone: what these check is told of by others."""
    of_runner = symbol.name.startswith(("pytest", "__", "collect_ignore"))
    alone = symbol.kind == "variable" and "." not in symbol.name and not of_runner
    return alone and bool(facts.before[path].tests) and not is_taken(path, symbol.name, facts)


def stands_as_test(name: str, old: FileFacts, other: FileFacts) -> bool:
    """Whether another file has a test of a name that checks as often, and has something of what it did."""
    counts = [sum(test.assertions for test in file.tests if test.name == name) for file in (old, other)]
    return 0 < counts[0] <= counts[1] and _may_be(by_owner(other).get(name, ()), by_owner(old).get(name, ()))


def tests_stand_elsewhere(path: str, symbol: SymbolFact, facts: Facts) -> bool:
    """Whether most of the tests in a class that is gone are tests of another class, or of none, here or elsewhere."""
    old, inside = facts.before[path], f"{symbol.name}."
    lost = {test.name: test for test in old.tests if test.name.startswith(inside)}
    if symbol.kind != "class" or not lost:
        return False
    did = by_owner(old)
    names = {_last(name) for name in lost}
    stand: set[str] = set()
    for file in (*facts.others.values(), *facts.after.values()):
        like = [test for test in file.tests if _last(test.name) in names]
        now = by_owner(file) if like else {}
        for name, test in lost.items():
            heirs = [one for one in like if _last(one.name) == _last(name) and one.assertions >= test.assertions]
            if any(_says_most(now.get(one.name, ()), did.get(name, ())) for one in heirs):
                stand.add(name)
    return len(stand) >= _MOST * len(lost)


def _says_most(heir: Deeds, deeds: Deeds) -> bool:
    """Whether something says one statement of another one, or half of its values."""
    values = literals_of(deeds)
    return _may_be(heir, deeds) or (bool(values) and len(values & literals_of(heir)) >= _MOST * len(values))


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _may_be(heir: Deeds, deeds: Deeds) -> bool:
    """Whether something is so long that it can do most of what another one did, and says one thing of it: quick."""
    texts = {deed.text for deed in heir}
    return 2 * len(heir) >= len(deeds) and any(deed.text in texts for deed in deeds)


def _renamed_helper(path: str, name: str, classes: dict[str, str], facts: Facts) -> str:
    """The new function, beside a lost one in a file of tests, that does most of what that did; "" if none.

    `classes` says what those are called now that have another name.
    """
    old, new = facts.before[path], successor_of(path, facts)
    owner, _, own = name.rpartition(".")
    inside = classes.get(owner, owner)
    if new is None:
        return ""
    did, now, known = by_owner(old).get(name, ()), by_owner(new), {one.name for one in old.symbols}
    fresh = [one for one in new.symbols if one.name not in known and one.name.rpartition(".")[0] == inside]
    alike = (one.name for one in fresh if one.kind in ("function", "method") and one.name not in {f"{inside}.{own}"})
    return next((one for one in alike if does_most(now.get(one, ()), did)), "")


class ForTests:
    """What is there for tests alone may be called anything."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[str, tuple[dict[str, TestFact], dict[str, str]]] = {}

    def renamed(self, path: str, symbol: SymbolFact) -> str:
        """What a test, or a class or function of a file of tests, is called now; "" if nothing is like it."""
        if not is_for_tests(self._facts.before[path]):
            return ""
        if path not in self._known:
            self._known[path] = renamed_tests(path, self._facts), renamed_classes(path, self._facts)
        tests, classes = self._known[path]
        if symbol.name in tests:
            return tests[symbol.name].name
        if symbol.kind == "class":
            return classes.get(symbol.name, "")
        function = symbol.kind in ("function", "method")
        return _renamed_helper(path, symbol.name, classes, self._facts) if function else ""
