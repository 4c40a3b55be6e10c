"""Words that ask for a format, and the code that reads it, are tied together."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.briefing import diagnose_prompt, plan_prompt
from agent.diagnosis import from_detectors
from agent.models.protocol import Prompt
from agent.outline import OutlineEntry
from agent.settings import Anchor, Settings
from agent.worklog import LogEntry, read_log
from applier.blocks import Block, read_blocks
from applier.files import text_of
from applier.gates.criteria import Outcome, is_met
from prompts.render import TEMPLATES
from repo_scan import detect, read_texts, scan_repository
from repo_scan.decoding import decode
from repo_scan.languages import language_of
from tests.gating import known
from tests.obedient import expected_of

SETTINGS = Settings(goal="tidy", anchors=(Anchor("A1", "Keep the public names."),))


@pytest.fixture(params=["diagnose", "plan"])
def prompt(request: pytest.FixtureRequest, sample_repo: Callable[[str], Path]) -> Prompt:
    scan = scan_repository(sample_repo("copy_paste"))
    texts = dict.fromkeys(scan.outlines, "")
    if request.param == "diagnose":
        return diagnose_prompt(scan, texts, (), SETTINGS, sorted(texts), "k7f3q9zz")
    return plan_prompt(scan, (), SETTINGS, sorted(texts), (), "k7f3q9zz")


def test_a_prompts_own_list_of_blocks_is_what_the_parser_expects(prompt: Prompt) -> None:
    asked = expected_of(prompt.stable + prompt.variable)
    assert [(int(number), kind, path or None) for number, kind, path, _ in asked] == [
        (block.number, block.kind, block.path) for block in prompt.expected
    ]
    assert {key for *_, key in asked} == {prompt.fence.key}


def test_a_prompt_echoed_back_gives_no_block_that_counts(prompt: Prompt) -> None:
    """A model that repeats its instructions has answered nothing."""
    parts = list(read_blocks([prompt.stable + prompt.variable], prompt.fence, prompt.expected))
    assert not [part for part in parts if isinstance(part, Block) and part.body.strip()]


def test_the_anchors_stand_in_every_prompt_in_their_own_words(prompt: Prompt) -> None:
    assert "A1" in prompt.stable
    assert "Keep the public names." in prompt.stable


CART = """\
from shop.prices import with_tax


class Cart:
    def total(self):
        return with_tax(1)
"""
DONE = {"shop/cart.py": CART, "shop/prices.py": "RATE = 7\n\n\ndef with_tax(net):\n    return net * RATE\n"}
UNDONE = {
    "shop/cart.py": "import shop.prices\n" + "\n" * 120 + "def add_tax(): pass\ndef with_tax(): pass\n",
    "shop/prices.py": "import shop.cart\n",
    "shop/old_prices.py": "",
}


def test_the_criteria_that_the_words_show_are_decided() -> None:
    words = (TEMPLATES / "plan.md.j2").read_text("utf-8")
    shown = [line.removeprefix("  - ") for line in words.split("\n") if line.startswith("  - ")]
    met = Outcome(DONE, known(DONE), {}, frozenset({"shop/old_prices.py"}))
    assert {sentence for sentence in shown if is_met(sentence, met) is not True} == set()
    unmet = Outcome(UNDONE, known(UNDONE), {})
    hold = {sentence for sentence in shown if is_met(sentence, unmet)}
    assert hold == set()
    assert len(shown) > 9


def test_the_log_lines_that_the_words_show_can_be_read() -> None:
    words = (TEMPLATES / "_log.md.j2").read_text("utf-8")
    lines = [line.strip().strip("`") for line in words.split("\n") if line.strip().startswith("`{")]
    entries, problems = read_log(lines, "S01")
    assert len(entries) == len(lines) > 0
    assert problems == ()
    assert any(entry.type == "removed" and "::" in entry.source for entry in entries)


def test_the_words_name_every_type_of_log_entry() -> None:
    words = (TEMPLATES / "_log.md.j2").read_text("utf-8")
    for kind in LogEntry.__annotations__["type"].__args__:
        assert f"`{kind}`" in words


def test_the_words_name_every_field_of_an_outline() -> None:
    words = (TEMPLATES / "plan.md.j2").read_text("utf-8")
    for field in OutlineEntry.__struct_fields__:
        assert f'"{field}"' in words or f"`{field}`" in words, field


def test_the_detectors_findings_speak_of_lines_that_stand_there(sample_repo: Callable[[str], Path]) -> None:
    root = sample_repo("copy_paste")
    scan = scan_repository(root)
    texts = read_texts(root, None, scan.outlines)
    findings = from_detectors(detect(scan, texts))
    assert findings
    for finding in findings:
        assert texts[finding.path].split("\n")[finding.line - 1].strip() == finding.quote


ROOT = Path(__file__).resolve().parent.parent
LINES = [
    "x = 1\n",
    "# coding: latin-1\n",
    "# coding: gbk\r",
    "# coding: utf-7\n",
    "# coding: hex\r\n",
    "# coding: utf8\n",
]
WORDS = [
    "größe ",
    "é",
    "проверка значения ",
    "计算总价并返回结果",
    "結果を返す",
    "\n",
    "\r\n",
    "+AGM-",
    "\x1b$B",
    "plain ",
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "cp1251", "gbk", "shift_jis", "utf-7", "iso2022_jp"]
WRITTEN = st.builds(
    lambda head, words, encoding: "".join((*head, *words)).encode(encoding, "ignore"),
    st.lists(st.sampled_from(LINES), max_size=2),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.sampled_from(ENCODINGS),
)


def test_both_who_read_files_tell_encodings_by_the_same_code() -> None:
    """Neither package may know the other, so each holds its own copy."""
    assert (ROOT / "applier/charset.py").read_bytes() == (ROOT / "repo_scan/charset.py").read_bytes()


@settings(deadline=None, max_examples=400)
@given(data=st.one_of(WRITTEN, st.binary(max_size=60)), path=st.sampled_from(["a.py", "a.PY", "b.pyi", "c.c", "d.js"]))
def test_the_scan_offers_exactly_the_texts_that_can_be_rewritten(data: bytes, path: str) -> None:
    """What the scan skips costs nothing, and what it offers is the text that is written back."""
    seen, rewritten = decode(data, language_of(path)), text_of(data, path)
    assert isinstance(seen, str) == isinstance(rewritten, str), (seen, rewritten)
    assert not isinstance(seen, str) or seen == rewritten
