"""rename in JavaScript and TypeScript: what stands at the top of a module, and everybody who uses it."""

import pytest

from tests.agent.operations.cases import operate, tree

P = "== src/money.ts\nexport function NAME(a: number) { return a }\n"
C = "== src/money.js\nfunction NAME(a) { return a }\nmodule.exports = { NAME, other: 1 }\n"
#: name and files; NAME is `total` before and `amount` after, SHORT `total` and `total: amount`.
RENAMED: list[tuple[str, str]] = [
    ("not exported", "== src/money.ts\nconst NAME = 1, x = NAME + NAME; // total\n"),
    ("exported and used in its file", P + "export const y = NAME(1) + NAME(NAME(2))\n"),
    ("let that is set", "== src/money.ts\nexport let NAME = 1\nNAME = 2; NAME++; [NAME] = [3]; for (NAME of []) {}\n"),
    ("shorthand properties", P + "const o = { SHORT, total: 1, a: NAME }\n"),
    (
        "parameters shadow",
        P + "const f = (total: number) => total, g = total => total, h = ({ total }) => total\nNAME(1)\n",
    ),
    (
        "locals and blocks shadow",
        P + "function f() { let total = 1; { const total = 2; total } return total }\nNAME(1)\n",
    ),
    ("var shadows in all of its function", P + "function f() { total(); if (1) { var total = () => 1 } }\nNAME(1)\n"),
    (
        "catch, for and functions shadow",
        P + "try {} catch (total) { total }\nfor (const total of []) total\n"
        "for (let total = 0; total < 1; total++) {}\n(function total() { total() })\nNAME(1)\n",
    ),
    (
        "properties and labels are other things",
        P + "const o: any = {}; o.total; o['total']; o?.total; total: for (;;) break total\n"
        "class A { total = 1; get() { return this.total + NAME(1) } }\n",
    ),
    (
        "templates, defaults, computed keys",
        P + "const f = (a = NAME(1)) => `total ${NAME(2)}`, o = { [NAME(1)]: 1, total() {} }\n",
    ),
    (
        "an interface in types",
        "== src/money.ts\nexport interface NAME { total: number }\ntype A = NAME | Array<NAME>\n"
        "function f<T extends NAME>(a: NAME, total: number): a is NAME { return total as any as "
        "NAME }\n",
    ),
    (
        "a type beside a value parameter of its name",
        "== src/a.ts\ntype NAME = 1\nfunction f(total: NAME) { return total }\n",
    ),
    (
        "type parameters shadow",
        "== src/a.ts\ntype NAME = 1\nfunction f<total>(a: total) {}\ntype B<total> = total\n"
        "type C = { [total in 'a']: total }; type D = 1 extends infer total ? total : 2; let x: NAME\n",
    ),
    ("typeof", P + "type A = typeof NAME; type B = ReturnType<typeof NAME>; let c: (total: number) => typeof total\n"),
    ("an enum", "== src/a.ts\nexport enum NAME { total = 1, B = total }\nNAME.total\nlet x: NAME.B\n"),
    (
        "a class",
        "== src/a.ts\n"
        "export abstract class NAME<T> { static a = NAME.b; static b = 1; total(): NAME<T> { "
        "return this } }\nclass B extends NAME<number> implements NAME<number> {}\nnew NAME()\n",
    ),
    (
        "overloads",
        "== src/a.ts\nexport function NAME(a: string): void\nexport function NAME(a: number): void\n"
        "export function NAME(a: any) { NAME(a) }\n",
    ),
    ("export lists", "== src/a.ts\nconst NAME = 1\nexport { NAME }\n== src/b.ts\nimport { NAME } from './a'\nNAME\n"),
    (
        "export under another name",
        "== src/a.ts\nconst NAME = 1\nexport { NAME as total, NAME as default }\n== src/b.ts\n"
        "import total from './a'\nimport { total as t } from './a'\ntotal\n",
    ),
    (
        "export default",
        "== src/a.ts\nexport default function NAME() { NAME() }\n== src/b.ts\nimport total from './a'\ntotal()\n",
    ),
    (
        "export default by name",
        "== src/a.ts\nfunction NAME() {}\nexport default NAME\n== src/b.ts\nimport total from './a'\ntotal()\n",
    ),
    (
        "imports",
        P + "== src/a.ts\nimport x, { b, NAME } from './money'\nNAME(b)\nconst o = { SHORT }\n"
        "function f(total) { return total }\n",
    ),
    ("imports under another name", P + "== src/a.ts\nimport { NAME as total } from './money'\ntotal(1)\n"),
    (
        "types",
        "== src/m.ts\nexport type NAME = 1\n== src/a.ts\nimport type { NAME } from './m'\n"
        "import { type NAME as T } from './m.js'\n"
        "let x: NAME, y: T, z: import('./m').NAME, w: Array<import('./m').NAME>\n",
    ),
    (
        "namespaces",
        P + "== src/a.ts\nimport * as m from './money'\n"
        "m.NAME(1); m['NAME'](2); m?.NAME; (m).NAME; m.other\ntype A = typeof m.NAME\n"
        "function f(m) { m.total }\nconst { NAME, other } = m; NAME(1)\n",
    ),
    (
        "namespaces in types",
        "== src/m.ts\nexport interface NAME {}\n== src/a.ts\nimport * as m from './m'\n"
        "function f(m: m.NAME): m.NAME { return (m as any).total }\n",
    ),
    (
        "re-exports",
        P + "== src/index.ts\nexport { NAME } from './money'\n== src/a.ts\nimport { NAME } from '.'\n"
        "NAME(1)\n== src/b.ts\nexport { NAME as total } from './money'\n== src/c.ts\n"
        "import { total } from './b'\ntotal\n",
    ),
    (
        "stars",
        P + "== src/index.ts\nexport * from './money'\n== lib/index.ts\nexport * from '../src'\n== a.ts\n"
        "import { NAME } from './lib'\nNAME(1)\n",
    ),
    (
        "imported, then exported",
        P + "== src/b.ts\nimport { NAME } from './money'\nexport { NAME }\n== src/c.ts\n"
        "import { NAME } from './b'\nNAME\n",
    ),
    (
        "aliases of tsconfig",
        P + '== tsconfig.json\n{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}\n== lib/a.ts\n'
        "import { NAME } from '@/money'\nNAME(1)\n",
    ),
    (
        "dynamic imports",
        P + "== src/a.ts\nasync function f() {\n  const { NAME } = await import('./money')\n  NAME(1)\n"
        "  ;(await import('./money')).NAME(2)\n  const m = await import('./money'); m.NAME(3)\n}\n"
        "import('./money').then(({ NAME }) => NAME(1))\nimport('./money').then(m => m.NAME(1))\n"
        "import('./money').then((m: any) => { m.NAME(1) })\n",
    ),
    (
        "CommonJS",
        C + "== src/a.js\nconst { NAME, other } = require('./money')\nNAME(1)\n"
        "const m = require('./money.js')\nm.NAME(1)\nrequire('./money').NAME(2)\n",
    ),
    ("CommonJS under another name", C + "== src/a.js\nconst { NAME: total = 1 } = require('./money')\ntotal(1)\n"),
    (
        "CommonJS inside functions",
        C + "== src/a.js\nfunction f() {\n  const { NAME } = require('./money')\n  return NAME\n}\nvar total = 1\n",
    ),
    ("CommonJS member of what is required", C + "== src/a.js\nconst total = require('./money').NAME\ntotal()\n"),
    (
        "exports by members",
        "== m.js\nfunction NAME() {}\nexports.NAME = NAME\nmodule.exports.x = exports.NAME\n== a.js\n"
        "require('./m').NAME()\n",
    ),
    (
        "exports of what has no other name",
        "== m.js\nexports.NAME = function () { return exports.NAME }\n== a.js\nrequire('./m').NAME()\n",
    ),
    (
        "exports by pairs",
        "== m.js\nconst NAME = 1\nmodule.exports = { NAME: NAME, x: NAME }\n== a.js\nrequire('./m').NAME\n",
    ),
    (
        "CommonJS handed on",
        C + "== i.js\nmodule.exports = require('./src/money')\n== j.js\n"
        "module.exports = { ...require('./i') }\n== a.js\nrequire('./j').NAME()\n",
    ),
    ("CommonJS taken by ESM", C + "== a.mjs\nimport m, { NAME } from './src/money.js'\nm.NAME(NAME)\n"),
    ("import = require", P + "== a.cts\nimport m = require('./src/money')\nm.NAME(1)\n"),
    (
        "a declaration file",
        "== m.js\nexport function NAME() {}\n== m.d.ts\nexport declare function NAME(): void\n== a.ts\n"
        "import { NAME } from './m'\nNAME()\n== b.js\nimport { NAME } from './m'\nNAME()\n",
    ),
    ("spies", P + "== a.test.ts\nimport * as m from './src/money'\njest.spyOn(m, 'NAME')\njest.spyOn(m, 'other')\n"),
    (
        "destructured",
        "== a.ts\nexport const { x: NAME, y } = { x: 1, y: 2 }\nNAME\n== b.ts\nimport { NAME } from './a'\nNAME\n",
    ),
    (
        "odd layout stays",
        "== a.js\nexport const   NAME=1 ;\r\n/* total */ export default(NAME)\n\n\n== b.js\n"
        'import{NAME}from"./a"\n\tNAME ;\n',
    ),
    ("words beyond ASCII", "== a.ts\nconst s = 'ä€😀', NAME = 1 // é total\nNAME\n"),
]


def written(text: str, name: str, short: str) -> dict[str, str]:
    return tree(text.replace("NAME", name).replace("SHORT", short))


def symbol_of(files: dict[str, str], name: str) -> str:
    return f"{next(iter(files))}:{name}"


@pytest.mark.parametrize("text", [case[1] for case in RENAMED], ids=[case[0] for case in RENAMED])
def test_a_name_is_changed_with_all_its_uses(text: str) -> None:
    before, wanted = written(text, "total", "total"), written(text, "amount", "total: amount")
    request = {"op": "rename", "symbol": symbol_of(before, "total"), "to": "amount"}
    change, after = operate(before, request)
    assert change.refused == ""
    assert after == wanted
    assert change.left == ()
    assert operate(after, request)[0].texts == {}
    back, restored = operate(after, {"op": "rename", "symbol": symbol_of(before, "amount"), "to": "total"})
    assert (back.refused, restored) == ("", before)


JSX = '== a.tsx\nexport function NAME() { return <div total="total">total</div> }\n== b.jsx\n'
"import { NAME } from './a'\n"
"export const P = () => <NAME total={1}><NAME.Item/><total/></NAME>\n== c.tsx\n"
"import * as m from './a'\nexport const x = <m.NAME></m.NAME>\n"


def test_elements_of_jsx_are_uses() -> None:
    before, wanted = written(JSX, "Total", ""), written(JSX, "Amount", "")
    change, after = operate(before, {"op": "rename", "symbol": "a.tsx:Total", "to": "Amount"})
    assert (change.refused, after) == ("", wanted)
    assert operate(after, {"op": "rename", "symbol": "a.tsx:Amount", "to": "Total"})[1] == before


#: name, files, new name, and what the refusal says
REFUSED: list[tuple[str, str, str, str]] = [
    ("not there", "== a.ts\nexport const x = 1\n", "amount", "there is no total"),
    ("a local", "== a.ts\nfunction f() { const total = 1 }\n", "amount", "there is no total"),
    ("imported", "== a.ts\nimport { total } from './b'\n== b.ts\nexport const total = 1\n", "amount", "only imports"),
    ("the new name is there", "== a.ts\nconst total = 1, amount = 2\nexport {}\n", "amount", "has a `amount` already"),
    (
        "the new name is a type",
        "== a.ts\nexport const total = 1; type amount = 2\n",
        "amount",
        "has a `amount` already",
    ),
    (
        "the new name is a local around a use",
        "== a.ts\nexport const total = 1; function f(amount) { return total }\n",
        "amount",
        "something else",
    ),
    (
        "the new name is known from elsewhere",
        "== a.ts\nexport const total = 1; amount()\n",
        "amount",
        "would mean what is renamed",
    ),
    (
        "the new name is there in a user",
        "== a.ts\nexport const total = 1\n== b.ts\nimport { total } from './a'\nconst amount = 1\n",
        "amount",
        "b.ts has",
    ),
    (
        "the new name is a parameter in a user",
        "== a.ts\nexport const total = 1\n== b.ts\nimport { total } from './a'\nconst f = amount => total\n",
        "amount",
        "b.ts",
    ),
    (
        "the new name is a parameter around a require",
        "== a.js\nexports.total = 1\n== b.js\nfunction f(amount) { const { total } = require('./a'); return total }\n",
        "amount",
        "has a `amount` already",
    ),
    (
        "the new name is global in a user",
        "== a.ts\nexport const total = 1\n== b.ts\nimport { total } from './a'\nalert(1)\n",
        "alert",
        "would mean",
    ),
    ("handed out already", "== a.ts\nconst total = 1, x = 1\nexport { total, x as amount }\n", "amount", "hands out"),
    (
        "handed out by a star",
        "== a.ts\nexport * from './b'\nexport const total = 1\n== b.ts\nexport const amount = 1\n",
        "amount",
        "hands out",
    ),
    (
        "handed out by an index",
        "== a.ts\nexport const total = 1\n== i.ts\nexport * from './a'\nexport * from './b'\n== b.ts\n"
        "export const amount = 1\n",
        "amount",
        "i.ts hands out",
    ),
    ("a word of the language", "== a.ts\nexport const total = 1\n", "typeof", "cannot be a name"),
    ("a reserved word", "== a.ts\nexport const total = 1\n", "enum", "cannot be a name"),
    (
        "merged interfaces",
        "== a.ts\nexport interface total { a: 1 }\nexport interface total { b: 1 }\n",
        "amount",
        "more than once",
    ),
    ("a value and a type", "== a.ts\nexport const total = 1\nexport type total = number\n", "amount", "more than once"),
    (
        "a class and a namespace",
        "== a.ts\nexport class total {}\nexport namespace total { export const a = 1 }\n",
        "amount",
        "more than once",
    ),
    (
        "in a namespace",
        "== a.ts\nexport const total = 1\nnamespace N { export const x = total }\n",
        "amount",
        "namespace",
    ),
    ("a member", "== a.ts\nexport class total { a = 1 }\n", "amount", "not members"),
    ("its file does not parse", "== a.ts\nexport const total = (\n", "amount", "does not parse"),
    (
        "a user does not parse",
        "== a.ts\nexport const total = 1\n== b.ts\nimport { total } from './a'\nf(\n",
        "amount",
        "b.ts does not parse",
    ),
    (
        "a component uses it",
        "== a.ts\nexport const total = 1\n== b.vue\n<script>\nimport { total } from './a'\n</script>\n",
        "amount",
        "b.vue",
    ),
    (
        "handed on as a member",
        "== a.ts\nexport const total = 1\n== b.ts\nexport * as m from './a'\n== c.ts\n"
        "import { m } from './b'\nm.total\n",
        "amount",
        "as a whole",
    ),
    (
        "a namespace handed on",
        "== a.ts\nexport const total = 1\n== b.ts\nimport * as m from './a'\nm.total\nexport { m }\n",
        "amount",
        "as a whole",
    ),
    ("eval", "== a.ts\nexport const total = 1\neval('total')\n", "amount", "eval"),
    ("with", "== a.js\nconst total = 1\nmodule.exports = { total }\nwith (x) { total }\n", "amount", "with"),
    (
        "a script that a page uses",
        "== a.js\nfunction total() {}\n== index.html\n<button onclick='total()'>\n",
        "amount",
        "is a script",
    ),
    ("scripts that use each other", "== a.js\nfunction total() {}\n== b.js\ntotal()\n", "amount", "is a script"),
    (
        "assigned to a variable of its own",
        "== a.js\nexports.total = 1\n== b.js\nlet total\n;({ total } = require('./a'))\n",
        "amount",
        "of its own",
    ),
    ("vendored", "== vendor/a.js\nexport const total = 1\n", "amount", "somebody else"),
]


@pytest.mark.parametrize(("text", "to", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_told_is_refused(text: str, to: str, reason: str) -> None:
    files = tree(text)
    symbol = symbol_of(files, "total.a" if "not members" in reason else "total")
    change, after = operate(files, {"op": "rename", "symbol": symbol, "to": to})
    assert reason in change.refused
    assert after == files


def test_an_element_must_stay_one() -> None:
    files = tree("== a.tsx\nexport const Total = () => null\nexport const x = <Total/>\n")
    assert "tag of HTML" in operate(files, {"op": "rename", "symbol": "a.tsx:Total", "to": "total"})[0].refused


def test_a_language_that_is_not_known_is_refused_by_name() -> None:
    change, _ = operate({"a.go": "package a\nfunc total() {}\n"}, {"op": "rename", "symbol": "a.go:total", "to": "x"})
    assert "rename knows Python, JavaScript and TypeScript" in change.refused


#: name, and files in which the last one holds what nobody can tell
DOUBTFUL: list[tuple[str, str]] = [
    ("a computed member", "== a.ts\nexport const total = 1\n== b.ts\nimport * as m from './a'\nm[total]\n"),
    ("handed to a call", "== a.ts\nexport const total = 1\n== b.ts\nimport * as m from './a'\nuse(m) // total\n"),
    ("the rest of a module", "== a.js\nexports.total = 1\n== b.js\nconst { x, ...total } = require('./a')\n"),
    ("a mock", "== a.ts\nexport const total = 1\n== b.ts\njest.mock('./a', () => ({ total: 1 }))\n"),
    ("a mock of vitest", "== a.ts\nexport const total = 1\n== b.ts\nvi.mock('./a', () => ({ total: 1 }))\n"),
    ("kept in an object", "== a.js\nexports.total = 1\n== b.js\nconst o = { m: require('./a') }; o.m.total\n"),
]


@pytest.mark.parametrize("text", [case[1] for case in DOUBTFUL], ids=[case[0] for case in DOUBTFUL])
def test_what_nobody_can_tell_is_left_and_listed(text: str) -> None:
    files = tree(text)
    change, after = operate(files, {"op": "rename", "symbol": symbol_of(files, "total"), "to": "amount"})
    last = list(files)[-1]
    assert change.refused == ""
    assert after[last] == files[last]
    assert [one.path for one in change.left] == [last]


#: files none of which but the first may change
OTHERS = [
    "== a.ts\nconst total = 1\nexport {}\n== b.ts\nimport { total } from './c'\ntotal\n== c.ts\n"
    "export const total = 2\n",
    "== a.ts\nexport const total = 1\n== b.ts\nimport { total } from 'a'\nimport { total as x } from './a.css'\n",
    "== a.ts\nexport const total = 1\n== b/c.ts\nimport { total } from './a'\n== b/a.ts\nexport const total = 1\n",
    "== a.ts\nexport const total = 1\n== b.ts\nimport './a'\nexport const total = 2\n",
    "== a.ts\nexport const total = 1\n== b.ts\nimport a from './a'\na.total\n",
    "== a.ts\nexport default 1\nconst total = 1\n== b.ts\nimport total from './a'\nimport * as m from './x'\nm.total\n",
    "== a.js\nconst total = 1\nmodule.exports = total\n== b.js\nconst total = require('./a')\ntotal()\n",
    "== a.js\nconst total = 1\nmodule.exports = { other: total }\n== b.js\nconst { total } = require('./a')\n",
    "== a.js\nconst total = 1\nmodule.exports = () => ({ total: 1 })\n== b.js\nconst { total } = require('./a')()\n",
    "== a.ts\nexport const total = 1\n== README.md\nThe total, `total`, a.ts:total.\n== b.py\ntotal = 1\n",
]


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_called_the_same_elsewhere_stays(text: str) -> None:
    files = tree(text)
    change, _ = operate(files, {"op": "rename", "symbol": symbol_of(files, "total"), "to": "amount"})
    assert change.refused == ""
    assert list(change.texts) == [next(iter(files))]
