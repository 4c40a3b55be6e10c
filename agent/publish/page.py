"""The body of a pull request. Everything that is put into it is escaped, unless it was made safe before; what does not
fit is cut between two rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from agent.figures import Figures
from agent.publish.diagram import mermaid
from agent.publish.dossier import Dossier
from agent.publish.escape import Safe, code, words
from agent.report.document import StepLine
from agent.report.pilot import scorecard_lines
from agent.worklog import TITLES, count

LONGEST = 65_000  # of the 65,536 characters that GitHub takes; the rest is for what people write around it
_TEXT = 600  # characters of one text in a row
_MOST = 1_000  # rows of a list that are looked at
Row = dict[str, Safe]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a list that are shown."""

    rows: Sequence[Row]
    more: int = 0  # that are not

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, str]]) -> "Rows":
        """All of them, within reason, escaped once: they are put in many times until they fit."""
        safe = tuple({name: _escaped_text(text) for name, text in row.items()} for row in rows[:_MOST])
        return cls(safe, max(0, len(rows) - _MOST))

    @property
    def whole(self) -> int:
        """How many there are."""
        return len(self.rows) + self.more

    def first(self, number: int) -> "Rows":
        """Only so many."""
        return replace(self, rows=self.rows[:number], more=self.whole - min(number, len(self.rows)))


#: What is shortened, in this order; the graphs go whole.
_LISTS = ("log", "graphs", "notes", "refused", "reasons", "anchors", "pilot", "modules")


def page(dossier: Dossier, steps: Sequence[str] | None = None, note: str = "", longest: int = LONGEST) -> str:
    """The body for some steps of a run, all by default; `note` is a sentence that concerns this page alone."""
    blanks = _blanks(dossier, steps, note)
    text = _fill(blanks)
    for name in _LISTS:
        if len(text) <= longest:
            return text
        blanks = {**blanks, "graphs": None} if name == "graphs" else _shortened(blanks, name, longest)
        text = _fill(blanks)
    return text if len(text) <= longest else text[: text.rindex("\n", 0, longest)]


def _shortened(blanks: Mapping[str, Any], name: str, longest: int) -> dict[str, Any]:
    """The blanks with as many rows of a list as fit; none, if need be."""
    rows: Rows = blanks[name]
    low, high = 0, len(rows.rows)
    while low < high:
        middle = (low + high + 1) // 2
        if len(_fill({**blanks, name: rows.first(middle)})) <= longest:
            low = middle
        else:
            high = middle - 1
    return {**blanks, name: rows.first(low)}


def _fill(blanks: Mapping[str, Any]) -> str:
    return _environment().get_template("pull_request.md.j2").render(blanks)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).resolve().parent / "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # which is for HTML; `finalize` is for Markdown
        finalize=_escaped,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _escaped(value: object) -> object:
    return value if isinstance(value, Safe | int | float) else words(str(value))


def _escaped_text(text: str) -> Safe:
    return text if isinstance(text, Safe) else words(text)


def _blanks(dossier: Dossier, steps: Sequence[str] | None, note: str) -> dict[str, Any]:
    report = dossier.report
    mine = [line for line in report.outcomes if steps is None or line.step in steps]
    landed = [line for line in mine if line.status == "committed" and line.disposed not in ("rolled back", "reverted")]
    # What belongs to the whole run stands on every page of it.
    named = {line.step for line in landed}
    files = {path for line in landed for path in line.files}
    reasons = [reason for reason in dossier.reasons if steps is None or reason.path in files]
    entries = [entry for entry in dossier.log if steps is None or entry.step in named]
    return {
        "lead": _lead(dossier),
        "goal": _short(dossier.goal),
        "made": _made(landed),
        "verdict": _short(dossier.verdict),
        "note": _short(note),
        "pilot": Rows.of(_pilot(dossier)),
        "reasons": Rows.of([_reason(r.kind, r.path, r.line, r.message) for r in reasons]),
        "modules": Rows.of([_module(line) for line in landed]),
        "notes": Rows.of([{"step": line.step, "text": _short(n)} for line in landed for n in line.problems]),
        "refused": Rows.of([_refused(line) for line in report.outcomes if line.status == "refused"]),
        "graphs": _graphs(dossier),
        "cycles": _cycles(dossier),
        "costs": _costs(dossier),
        "anchors": Rows.of([{"id": a.id, "text": _short(a.text)} for a in dossier.anchors]),
        "restated": f"Restated by the model in {report.anchors.restated} of {report.anchors.asked} steps.",
        "log": Rows.of([{"step": e.step, "type": TITLES.get(e.type, ""), "text": _short(e.text)} for e in entries]),
        "rollback": code(f"overhaul rollback {report.run} --module STEP"),
    }


def _short(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT] + "…"


def _lead(dossier: Dossier) -> Safe:
    report = dossier.report
    who = "its built-in model, which needs none" if report.model == "builtin" else code(report.model)
    pilot = " This is the pilot: one module first, to be judged before the rest is done." if dossier.pilot else ""
    return Safe(f"Made by Overhaul with {who}, from {code(report.base[:10])}, in the run {code(report.run)}.{pilot}")


def _pilot(dossier: Dossier) -> list[dict[str, str]]:
    """The scorecard, for those who are to judge by it."""
    card = dossier.report.pilot
    if card is None or not dossier.pilot:
        return []
    return [{"text": _short(line.strip())} for line in scorecard_lines(card)]


def _made(landed: Sequence[StepLine]) -> str:
    files = {path for line in landed for path in line.files}
    unverified = sum(not line.verified for line in landed)
    told = f"{count(len(landed), 'step')}, a commit each, {count(len(files), 'file')}."
    if not unverified:
        return f"{told} The tests ran after every step."
    return f"{told} No tests ran after {'any' if unverified == len(landed) else unverified} of them."


def _reason(kind: str, path: str, line: int, message: str) -> dict[str, str]:
    return {"kind": kind, "where": code(f"{path}:{line}"), "message": _short(message)}


def _module(line: StepLine) -> dict[str, str]:
    shown = ", ".join(code(_short(path)) for path in (line.files[:4] or (line.module,)))
    more = f" … {len(line.files) - 4} more" if len(line.files) > 4 else ""
    noted = f", {count(len(line.problems), 'note')}" if line.problems else ""
    return {
        "step": code(line.step),
        "module": Safe(shown + more),
        "title": _short(line.title),
        "checks": ("tests pass" if line.verified else "unverified") + noted,
        "commit": Safe((line.commit or "")[:10] if _is_id(line.commit) else ""),
    }


def _is_id(commit: str | None) -> bool:
    return bool(commit) and set(commit or "") <= set("0123456789abcdef")


def _refused(line: StepLine) -> dict[str, str]:
    why = line.problems[0].partition("\n")[0] if line.problems else ""
    return {"step": code(line.step), "title": _short(line.title), "text": _short(why)}


def _graphs(dossier: Dossier) -> dict[str, Safe] | None:
    change = dossier.imports
    if not change.differs:
        return None
    which = "All imports" if change.whole else "Only those imports that came or went"
    legend = f"{which} of the files concerned; thick: only on this side; red: part of a cycle."
    return {
        "before": mermaid(change.before, change.after),
        "after": mermaid(change.after, change.before),
        "legend": Safe(legend),
    }


def _cycles(dossier: Dossier) -> str:
    before, after = dossier.imports.cycles_before, dossier.imports.cycles_after
    return f"Cycles of imports: {before} before, {after} after."


def _costs(dossier: Dossier) -> list[dict[str, str]]:
    report = dossier.report
    rows = [("used", report.usage), ("forecast", report.forecast), ("at worst", report.forecast_worst)]
    return [_cost(name, figures) for name, figures in rows]


def _cost(name: str, figures: Figures) -> dict[str, str]:
    cost = "not known" if figures.cost_usd is None else f"{figures.cost_usd:.4f} USD"
    return {
        "name": name,
        "requests": f"{figures.requests:,}",
        "given": f"{figures.input_tokens:,}",
        "written": f"{figures.output_tokens:,}",
        "cost": cost,
    }
