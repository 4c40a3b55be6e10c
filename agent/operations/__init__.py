"""Operations: mechanical, exact changes over the whole repository, at no output tokens.

Each operation is a plain function in its own file: (request, repository) -> Change. It refuses rather than guesses.
What keeps the layout (libcst) runs in worker processes, so that a file it dies on is left alone and named.

Reading order: change (the question and the answer), registry, merge_functions with merge_rules and merge_plan,
remove_unused with import_rules and import_acts, rename with names/, proposal. What they ask: repository, loading,
meaning, patching, spelling, submodules. A text's facts: facts, reading with scopes, lookups, effects, shapes,
obstacles. Its edits: edits, rewriting with import_lines, import_names, module_body and the rest, checked by checking.
"""

from agent.operations.change import Change, LeftAlone, Request
from agent.operations.proposal import propose
from agent.operations.registry import OPERATIONS, apply_operation, check_request, describe, reads_documents
from agent.operations.titles import title_of

__all__ = [
    "OPERATIONS",
    "Change",
    "LeftAlone",
    "Request",
    "apply_operation",
    "check_request",
    "describe",
    "propose",
    "reads_documents",
    "title_of",
]
