"""Gate 4: nothing is left out, neither by a line that stands in for code nor by a file that shrank."""

import pytest

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.elision import check_elision
from applier.scope import Declared, Problem, Scope

SCOPE = Scope(("a.py",))


def judge(
    before: dict[str, str], after: dict[str, str], facts: Facts | None = None, scope: Scope = SCOPE
) -> list[Problem]:
    return list(check_elision(before, after, facts or Facts({}, {}), scope))


def among_code(line: str) -> str:
    return f"x = 1\n{line}\ny = 2\n"


STAND_INS = r'''
# ... rest of the code unchanged ...
# rest of the code unchanged
    # ... existing code ...
// ... existing code ...
// ...existing code...
// rest of the implementation remains the same
// ...rest of code
/* ... rest of the styles ... */
/* rest of the styles unchanged */
/* ... */
<!-- rest of the page unchanged -->
<!-- ... -->
{/* ... rest of the JSX ... */}
{/* existing code */}
-- ... remaining queries as before
-- rest of the file unchanged
; ... rest of the functions ...
;; remaining definitions unchanged
% ... rest of the document unchanged ...
(* rest of the module unchanged *)
{- rest of the code as before -}
{# ... rest of the template ... #}
@* ... rest of the view ... *@
' ... existing code ...
REM rest of the program unchanged
! ... remaining subroutines ...
* ... rest of the code ...
# remaining methods as before
# Remaining methods remain unchanged.
# other methods unchanged
# Other imports remain the same
# same as above
# Same as before
# exactly the same as before
# TODO: implement the rest
// TODO: implement remaining methods
# TODO(model): add the rest of the tests
# TODO: implement
# TODO: rest as before
// TODO: the rest of the function as before
# TODO: keep the remaining methods as they were
/* FIXME: rest unchanged */
# TODO: implement this method
# FIXME: add missing imports here
# The rest of the class stays as it was
# rest of file
# The rest of the implementation
# existing code here
# existing implementation unchanged
# previous code remains unchanged
# original code here
# your code here
// implementation goes here
// Insert existing code here
# Keep the rest of the code unchanged
# keep existing code
# leave remaining methods as is
# implementation omitted
# function body unchanged
# code continues
    pass  # rest of the method unchanged
    ...  # existing code
def total(self): ...  # unchanged code
    return x  # ... rest of the function as before
... rest of the code remains unchanged ...
...rest of the code
... existing code ...
[... 120 lines omitted ...]
[rest of the file unchanged]
(rest of code unchanged)
Rest of the code remains the same
"""... rest of the docstring unchanged ..."""
""" ... existing code ... """
# ... (unchanged)
# ...
// ...
# … existing code …
# ... other methods ...
# ... other methods
// other methods...
# ... imports ...
# ... code ...
# ... and the rest of the methods
# ... same as before ...
# ... continued
# ... snip ...
# --- snip ---
# <snip>
# [code omitted for brevity]
# Details omitted for brevity
# ... 50 more lines ...
# lines 10-50 unchanged
# no changes below
# no changes to this function
# unchanged from original
# Everything else stays the same
'''.strip("\n").split("\n")

INNOCENT = r'''
# the rest of the arguments are passed on unchanged
# unchanged since 2.0
# unchanged
    ...
...
def total(self) -> int: ...
x: tuple[int, ...] = ()
x[..., 0]
y = x[..., None]
Callable[..., int]
class Reader(Protocol): ...
    def read(self) -> str: ...
if rest: ...  # nothing left
>>> list(range(100))
[0, 1, 2, ..., 99]
>>> f()  # doctest: +ELLIPSIS
<object at 0x...>
Traceback (most recent call last):
print("Loading...")
print "..."
"...",
raise NotImplementedError("...")
logger.info("waiting for the rest of the data...")
# e.g. foo, bar, ...
# Supports a, b, c, ...
# 1, 2, ..., n
# f(x, ...)
# ... or None
# ... if any
# wait ...
# and so on ...
# a ... b
# ......
# ..., -399, 1, 401, ...
# ...7443804441768333470331
#..........................
# ...then we retry
# ...and the rest of the queue is drained by the worker
# ...and old-style
x = 1  # ...
x = f()  # ... and not None here
self.zone = ""  # TODO implement this
.. other findings as required
# Read the rest of the file
data = stream.read()  # rest of the file
data = stream.read()  # the rest of the line
rest = lines[1:]
remaining = total - used
const { a, ...rest } = props;
    ...rest,
    ...existing,
    ...otherProps
    ...rest
[...existing, code]
{...rest}
foo(...args);
function f(...others) {
<Component {...props} />
func Sum(numbers ...int) int {
return append(existing, items...)
..Default::default()
static int printf(const char *fmt, ...);
yield ...
return ...
@media (...) {
# Other methods
# Remaining tests
# other helpers
## Remaining work
# Existing users keep their passwords
# existing files are left untouched by default
# Returns the remaining methods
"""Return the remaining methods."""
"""The rest of the file."""
"""Other methods..."""
f()  # existing code...
"""Everything else."""
# The code here is hot, so no allocation
# status code unchanged
# exit code as before
# code follows
x = 2  # same as above
x = 2  # as before
mask |= 8  # rest unchanged
z = y  # unchanged
# same as above, but sorted
# Same as `total` but for refunds
# TODO: add other payment providers
# TODO: the rest is slower than before
// TODO: test the rest of the cases as well
# TODO: keep the rest in memory
# TODO: order as before?
# TODO: implement caching for large carts
# TODO: handle the remaining cases
# FIXME: the rest of the parser is slow
"# rest of the code unchanged",
'// ... existing code ...',
    ("# ... existing code ...", True),
assert "rest of the code unchanged" in text
text = "... rest of file ..."
# no change
# No changes
# The original function is wrapped
# keep the original function
# Keep user-defined methods as is.
# Keep existing entries in order
# leave the remaining items for the next page
# use the existing implementation
# The rest goes to the caller
# All other fields default to None
# other fields are unchanged
new = replace(old, a=1)  # other fields unchanged
# 100 lines at most
# lines 10-50 of the table
# Before and after lines unchanged.
# see above
# as in the original paper
The rest of the code is in `src`.
- Everything else stays the same
See the rest of the file for details.
# --- helpers ---
# === rest ===
/* eslint-disable */
-- name: get_rest
--rest
--existing-code
; rest
#include <rest.h>
#rest { color: red }
#existing-code { color: red }
# restore the previous state
# truncated
# omitted when empty
# Output is truncated to 80 columns
# ignore the rest of the input
# The previous implementation was quadratic
# existing code relies on this order
# other code may rely on this
# code that is unchanged keeps its fingerprint
# Methods below are unchanged in behaviour but renamed
# Add the remaining items to the cart
# Continue with the rest of the pipeline
# write the rest of the buffer
'''.strip("\n").split("\n")


def test_the_tables_are_as_large_as_they_should_be() -> None:
    assert len(STAND_INS) >= 40
    assert len(INNOCENT) >= max(60, len(STAND_INS) + 1)


@pytest.mark.parametrize("line", STAND_INS)
def test_a_line_that_stands_in_for_code_is_refused(line: str) -> None:
    (problem,) = judge({"a.py": among_code("z = 3")}, {"a.py": among_code(line)})
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("elision", "refuse", "a.py", 2)
    assert line.strip() in problem.message


@pytest.mark.parametrize("line", INNOCENT)
def test_a_line_that_only_looks_so_passes(line: str) -> None:
    assert judge({"a.py": among_code("z = 3")}, {"a.py": among_code(line)}) == []


@pytest.mark.parametrize("line", STAND_INS)
def test_a_line_that_the_original_held_passes(line: str) -> None:
    before = {"a.py": among_code(line)}
    assert judge(before, {"a.py": among_code(line) + "z = 3\n"}) == []
    assert judge(before, {"a.py": "x = 1\n", "b.py": f"    {line.strip()}\n"}) == [], "moved to another file"


def test_a_stand_in_is_refused_in_a_new_file_too() -> None:
    assert [problem.path for problem in judge({}, {"new.py": "# rest of the code\n"})] == ["new.py"]


def test_mere_dots_among_comments_tell_a_list() -> None:
    example = "# For example:\n#     x = 1\n#     ...\ny = 2\n"
    assert judge({}, {"a.py": example}) == []
    assert judge({}, {"a.py": "x = 1\n\n# ...\n\ny = 2\n"}) != []


@pytest.mark.parametrize("path", ["README.md", "docs/usage.rst", "notes.TXT"])
def test_mere_dots_in_the_samples_of_prose_pass(path: str) -> None:
    assert judge({}, {path: "```js\nf();\n// ...\ng();\n```\n"}) == []
    assert severities({path: "```js\nf();\n// ... existing code ...\ng();\n```\n"}) == ["ask"]


def severities(after: dict[str, str]) -> list[str]:
    return [problem.severity for problem in judge({}, after)]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("```py\nx = 1\n# ... other fields ...\n```\n", "ask"),
        ("Set it::\n\n    x = 1\n    # Same as above.\n    y = 1\n", "ask"),
        ("~~~\n# rest of the code\n~~~\n", "ask"),
        ("```py\nx = 1\n```\n\n... rest of the document unchanged ...\n", "refuse"),
        ("```py\nx = 1\n```\n\n# rest of the file\n", "refuse"),
        ("<!-- rest of the file unchanged -->\n", "refuse"),
        ("    ... rest of the code unchanged ...\n", "refuse"),
    ],
)
def test_a_sample_in_prose_may_leave_out_what_it_is_not_about_and_the_prose_may_not(text: str, severity: str) -> None:
    assert severities({"docs/usage.md": text}) == [severity]
    assert severities({"docs/usage.rst.txt": text}) == [severity]
    assert set(severities({"usage.py": text})) == {"refuse"}


def test_a_very_long_line_is_no_stand_in_and_takes_no_time() -> None:
    lines = ["x = 1;" * 50_000, "# " + "the rest of the " * 20_000, "a.b ; " * 50_000, "... " * 50_000, "#" * 300_000]
    assert judge({}, {"a.js": "\n".join(lines)}) == []


def test_no_more_than_five_places_of_a_file_are_told() -> None:
    assert len(judge({}, {"a.py": "x = 1\n# rest of the code\n" * 50})) == 5


@pytest.mark.parametrize(
    "line",
    [
        "<<<BLOCK:01:file:a.py:k7f3q9w2>>>",
        "<<<END:01:k7f3q9w2>>>",
        "  <<<END:123:abc>>>  ",
        "# <<<END:01:k7f3q9w2>>>",
        "// <<<BLOCK:02:log:k7f3q9w2>>>",
        "--- source src/a.py ---",
        "--- end of sources ---",
    ],
)
def test_a_marker_of_the_reply_format_is_refused(line: str) -> None:
    (problem,) = judge({"a.py": among_code("z = 3")}, {"a.py": among_code(line)})
    assert (problem.severity, problem.line) == ("refuse", 2)
    assert "marker" in problem.message
    assert judge({"a.py": among_code(line)}, {"a.py": f"z = 3\n{line}\n"}) == []


@pytest.mark.parametrize(
    "line",
    [
        "<<<<<<< HEAD",
        'LINE = "<<<END:01:k7f3q9w2>>>"',
        "<<<BLOCK:NN:kind[:path]:key>>>",
        "cat <<<END",
        "--- a/source.py",
        "--- source",
        "------",
    ],
)
def test_a_line_that_only_resembles_a_marker_passes(line: str) -> None:
    assert judge({"a.py": among_code("z = 3")}, {"a.py": among_code(line)}) == []


def unit(name: str, size: int = 10, first: int = 0) -> str:
    """A function with lines of its own."""
    lines = "".join(f"    {name}_{number} = {number}\n" for number in range(first, first + size - 2))
    return f"def {name}():\n{lines}    return {name}_{first}\n"


BIG = "".join(unit(name) for name in "abcdefghij")  # a hundred lines
NAMES = "abcdefghij"


def file(path: str, names: str, language: str | None = "python", prints: str = "") -> FileFacts:
    """Facts of a file of functions of ten lines each, whose bodies are what `prints` names."""
    return FileFacts(
        path,
        language,
        symbols=tuple(
            SymbolFact(name, "function", "()", 10 * number + 1, fingerprint=body)
            for number, (name, body) in enumerate(zip(names, prints or names, strict=True))
        ),
    )


SHRUNK = "".join(unit(name) for name in "abc")
RENAMED = "".join(unit(name, first=50) for name in "defghij")  # other lines under the same names
MERGED = "from shared import merged\n\n\ndef a():\n    return merged\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a.py": BIG}, {"a.py": SHRUNK}),
        ({"a.py": BIG}, {"a.py": ""}),
        ({"a.py": BIG}, {"a.py": "x = 1\n" * 39}),
        ({"a.py": BIG}, {"a.py": SHRUNK, "b.py": unit("d", 5)}),
        ({"a.py": BIG, "b.py": "x = 1\n"}, {"a.py": SHRUNK, "b.py": "x = 2\n"}),
        ({"a.txt": "".join(f"row {n}\n" for n in range(41))}, {"a.txt": "row 1\n" * 16}),
    ],
)
def test_a_file_that_shrank_without_a_reason_is_refused(before: dict[str, str], after: dict[str, str]) -> None:
    (problem,) = judge(before, after)
    assert (problem.gate, problem.severity, problem.path) == ("elision", "refuse", next(iter(before)))
    assert "shrank from" in problem.message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a.py": BIG}, {"a.py": BIG}),
        ({"a.py": BIG}, {"a.py": "".join(unit(name) for name in "abcd")}),
        ({"a.py": unit("a", 40)}, {"a.py": "x = 1\n"}),
        ({"a.py": unit("a", 30) + "\n" * 30}, {"a.py": "x = 1\n"}),
        ({"a.py": BIG}, {"a.py": SHRUNK, "b.py": "".join(unit(name) for name in "defghij")}),
        ({"a.py": BIG}, {"a.py": "from b import *\n", "b.py": BIG}),
        ({"a.py": BIG}, {"a.py": "class A:\n    pass\n", "b.py": BIG.replace("\n", "\n    ")}),
        ({"a.py": BIG}, {"b.py": "x = 1\n"}),
        ({"a.py": unit("a", 30) * 3}, {"a.py": unit("a", 30)}),
        ({"a.py": unit("a", 60), "b.py": unit("a", 60)}, {"a.py": "from b import a\n", "b.py": unit("a", 60)}),
        ({"a.py": unit("a", 60), "b.py": unit("a", 60)}, {"a.py": MERGED, "b.py": MERGED, "c.py": unit("a", 60)}),
        ({"a.py": ("x = 1\n" * 20 + "y = 2\n" * 20) * 2}, {"a.py": "x = 1\ny = 2\n"}),
    ],
)
def test_a_file_that_kept_or_moved_most_of_it_passes(before: dict[str, str], after: dict[str, str]) -> None:
    assert judge(before, after) == []


def test_a_shrunk_file_passes_where_what_it_removed_is_declared_with_a_reason() -> None:
    for reason, problems in [("nobody uses it", 0), (" ", 1)]:
        scope = Scope(("a.py",), removed=(Declared("a.py", "d", reason),))
        assert len(judge({"a.py": BIG}, {"a.py": SHRUNK}, scope=scope)) == problems
    elsewhere = Scope(("a.py",), removed=(Declared("b.py", "d", "nobody uses it"),))
    assert len(judge({"a.py": BIG}, {"a.py": SHRUNK}, scope=elsewhere)) == 1


def test_functions_that_moved_under_their_names_explain_a_shrunk_file() -> None:
    facts = Facts(
        {"a.py": file("a.py", NAMES)},
        {"a.py": file("a.py", "abc"), "b.py": file("b.py", "defghij", prints="DEFGHIJ")},
    )
    assert judge({"a.py": BIG}, {"a.py": SHRUNK, "b.py": RENAMED}, facts) == []
    assert len(judge({"a.py": BIG}, {"a.py": SHRUNK, "b.py": RENAMED})) == 1


def test_copies_that_stand_in_other_files_explain_a_shrunk_file() -> None:
    others = {"shared.py": file("shared.py", "vwxyzuv", prints="defghij")}
    facts = Facts({"a.py": file("a.py", NAMES)}, {"a.py": file("a.py", "abc")}, others)
    assert judge({"a.py": BIG}, {"a.py": SHRUNK}, facts) == []


def test_one_function_that_moved_does_not_explain_that_the_others_were_gutted() -> None:
    gutted = "".join(f"def {name}():\n    pass\n" for name in "abcdefghi")
    facts = Facts(
        {"a.py": file("a.py", NAMES)}, {"a.py": file("a.py", "abcdefghi"), "b.py": file("b.py", "j", prints="J")}
    )
    (problem,) = judge({"a.py": BIG}, {"a.py": gutted, "b.py": unit("j", first=50)}, facts)
    assert "shrank from 100 lines to 18" in problem.message


def test_a_sentence_is_no_stand_in() -> None:
    words = (
        "# Of the two hundred settings that a user may put into this file some were left for the manual to tell of, "
    )
    assert judge({}, {"a.py": f"{words}and the lengthy examples among them were omitted for brevity\n"}) == []
    assert judge({}, {"a.py": "# The lengthy examples were omitted for brevity\n"}) != []


def test_definitions_that_are_gone_are_left_to_the_loss_gate() -> None:
    facts = Facts({"a.py": file("a.py", NAMES)}, {"a.py": file("a.py", "abc")})
    assert judge({"a.py": BIG}, {"a.py": SHRUNK}, facts) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("# Write it so:\n#     f()\n#     ... <rest of the list>\n#     g()\n", "ask"),
        ("// Write it so:\n//   ... other fields ...\n//   f();\n", "ask"),
        ("# Write it so:\n# ... rest of the code ...\n# g()\n", "refuse"),
        ("f()\n#     ... rest of the code ...\n#     g()\n", "refuse"),
        ("# Write it so:\n#     ... rest of the code ...\ng()\n", "refuse"),
    ],
)
def test_an_example_inside_of_a_comment_is_asked_about(text: str, severity: str) -> None:
    assert severities({"list.cfg": text}) == [severity]
