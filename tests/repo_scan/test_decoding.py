"""Bytes to text: what is read, how, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.decoding import LONGEST_LINE, Unreadable, count_lines, decode


@pytest.mark.parametrize(
    ("data", "language", "text"),
    [
        (b"", None, ""),
        (b"x = 1\n", "python", "x = 1\n"),
        ("é日😀\n".encode(), None, "é日😀\n"),
        (b"\xef\xbb\xbfx\n", None, "x\n"),
        (b"\xef\xbb\xbfx = 1\n", "python", "x = 1\n"),
        (b"a\r\nb\rc\n", None, "a\nb\nc\n"),
        (b"a\x0cb\x0b\xe2\x80\xa8c\n", None, "a\x0cb\x0b\u2028c\n"),
        ("# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1"), "python", "# -*- coding: latin-1 -*-\nx = 'é'\n"),
        ("#!x\n# vim: set fileencoding=cp1252 :\n'€'".encode("cp1252"), "python", None),
        ("# coding: gbk\n'中'\n".encode("gbk"), "python", "# coding: gbk\n'中'\n"),
        ("# coding: latin-1\n'é'\n".encode(), "python", "# coding: latin-1\n'Ã©'\n"),  # Python would read it so
        ("x = 'é'\r\n".encode("utf-16"), "javascript", "x = 'é'\n"),
        ("🙂\n".encode("utf-32"), None, "🙂\n"),
        (b"caf\xe9\n", None, "café\n"),
        (b"# coding: latin-1\ncaf\xe9\n", None, "# coding: latin-1\ncafé\n"),
        ("// 计算总价并返回结果\n".encode("gbk"), "javascript", "// 计算总价并返回结果\n"),
        ("\n\n# coding: latin-1\n'é'\n".encode(), "python", "\n\n# coding: latin-1\n'é'\n"),  # too late to count
        (b"a\n" * LONGEST_LINE + b"b" * LONGEST_LINE + b"\n", None, "a\n" * LONGEST_LINE + "b" * LONGEST_LINE + "\n"),
        (b"a" * LONGEST_LINE + b"\n" + b"b" * LONGEST_LINE, None, "a" * LONGEST_LINE + "\n" + "b" * LONGEST_LINE),
    ],
)
def test_text_is_read_as_its_writer_meant_it(data: bytes, language: str | None, text: str | None) -> None:
    assert decode(data, language) == (text if text is not None else data.decode("cp1252"))


@pytest.mark.parametrize(
    ("data", "language", "reason"),
    [
        (b"x\0y", None, "binary"),
        (b"x = 1\0\n", "python", "binary"),
        ("x\0".encode("utf-16"), None, "binary"),
        (b"\xff\xfex", None, "is not in utf-16-le"),
        (b"\xe9\xe8\xff\n", None, "not UTF-8 and declares no encoding"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", None, "a Git LFS pointer"),
        (b"x = 'caf\xe9'\n", "python", "not UTF-8 and declares no encoding"),
        (b"\n\n\n'caf\xe9'\n", "python", "not UTF-8 and declares no encoding"),
        (b"# coding: klingon\nx = 1\n", "python", "declares the encoding klingon, which cannot be used"),
        (b"# coding: ascii\nx = '\xe9'\n", "python", "is not in ascii"),
        (b"# coding: hex\nx = 1\n", "python", "declares the encoding hex, which cannot be used"),
        (b"# coding: utf-7\nx = 'ab+AGM-'\n", "python", "declares the encoding utf-7, which cannot be used"),
        (b"x" * (LONGEST_LINE + 1), None, "a line over 20,000 characters"),
        (b"a\n" + b"x" * (LONGEST_LINE + 1) + b"\nb", "python", "a line over 20,000 characters"),
        (b"a" * LONGEST_LINE + b"\r\n" + b"x" * (LONGEST_LINE + 1) + b"\n", None, "a line over 20,000 characters"),
        (b"a\n" * LONGEST_LINE + b"x" * (LONGEST_LINE + 1), None, "a line over 20,000 characters"),
    ],
)
def test_what_cannot_be_read_exactly_is_refused_with_the_reason(data: bytes, language: str | None, reason: str) -> None:
    assert decode(data, language) == Unreadable(reason)


def test_a_byte_order_mark_that_contradicts_the_coding_line_is_refused() -> None:
    found = decode(b"\xef\xbb\xbf# coding: latin-1\n", "python")
    assert isinstance(found, Unreadable)
    assert "contradict" in found.reason


@given(st.binary(max_size=400), st.sampled_from([None, "python"]))
def test_any_bytes_give_a_text_or_a_reason(data: bytes, language: str | None) -> None:
    found = decode(data, language)
    assert isinstance(found, Unreadable) or "\r" not in found


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\0\ufeff")), st.booleans())
def test_utf8_comes_back_unchanged_with_or_without_a_mark(text: str, mark: bool) -> None:
    assert decode((b"\xef\xbb\xbf" if mark else b"") + text.encode(), None) == text


@pytest.mark.parametrize(("text", "lines"), [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\n\n", 2)])
def test_lines_are_counted_with_or_without_a_last_newline(text: str, lines: int) -> None:
    assert count_lines(text) == lines
