"""Operations tried in memory, one after the other."""

from agent.operations.rehearsal import rehearse
from tests.agent.operations.cases import tree
from tests.agent.operations.conftest import scan_of


def test_each_operation_builds_on_those_before() -> None:
    files = tree("== shop/a.py\ndef f(x):\n    return x\n== main.py\nfrom shop.a import f\n")
    requests = [
        {"op": "rename-module", "module": "shop/a.py", "to": "shop/b.py"},
        {"op": "rename", "symbol": "shop/b.py:f", "to": "g"},
        {"op": "rename", "symbol": "shop/b.py:f", "to": "g"},
        {"op": "rename", "symbol": "shop/a.py:f", "to": "g"},
    ]
    first, second, again, gone = rehearse(requests, scan_of(files), files)
    assert "+from shop.b import f" in first.diff
    assert "+++ /dev/null" in first.diff
    assert "+from shop.b import g" in second.diff
    assert (again.diff, again.change.refused) == ("", "")
    assert "there is no file shop/a.py" in gone.change.refused
