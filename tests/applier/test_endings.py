"""The original decides how a file ends."""

import pytest

from applier.endings import settle_ending


@pytest.mark.parametrize(
    ("body", "original", "settled"),
    [
        ("x\n", "a", "x"),
        ("x\n", "a\n", "x\n"),
        ("x\n", "a\n\n\n", "x\n\n\n"),
        ("x\n\n\n", "a\n", "x\n"),
        ("x", "a\n", "x\n"),
        ("x\n", None, "x\n"),
        ("x\n\n", None, "x\n"),
        ("", None, ""),
        ("\n", None, ""),
        ("", "a\n", "\n"),
        ("x\n", "", "x\n"),
        ("\n\nx\n", "\n", "\n\nx\n"),
    ],
)
def test_a_body_ends_as_its_original_did(body: str, original: str | None, settled: str) -> None:
    assert settle_ending(body, original) == settled


@pytest.mark.parametrize("text", ["", "a", "a\n", "a\n\n", "\n", "\n\n", "a\nb"])
def test_a_file_given_back_as_it_was_is_unchanged(text: str) -> None:
    """Whatever newlines the block protocol adds at its end."""
    assert settle_ending(text if text.endswith("\n") or not text else text + "\n", text) == text
