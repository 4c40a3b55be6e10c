"""What a path alone says about a file."""

import re

_TEST_FOLDERS = frozenset({"test", "tests", "testing", "__tests__", "__mocks__"})
_TEST_NAME = re.compile(r"\.(test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$")  # cart.test.ts
_BORROWED = frozenset(
    {"_vendor", "vendor", "vendored", "_vendored", "third_party", "thirdparty", "extern", "externals", "node_modules"}
)
_SHOWN = frozenset(
    {"example", "examples", "doc", "docs", "demo", "demos", "sample", "samples", "tutorial", "tutorials"}
)
_DATA = frozenset({"fixtures", "__fixtures__", "testdata", "test_data", "data", "assets"})


def folder_of(path: str) -> str:
    """The folder of a path; "" for the top."""
    return path.rpartition("/")[0]


def name_of(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def joined(folder: str, relative: str) -> str | None:
    """Where a relative path leads from a folder; None if out of the repository."""
    steps = folder.split("/") if folder else []
    for step in relative.split("/"):
        if step == ".." and not steps:
            return None
        if step == "..":
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def is_test(path: str) -> bool:
    """Whether a file is there for tests: a test, its helper or its configuration."""
    name = name_of(path)
    return (
        name in ("conftest.py", "test.py", "tests.py")
        or name.startswith("test_")
        or name.removesuffix(".py").endswith("_test")
        or _TEST_NAME.search(name) is not None
        or not _TEST_FOLDERS.isdisjoint(path.split("/")[:-1])
    )


def is_vendored(path: str) -> bool:
    """Whether a file was copied in from another project."""
    return not _BORROWED.isdisjoint(path.split("/")[:-1])


def is_shown(path: str) -> bool:
    """Whether a file is an example or belongs to documentation."""
    return not _SHOWN.isdisjoint(path.split("/")[:-1])


def is_migration(path: str) -> bool:
    """Whether a file is a database migration: frozen history, alike on purpose."""
    return not {"migrations", "versions"}.isdisjoint(path.split("/")[:-1])


def is_apart(path: str) -> bool:
    """Whether a folder is no part of what the repository's own code imports: tests, examples, data, vendored code."""
    parts = set(path.split("/"))
    return not (_TEST_FOLDERS | _BORROWED | _SHOWN | _DATA).isdisjoint(parts)


def is_within(path: str, folder: str) -> bool:
    """Whether a path lies in a folder, or is it; everything lies in ""."""
    return folder == "" or path == folder or path.startswith(folder.rstrip("/") + "/")
