"""The repository in as many tokens as there are: what is nearest to the work at hand first."""

from collections import deque
from collections.abc import Iterator, Sequence

from repo_scan.graph import Graph
from repo_scan.scan import Scan
from repo_scan.summary import Summary
from repo_scan.tokens import estimate_tokens

_WHOLE_SHARE = 3, 4  # of the tokens may go to whole summaries as long as other files have not even a headline


def repository_map(scan: Scan, focus: Sequence[str], tokens: int) -> str:
    """Summaries by distance from `focus` in the import graph, then by number of importers; never over `tokens`.

    Near files come whole, further ones in a line; the last line says how many are not shown. "" if not even that fits.
    """
    ranked = _ranked(scan, focus)
    whole = list(_shown(ranked, tokens, tokens))
    if len(whole) == len(ranked):
        return "\n".join(whole)
    room = tokens - _cost(_left_out(len(ranked)))
    if room < 0:
        return ""
    share, of = _WHOLE_SHARE
    shown = list(_shown(ranked, room, room * share // of))
    left = len(ranked) - len(shown)
    return "\n".join([*shown, _left_out(left)] if left else shown)


def _ranked(scan: Scan, focus: Sequence[str]) -> list[Summary]:
    distances = _distances(scan.graph, focus)
    far = len(scan.summaries) + len(focus)
    return sorted(
        scan.summaries.values(),
        key=lambda summary: (distances.get(summary.path, far), -len(summary.importers), summary.path),
    )


def _distances(graph: Graph, focus: Sequence[str]) -> dict[str, int]:
    """Steps from the focus along imports, in either direction; files out of reach are missing."""
    found = dict.fromkeys(focus, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for other in (*graph.imports_of(here), *graph.importers_of(here)):
            if other not in found:
                found[other] = found[here] + 1
                waiting.append(other)
    return found


def _shown(ranked: Sequence[Summary], room: int, whole_room: int) -> Iterator[str]:
    """Whole summaries as far as `whole_room` goes, headlines else, until the first that finds no room."""
    for summary in ranked:
        words = str(summary)
        if _cost(words) <= whole_room:
            whole_room -= _cost(words)
        else:
            words, whole_room = summary.headline, 0  # nothing further away is shown in more words
        room -= _cost(words)
        if room < 0:
            return
        yield words


def _cost(text: str) -> int:
    # The estimate cuts after a line break, so the costs of lines add up to that of the whole.
    return estimate_tokens(f"{text}\n")


def _left_out(count: int) -> str:
    return "(1 more file is not shown)" if count == 1 else f"({count} more files are not shown)"
