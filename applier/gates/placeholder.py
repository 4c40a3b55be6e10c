"""Tells lines that stand in for code ("... rest of the code unchanged ...") from lines that only talk about some rest.

A line is taken apart into where its words stand (a comment of its own, behind code, a docstring, or bare), the words,
and dots at either end. The less a line looks like a stand-in from outside, the more its words must say.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_LONGEST = 160  # a stand-in is a short line

# How a comment may begin and end in the languages we know of; some only count before a blank.
_LEAD = re.compile(
    r"""\{?/\*+!? | //+!? | \#+!? | <!--+ | --+(?=[\s\[.…]|$) | ;+ | %+ | \(\* | \{- | \{\# | @\* | <%--? | <%\#
    | \*(?=\s) | '(?=\s) | "(?=\s) | !(?=\s) | (?:rem|dnl)\b | (?P<docstring>\"\"\"|''')""",
    re.VERBOSE | re.IGNORECASE,
)
_TAIL = re.compile(r"""(?:\*/\}? | --+!?> | \*\) | -\} | \#\} | \*@ | -?-?%> | \"\"\" | ''')$""", re.VERBOSE)
_BEHIND_CODE = re.compile(r"(?<=\s)(?:#+|//+|/\*+|<!--|--|;+|%+)(?=[\s.…(\[])")
_HOLLOW = re.compile(
    r"(?:.*[\s:{])?(?:\.\.\.|pass|[{}]+;?)"
)  # code that does nothing, so that the comment speaks for it
_DRESSING = re.compile(r"[,:;()\[\]–—/-]")
_EDGES = " \t*_`()[]{}<>:;-–—=~.…,!/#"

_DOTS = r"(?:\.{3}|…)(?!\.)"
_DOTS_IN_FRONT = re.compile(rf"[(\[{{<*_`\s–—=~-]*{_DOTS}")
_DOTS_BEHIND = re.compile(rf"{_DOTS}[)\]}}>*_`\s–—=~;,!-]*$")
_ONLY_DOTS = re.compile(rf"[(\[{{<\s]*{_DOTS}[)\]}}>\s]*")

_CORE = (
    r"(?:(?:source )?code(?:base)?|implementations?|logic|class(?:es)?|functions?|methods?|modules?|components?"
    r"|imports?|tests?|test cases?|definitions?|declarations?|(?:\w+ )?bod(?:y|ies)|script|program|routines?"
    r"|helpers?|handlers?)"
)
_FILE = rf"(?:{_CORE}|file|files|contents?|styles?|markup|template|page|document|config(?:uration)?|fields|properties)"
_THE = r"(?:(?:the|all|of|your|our|my|this|these|any|and|plus|with|in) )*"
_REST = r"(?:rest|remainder)"
_OTHER = r"(?:remaining|existing|other|previous|original|unchanged)"
_OLDER = rf"(?:{_OTHER}|old|prior|current|additional)"
_YOUR = r"(?:the|your|my|original|existing|actual|same|function|method|class|old|previous|full|complete|main)"
_AS_IT_WAS = (
    r"(?:(?:the )?same(?: as (?:before|above|it was|(?:in )?(?:the )?original))?|unchanged|untouched|intact|unmodified"
    r"|unaltered|identical|as is|as it (?:is|was)|as they (?:are|were)|as before|as above|like before|as previously"
    r"|(?:as in|from|like) (?:the )?original(?: \w+)?|omitted|elided|not shown|not changed)"
)
_VERB = r"(?:is|are|was|were|will|should|be|remains?|stays?|kept|left|exactly|all|still|completely)"
_WHY = r"(?: for (?:brevity|clarity|simplicity|now))?(?: (?:here|below|above))*"
_STAYS = rf"(?: {_VERB})* {_AS_IT_WAS}{_WHY}"
_STATE = rf"(?:{_STAYS}|(?: goes| go| continues?| follows)? here|(?: \w+)? continues?(?: here| below)?)"
_TODO = r"(?:todo|fixme|xxx|hack)\b ?(?:\w+ (?=implement|complete|finish|add|write|port))?"
_MAKE = r"(?:implement|complete|finish|fill in|add|write|port|copy|restore|include)"
_KEEP = r"(?:keep|leave|insert|add|put|include|copy|paste|retain|preserve|place)"


def _either(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


# Says so itself, wherever it stands.
_SAYS_SO = _either(
    rf"{_THE}{_REST} (?:of|in) {_THE}(?:\w+ ){{0,2}}{_FILE}{_STATE}",
    rf"{_THE}{_OLDER} (?:\w+ ){{0,3}}{_CORE}{_STATE}",
    rf"(?:{_YOUR} )*(?:code|implementation|logic|(?:function |method |class )?body)(?:{_STAYS}| goes here| continues)",
    rf"{_KEEP} {_THE}(?:{_REST} of|{_OLDER}|actual) {_THE}(?:\w+ ){{0,2}}{_CORE}{_STATE}",
    rf"{_KEEP} {_THE}(?:{_REST} of|{_OLDER}) {_THE}(?:\w+ )?code",
    rf"{_TODO}{_MAKE} {_THE}(?:{_REST}|remaining)(?: \w+){{0,5}}",
    rf"{_TODO}{_MAKE} {_THE}(?:other|missing|actual|original|existing|full|real) (?:\w+ )?{_CORE}(?: here)?",
    r".*\b(?:omitted|truncated|shortened|abbreviated|elided|left out|trimmed|not shown|removed|skipped)"
    r" (?:here )?for (?:the sake of )?(?:brevity|conciseness|space)\b.*",
    rf"{_TODO}(?:(?:keep|add|put back|restore|copy|port) )?{_THE}(?:{_REST}|{_OTHER} {_CORE})"
    rf"(?: of(?: \w+){{1,4}})?{_STAYS}",
    rf"(?:(?:the|some|other|remaining|more|several|many|\d+) )*lines(?: of code)?{_STAYS}",
    rf"lines? \d+ (?:to |through )?\d+{_STAYS}",
)
# Enough for a comment that stands alone.
_IN_A_COMMENT = _either(
    rf"{_THE}(?:{_REST}|everything else|all else|all others?){_STATE}",
    rf"{_THE}{_REST} of {_THE}(?:\w+ ){{0,2}}(?:{_CORE}|file)",
    rf"{_THE}(?:existing|remaining) (?:code|implementation|logic)",
    r"(?:exactly )?(?:the )?same as (?:the )?(?:above|before|previous(?:ly)?|original)(?: \w+)?",
    r"(?:no|without) changes? (?:here|below|above|from (?:the )?original|to this \w+)",
    r"unchanged (?:code|methods?|functions?|imports?|implementation|class(?:es)?|from (?:the )?(?:original|before))",
    rf"(?:(?:insert|add|put|write) )?(?:your|actual|existing) (?:\w+ )?{_CORE} (?:goes )?here",
    rf"{_MAKE} {_THE}(?:{_REST}|remainder)(?: here| later)?",
    rf"{_TODO}implement(?: (?:this|me|it|the|here|later|function|method|class|body|logic|properly))*",
    r"snip(?:ped)?",
)
# Enough after dots, as in "... other methods ...".
_AFTER_DOTS = _either(
    rf"{_THE}{_REST}(?: of(?: \w+){{1,4}})?(?:{_STATE})?",
    rf"{_THE}(?:{_OTHER}|omitted)(?: \w+){{0,4}}",
    r"(?:and )?(?:\d+ )?(?:more|similar|identical)(?: \w+){0,2}",
    rf"(?:\w+ ){{0,3}}(?:{_AS_IT_WAS}|truncated|snip(?:ped)?|continued)(?: \w+){{0,3}}",
    rf"{_THE}(?:{_CORE}|content)(?: here| continues)?",
)
# Enough with dots on one side only, as in "# existing code ...".
_BESIDE_DOTS = _either(
    rf"{_THE}{_REST} of {_THE}(?:\w+ ){{0,2}}{_FILE}",
    rf"{_THE}(?:remaining|existing|other|previous) (?:\w+ ){{0,2}}{_CORE}",
)


Place = Literal["comment", "behind", "docstring", "bare"]


@dataclass(frozen=True, slots=True)
class _Words:
    """What a line says, and where."""

    place: Place
    text: str  # lower-case words
    dots_in_front: bool
    dots_behind: bool
    only_dots: bool


def placeholders(lines: Sequence[str], *, prose: bool = False) -> Iterator[int]:
    """Indexes of lines that stand in for something left out. In `prose`, comments of mere dots belong to examples."""
    for index, line in enumerate(lines):
        words = _words_of(line.strip())
        dotted = words.only_dots and words.place == "comment" and not prose
        if _stands_in(words) or (dotted and not _told_on(lines, index)):
            yield index


def _stands_in(words: _Words) -> bool:
    text, commented = words.text, words.place != "bare"
    alone = words.place in ("comment", "bare")
    return bool(
        _SAYS_SO.fullmatch(text)
        or (words.place == "comment" and _IN_A_COMMENT.fullmatch(text))
        or (words.dots_in_front and (commented or words.dots_behind) and _AFTER_DOTS.fullmatch(text))
        or ((words.dots_in_front or words.dots_behind) and alone and _BESIDE_DOTS.fullmatch(text))
    )


def _words_of(line: str) -> _Words:
    place: Place = "bare"
    text = line
    if lead := _LEAD.match(line):
        place = "docstring" if lead["docstring"] else "comment"
        text = line[lead.end() :]
    elif behind := [*_BEHIND_CODE.finditer(line)][-1:]:
        place = "comment" if _HOLLOW.fullmatch(line[: behind[0].start()].rstrip()) else "behind"
        text = line[behind[0].end() :]
    text = _TAIL.sub("", text).strip() if len(text) <= _LONGEST else ""
    words = text.strip(_EDGES).lower()
    if place != "bare":  # where code might stand, punctuation is no mere dressing
        words = _DRESSING.sub(" ", words)
    return _Words(
        place,
        " ".join(words.split()),
        bool(_DOTS_IN_FRONT.match(text)),
        bool(_DOTS_BEHIND.search(text)),
        bool(_ONLY_DOTS.fullmatch(text)),
    )


def _told_on(lines: Sequence[str], index: int) -> bool:
    """Whether a neighbour is a comment too, so that dots are part of what is told there."""
    around = (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    return any(_LEAD.match(line.strip()) for line in around)
