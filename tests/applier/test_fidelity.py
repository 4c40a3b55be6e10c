"""Bytes to text and back: encodings, line ends and how a file ends."""

import codecs
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from applier.fidelity import NEW_FILE, Form, Undecodable, decode, encode, form_of_new

#: A slow machine is no failure.
PATIENT = settings(deadline=None, max_examples=300)


def opened(data: bytes, path: str = "a.txt") -> tuple[str, Form]:
    found = decode(data, path)
    assert not isinstance(found, Undecodable), found.reason
    return found


def rewritten(data: bytes, text: str, path: str = "a.txt") -> bytes:
    return encode(text, opened(data, path)[1], data)


LATIN = "# -*- coding: latin-1 -*-\nname = 'é'\n".encode("latin-1")


@pytest.mark.parametrize(
    ("data", "path", "text", "form"),
    [
        (b"", "a.txt", "", Form("utf-8")),
        (b"x\n", "a.txt", "x\n", Form("utf-8")),
        (b"x\r\ny\r\n", "a.txt", "x\ny\n", Form("utf-8", newline="\r\n")),
        (b"x\ry\r", "a.txt", "x\ny\n", Form("utf-8", newline="\r")),
        (b"x\ny\r\nz\r\n", "a.txt", "x\ny\nz\n", Form("utf-8", newline="\r\n", mixed=True)),
        (b"x\n\r\n", "a.txt", "x\n\n", Form("utf-8", newline="\n", mixed=True)),
        ("é\n".encode(), "a.txt", "é\n", Form("utf-8")),
        (codecs.BOM_UTF8 + b"x\n", "a.py", "x\n", Form("utf-8", bom=codecs.BOM_UTF8)),
        ("x\r\n".encode("utf-16"), "a.txt", "x\n", Form("utf-16-le", bom=b"\xff\xfe", newline="\r\n")),
        (b"\xfe\xff\x00x\x00\n", "a.txt", "x\n", Form("utf-16-be", bom=b"\xfe\xff")),
        ("🙂\n".encode("utf-32"), "a.txt", "🙂\n", Form("utf-32-le", bom=b"\xff\xfe\0\0")),
        (b"x = 1\n", "a.py", "x = 1\n", Form("utf-8", declared=True)),
        (LATIN, "a.py", LATIN.decode("latin-1"), Form("latin-1", declared=True)),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n# \x80\n", "a.py", None, Form("cp1252", declared=True)),
        (b"# coding=gbk\r\nx = '\xc4\xe3'\r\n", "a.pyi", "# coding=gbk\nx = '你'\n", None),
        (b"# coding: UTF_8\n", "a.py", None, Form("utf-8", declared=True)),
        (b"# coding: utf-8-sig\n", "a.py", None, Form("utf-8", declared=True)),
        (b"x = 1\n# coding: latin-1\n", "a.py", None, Form("utf-8", declared=True)),
        (b"\n\n# coding: latin-1\n", "a.py", None, Form("utf-8", declared=True)),
        (b"# coding: latin-1\n", "a.rb", None, Form("utf-8")),
        (b"caf\xe9 \xfcber\r\n", "a.txt", "café über\n", None),
        (b"\x93quoted\x94\n", "README.md", "“quoted”\n", None),
        ("// 计算总价并返回结果\n".encode("gbk"), "a.c", "// 计算总价并返回结果\n", None),
        (b"one\x0ctwo\xe2\x80\xa8three\xc2\x85\n", "a.txt", "one\x0ctwo\u2028three\x85\n", Form("utf-8")),
    ],
)
def test_a_file_is_decoded_and_its_form_recorded(data: bytes, path: str, text: str | None, form: Form | None) -> None:
    found_text, found_form = opened(data, path)
    assert text is None or found_text == text
    assert form is None or found_form == form
    assert encode(found_text, found_form, data) == data


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        (b"caf\xe9\n", "a.py", "not valid UTF-8 (byte 0xe9 in line 1)"),
        (b"\xe9\xe8\xff\n", "a.txt", "not valid UTF-8 (byte 0xe9 in line 1)"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", "a.py", "latin-1, which its byte order mark contradicts"),
        (b"x\ny\r\nz\rcaf\xe9\n", "a.py", "byte 0xe9 in line 4"),
        (b"\x93quoted\x94 \x81\n", "README.md", "byte 0x93"),
        (b"\xff\xfex", "a.txt", "not valid UTF-16-LE"),
        (b"\xff\xfe\x00\xd8", "a.txt", "not valid UTF-16-LE"),
        (codecs.BOM_UTF8 + b"\xe9", "a.py", "byte 0xe9"),
        (b"a\0b\n", "a.txt", "NUL"),
        (b"\0" * 100, "a.bin", "NUL"),
        (b"\x89PNG\r\n\x1a\n\0", "a.png", "not valid UTF-8"),
        (b"# coding: klingon\n", "a.py", "encoding klingon"),
        (b"# coding: rot13\n", "a.py", "encoding rot13"),
        (b"# coding: hex\n", "a.py", "encoding hex"),
        (b"# coding: utf-7\n", "a.py", "encoding utf-7"),
        (b"# coding: utf-16\n", "a.py", "encoding utf-16"),
        (b"# coding: cp037\n", "a.py", "encoding cp037"),
        (b"# coding: unicode_escape\nx = '\\d'\n", "a.py", "encoding unicode-escape"),
        (b"# coding: idna\n", "a.py", "encoding idna"),
        (b"# coding: undefined\n", "a.py", "encoding undefined"),
        (b"# coding: ascii\nx = '\xe9'\n", "a.py", "byte 0xe9 in line 2"),
        (b"# coding: cp1252\nx = '\x81'\n", "a.py", "byte 0x81 in line 2"),
        (b"# coding: iso-2022-jp\n\x1b$B\x1b(Bx\n", "a.py", "same bytes"),
    ],
)
def test_a_file_that_cannot_be_written_back_exactly_is_skipped_with_the_reason(
    data: bytes, path: str, words: str
) -> None:
    found = decode(data, path)
    assert isinstance(found, Undecodable)
    assert words in found.reason


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (b"a\r\nb\r\nc\r\n", "a\nB\nc\n", b"a\r\nB\r\nc\r\n"),
        (b"a\nb\nc\n", "a\nB\nc\n", b"a\nB\nc\n"),
        (b"a\rb\rc\r", "a\nB\nc\n", b"a\rB\rc\r"),
        (b"a\nb\r\nc\r\nd\r\n", "a\nb\nC\nd\n", b"a\nb\r\nC\r\nd\r\n"),
        (b"a\nb\r\nc\r\nd\r\n", "A\nb\nc\nd\n", b"A\r\nb\r\nc\r\nd\r\n"),
        (b"a\nb\nc\r\nd\n", "a\nnew\nb\nc\nd\n", b"a\nnew\nb\nc\r\nd\n"),
        (b"a\r\nb\nc\nd\r\ne\n", "b\nx\nd\ne\n", b"b\nx\nd\r\ne\n"),
        (b"a\r\nb\r\nc\n", "a\nb\nc\nd\n", b"a\r\nb\r\nc\nd\n"),
        (b"a\r\nb\r\nc\n", "a\nb\n", b"a\r\nb\r\n"),
        (b"a\nb\r\nc", "a\nb\nc\nd\n", b"a\nb\r\nc\nd"),
        (b"a\r\nb\r\n", "a\r\nB\r\n", b"a\r\nB\r\n"),
        (b"a\nb\n", "a\rB\r\n", b"a\nB\n"),
        (b"a\rb\nc\n", "a\n\nc\n", b"a\r\r\nc\n"),
        (b"a\rb\n\nc\n", "a\n\nc\n", b"a\r\r\nc\n"),
        (b"x\x0cy\xe2\x80\xa8z\r\nb\r\n", "x\x0cy\u2028z\nB\n", b"x\x0cy\xe2\x80\xa8z\r\nB\r\n"),
    ],
)
def test_untouched_lines_keep_their_own_line_ends(before: bytes, text: str, after: bytes) -> None:
    assert rewritten(before, text) == after


ENDINGS = [b"", b"\n", b"\n\n", b"\n\n\n", b"\r\n", b"\r\n\r\n", b"\r", b"\r\r", b"\r\n\n", b"\n\r\n"]


@pytest.mark.parametrize("given_newlines", ["", "\n", "\n\n", "\n\n\n\n"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_original_decides_how_a_file_ends(ending: bytes, given_newlines: str) -> None:
    assert rewritten(b"a" + ending, "a" + given_newlines) == b"a" + ending


@pytest.mark.parametrize("ending", [ending for ending in ENDINGS if b"\r\n" not in ending])
def test_a_new_last_line_ends_as_the_old_one_did(ending: bytes) -> None:
    assert rewritten(b"a" + ending, "a\nb\n") == b"a" + (ending[:1] or b"\n") + b"b" + ending


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (b"", "", b""),
        (b"", "\n", b""),
        (b"", "x = 1\n", b"x = 1\n"),
        (b"", "x = 1", b"x = 1\n"),
        (b"\n", "", b"\n"),
        (b"\n", "\n", b"\n"),
        (b"\n", "x\n", b"x\n"),
        (b"\r\n", "", b"\r\n"),
        (b"\r\n", "x\ny\n", b"x\r\ny\r\n"),
        (b"\n\n", "x\n", b"x\n\n"),
        (b"x\n", "", b""),
        (b"x\n", "\n", b""),
        (b"x", "", b""),
        (b"\n\nx\n", "\n\nx\n", b"\n\nx\n"),
        (b"x\n  \n", "x\n  \n", b"x\n  \n"),
        (codecs.BOM_UTF8, "", codecs.BOM_UTF8),
        (codecs.BOM_UTF8, "x\n", codecs.BOM_UTF8 + b"x\n"),
    ],
)
def test_empty_files_and_files_of_newlines_stay_as_they_are_until_something_is_written(
    before: bytes, text: str, after: bytes
) -> None:
    assert rewritten(before, text) == after


@pytest.mark.parametrize(
    ("text", "form", "data"),
    [
        ("x = 1\n", NEW_FILE, b"x = 1\n"),
        ("x = 1", NEW_FILE, b"x = 1\n"),
        ("x = 1\n\n\n", NEW_FILE, b"x = 1\n"),
        ("x\r\ny\r", NEW_FILE, b"x\ny\n"),
        ("é\n", NEW_FILE, b"\xc3\xa9\n"),
        ("", NEW_FILE, b""),
        ("\n", NEW_FILE, b""),
        ("\n\nx", NEW_FILE, b"\n\nx\n"),
        ("x\ny\n", form_of_new(newline="\r\n"), b"x\r\ny\r\n"),
        ("x\n", form_of_new("UTF-16"), "x\n".encode("utf-16")),
        ("x\n", form_of_new("UTF-16LE"), b"x\0\n\0"),
        ("é\n", form_of_new("ISO-8859-1"), b"\xe9\n"),
        ("", form_of_new("UTF-16"), b""),
        ("# coding: latin-1\né\n", NEW_FILE, "# coding: latin-1\né\n".encode()),
    ],
)
def test_a_new_file_gets_one_final_newline(text: str, form: Form, data: bytes) -> None:
    assert encode(text, form, None) == data


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("# -*- coding: latin-1 -*-\nname = 'è'\n", "# -*- coding: latin-1 -*-\nname = 'è'\n".encode("latin-1")),
        ("# -*- coding: cp1252 -*-\nname = '€'\n", "# -*- coding: cp1252 -*-\nname = '€'\n".encode("cp1252")),
        ("name = 'é'\n", "name = 'é'\n".encode()),
        ("# coding: klingon\nname = 'é'\n", "# coding: klingon\nname = 'é'\n".encode("latin-1")),
    ],
)
def test_a_rewritten_python_file_is_written_in_the_encoding_that_it_declares_now(text: str, after: bytes) -> None:
    assert rewritten(LATIN, text, "a.py") == after


@pytest.mark.parametrize(
    ("data", "path", "text"),
    [
        (LATIN, "a.py", "# coding: latin-1\nname = '漢'\n"),
        (b"# coding: ascii\n", "a.py", "# coding: ascii\n# é\n"),
        (b"x\n", "a.txt", "\ud800\n"),
    ],
)
def test_a_text_that_does_not_fit_the_encoding_is_an_error(data: bytes, path: str, text: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        rewritten(data, text, path)


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("café\n", "café\nüber\n", "café\nüber\n".encode("cp1252")),  # the same in all that it may be
        ("à l'école, ça\n", "à la carte\n", "à la carte\n".encode("cp1252")),
        ("café\n", "cafè\n", None),  # not the same in Central Europe
        ("café\n", "café €\n", None),  # not in all that it may be
        ("café\n", "plain\n", b"plain\n"),
    ],
)
def test_a_file_that_says_nothing_of_its_encoding_gets_no_character_that_could_be_written_wrong(
    before: str, text: str, after: bytes | None
) -> None:
    data = before.encode("cp1252")
    if after is not None:
        assert rewritten(data, text) == after
        return
    with pytest.raises(UnicodeEncodeError):
        rewritten(data, text)


def test_what_was_found_out_of_an_encoding_holds_for_what_we_wrote() -> None:
    data = "// Проверка значения и возврат результата\n".encode("cp1251")
    form = opened(data)[1]
    short = "// да\n".encode("cp1251")
    assert isinstance(decode(short, "a.c"), Undecodable)
    assert decode(short, "a.c", before=form) == ("// да\n", form)


@pytest.mark.parametrize(
    ("told", "data", "text"),
    [
        ("UTF-16LE", b"x\0\r\0\n\0", "x\n"),
        ("utf-16", "é\n".encode("utf-16"), "é\n"),
        ("ISO-8859-1", b"\xc3\xa9\n", "Ã©\n"),  # though it would be UTF-8, too
        ("cp1251", b"\xe4\xe0\n", "да\n"),
        ("klingon", b"x\n", None),
        ("UTF-8", b"\xe9\n", None),
    ],
)
def test_the_encoding_that_git_is_told_is_the_one(told: str, data: bytes, text: str | None) -> None:
    found = decode(data, "a.txt", told)
    if text is None:
        assert isinstance(found, Undecodable)
        return
    assert not isinstance(found, Undecodable)
    assert found[0] == text
    assert encode(found[0], found[1], data) == data


# Bytes of every form that can be decoded, rich in line ends.
PIECES = ["\n", "\r\n", "\r", "\n\n", "a", "b", "é", " ", "\x0c", "\u2028", "\x85", "\x1c", "漢🙂", "x = 1"]
RAW = st.lists(st.sampled_from(PIECES)).map("".join)
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]
LEGACY = {  # encoding → what is written in it
    "cp1252": ["größe", "über", "für", "\xe9t\xe9", "naïve"],
    "cp1250": ["příliš", "žluťoučký", "kůň"],
    "cp1251": ["проверка", "Значения", "результата"],
    "gbk": ["计算总价", "返回结果", "检查参数"],
    "big5": ["計算總價", "返回結果", "檢查參數"],
    "shift_jis": ["合計を計算して", "結果を返す", "テスト"],
    "euc_jp": ["合計を計算して", "結果を返す", "テスト"],
    "euc_kr": ["합계를 계산하여", "결과를 반환", "값이 비어 있는지"],
}
FILES = st.one_of(st.builds(str.encode, RAW, st.sampled_from(ENCODINGS)), st.binary(max_size=40))
PATHS = st.sampled_from(["a.txt", "a.py"])
TEXTS = st.lists(st.sampled_from(["\n", "\n", "a", "b", "é", "\u2028", "x = 1"])).map("".join)
ANY_END = re.compile("\r\n|\r|\n")


@PATIENT
@given(data=FILES, path=PATHS)
def test_every_file_that_can_be_decoded_is_written_back_the_same(data: bytes, path: str) -> None:
    found = decode(data, path)
    if not isinstance(found, Undecodable):
        text, form = found
        assert "\r" not in text
        assert encode(text, form, data) == data


@st.composite
def legacy_files(draw: st.DrawFn) -> tuple[bytes, list[str], str]:
    """A file in some legacy encoding, its lines with their ends, and the encoding."""
    encoding = draw(st.sampled_from(sorted(LEGACY)))
    words = st.sampled_from([*LEGACY[encoding], "x = 1;", "//", ""])
    lines = draw(st.lists(st.tuples(words, words, st.sampled_from(["\n", "\r\n", "\r"])), min_size=1, max_size=8))
    whole = [f"{one} {other}{end}" for one, other, end in lines]
    return "".join(whole).encode(encoding), whole, encoding


@PATIENT
@given(file=legacy_files(), data=st.data())
def test_untouched_lines_of_a_legacy_file_keep_their_bytes(
    file: tuple[bytes, list[str], str], data: st.DataObject
) -> None:
    """Whatever it was taken for: what it is rewritten with is ASCII, so nothing depends on that."""
    before, lines, encoding = file
    found = decode(before, "a.c")
    if isinstance(found, Undecodable):
        return
    at = data.draw(st.integers(0, len(lines) - 1))
    shown = found[0].split("\n")
    shown[at] = "REWRITTEN"
    after = encode("\n".join(shown), found[1], before)
    kept = [line.encode(encoding) for line in lines]
    assert after.startswith(b"".join(kept[:at]))
    assert after.endswith(b"".join(kept[at + 1 :]))
    assert after[len(b"".join(kept[:at])) :].startswith(b"REWRITTEN")


def raw_lines(data: bytes, form: Form) -> list[str]:
    """Lines with their ends."""
    raw = data[len(form.bom) :].decode(form.encoding)
    return [line for line in re.findall("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", raw) if line]


@PATIENT
@given(data=FILES, rewrite=TEXTS)
@example(data=b"a\rb\n", rewrite="a\n\n")
@example(data=b"A\xbf", rewrite="\u2028")
@example(data=b"A\xbf", rewrite="é")
def test_a_rewrite_says_what_it_was_told_and_ends_as_the_file_did(data: bytes, rewrite: str) -> None:
    found = decode(data, "a.txt")
    if isinstance(found, Undecodable):
        return
    text, form = found
    try:
        written = encode(rewrite, form, data)
    except UnicodeEncodeError:  # a character that an old encoding lacks, or that two of them write otherwise
        assert form.alike
        return
    again = decode(written, "a.txt", before=form)
    assert not isinstance(again, Undecodable)
    assert again[0].rstrip("\n") == rewrite.rstrip("\n")
    if text.rstrip("\n") and rewrite.rstrip("\n"):
        assert len(again[0]) - len(again[0].rstrip("\n")) == len(text) - len(text.rstrip("\n"))


@PATIENT
@given(kept=RAW, gone=RAW, tail=RAW, new=TEXTS)
def test_lines_before_and_after_a_change_keep_their_bytes(kept: str, gone: str, tail: str, new: str) -> None:
    """A file of three parts; the middle one is replaced. Lines that occur once tell which blank line is which."""
    parts = [kept + "head\r\n", gone + "\r\n", "foot\n" + tail + "z\r\n"]
    data = "".join(parts).encode()
    plain = [ANY_END.sub("\n", part) for part in (parts[0], new + "\n", parts[2])]
    written = rewritten(data, "".join(plain)).decode()
    assert written.startswith(parts[0])
    assert written.endswith(parts[2])


def test_many_equal_lines_keep_their_line_ends() -> None:
    data = b"{\n}\r\n" * 200
    text = "start\n" + "{\n}\n" * 200 + "end\n"
    assert rewritten(data, text) == b"start\n" + data + b"end\r\n", "the last line ends as the last one did"


def test_many_equal_lines_in_a_mixed_file_do_not_take_for_ever() -> None:
    data = b"{\n}\r\n" * 10_000
    text = "start\n" + "{\n}\n\n" * 10_000
    assert rewritten(data, text).count(b"\n") == 30_000, "the blank line at the end was not there before"
