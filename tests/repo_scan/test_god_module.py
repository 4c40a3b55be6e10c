"""Modules that hold everything, and those that are only long."""

import pytest

from repo_scan.detectors.god_module import god_module
from tests.repo_scan.diseased import found_by


def function(name: str, body: str = "return x * 2 + 1") -> str:
    return f"def {name}(x):\n    {body}\n\n\n"


UNRELATED = "".join(function(f"thing_{n}") for n in range(24))
LAZY = "from shop.parts import part_{0}\n    return part_{0}.make(x)"
FACADE = "".join(function(f"connect_{n}", LAZY.format(n)) for n in range(24))
SMALL = 100  # tokens of a budget that these texts exceed


def test_many_definitions_that_share_nothing_are_found() -> None:
    (finding,) = found_by(god_module, {"toolbox.py": "import os\n" + UNRELATED}, SMALL)
    assert (finding.path, finding.line, len(finding.places)) == ("toolbox.py", 2, 24)
    assert "24 public definitions in 24 groups" in finding.message
    assert "`thing_0`, `thing_1`, `thing_2`, `thing_3` and 20 more" in finding.message


def test_definitions_that_use_each_other_are_one_group() -> None:
    text = "".join(function(f"thing_{n}", f"return thing_{n - n % 3}(x)") for n in range(24))
    (finding,) = found_by(god_module, {"toolbox.py": text}, SMALL)
    assert [place.symbol for place in finding.places] == [f"thing_{n}" for n in range(0, 24, 3)]


@pytest.mark.parametrize(
    "text",
    [
        FACADE + UNRELATED,  # half of it
        FACADE.replace("    return", "    x += 1\n" * 8 + "    return"),
        UNRELATED.replace("x * 2", "os.sep").replace("def", "import os\n\n\ndef", 1),
    ],
)
def test_work_that_is_done_in_place_makes_no_facade(text: str) -> None:
    assert len(found_by(god_module, {"toolbox.py": text}, SMALL)) == 1


def test_classes_with_nothing_but_builtins_above_them_are_no_family() -> None:
    text = "".join(f"class E{n}(object): ...\n" for n in range(30))
    assert len(found_by(god_module, {"toolbox.py": text}, SMALL)) == 1


LOGGED = "import logging\nlog = logging.getLogger()\n" + UNRELATED.replace("return", "log.info(x)\n    return")
CONSTANT = "LIMIT = 3\n" + UNRELATED.replace("2", "LIMIT")
GETTEXT = "_ = translation()\n" + UNRELATED.replace("x * 2", "_(x)")
THIN = "from shop import parts\n" + "".join(function(f"connect_{n}", f"return parts.make_{n}(x)") for n in range(24))


@pytest.mark.parametrize("text", [LOGGED, CONSTANT, GETTEXT])
def test_what_everything_may_use_ties_nothing_in_a_file_far_over_the_budget(text: str) -> None:
    assert len(found_by(god_module, {"toolbox.py": text}, SMALL)) == 1
    assert found_by(god_module, {"toolbox.py": text}, SMALL * 2) == ()


@pytest.mark.parametrize(
    "path", ["common.py", "shop/utils.py", "shop/_compat.py", "shop/helpers/__init__.py", "str_util.py"]
)
def test_a_module_of_helpers_is_found_only_if_it_is_far_over_the_budget(path: str) -> None:
    assert found_by(god_module, {path: UNRELATED}, SMALL * 2) == ()
    assert len(found_by(god_module, {path: UNRELATED}, SMALL)) == 1


@pytest.mark.parametrize(("files", "count"), [({}, 1), ({"shop/__init__.py": "", "shop/parts.py": ""}, 0)])
def test_calls_handed_on_to_a_module_of_the_repository_make_a_facade(files: dict[str, str], count: int) -> None:
    assert len(found_by(god_module, {"toolbox.py": THIN} | files, SMALL)) == count


@pytest.mark.parametrize(
    ("path", "text", "budget"),
    [
        ("a.py", UNRELATED, 8000),
        ("a.py", "", SMALL),
        ("a.py", "".join(function(f"thing_{n}") for n in range(19)), SMALL),
        ("a.py", "".join(function(f"_thing_{n}") for n in range(24)), SMALL),
        ("a.py", "__all__ = ['thing_1']\n" + UNRELATED, SMALL),
        ("a.py", "".join(function(f"thing_{n}", f"return thing_{max(n - 1, 0)}(x)") for n in range(24)), SMALL),
        ("a.py", "_state = {}\n" + "".join(function(f"thing_{n}", "return _state[x]") for n in range(24)), SMALL),
        ("a.py", "class Base: ...\n" + "".join(f"class E{n}(Base): ...\n" for n in range(30)), SMALL),
        ("a.py", "".join(f"class E{n}(Structure): ...\n" for n in range(30)), SMALL),
        ("a.py", "".join(f"class E{n}(wire.Structure, Sized): ...\n" for n in range(30)), SMALL),
        ("a.py", "class Big:\n" + "".join(f"    def m{n}(self): return {n}\n" for n in range(60)), SMALL),
        ("a.py", "DATA = [\n" + "    (1, 2, 3),\n" * 300 + "]\n", SMALL),
        ("a.py", FACADE, SMALL),
        ("a.py", FACADE + "".join(function(f"thing_{n}") for n in range(23)), SMALL),
        ("a.py", "# This is not our code.\n" + UNRELATED, SMALL),
        ("a.py", "# @generated\n" + UNRELATED, SMALL),
        ("a.py", "# flake8: noqa\n" + UNRELATED, SMALL),
        ("tests/helpers.py", UNRELATED, SMALL),
        ("test_a.py", UNRELATED, SMALL),
        ("_vendor/six.py", UNRELATED, SMALL),
        ("examples/all.py", UNRELATED, SMALL),
        ("a.pyi", UNRELATED, SMALL),
        ("a.py", UNRELATED + "def broken(:\n", SMALL),
    ],
)
def test_what_is_small_coherent_or_not_for_use_is_left_alone(path: str, text: str, budget: int) -> None:
    assert found_by(god_module, {path: text}, budget) == ()
