"""Gate 5 for statements: what a function lost is found elsewhere, done in other words, or asked about."""

import pytest

from applier.gates.undone import check_deeds
from applier.scope import Declared, Problem, Scope
from tests.gating import judge

PAY = '''\
def pay(self, order, amount):
    """Take the money."""
    if amount <= 0:
        raise Refused(f"{amount} cannot be paid")
    if order.kind == "gift":
        return None
    with self.lock:
        self.total += amount
        log.info("paid %s", amount)
    try:
        answer = send(order, amount)
    except ConnectionError:
        self.retry(order)
    except (KeyError, ValueError) as error:
        raise Failed from error
    finally:
        self.close(order)
    assert answer
    for line in order.lines:
        line.done = True
    return answer
'''
LOAD = """\
export async function load(path: string, options = { tries: 3, quiet: true }) {
  if (!path) {
    throw new Error("no path");
  }
  try {
    const text = await read(path);
    cache.set(path, text);
    return JSON.parse(text);
  } catch (error) {
    report(error);
  } finally {
    close(path);
  }
  const again = (text) => text;
  switch (options.tries) {
    case 7:
      return null;
    default:
      return undefined;
  }
}
"""
PAGE = """\
const Page = ({ order }) => {
  useEffect(() => {
    track(order.id);
    return () => stop(order.id);
  }, [order.id]);
  return (
    <main className="page">
      <h1>{order.title}</h1>
      {order.open && <Pay order={order} />}
      <Lines lines={order.lines} />
    </main>
  );
};
"""


def asked(before: str, after: str, path: str = "a.py", scope: Scope | None = None) -> list[Problem]:
    return judge(check_deeds, {path: before}, {path: after}, scope=scope)


LOST = {
    "a check": ('    if amount <= 0:\n        raise Refused(f"{amount} cannot be paid")\n', "", "if amount <= 0:"),
    "what a check raises": ('raise Refused(f"{amount} cannot be paid")', "pass", "raise Refused"),
    "a branch": ('    if order.kind == "gift":\n        return None\n', "", 'order.kind == "gift"'),
    "what a branch gives": ("        return None\n", "        pass\n", "return None"),
    "a lock": (
        "    with self.lock:\n        self.total += amount\n        log",
        "    self.total += amount\n    log",
        "self.lock",
    ),
    "an effect": ("        self.total += amount\n", "", "self.total += amount"),
    "a line of the log": ('        log.info("paid %s", amount)\n', "", "log.info"),
    "a handler": ("    except ConnectionError:\n        self.retry(order)\n", "", "except ConnectionError"),
    "what a handler does": ("        self.retry(order)\n", "        pass\n", "self.retry"),
    "what is always done": ("    finally:\n        self.close(order)\n", "", "finally"),
    "an assertion": ("    assert answer\n", "", "assert answer"),
    "a loop": ("    for line in order.lines:\n        line.done = True\n", "", "for line in order.lines"),
    "what a loop does": ("        line.done = True\n", "        pass\n", "line.done = True"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), LOST.values(), ids=LOST)
def test_what_is_simply_gone_is_asked_about(old: str, new: str, words: str) -> None:
    assert PAY.count(old) == 1
    [problem] = asked(PAY, PAY.replace(old, new))
    assert (problem.gate, problem.severity, problem.path) == ("loss", "ask", "a.py")
    assert "`pay`" in problem.message
    assert words in problem.message


IN_SCRIPTS = {
    "a check": ('  if (!path) {\n    throw new Error("no path");\n  }\n', "", "if (!path)"),
    "what it throws": ('    throw new Error("no path");\n', "", "no path"),
    "an effect": ("    cache.set(path, text);\n", "", "cache.set"),
    "what a handler does": ("    report(error);\n", "", "report(error)"),
    "what is always done": (" finally {\n    close(path);\n  }", "", "finally"),
    "waiting": ("await read(path)", "read(path)", "await read"),
    "a case": ("    case 7:\n      return null;\n", "", "case 7"),
    "a variable whose name stands elsewhere": (
        "    const text = await read(path);\n",
        "",
        "const text = await read(path)",
    ),
    "an option": (", quiet: true }", " }", "options"),
}


@pytest.mark.parametrize(("old", "new", "words"), IN_SCRIPTS.values(), ids=IN_SCRIPTS)
def test_what_is_gone_from_a_script_is_asked_about(old: str, new: str, words: str) -> None:
    assert LOAD.count(old) == 1
    [problem] = asked(LOAD, LOAD.replace(old, new), "a.ts")
    assert "`load`" in problem.message
    assert words in problem.message


@pytest.mark.parametrize(
    ("old", "words"),
    [
        ("      <h1>{order.title}</h1>\n", "<h1>"),
        ("      {order.open && <Pay order={order} />}\n", "Pay"),
        ("      <Lines lines={order.lines} />\n", "Lines"),
        ("    track(order.id);\n", "track"),
        ("    return () => stop(order.id);\n", "stop"),
        (
            "  useEffect(() => {\n    track(order.id);\n    return () => stop(order.id);\n  }, [order.id]);\n",
            "useEffect",
        ),
    ],
)
def test_what_is_gone_from_a_component_is_asked_about(old: str, words: str) -> None:
    assert PAGE.count(old) == 1
    [problem] = asked(PAGE, PAGE.replace(old, ""), "a.tsx")
    assert words in problem.message


#: Rewritten elsewhere too, so that what is gone might be done in other words.
MIXED = {
    "a raise": (
        'if n < 0:\n        raise Negative("no")\n    total = n\n    return total', "return n + 0", "raise Negative"
    ),
    "a branch": ('if a.kind == "x":\n        return 0\n    b = a.n\n    return b', "return a.n", 'a.kind == "x"'),
    "an error let through": (
        "try:\n        b = read(a)\n    except Missing:\n        b = None\n    return b",
        "return read(a)",
        "except Missing",
    ),
    "a lock": ("with LOCK:\n        b = a.n + LOCK.n\n    return b", "return a.n", "with LOCK"),
    "an effect": ("b = a.n\n    audit(b)\n    return b", "return a.n", "audit(b)"),
    "waiting": ("b = await a.get()\n    return b", "return a.get()", "await a.get"),
    "a result": ("b = a.n\n    return b", "print(a.n)", "return b"),
    "a field that is still read": ("self.n = a\n    b = a + 1\n    return b", "return a + 1", "self.n = a"),
    "a yield": ("b = a.n\n    yield b", "c = a.n\n    c.go()", "yield b"),
    "an entry": ("b = {'x': 1, 'y': a}\n    return b", "return {'x': 1}", "'y': a"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), MIXED.values(), ids=MIXED)
def test_what_is_gone_from_a_rewritten_function_is_asked_about(old: str, new: str, words: str) -> None:
    head, foot = "async def f(self, a, n=1):\n    ", "\n\n\ndef g(self):\n    return self.n\n"
    [problem] = asked(f"{head}{old}{foot}", f"{head}{new}{foot}")
    assert "`f`" in problem.message
    assert words in problem.message


#: Usual refactorings of one function, in which nothing is lost.
SAME = {
    "an end in place of a break": (
        "for b in a:\n        if b:\n            break\n        g(b)",
        "for b in a:\n        if b:\n            return\n        g(b)",
    ),
    "a renamed variable": ("b = g(a)\n    return b + 1", "found = g(a)\n    return found + 1"),
    "an inlined variable": ("b = g(a)\n    return b + 1", "return g(a) + 1"),
    "a new variable": ("return g(a) + 1", "b = g(a)\n    return b + 1"),
    "another order": ("g(a)\n    h(a)\n    return a", "h(a)\n    g(a)\n    return a"),
    "guards": (
        "if a.ok:\n        g(a)\n        return 1\n    else:\n        raise E(a)",
        "if not a.ok:\n        raise E(a)\n    g(a)\n    return 1",
    ),
    "no else behind a return": (
        "if a:\n        return 1\n    else:\n        return g(a)",
        "if a:\n        return 1\n    return g(a)",
    ),
    "merged conditions": (
        "if a.x:\n        raise E('x')\n    if a.y:\n        raise E('y')\n    g(a)",
        "if a.x or a.y:\n        raise E('x or y')\n    g(a)",
    ),
    "a merged if": ("if a.x:\n        if a.y:\n            g(a)", "if a.x and a.y:\n        g(a)"),
    "an expression": (
        "if a.x:\n        return True\n    if a.y:\n        return True\n    return False",
        "return a.x or a.y",
    ),
    "a conditional expression": (
        "if a.x:\n        b = 1\n    else:\n        b = 2\n    return b",
        "return 1 if a.x else 2",
    ),
    "a comprehension": (
        "b = []\n    for c in a.rows:\n        if c.ok:\n            b.append(c.n)\n    return b",
        "return [c.n for c in a.rows if c.ok]",
    ),
    "a generator expression": (
        "for c in a:\n        if c.ok:\n            return True\n    return False",
        "return any(c.ok for c in a)",
    ),
    "a table": (
        "if a == 'x':\n        return 1\n    elif a == 'y':\n        return 2\n    return 0",
        "return {'x': 1, 'y': 2}.get(a, 0)",
    ),
    "a match": (
        "if a.kind == 'x':\n        return g(a)\n    elif a.kind == 'y':\n        return h(a)",
        "match a.kind:\n        case 'x':\n            return g(a)\n        case 'y':\n            return h(a)",
    ),
    "a narrower try": (
        "try:\n        b = g(a)\n        c = h(b)\n    except E:\n        return None\n    return c",
        "try:\n        b = g(a)\n    except E:\n        return None\n    return h(b)",
    ),
    "suppressed": ("try:\n        g(a)\n    except E:\n        pass", "with suppress(E):\n        g(a)"),
    "a context manager": (
        "b = open(a)\n    try:\n        return b.read()\n    finally:\n        b.close()",
        "with open(a) as b:\n        return b.read()",
    ),
    "an f-string": ("g('%s is %d' % (a.name, a.n))", "g(f'{a.name} is {a.n}')"),
    "an entry is set": ("b = {'x': 1, 'y': a.n}\n    return b", "b = {'x': 1}\n    b['y'] = a.n\n    return b"),
    "a while that became a for": (
        "i = 0\n    while i < a.n:\n        g(i)\n        i += 1", "for i in range(a.n):\n        g(i)"
    ),
    "an unused variable": ("b = a.n\n    g(a)", "g(a)"),
    "a return of nothing at the end": ("g(a)\n    return", "g(a)"),
    "nothing but layout": ("g(a, b=[1, 2, 3])", "g(\n        a,\n        b=[1, 2, 3],\n    )"),
    "annotations": ("b = g(a)\n    return b.x", "b: int = g(a)\n    return b.x"),
    "waiting together": ("b = await g(a)\n    c = await h(a)\n    return b, c", "return await gather(g(a), h(a))"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_nothing_is_said_of_usual_refactorings(old: str, new: str) -> None:
    head = "async def f(self, a, n=1):\n    "
    assert asked(f"{head}{old}\n", f"{head}{new}\n") == []


CHECK = "def check(a):\n    if a.n < 0:\n        raise Negative(a)\n    log.info('fine')\n\n\n"
MOVED = {
    "to a helper": (
        {"a.py": "def f(a):\n    if a.n < 0:\n        raise Negative(a)\n    log.info('fine')\n    return a.n\n"},
        {"a.py": CHECK + "def f(a):\n    check(a)\n    return a.n\n"},
    ),
    "to a helper of another file": (
        {"a.py": "def f(a):\n    if a.n < 0:\n        raise Negative(a)\n    log.info('fine')\n    return a.n\n"},
        {"a.py": "from b import check\n\n\ndef f(a):\n    check(a)\n    return a.n\n", "b.py": CHECK},
    ),
    "to a helper that was there": (
        {"a.py": CHECK + "def f(b):\n    if b.n < 0:\n        raise Negative(b)\n    return b.n\n"},
        {"a.py": CHECK + "def f(b):\n    check(b)\n    return b.n\n"},
    ),
    "to the caller": (
        {"a.py": "def f(a):\n    log.info(a)\n    return a.n\n\n\ndef g(a):\n    return f(a)\n"},
        {"a.py": "def f(a):\n    return a.n\n\n\ndef g(a):\n    log.info(a)\n    return f(a)\n"},
    ),
    "whole, unchanged": ({"a.py": PAY}, {"a.py": "from b import pay\n", "b.py": PAY}),
    "whole, into a class": (
        {"a.py": "def f(a):\n    log.info(a)\n    return a.n\n"},
        {"a.py": "class A:\n    def f(self, a):\n        log.info(a)\n        return a.n\n"},
    ),
    "to a decorator": (
        {"a.py": "def f(a):\n    with LOCK:\n        return a.n\n"},
        {"a.py": "def locked(g):\n    def inner(a):\n        with LOCK:\n            return g(a)\n    return inner\n\n"
                 "@locked\ndef f(a):\n    return a.n\n"},
    ),
    "to a hook": (
        {"a.tsx": "const A = ({ id }) => {\n  useEffect(() => { track(id); }, [id]);\n  return <b>{id}</b>;\n};\n"},
        {"a.tsx": "const useTrack = (id) => {\n  useEffect(() => { track(id); }, [id]);\n};\n"
                  "const A = ({ id }) => {\n  useTrack(id);\n  return <b>{id}</b>;\n};\n"},
    ),
    "to a component": (
        {"a.tsx": "const A = ({ n }) => <p>Sum: <b className={n < 0 ? 'minus' : 'plus'}>{n.toFixed(2)}</b></p>;\n"},
        {"a.tsx": "const Sum = ({ n }) => <b className={n < 0 ? 'minus' : 'plus'}>{n.toFixed(2)}</b>;\n"
                  "const A = ({ n }) => <p>Sum: <Sum n={n} /></p>;\n"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), MOVED.values(), ids=MOVED)
def test_nothing_is_said_of_what_moved(before: dict[str, str], after: dict[str, str]) -> None:
    assert judge(check_deeds, before, after) == []


NOT_WRITTEN = "def f(a):\n    def g():\n        raise NotImplementedError\n    return g\n"
TOLD_BY_OTHERS = {
    "the function is gone": (PAY, "x = 1\n"),
    "its body is gone": (PAY, "def pay(self, order, amount):\n    pass\n"),
    "a test": ("def test_f():\n    g(1)\n    assert h(1)\n", "def test_f():\n    g(1)\n"),
    "a row of the table of a test": (
        "@parametrize('n', [1, 2, 3, 4])\ndef test_f(n):\n    assert g(n)\n",
        "@parametrize('n', [1, 2])\ndef test_f(n):\n    assert g(n)\n",
    ),
    "a decorator of a public function": ("@d(1)\ndef f(a):\n    g(a)\n", "def f(a):\n    g(a)\n"),
    "a default of a public function": ("def f(a=1):\n    g(a)\n", "def f(a):\n    g(a)\n"),
    "a coroutine that is none any more": (
        "async def f(a):\n    await g(a)\n    h()\n",
        "def f(a):\n    g(a)\n    h()\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), TOLD_BY_OTHERS.values(), ids=TOLD_BY_OTHERS)
def test_nothing_is_said_of_what_other_gates_tell(before: str, after: str) -> None:
    assert asked(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("@d(1)\ndef _f(a):\n    g(a)\n", "def _f(a):\n    g(a)\n", "@d(1)"),
        ("def _f(a=1):\n    g(a)\n", "def _f(a):\n    g(a)\n", "def _f(a=1)"),
        (
            "def f(a):\n    @d(a)\n    def g(): pass\n    return g\n",
            "def f(a):\n    def g(): pass\n    return g\n",
            "@d(a)",
        ),
        ("def f(a):\n    def g(b=1): pass\n    return g\n", "def f(a):\n    def g(b): pass\n    return g\n", "b=1"),
        ("class A:\n    reg(1)\n    x = 1\n", "class A:\n    x = 1\n", "reg(1)"),
        ("import a\nif X:\n    a.go()\n", "import a\n", "if X"),
        ("T = {'a': 1, 'b': 2}\n", "T = {'a': 1}\n", "'b': 2"),
        ("T = ['a', 'b', 'c', 'd']\n", "T = ['a', 'b', 'd']\n", "'c'"),
        (
            "def test_f():\n    def g():\n        h(1)\n    assert k(g)\n",
            "def test_f():\n    def g(): pass\n    assert k(g)\n",
            "h(1)",
        ),
        (
            "def test_f():\n    class A:\n        x = 1\n    assert k(A)\n",
            "def test_f():\n    class A: pass\n    assert k(A)\n",
            "x = 1",
        ),
        ("@patch('m.n')\ndef test_f(n):\n    assert g(n)\n", "def test_f(n):\n    assert g(n)\n", "@patch('m.n')"),
        ("def f(a):\n    def g():\n        return h(a)\n    return g\n", NOT_WRITTEN, "return h(a)"),
        (
            "def f(a):\n    if a:\n        return 'x'\n    g()\n",
            "def f(a):\n    if a:\n        return\n    g()\n",
            "return 'x'",
        ),
    ],
)
def test_what_no_other_gate_tells_is_asked_about(before: str, after: str, words: str) -> None:
    [problem] = asked(before, after)
    assert words in problem.message


@pytest.mark.parametrize(
    "scope",
    [
        Scope((), removed=(Declared("a.py", "pay", "Amounts are checked by the caller."),)),
        Scope((), changed=(Declared("a.py", "pay", "Amounts are checked by the caller."),)),
    ],
)
def test_what_is_declared_is_not_asked_about(scope: Scope) -> None:
    assert asked(PAY, PAY.replace("    assert answer\n", ""), scope=scope) == []


@pytest.mark.parametrize(
    "declared", [Declared("a.py", "pay", " "), Declared("b.py", "pay", "x"), Declared("a.py", "pa", "x")]
)
def test_a_declaration_without_a_reason_or_of_another_counts_for_nothing(declared: Declared) -> None:
    assert len(asked(PAY, PAY.replace("    assert answer\n", ""), scope=Scope((), changed=(declared,)))) == 1


def calls(*numbers: int) -> str:
    return "def f():\n" + "".join(f"    g{n}()\n" for n in numbers)


def test_three_lines_are_shown_and_the_others_counted() -> None:
    [problem] = asked(calls(*range(8)), calls(0))
    assert "`g1()` (line 3); `g2()` (line 4); `g3()` (line 5) and 4 more" in problem.message
    assert (problem.gate, problem.severity, problem.line) == ("loss", "ask", 3)


@pytest.mark.parametrize(
    ("before", "after", "severity"),
    [
        (calls(*range(12)), calls(0, 1), "refuse"),
        (calls(*range(12)), calls(0, 1) + "    rest()\n", "refuse"),
        (calls(*range(12)), calls(*range(6)), "ask"),
        (calls(*range(8)), calls(0), "ask"),
        (calls(*range(12)).replace("def f():\n", "x = 1\n").replace("    ", ""), "x = 1\n", "ask"),
    ],
)
def test_a_long_body_that_was_cut_short_is_refused(before: str, after: str, severity: str) -> None:
    [problem] = asked(before, after)
    assert problem.severity == severity
    assert problem.gate == ("elision" if severity == "refuse" else "loss")
