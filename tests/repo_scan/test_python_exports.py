"""`__all__`, where it can be known."""

import pytest

from tests.repo_scan.outlines import outline_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("__all__ = ['a', 'b']\n", ("a", "b")),
        ("__all__ = ('a',)\n", ("a",)),
        ("__all__ = 'a', 'b'\n", ("a", "b")),
        ("__all__: list[str] = []\n", ()),
        ("__all__ = ['a']\n__all__ += ['b']\n", ("a", "b")),
        ("__all__ = ['a']\n__all__.extend(['b', 'c'])\n", ("a", "b", "c")),
        ("__all__ = ['a']\n__all__.append('b')\n", ("a", "b")),
        ("__all__ = ['a'] + ['b']\n", ("a", "b")),
        ("__all__ = ['a']\nif x:\n    __all__ += ['b']\n", ("a", "b")),
        ("__all__ = ['a', \n  # why\n 'b'\n]\n", ("a", "b")),
    ],
)
def test_literal_lists_are_read(text: str, names: tuple[str, ...]) -> None:
    assert outline_of(text).exports == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = ['a']\n",
        "def f():\n    __all__ = ['a']\n",
        "class A:\n    __all__ = ['a']\n",
        "__all__ = other.__all__ + ['a']\n",
        "__all__ = [name for name in dir()]\n",
        "__all__ = ['a', b]\n",
        "__all__ = ['a']\n__all__ += other.__all__\n",
        "__all__ = ['a']\n__all__.extend(other)\n",
        "__all__ = ['a']\n__all__.remove('a')\n",
        "__all__[0] = 'a'\n",
    ],
)
def test_what_is_computed_or_elsewhere_is_not_known(text: str) -> None:
    assert outline_of(text).exports is None
