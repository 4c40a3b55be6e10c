"""Requests are checked before anything is computed, whoever wrote them."""

import json

import pytest

from agent.errors import SettingsError
from agent.operations import OPERATIONS, Request, apply_operation, check_request, describe
from tests.agent.operations.conftest import scan_of

GOOD: list[Request] = [
    {"op": "remove-unused"},
    {"op": "remove-unused", "paths": ["shop/a.py"]},
    {"op": "merge-functions", "home": "shop/a.py:f", "copies": ["shop/b:c.py:g", "shop/a.py:h"]},
    {"op": "merge-functions", "home": "shop/a.py:f", "copies": ("shop/a.py:g",)},
    {"op": "rename", "symbol": "shop/a.py:A.b", "to": "c", "docs_words": True},
    {"op": "rename", "symbol": "shop.a:A.b", "to": "c"},
]


@pytest.mark.parametrize("request_", GOOD)
def test_a_request_as_the_examples_show_it_is_fine(request_: Request) -> None:
    assert check_request(request_) == ()
    assert check_request(request_, ["shop/a.py", "shop/b:c.py"]) == ()


BAD: list[tuple[Request, str]] = [
    ({}, "There is no operation None; there are merge-functions, remove-unused"),
    ({"op": "explode"}, "There is no operation 'explode'; there are merge-functions, remove-unused"),
    ({"op": 1}, "There is no operation 1;"),
    ({"op": ["remove-unused"]}, "There is no operation ['remove-unused'];"),
    ({"op": "remove-unused", "files": []}, "remove-unused: there is no option 'files'; there are `paths`."),
    ({"op": "remove-unused", "paths": "a.py"}, "`paths` must be a list of paths"),
    ({"op": "remove-unused", "paths": [1]}, "`paths` must be a list of paths"),
    ({"op": "merge-functions"}, "`home` must name a function"),
    ({"op": "merge-functions", "home": "f", "copies": ["a.py:f"]}, "`home` must name a function"),
    ({"op": "merge-functions", "home": "a.py:A.f", "copies": ["a.py:f"]}, "`home` must name a function"),
    ({"op": "merge-functions", "home": "a.py:f", "copies": []}, "`copies` must be a list of functions"),
    ({"op": "merge-functions", "home": "a.py:f", "copies": "a.py:g"}, "`copies` must be a list of functions"),
    ({"op": "rename", "to": "x"}, "`symbol` must name a definition"),
    ({"op": "rename", "symbol": "a.py:f", "to": "1x"}, "`to` must be a name"),
    ({"op": "rename", "symbol": "a.py:f", "to": "class"}, "`to` must be a name"),
    ({"op": "rename", "symbol": "a.py:f", "to": "x", "doubtful": "yes"}, "`doubtful` must be true or false"),
    ({"op": "merge-functions", "home": "a.py:f", "copies": ["g"]}, "`copies` must be a list of functions"),
]


@pytest.mark.parametrize(("request_", "sentence"), BAD)
def test_a_request_that_cannot_be_tried_is_answered_in_sentences(request_: Request, sentence: str) -> None:
    assert sentence in " ".join(check_request(request_))
    with pytest.raises(SettingsError) as caught:
        apply_operation(request_, scan_of({}), {})
    assert caught.value.hint


def test_paths_are_checked_where_the_files_are_known() -> None:
    request_ = {"op": "merge-functions", "home": "a.py:f", "copies": ["b.py:f"]}
    assert check_request(request_, ["a.py"]) == ("merge-functions: there is no file b.py here; correct the path.",)


def test_every_operation_is_described_with_an_example_that_can_be_tried() -> None:
    lines = describe()
    assert [line.partition(":")[0] for line in lines] == list(OPERATIONS)
    for line in lines:
        assert check_request(json.loads(line[line.index("{") :])) == ()
