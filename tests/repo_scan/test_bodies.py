"""How a function looks on the page."""

from textwrap import dedent

import pytest

from repo_scan.detectors.bodies import Body, body_of
from tests.repo_scan.outlines import outline_of


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("def f(): pass\n", Body(0, 0, 0, 0)),
        ("def f():\n    pass\n", Body(1, 0, 0, 0)),
        ("@once\ndef f(\n    a,  # first:\n    b,\n) -> int:  # so\n    return a\n", Body(1, 0, 0, 0)),
        ('def f():\n    """One."""\n    return 1\n', Body(1, 0, 0, 0)),
        ('def f():\n    """One.\n\n    Two.\n    """\n\n    # why\n    return 1\n', Body(1, 0, 0, 0)),
        ("def f():\n    '''One.\n\n    Two.'''\n    return 1\n", Body(1, 0, 0, 0)),
        ('def f(a):\n    # type: (int) -> None\n    """One.\n\n    Two.\n    """\n    return 1\n', Body(1, 0, 0, 0)),
        ("def f(a):\n    # why\n\n    # and how\n    'One.'\n    return 1\n", Body(1, 0, 0, 0)),
        ("def f():\n    if a:\n        b\n    elif c:\n        d\n", Body(4, 0, 0, 1)),
        ("def f():\n    match a:\n        case 1:\n            b\n        case _:\n            c\n", Body(5, 0, 0, 2)),
        ("def f():\n    if a:\n        if b:\n            if c:\n                d\n", Body(4, 1, 0, 0)),
        ("def f():\n\tif a:\n\t\tif b:\n\t\t\tif c:\n\t\t\t\td\n", Body(4, 1, 0, 0)),
        ("def f():\n    def g(\n        a,\n    ):\n        return a\n    return g\n", Body(5, 0, 4, 0)),
        ("def f():\n    class A:\n        x = 1\n    return A\n", Body(3, 0, 2, 0)),
    ],
)
def test_a_body_is_measured_without_what_is_no_code(text: str, body: Body) -> None:
    outline = outline_of(text)
    assert body_of(outline, outline.symbols[0], dedent(text).split("\n")) == body
