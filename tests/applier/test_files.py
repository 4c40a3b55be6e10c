"""Through the real writing path: whatever a file holds and becomes, untouched lines keep their bytes."""

from dataclasses import dataclass

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from applier.fidelity import Undecodable
from applier.files import prepare, text_of

DECLARED = ["latin-1", "cp1252", "iso8859-15", "koi8-r", "cp437", "gbk", "gb18030", "big5", "shift_jis", "euc_jp"]
MARKED = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@dataclass(frozen=True)
class Written:
    """A file as it stands on disk, and its lines with their own ends."""

    path: str
    encoding: str
    lines: tuple[str, ...]

    @property
    def data(self) -> bytes:
        return "".join(self.lines).encode(self.encoding)

    def bytes_of(self, lines: tuple[str, ...]) -> bytes:
        """Lines as they stand inside the file, where no byte order mark is."""
        plain = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}.get(self.encoding, self.encoding)
        return "".join(lines).encode(plain)


@st.composite
def written(draw: st.DrawFn) -> Written:
    """Any bytes that decode, a number before each line, so that no two are alike."""
    encoding = draw(st.sampled_from(DECLARED + MARKED))
    raw = draw(st.lists(st.tuples(st.binary(max_size=10), ENDS), max_size=7))
    lines = [f"{at} {_one_line(some, encoding)}{end}" for at, (some, end) in enumerate(raw)]
    if encoding in DECLARED:
        lines.insert(0, f"# coding: {encoding}{draw(ENDS)}")
    if lines and draw(st.booleans()):
        lines[-1] = lines[-1].rstrip("\r\n")
    return Written("a.py" if encoding in DECLARED else "a.txt", encoding, tuple(lines))


def _one_line(some: bytes, encoding: str) -> str:
    text = some.decode("utf-16-le" if encoding.startswith("utf") else encoding, "ignore")
    return "".join(char for char in text if char not in "\r\n\0\ufeff")


@settings(deadline=None, max_examples=400)
@given(file=written(), data=st.data())
def test_untouched_lines_keep_their_bytes(file: Written, data: st.DataObject) -> None:
    text = text_of(file.data, file.path)
    assume(not isinstance(text, Undecodable))
    assert isinstance(text, str)
    start = data.draw(st.integers(1 if file.path == "a.py" else 0, len(file.lines))) if file.lines else 0
    stop = data.draw(st.integers(start, len(file.lines)))
    fresh = data.draw(st.lists(st.sampled_from(["new", "new two", "    new"]), max_size=3))
    shown = text.split("\n")[: len(file.lines)]
    after = prepare(file.path, "\n".join([*shown[:start], *fresh, *shown[stop:]]) + "\n", file.data)
    head, tail = file.lines[:start], file.lines[stop:]
    if not tail and not fresh and head:  # the last line ends as the last line did
        head = (*head[:-1], head[-1].rstrip("\r\n"))
    mark = file.data[: len(file.data) - len(file.bytes_of(file.lines))]
    assert after.startswith(mark + file.bytes_of(head)) or not (head or fresh or tail)
    assert after.endswith(file.bytes_of(tail))
    assert len(fresh) == 0 or file.bytes_of(("new",)) in after
