"""Fences round a whole body: taken off where the model added them, kept where they belong to the file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from applier.unwrap import unwrap

#: A slow machine is no failure.
PATIENT = settings(deadline=None, max_examples=100)

README = "# Shop\n\n```sh\nmake test\n```\n\nText.\n\n~~~\ntilde\n~~~\n\n````md\n```py\nx\n```\n````\n"
STARTS_WITH_SAMPLE = "```sh\nls\n```\n\ntext\n\n```py\nx = 1\n```\n"
ONE_SAMPLE = "```sh\nls\n```\n"
CODE = "import os\n\nprint(os.name)\n"
FRONT = "---\ntitle: x\n---\n\n# Doc\n"


@pytest.mark.parametrize(
    ("body", "original", "expected"),
    [
        (f"```python\n{CODE}```\n", CODE, CODE),
        (f"```\n{CODE}```\n", CODE, CODE),
        (f"~~~python\n{CODE}~~~\n", CODE, CODE),
        (f"````python\n{CODE}````\n", CODE, CODE),
        (f"```python title=x.py\n{CODE}```\n", CODE, CODE),
        (f"\n```python\n{CODE}```\n\n", CODE, CODE),
        (f"```python\n{CODE}````\n", CODE, CODE),
        ("```python\nx = 2\n```\n", CODE, "x = 2\n"),
        ("```python\nx = 2\n```\n", None, "x = 2\n"),
        ("```python\nx = 2\n```\n", "", "x = 2\n"),
        (f"```markdown\n{README}```\n", README, README),
        (f"`````markdown\n{README}`````\n", README, README),
        (f"```markdown\n{STARTS_WITH_SAMPLE}```\n", STARTS_WITH_SAMPLE, STARTS_WITH_SAMPLE),
        ("```markdown\n# T\n```\ncode\n```\nend\n```\n", "# T\n\nold\n", "# T\n```\ncode\n```\nend\n"),
        ('```python\ndoc = """\n```\n"""\n```\n', 'doc = """\n', 'doc = """\n```\n"""\n'),
        ("```yaml\n---\ntitle: x\n---\n```\n\n# Doc\n", FRONT, FRONT),
        ("```\n---\ntitle: y\n---\n```\n# Doc\n```sh\nls\n```\n", FRONT, "---\ntitle: y\n---\n# Doc\n```sh\nls\n```\n"),
        (f"```markdown\n{FRONT}```\n", FRONT, FRONT),
        ("```toml\n+++\na = 1\n+++\n```\ntext\n", "+++\na = 1\n+++\ntext\n", "+++\na = 1\n+++\ntext\n"),
        ("```\n```\n", CODE, ""),
    ],
)
def test_a_fence_that_the_model_added_is_taken_off(body: str, original: str | None, expected: str) -> None:
    assert unwrap(body, original) == expected


@pytest.mark.parametrize(
    ("body", "original"),
    [
        ("", CODE),
        ("\n", CODE),
        ("```\n", CODE),
        (CODE, CODE),
        (README, README),
        (README, None),
        (f"# Other title\n{README}", README),
        (STARTS_WITH_SAMPLE, STARTS_WITH_SAMPLE),
        (STARTS_WITH_SAMPLE, README),
        (STARTS_WITH_SAMPLE, None),
        ("```sh\nls\n```\n\nnew text\n\n```py\nx = 2\n```\n", "```sh\nls\n```\n\ntext\n"),
        (ONE_SAMPLE, ONE_SAMPLE),
        ("```sh\nls -l\n```\n", ONE_SAMPLE),
        ("```bash\nls\n```\n", ONE_SAMPLE),
        ("```sh\nmake test\n```\n", README),
        (f"```python\n{CODE}", CODE),
        (f"{CODE}```\n", CODE),
        (f"```python\n{CODE}```\nThat is all.\n", CODE),
        (f"Here it is:\n```python\n{CODE}```\n", CODE),
        (f"```python\n{CODE}~~~\n", CODE),
        (f"````python\n{CODE}```\n", CODE),
        (f"``python\n{CODE}``\n", CODE),
        (f"    ```python\n{CODE}    ```\n", CODE),
        ("~~~\ntilde\n~~~\ntext\n~~~\ntilde\n~~~\n", "text\n"),
        (FRONT, FRONT),
        ("---\n\n---\n", "---\n\n---\n"),
        ("```yaml\n---\na: 1\n---\n# no end\n", FRONT),
        ("```yaml\n---\na: 1\n", FRONT),
        ("```yaml\n---\na: 1\n---", FRONT),
    ],
)
def test_a_fence_that_belongs_to_the_file_is_kept(body: str, original: str | None) -> None:
    assert unwrap(body, original) == body


LINES = st.lists(st.sampled_from(["```", "```py", "~~~", "````", "---", "text", "", "# T"])).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@PATIENT
@given(text=LINES)
def test_a_text_that_did_not_change_is_never_touched(text: str) -> None:
    assert unwrap(text, text) == text


@PATIENT
@given(body=LINES, original=LINES)
def test_nothing_but_two_fence_lines_and_blanks_round_them_is_ever_taken_off(body: str, original: str) -> None:
    before, after = body.split(), unwrap(body, original).split()
    gone = len(before) - len(after)
    assert gone in (0, 2, 4), "a line with a language has no blank in it here, so each line is one word"
    assert all(before.count(word) >= after.count(word) for word in after)


@PATIENT
@given(text=LINES.filter(lambda text: "```" not in text and "~~~" not in text))
def test_a_text_without_fences_comes_out_of_any_fence(text: str) -> None:
    assert unwrap(f"```python\n{text}```\n", text) == text
