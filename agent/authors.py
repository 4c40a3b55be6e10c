"""Who writes a step: a model that is asked, or an operation that is computed. Both speak in blocks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec

from agent.anchoring import applied_anchor
from agent.briefing import repair_prompt, step_prompt
from agent.desk import Desk
from agent.draft import Draft, expected_blocks, numbered, proven, receive, take
from agent.early import Lookout
from agent.fitting import check_fits
from agent.following import follow
from agent.models.protocol import LONG_IDLE, Limits
from agent.operations import Change, apply_operation, reads_documents
from agent.plan import Step
from agent.withholding import why_withheld
from agent.worklog import LogEntry
from applier.blocks import BrokenBlock, read_blocks
from applier.fence import Expected, Fence
from applier.scope import Declared, Problem, Scope
from repo_scan.tokens import estimate_tokens

Texts = Mapping[str, str]
LONG_OUTPUT_TRIES = 8
ENDINGS = {
    "stop": "the reply was over without it",
    "length": "the reply ran into its output limit before it",
    "cut": "the reply broke off before it",
    "filtered": "the provider filtered the reply, so nothing of it was used",
    "error": "the provider reported an error, so nothing of the reply was used",
}


class Author(Protocol):
    """Writes a step, and writes again what was objected to."""

    @property
    def rounds(self) -> int:
        """How often it may be asked."""

    @property
    def before(self) -> Texts:
        """The texts it starts from."""

    @property
    def unreadable(self) -> Mapping[str, str]:
        """Paths that it would have to write but cannot, and why."""

    def write(self, draft: Draft, problems: Sequence[Problem]) -> tuple[Draft, tuple[Problem, ...]]: ...

    def scope(self, draft: Draft) -> Scope: ...


class ModelAuthor:
    """A language model, asked for whole files."""

    def __init__(self, step: Step, desk: Desk) -> None:
        self.rounds = 1 + desk.job.settings.repairs
        self._own, unreadable = desk.workspace.read((*step.files, *step.delete))
        self.before: Texts = self._own  # and of the files that followed, once the step is written
        texts, send = {**dict.fromkeys(step.new, ""), **self._own}, desk.job.settings.send
        kept = {path: why for path, text in texts.items() if (why := why_withheld(path, text, send))}
        self.unreadable = {**unreadable, **kept}
        self._step = step
        self._desk = desk

    def scope(self, draft: Draft) -> Scope:
        """What the plan declared, and what the log declares removed or changed."""
        step = self._step
        return Scope(
            files=(*step.files, *draft.followed.after),
            new=step.new,
            delete=step.delete,
            removed=draft.declared("removed"),
            changed=draft.declared("changed"),
            allow=(*self._desk.job.settings.allow, *draft.followed.allow),
            only=step.only,
            criteria=step.criteria,
            anchors=tuple(map(applied_anchor, self._desk.job.settings.anchors)),
            terms=self._desk.job.settings.terms,
            formatted=_formatted(step.files, self._desk),
            most_lines=self._desk.job.settings.max_diff_lines,
            goal=f"{self._desk.job.settings.goal}\n{step.title}",
        )

    def write(self, draft: Draft, problems: Sequence[Problem]) -> tuple[Draft, tuple[Problem, ...]]:
        """Ask for the whole step, or for what the problems concern; the draft with the answer in it."""
        expected = self._outstanding(draft, problems)
        limits = self._limits(expected, draft)
        room = limits.max_output_tokens or 0
        if problems:
            prompt = repair_prompt(self._step, self._desk, expected, self._own, draft, problems, room)
        else:
            prompt = step_prompt(self._step, self._desk, expected, self._own, room)
        asker, settings = self._desk.asker, self._desk.job.settings
        check_fits(self._step.id, prompt, self._own.values(), asker.model, asker.meter, settings)
        lookout = Lookout(self._own, self._step.id, self.scope(draft), self._desk.workspace.root, self._desk.cache)
        answer = asker.ask(self._step.id, prompt, limits, lookout.watch)
        finish, stopped = answer.completion.finish, answer.completion.stopped
        ending = "the reply was not read further" if stopped else ENDINGS.get(finish, f"the reply ended with {finish}")
        grown, said = receive(draft, expected, answer.blocks, answer.broken, self._own, self._step.id, ending)
        grown, false = proven(grown, draft, lambda path: self._versions(path, grown))
        grown = replace(grown, followed=follow(grown, self._own, self._step, self._desk))
        self.before = {**self._own, **grown.followed.before}
        return grown, (*lookout.problems, *said, *false, *self._unrestated(grown))

    def _versions(self, path: str, draft: Draft) -> tuple[str, ...]:
        """The texts of a file before and after the step; of any other, as it is."""
        texts = [text for text in (self._own.get(path), draft.texts.get(path)) if text is not None]
        if texts or path not in {file.path for file in self._desk.scan.inventory.files}:
            return tuple(texts)
        return tuple(self._desk.workspace.read([path])[0].values())

    def _outstanding(self, draft: Draft, problems: Sequence[Problem]) -> tuple[Expected, ...]:
        whole = expected_blocks(self._step, bool(self._desk.job.settings.anchors))
        if not problems:
            return whole
        if all(problem.gate == "blocks" for problem in problems):
            return numbered([(b.kind, b.path) for b in whole if self._lacks(draft, b)])
        paths = {path for problem in problems for path in problem.needs or (problem.path,)}
        everything = not any(problem.path in {block.path for block in whole} for problem in problems if problem.path)
        return numbered(
            [
                (b.kind, b.path)
                for b in whole
                if b.kind == "log" or (b.path is not None and (everything or b.path in paths))
            ]
        )

    def _lacks(self, draft: Draft, block: Expected) -> bool:
        match block.kind:
            case "anchor":
                return bool(self._unrestated(draft))
            case "log":
                return not draft.logged
            case _:
                return block.path not in draft.texts

    def _unrestated(self, draft: Draft) -> tuple[Problem, ...]:
        ids = [anchor.id for anchor in self._desk.job.settings.anchors]
        missing = [name for name in ids if name not in draft.anchors]
        if not missing:
            return ()
        words = f"The anchor block does not restate {', '.join(missing)}; give it again with every constraint."
        return (Problem("blocks", "ask", None, 0, words),)

    def _limits(self, expected: Sequence[Expected], draft: Draft) -> Limits:
        """Room for what the files hold now, half as much again, and the log."""
        cap = self._desk.job.settings.reply_tokens
        texts = {**self._own, **{path: text or "" for path, text in draft.texts.items()}}
        need = sum(estimate_tokens(texts.get(block.path or "", "")) for block in expected)
        new = sum(2000 for block in expected if block.kind == "new")
        room = 1024 + new + need * 3 // 2
        most = min(cap, room) if cap else room
        return Limits(most, room, idle_seconds=LONG_IDLE, tries=LONG_OUTPUT_TRIES)


def _formatted(paths: Iterable[str], desk: Desk) -> frozenset[str]:
    """Those files that the user's formatter lays out: it leaves those alone that were not clean under it before."""
    return frozenset(paths) - desk.baseline.unformatted if desk.job.settings.format_cmd else frozenset()


class OperationAuthor:
    """An exact operation; its texts go through the same parser as a model's."""

    rounds = 1

    def __init__(self, step: Step, desk: Desk) -> None:
        self._step = step
        self._desk = desk
        request = step.op or {}
        texts = desk.read_all(reads_documents(request))
        self._change: Change = apply_operation(request, desk.scan, texts)
        self.before = {path: texts[path] for path in self._change.texts if path in texts}
        covers = desk.job.covers
        self.unreadable = {
            path: "it lies outside what this run may touch" for path in self._change.texts if not covers(path)
        }

    def scope(self, draft: Draft) -> Scope:
        """The files that the operation computed."""
        texts = self._change.texts
        return Scope(
            files=tuple(path for path, text in texts.items() if path in self.before and text is not None),
            new=tuple(path for path in texts if path not in self.before),
            delete=tuple(path for path, text in texts.items() if text is None),
            removed=self._declared(self._change.removed),
            changed=self._declared(self._change.changed),
            allow=(*self._desk.job.settings.allow, *self._change.allow),
            only=self._step.only,
            anchors=tuple(map(applied_anchor, self._desk.job.settings.anchors)),
            terms=self._desk.job.settings.terms,
            formatted=_formatted(self.before, self._desk),
            most_lines=self._desk.job.settings.max_diff_lines,
            goal="\n".join((self._step.title, *self._change.done)),
        )

    def _declared(self, names: Mapping[str, Sequence[str]]) -> tuple[Declared, ...]:
        reason = f"done by {self._step.module}"
        return tuple(Declared(path, name, reason) for path, found in names.items() for name in found)

    def write(self, draft: Draft, problems: Sequence[Problem]) -> tuple[Draft, tuple[Problem, ...]]:
        """The operation's texts as a reply, read back."""
        if self._change.refused:
            return draft, (Problem("operation", "refuse", None, 0, self._change.refused),)
        changed = self._change.texts
        kinds = [("file" if path in self.before else "new", path) for path, text in changed.items() if text is not None]
        kinds += [("delete", path) for path, text in changed.items() if text is None]
        expected = numbered((*kinds, ("log", None)))
        fence = Fence.clear_of(text for text in (*changed.values(), self._log()) if text)
        for part in read_blocks(self._reply(expected, fence), fence, expected):
            if isinstance(part, BrokenBlock):
                return draft, (Problem("blocks", "refuse", part.path, 0, part.reason),)
            draft, _ = take(draft, [part], self.before, self._step.id)
        return draft, ()

    def _reply(self, expected: Sequence[Expected], fence: Fence) -> Iterator[str]:
        for block in expected:
            body = self._log() if block.kind == "log" else self._change.texts.get(block.path or "") or ""
            yield fence.open_line(block) + "\n"
            yield body if body.endswith("\n") or not body else body + "\n"
            yield fence.close_line(block.number) + "\n"

    def _log(self) -> str:
        done = [LogEntry(type="done", text=sentence) for sentence in self._change.done]
        left = [
            LogEntry(type="excluded", text=place.reason, source=f"{place.path}:{place.line}")
            for place in self._change.left
        ]
        return "".join(msgspec.json.encode(entry).decode() + "\n" for entry in (*done, *left))


def author_of(step: Step, desk: Desk) -> Author:
    """Who writes this step."""
    return OperationAuthor(step, desk) if step.kind == "operation" else ModelAuthor(step, desk)
