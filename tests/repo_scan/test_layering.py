"""Imports against the rules of a project, and those that the rules allow."""

from collections.abc import Mapping

import pytest

from repo_scan import detect
from repo_scan.detectors.layering import Rules, layering, unknown_parts
from tests.repo_scan.diseased import scan_of

LAYERS = Rules(layers=(("shop.ui",), ("shop.core", "shop.tax"), ("shop.db",)))
FORBIDDEN = Rules(forbidden=(("shop.core", "shop.ui"),))
SHOP = {"shop/__init__.py": "", "shop/ui.py": "", "shop/core.py": "", "shop/tax.py": "", "shop/db.py": ""}


def broken(texts: Mapping[str, str], rules: Rules) -> list[tuple[str, int, str]]:
    together = {**SHOP, **texts}
    findings = layering(scan_of(together), together, rules)
    for finding in findings:
        assert finding.quote == together[finding.path].split("\n")[finding.line - 1].strip()
        assert finding.message.endswith(".")
    return [(one.path, one.line, one.places[1].path) for one in findings]


@pytest.mark.parametrize(
    ("texts", "rules", "found"),
    [
        ({"shop/db.py": "import shop.ui\n"}, LAYERS, [("shop/db.py", 1, "shop/ui.py")]),
        ({"shop/db.py": "import os\nfrom shop import core\n"}, LAYERS, [("shop/db.py", 2, "shop/core.py")]),
        ({"shop/tax.py": "from .ui import x\n"}, LAYERS, [("shop/tax.py", 1, "shop/ui.py")]),
        ({"shop/db.py": "def f():\n    import shop.ui\n"}, LAYERS, [("shop/db.py", 2, "shop/ui.py")]),
        ({"shop/db.py": "import shop.ui\nimport shop.ui as u\n"}, LAYERS, [("shop/db.py", 1, "shop/ui.py")]),
        ({"shop/core.py": "import shop.ui\n"}, FORBIDDEN, [("shop/core.py", 1, "shop/ui.py")]),
        (
            {"shop/db.py": "import shop.ui\n"},
            Rules(layers=(("shop/ui.py",), ("shop/db.py",))),
            [("shop/db.py", 1, "shop/ui.py")],
        ),
        (
            {f"src/app/{name}": "" for name in ("__init__.py", "top.py", "low/__init__.py")}
            | {"src/app/low/a.py": "import app.top\n"},
            Rules(layers=(("app.top",), ("app.low",))),
            [("src/app/low/a.py", 1, "src/app/top.py")],
        ),
        (
            {"shop/ui.py": "import shop.db\n"},
            Rules(layers=(("shop",), ("shop.ui",))),
            [("shop/ui.py", 1, "shop/db.py")],
        ),
    ],
)  # fmt: skip
def test_an_import_against_the_rules_is_found(
    texts: dict[str, str], rules: Rules, found: list[tuple[str, int, str]]
) -> None:
    assert broken(texts, rules) == found


@pytest.mark.parametrize(
    ("texts", "rules"),
    [
        ({"shop/db.py": "import shop.ui\n"}, Rules()),
        ({}, LAYERS),
        ({"shop/ui.py": "import shop.db\nimport shop.core\n"}, LAYERS),
        ({"shop/core.py": "import shop.tax\n", "shop/tax.py": "import shop.core\n"}, LAYERS),
        ({"shop/db.py": "if TYPE_CHECKING:\n    import shop.ui\n"}, LAYERS),
        ({"shop/db.py": "import os\nimport shopping\n"}, LAYERS),
        ({"shop/other.py": "import shop.ui\n", "shop/db.py": "import shop.other\n"}, LAYERS),
        ({"shop/db.py": "import shop.uix\n", "shop/uix.py": ""}, LAYERS),
        ({"shop/ui.py": "import shop.core\n"}, FORBIDDEN),
        ({"shop/tax.py": "import shop.ui\n"}, FORBIDDEN),
    ],
)
def test_what_the_rules_allow_or_do_not_speak_of_is_left_alone(texts: dict[str, str], rules: Rules) -> None:
    assert broken(texts, rules) == []


def test_the_rule_is_named() -> None:
    texts = {**SHOP, "shop/db.py": "import shop.ui\n", "shop/core.py": "import shop.ui\n"}
    scan = scan_of(texts)
    assert [one.message.partition(": ")[2] for one in layering(scan, texts, FORBIDDEN)] == [
        "`shop.core` must not import `shop.ui`."
    ]
    assert [one.message.partition(": ")[2] for one in layering(scan, texts, LAYERS)] == [
        "`shop.core` lies below `shop.ui` and must not know it.",
        "`shop.db` lies below `shop.ui` and must not know it.",
    ]


def test_rules_are_given_to_all_detectors_at_once() -> None:
    texts = {**SHOP, "shop/db.py": "from shop.ui import x\nx()\n"}
    assert [one.kind for one in detect(scan_of(texts), texts)] == []
    assert [one.kind for one in detect(scan_of(texts), texts, rules=LAYERS)] == ["layering"]


def test_parts_that_no_file_belongs_to_are_told() -> None:
    rules = Rules(layers=(("shop.ui", "shop.gui"), ("shop",)), forbidden=(("shop/db.py", "shap"),))
    assert unknown_parts(scan_of(SHOP), rules) == ("shop.gui", "shap")
