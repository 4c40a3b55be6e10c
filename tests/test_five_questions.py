"""Five questions about a run that its report and its log answer alone, without the repository or the terminal's scroll:

1. What was done, and why?
2. What was left alone, and why?
3. What was refused, and by which gate?
4. What did it cost, beside the forecast?
5. What should I look at first?
"""

from typing import Any

from tests.commandline import overhaul, overhaul_json
from tests.conftest import MakeRepo
from tests.loopback import Loopback
from tests.packages import CHECK, Answers, document, module_path, outline, package

LONG = "def long(x):\n" + "".join(f"    if x == {n}:\n        x = {n + 1}\n" for n in range(80)) + "    return x\n"
KEPT = "FIRST = 1\nSECOND = 2\n"
SHOP = {**package(4), "shop/long.py": LONG, "shop/kept.py": KEPT}


def losing(path: str, text: str) -> str:
    return text.replace("SECOND = 2\n", "") if path == "shop/kept.py" else document(path, text)


def test_report_and_log_answer_five_questions(make_repo: MakeRepo) -> None:
    root = make_repo(SHOP)
    plan: list[dict[str, Any]] = [
        *outline(range(2)),
        {
            "step": "k",
            "title": "Tidy what is kept",
            "files": ["shop/kept.py"],
            "criteria": ["lines(shop/kept.py) <= 9"],
        },
    ]
    with Loopback(Answers(plan, rewrite=losing)) as server:
        words = ("--model", "tiny", "--base-url", server.url, "--goal", "Explain what the shop does", "--test", CHECK)
        report = overhaul_json(root, "run", *words, status=1)
        assert report["outcomes"][0]["why"] == []  # but the goal
    shown, log = overhaul(root, "status").stdout, overhaul(root, "log").stdout

    assert "S01  done, tests pass" in shown  # 1
    assert "goal: Explain what the shop does" in shown
    assert "Done: rewrote the files" in log
    assert "left alone: F" in shown  # 2
    assert "shop/long.py:1" in shown
    assert "no step of the plan is about it" in shown
    assert "Left alone: Tidy what is kept: refused, since" in log
    refused = next(line["step"] for line in report["outcomes"] if line["status"] == "refused")
    assert f"{refused}  REFUSED  Tidy what is kept" in shown  # 3
    assert "why: lines(shop/kept.py) <= 9" in shown
    assert "refused by: loss" in shown
    assert "SECOND" in shown
    assert "used: 8 requests" in shown  # 4: two questions, two steps, four tries
    assert "forecast was: 5 requests" in shown
    assert "times the output tokens of its forecast" in shown
    assert f"look first at: {refused}, since it was refused: overhaul review" in shown  # 5
    assert "a look at the first step, S01, " in shown
    assert '+    """The price0."""' in shown
    assert module_path(0) in shown
