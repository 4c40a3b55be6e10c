"""The repository in a few tokens."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.repository_map import repository_map
from repo_scan.scan import Scan
from repo_scan.tokens import estimate_tokens
from tests.repo_scan.diseased import scan_of

CHAIN = {
    "a.py": '"""Alpha."""\nimport b\n',
    "b.py": '"""Beta."""\nimport c\n',
    "c.py": '"""Gamma."""\nimport d\n',
    "d.py": '"""Delta."""\ndef total(x): return x\n',
    "far.py": '"""Far."""\n',
    "used.py": '"""Used."""\n',
    "user.py": '"""User."""\nimport used\n',
}
LARGE = {f"part_{number}.py": f"import part_{number // 2}\ndef f{number}(x): ...\n" for number in range(1, 60)}
PLENTY = 100_000


def order(texts: Mapping[str, str], focus: list[str], tokens: int = PLENTY) -> list[str]:
    """Paths in the map, in order."""
    return re.findall(r"^(\S+): ", repository_map(scan_of(texts), focus, tokens), re.MULTILINE)


@pytest.mark.parametrize(
    ("focus", "paths"),
    [
        (["a.py"], ["a.py", "b.py", "c.py", "d.py", "used.py", "far.py", "user.py"]),
        (["d.py"], ["d.py", "c.py", "b.py", "a.py", "used.py", "far.py", "user.py"]),
        (["b.py"], ["b.py", "c.py", "a.py", "d.py", "used.py", "far.py", "user.py"]),
        (["user.py"], ["user.py", "used.py", "b.py", "c.py", "d.py", "a.py", "far.py"]),
        (["a.py", "far.py"], ["a.py", "far.py", "b.py", "c.py", "d.py", "used.py", "user.py"]),
        ([], ["b.py", "c.py", "d.py", "used.py", "a.py", "far.py", "user.py"]),
        (["new.py"], ["b.py", "c.py", "d.py", "used.py", "a.py", "far.py", "user.py"]),
    ],
)
def test_near_files_come_first_then_much_used_ones(focus: list[str], paths: list[str]) -> None:
    assert order(CHAIN, focus) == paths


def test_with_room_for_all_every_summary_is_whole_and_nothing_is_left_out() -> None:
    scan = scan_of(CHAIN)
    words = repository_map(scan, ["d.py"], PLENTY)
    assert words.startswith("d.py: Delta.\n  public: total(x)\n  imported by: c.py\nc.py: Gamma.")
    assert all(str(summary) in words for summary in scan.summaries.values())
    assert "shown" not in words
    assert repository_map(scan, ["d.py"], estimate_tokens(words) + 1) == words


def test_with_less_room_near_files_are_whole_and_others_have_a_line() -> None:
    words = repository_map(scan_of(CHAIN), ["d.py"], 75)
    assert words.startswith("d.py: Delta.\n  public: total(x)")
    assert "a.py: Alpha.\n" in words
    assert "a.py: Alpha.\n  imports" not in words


@pytest.mark.parametrize(
    ("texts", "tokens", "words"),
    [
        ({}, PLENTY, ""),
        ({}, 0, ""),
        (CHAIN, 0, ""),
        (CHAIN, 5, ""),
        (CHAIN, 11, "(7 more files are not shown)"),
        ({"README.md": "words\n"}, PLENTY, ""),
        ({"a.py": "", "README.md": "words\n"}, PLENTY, "a.py: script"),
    ],
)
def test_where_there_is_nothing_or_no_room_the_map_is_short(texts: dict[str, str], tokens: int, words: str) -> None:
    assert repository_map(scan_of(texts), [], tokens) == words


LARGE_SCAN: Scan = scan_of(LARGE)


@given(st.integers(0, 2500), st.lists(st.sampled_from(sorted(LARGE)), max_size=4))
def test_the_map_never_costs_more_and_counts_what_it_leaves_out(tokens: int, focus: list[str]) -> None:
    words = repository_map(LARGE_SCAN, focus, tokens)
    assert estimate_tokens(words) <= tokens
    assert words == repository_map(LARGE_SCAN, focus, tokens)
    shown = re.findall(r"^(\S+): ", words, re.MULTILINE)
    said = re.search(r"\((\d+) more files? (is|are) not shown\)$", words)
    assert len(shown) + (int(said[1]) if said else 0) == (len(LARGE) if words else 0)
    headlines = [line for line in words.split("\n") if line and not line.startswith(("  ", "("))]
    assert set(headlines) <= {summary.headline for summary in LARGE_SCAN.summaries.values()}


def test_more_tokens_show_no_fewer_files() -> None:
    counts = [repository_map(LARGE_SCAN, ["part_1.py"], tokens).count(".py: ") for tokens in range(0, 1200, 60)]
    assert counts == sorted(counts)
    assert counts[-1] > counts[1]
