"""Which encoding bytes are in, where they say so and where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from applier.charset import byte_order_mark, declared_encoding, is_usable, likely_encodings

# What a comment of a few words tells: the text, and the encoding that it is written in.
TOLD = [
    ("/* Calcul du prix après réduction, pour un élève français. */", "cp1252"),
    ("/* Calcul du prix pour un élève à l'école, où ça va. */", "cp1252"),
    ("// Größe prüfen und ändern", "cp1252"),
    ("/* Author: Jörg Müller */ int main(void) { return 0; }", "cp1252"),
    ("/* © 2020 Foo */ int main(void) { return 0; }", "cp1252"),
    ("/* “quoted” – dash … */ int main(void) { return 0; }", "cp1252"),
    ("# função para configuração do usuário não disponível", "cp1252"),
    ("// Příliš žluťoučký kůň úpěl ďábelské ódy", "cp1250"),
    ("// Příliš žluťoučký kůň úpěl ďábelské ódy", "iso8859_2"),
    ("// Zażółć gęślą jaźń, sprawdź czy wartość jest większa", "cp1250"),
    ("// Проверка значения и возврат результата", "cp1251"),
    ("// Проверка значения и возврат результата", "koi8_r"),
    ("// Проверка значения и возврат результата", "cp866"),
    ("// Έλεγχος της τιμής και επιστροφή", "cp1253"),
    ("// Değer kontrolü yapılır ve sonuç döndürülür şimdi", "cp1254"),
    ("// 计算总价并返回结果", "gbk"),
    ("// 計算總價並返回結果", "big5"),
    ("// 合計を計算して結果を返す", "shift_jis"),
    ("// 合計を計算して結果を返す テスト 値が空かどうか確認する", "euc_jp"),
    ("// 합계를 계산하여 결과를 반환", "euc_kr"),
]


@pytest.mark.parametrize(("text", "encoding"), TOLD)
@pytest.mark.parametrize("times", [1, 40])
def test_a_few_words_tell_their_encoding(text: str, encoding: str, times: int) -> None:
    text = f"{text}\nint x = 1;\n" * times
    data = text.encode(encoding)
    found = likely_encodings(data)
    assert found
    for name in found:
        assert data.decode(name) == text
        assert text.encode(name) == data


# What tells too little, or tells of no text: better left alone than read wrong.
NOT_TOLD = [
    b"",
    b"plain\n",
    "тест".encode("cp1251"),
    "// тест".encode("koi8_r"),
    "// 测试".encode("gbk"),
    "// テス".encode("euc_jp"),
    "// função, año".encode("mac_roman"),
    "التحقق من القيمة".encode("cp1256"),
    "ตรวจสอบค่า".encode("cp874"),
    "// función para año señal".encode("cp1252"),  # Polish, as well
    b"caf\xe9\0",
    b"caf\xe9\x01",
    b"\x1b[31mcaf\xe9",
    b"\xff\xd8\xff\xe1JFIF",
    bytes(range(128, 256)),
]


@pytest.mark.parametrize("data", NOT_TOLD)
def test_what_tells_too_little_is_not_guessed(data: bytes) -> None:
    assert likely_encodings(data) == ()


@given(st.binary(max_size=200))
def test_whatever_is_named_gives_the_same_bytes_again(data: bytes) -> None:
    names = likely_encodings(data)
    assert len({data.decode(name) for name in names}) <= 1
    assert all(data.decode(name).encode(name) == data for name in names)
    assert likely_encodings(data) == names


def test_a_large_file_is_not_looked_at_for_ever() -> None:
    data = "".join(f"// größe {number}\nint x = 1;\n" for number in range(30_000)).encode("cp1252")
    assert likely_encodings(data)[0] == "cp1252"


@pytest.mark.parametrize(
    ("data", "mark", "encoding"),
    [
        (b"x", b"", ""),
        (b"", b"", ""),
        (b"\xef\xbb\xbfx", b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfex\0", b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff\0x", b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\0\0x\0\0\0", b"\xff\xfe\0\0", "utf-32-le"),
        (b"\0\0\xfe\xff", b"\0\0\xfe\xff", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_is_known(data: bytes, mark: bytes, encoding: str) -> None:
    assert byte_order_mark(data) == (mark, encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("x = 1\n", "utf-8"),
        ("# coding: GBK\n", "gbk"),
        ("#!/usr/bin/python\r# -*- coding: latin_1 -*-\r", "latin-1"),
        ("\n\n# coding: gbk\n", "utf-8"),
        ("x = 1\n# coding: gbk\n", "utf-8"),
        ("# coding: utf-8-sig\n", "utf-8"),
    ],
)
def test_a_coding_line_is_read_as_python_reads_it(text: str, encoding: str) -> None:
    assert declared_encoding(text) == encoding


@pytest.mark.parametrize("encoding", ["utf-16", "cp037", "hex", "klingon", "utf-7", "unicode-escape", "idna"])
def test_an_encoding_in_which_ascii_is_something_else_is_not_usable(encoding: str) -> None:
    assert not is_usable(encoding)
    assert is_usable("gbk")
