"""Reads the cases in tests/replies/: small rewrites with the verdict of every gate, judged on the path of a real reply.

A case is one text file, in the folder of the gate that it is about. First a header in TOML:

    title = "A method that nobody moved is missing"
    says = ["loss refuse shop/cart.py:9 `Cart.total`"]   # gate, severity, place, words of the message

The place is a path, with a line after a colon where that is told; `-` for none, `*` for any. All gates that `says` does
not name must be silent, and every problem must be one that it names; one may be told in several. A verdict behind
`perhaps` may be missing: a gate need not speak where another has refused the same.

Further keys, in the words of the plan file and of the settings: `goal`, `files`, `new`, `delete`, `only`, `criteria`,
`allow`, `[[anchors]]`; `files`, `new` and `delete` are what the texts show unless given. `links` are symlinks,
`line_ends = "crlf"` is how the reply ends its lines.

Then the texts, each below a line of its own:

    -- diff: path --     before and after in one: each line behind a blank, `-` (only before) or `+` (only after)
    -- before: path --   -- after: path --   a text that is written anew; one of them alone: deleted, or new
    -- other: path --    a file of the repository that the step does not concern
    -- log --            the lines of the log block
    -- reply --          the whole reply, in place of after and log; the key of its marker lines is k7f3q9w2
"""

import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from agent.anchoring import Anchor, applied_anchor
from agent.draft import Draft, expected_blocks, receive
from agent.facts import facts_for
from agent.plan import Step
from agent.surroundings import Surroundings
from applier.blocks import Block, BrokenBlock, read_blocks
from applier.fence import Fence
from applier.gates import check
from applier.paths import check_paths
from applier.scope import Problem, Scope
from repo_scan import OutlineCache, scan_repository

FOLDER = Path(__file__).with_suffix("")
FENCE = Fence("k7f3q9w2")
SEVERITIES = ("refuse", "ask", "note")

_SECTION = re.compile(r"-- (diff|before|after|other|log|reply)(?:: (\S.*))? --")
_MARKS = {"": " ", " ": " ", "-": "-", "+": "+"}


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands above the texts of a case."""

    title: str
    says: tuple[str, ...] = ()
    goal: str = ""
    files: tuple[str, ...] | None = None
    new: tuple[str, ...] | None = None
    delete: tuple[str, ...] | None = None
    only: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: dict[str, str] = {}  # symlink -> what it leads to
    line_ends: str = "lf"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one gate says of a case."""

    gate: str
    severity: str
    path: str | None  # "*": any, or none
    line: int  # 0: any
    words: str  # some of the message
    certain: bool = True  # False: it may be said as well

    @classmethod
    def read(cls, text: str) -> "Verdict":
        """From "loss refuse shop/cart.py:9 `Cart.total`"; a path that ends in digits after a colon names a line."""
        rest = text.removeprefix("perhaps ")
        gate, severity, place, words = (*rest.split(" ", 3), "", "")[:4]
        path, colon, line = place.rpartition(":")
        numbered = bool(colon) and line.isdecimal()
        where = path if numbered else place
        number = int(line) if numbered else 0
        return cls(gate, severity, None if where == "-" else where, number, words, certain=rest == text)

    def covers(self, problem: Problem) -> bool:
        """Whether the problem is what is meant."""
        same = (self.gate, self.severity) == (problem.gate, problem.severity) and self.path in ("*", problem.path)
        return same and self.line in (0, problem.line) and self.words in problem.message


@dataclass(frozen=True, slots=True)
class Case:
    """One rewrite, and what is to be said of it."""

    name: str  # "loss/method_missing"
    header: Header
    step: Step
    verdicts: tuple[Verdict, ...]
    repository: Mapping[str, str]  # every file before the step
    reply: str

    @property
    def gate(self) -> str:
        """The gate that the case is about."""
        return self.name.partition("/")[0]

    @property
    def before(self) -> dict[str, str]:
        """The texts that the step starts from."""
        return {path: self.repository[path] for path in (*self.step.files, *self.step.delete)}

    @property
    def is_good(self) -> bool:
        """Whether the step lands at the first try."""
        return all(verdict.severity == "note" for verdict in self.verdicts)


def read_cases() -> tuple[Case, ...]:
    """Every case, by name."""
    files = sorted(FOLDER.rglob("*.txt"))
    return tuple(read_case(f"{file.parent.name}/{file.stem}", file.read_text("utf-8")) for file in files)


def read_case(name: str, text: str) -> Case:
    """One case. Raises ValueError that names it where it cannot be understood."""
    try:
        head, sections = _split(text)
        header = msgspec.convert(tomllib.loads(head), Header)
        return _case(name, header, sections)
    except (ValueError, KeyError) as error:  # also those of tomllib and msgspec
        raise ValueError(f"The case {name} cannot be read: {error}") from error


def draft_of(case: Case) -> tuple[Draft, tuple[Problem, ...]]:
    """What the reply comes to, and what gate 1 says of it."""
    expected = expected_blocks(case.step, bool(case.header.anchors))
    parts = tuple(read_blocks([case.reply], FENCE, expected))
    blocks = (part for part in parts if isinstance(part, Block))
    broken = (part for part in parts if isinstance(part, BrokenBlock))
    ending = "the reply was over without it"
    draft, said = receive(Draft(), expected, blocks, broken, case.before, case.step.id, ending)
    return draft, (*said, *_unrestated(case, draft))


def judge(case: Case, root: Path, cache: OutlineCache) -> tuple[Problem, ...]:
    """What is said of the case, stage by stage as in an attempt; `root` is an empty folder."""
    _write_down(case, root)
    draft, said = draft_of(case)
    if any(problem.severity == "refuse" for problem in said):
        return said
    scope = _scope(case, draft)
    if misplaced := check_paths(draft.changes(case.before), scope, root):
        return (*said, *misplaced)
    after = draft.after(case.before)
    facts = facts_for(case.before, after, scan_repository(root, cache=cache), cache, Surroundings(root))
    return (*said, *check(case.before, after, facts, scope))


def _scope(case: Case, draft: Draft) -> Scope:
    step = case.step
    return Scope(
        files=step.files,
        new=step.new,
        delete=step.delete,
        removed=draft.declared("removed"),
        changed=draft.declared("changed"),
        allow=case.header.allow,
        only=step.only,
        criteria=step.criteria,
        anchors=tuple(map(applied_anchor, case.header.anchors)),
        goal=case.header.goal,
    )


def _write_down(case: Case, root: Path) -> None:
    for path, text in case.repository.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    for path, target in case.header.links.items():
        (root / path).symlink_to(target)
    subprocess.run(["git", "init", "-q", "--template="], cwd=root, check=True)


def _unrestated(case: Case, draft: Draft) -> Iterator[Problem]:
    for anchor in case.header.anchors:
        if anchor.id not in draft.anchors:
            yield Problem("blocks", "ask", None, 0, f"The anchor block does not restate {anchor.id}")


@dataclass(frozen=True, slots=True)
class _Section:
    kind: str
    path: str | None
    text: str


def _split(text: str) -> tuple[str, list[_Section]]:
    """The header, and the sections in order."""
    head: list[str] = []
    found: list[tuple[re.Match[str], list[str]]] = []
    for line in text.split("\n")[:-1]:
        if mark := _SECTION.fullmatch(line):
            found.append((mark, []))
        else:
            (found[-1][1] if found else head).append(line)
    return "\n".join(head), [_Section(mark[1], mark[2], "".join(f"{x}\n" for x in lines)) for mark, lines in found]


def _case(name: str, header: Header, sections: list[_Section]) -> Case:
    before, after = dict[str, str](), dict[str, str]()
    for each in sections:
        if each.kind in ("before", "diff"):
            before[_path(each)] = each.text if each.kind == "before" else _side(each.text, "-")
        if each.kind in ("after", "diff"):
            after[_path(each)] = each.text if each.kind == "after" else _side(each.text, "+")
    others = {_path(each): each.text for each in sections if each.kind == "other"}
    whole = [each.text for each in sections if each.kind == "reply"]
    log = next((each.text for each in sections if each.kind == "log"), '{"type": "done", "text": "as asked"}\n')
    step = _step(header, before, after, bool(whole))
    reply = whole[0] if whole else _reply(step, header, after, log)
    if header.line_ends == "crlf":
        reply = reply.replace("\n", "\r\n")
    verdicts = tuple(map(Verdict.read, header.says))
    return Case(name, header, step, verdicts, {**before, **others}, reply)


def _path(section: _Section) -> str:
    if section.path is None:
        raise ValueError(f"a section {section.kind} names no path")
    return section.path


def _side(diff: str, mark: str) -> str:
    """One of the two texts that a diff holds."""
    lines = diff.split("\n")[:-1]
    if strange := [line for line in lines if line[:1] not in _MARKS]:
        raise ValueError(f"a line of a diff begins with none of blank, - and +: {strange[0]!r}")
    return "".join(f"{line[1:]}\n" for line in lines if _MARKS[line[:1]] in (" ", mark))


def _step(header: Header, before: Mapping[str, str], after: Mapping[str, str], raw: bool) -> Step:
    kept = tuple(path for path in before if raw or path in after)
    gone = tuple(path for path in before if not (raw or path in after))
    return Step(
        id="S01",
        title=header.title,
        files=kept if header.files is None else header.files,
        new=tuple(path for path in after if path not in before) if header.new is None else header.new,
        delete=gone if header.delete is None else header.delete,
        only=header.only,
        criteria=header.criteria,
    )


def _reply(step: Step, header: Header, after: Mapping[str, str], log: str) -> str:
    """A reply that follows the protocol."""
    restated = "".join(f"{anchor.id}: {anchor.text}\n" for anchor in header.anchors)
    bodies = {"anchor": restated, "log": log, "delete": ""}
    return "".join(
        f"{FENCE.open_line(block)}\n{bodies.get(block.kind) or after.get(block.path or '', '')}"
        f"{FENCE.close_line(block.number)}\n"
        for block in expected_blocks(step, bool(header.anchors))
    )
