"""Looks at each block of a step as it closes, so that a reply that will be refused is not paid for to its end."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from agent.draft import Draft, take
from agent.facts import facts_of_texts
from applier.blocks import Block
from applier.facts import Facts
from applier.gates.elision import check_elision
from applier.gates.parse import check_parse
from applier.paths import check_paths
from applier.scope import Problem, Scope
from repo_scan import OutlineCache

Texts = Mapping[str, str]


class Lookout:
    """Gates 2, 3 and 4, as far as one file alone can fail them; what they found is in `problems`."""

    def __init__(self, before: Texts, step: str, scope: Scope, root: Path, cache: OutlineCache) -> None:
        self.problems: tuple[Problem, ...] = ()
        self._before = before
        self._step = step
        self._scope = scope
        self._root = root
        self._cache = cache

    def watch(self, block: Block) -> str:
        """Why the reply need not be read further, or ""."""
        draft, _ = take(Draft(), [block], self._before, self._step)
        if self.problems or not draft.changes(self._before):
            return ""
        self.problems = tuple(problem for problem in self._faults(draft) if problem.severity == "refuse")
        return f"what it holds for {block.path} cannot be accepted" if self.problems else ""

    def _faults(self, draft: Draft) -> Sequence[Problem]:
        if misplaced := check_paths(draft.texts, self._scope, self._root):
            return misplaced
        after = {path: text for path, text in draft.texts.items() if text is not None}
        facts = Facts(facts_of_texts(self._before, self._cache), facts_of_texts(after, self._cache), {})
        if faults := check_parse(self._before, after, facts, self._scope):
            return faults
        # A file that became shorter as a whole may have given its code to one that is still to come.
        return [problem for problem in check_elision(self._before, after, facts, self._scope) if problem.line]
