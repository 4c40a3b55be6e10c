"""What stands between the brackets of a signature or a call: pieces put in and taken out, in the layout there is."""

import io
import tokenize
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.exchange import Edit

_OPEN, _CLOSE = "([{", ")]}"
_SILENT = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


@dataclass(frozen=True, slots=True)
class Bracket:
    """One pair of round brackets, by characters of the text."""

    text: str
    open: int  # of the bracket itself
    close: int
    pieces: tuple[tuple[int, int], ...]  # what stands between the commas, without comments around it
    comments: tuple[int, ...]

    def piece_at(self, place: int) -> int:
        """Which piece holds a character. Raises Refusal if none does."""
        for number, (start, end) in enumerate(self.pieces):
            if start <= place < end:
                return number
        raise Refusal("a list between brackets is written in a way that cannot be followed")

    def inserted(self, number: int, new: str) -> Edit:
        """A piece put in, so that it becomes the one of that number."""
        if not self.pieces:
            return Edit(self.open + 1, self.open + 1, new)
        if not number:
            start = self.pieces[0][0]
            return Edit(start, start, f"{new},{self._gap(0) or ' '}")
        start, end = self.pieces[number - 1]
        gap = self._gap(number - 1)
        if not gap:
            return Edit(end, end, f", {new}")
        comma = self.text.find(",", end, self.pieces[number][0] if number < len(self.pieces) else self.close)
        begin = end if comma < 0 else comma + 1
        line_end = self.text.find("\n", begin)
        rest = self.text[begin:line_end].strip()
        if line_end < 0 or (rest and not rest.startswith("#")):
            return Edit(end, end, f",{gap}{new}")
        if comma < 0:
            return Edit(end, line_end, f",{self.text[end:line_end]}{gap}{new}")
        return Edit(line_end, line_end, f"{gap}{new},")

    def removed(self, number: int) -> Edit:
        """A piece taken out. Raises Refusal where a comment would be lost that may be about another."""
        start, end = self.pieces[number]
        if len(self.pieces) == 1:
            begin, stop = (self.open + 1, self.close) if not self.comments else (start, end)
        elif number + 1 < len(self.pieces):
            begin, stop = start, self.pieces[number + 1][0]
        else:
            begin, stop = self.pieces[number - 1][1], end
        line_end = self.text.find("\n", end)
        if any(begin <= place < stop and not end <= place < line_end for place in self.comments):
            raise Refusal("a comment stands between the brackets, which would be lost")
        return Edit(begin, stop, "")

    def _gap(self, number: int) -> str:
        """What separates lines, where each piece has one of its own."""
        start = self.pieces[number][0]
        line = self.text.rfind("\n", 0, start)
        indent = self.text[line + 1 : start]
        return f"\n{indent}" if line > self.open and not indent.strip() else ""


def bracket_at(text: str, place: int) -> Bracket:
    """The pair of brackets that opens at or after a character. Raises Refusal."""
    opening = text.find("(", place)
    rest = text[opening:]
    starts = [0]
    for line in rest.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    depth, heads, pieces, comments = 0, 0, list[tuple[int, int]](), list[int]()
    begin = end = -1
    try:
        for token in tokenize.generate_tokens(io.StringIO(rest).readline):
            at = opening + starts[token.start[0] - 1] + token.start[1]
            after = opening + starts[token.end[0] - 1] + token.end[1]
            if token.type == tokenize.ERRORTOKEN and token.string.strip():
                break
            depth -= token.type == tokenize.OP and token.string in _CLOSE
            if depth == 0 and token.string == ")":
                pieces += [(begin, end)] if begin >= 0 else []
                return Bracket(text, opening, at, tuple(pieces), tuple(comments))
            heads += (depth == 1 and token.string == "lambda") - (depth == 1 and heads > 0 and token.string == ":")
            if token.type == tokenize.COMMENT:
                comments.append(at)
            elif depth == 1 and token.string == "," and not heads:  # one in the head of a lambda separates nothing here
                pieces.append((begin, end))
                begin = -1
            elif depth and token.type not in _SILENT:
                begin, end = (at if begin < 0 else begin), after
            depth += token.type == tokenize.OP and token.string in _OPEN
    except (tokenize.TokenError, SyntaxError, IndexError):
        pass
    raise Refusal("a list between brackets is written in a way that cannot be followed")
