"""Forty steps with little room: every prompt stays within it, all begin alike, and nothing is forgotten in silence."""

import json
from typing import Any

from agent.models.openai import OpenAIModel
from agent.report.document import report_of
from agent.settings import Anchor, Settings
from repo_scan.tokens import estimate_tokens
from tests.agent.test_run import Bench
from tests.conftest import MakeRepo
from tests.loopback import Loopback, Request
from tests.obedient import Obedient, expected_of

STEPS = 40
CONTEXT = 7000  # tokens
ANCHORS = (
    Anchor(id="A1", text="No function changes its name or its parameters."),
    Anchor(id="A2", text="No file imports anything that it did not import before."),
)
TYING = "its order of work is part of a contract with the till, which nobody may change without asking"


def path_of(number: int) -> str:
    return f"shop/part{number:02}.py"


def source(number: int) -> str:
    before = f"from shop.part{number - 1:02} import work{number - 1}\n\n\n" if number > 1 else ""
    call = f"work{number - 1}(given)" if number > 1 else "given"
    return (
        f'"""Part {number} of the shop."""\n\n{before}def work{number}(given):\n    found = {call}\n    return found\n'
    )


FILES = {"shop/__init__.py": "", "CONTRIBUTING.md": "- Names of functions are verbs.\n"}
FILES |= {path_of(number): source(number) for number in range(1, STEPS + 1)}
PLAN = [{"step": str(number), "files": [path_of(number)]} for number in range(1, STEPS + 1)]


class Talkative(Obedient):
    """Writes a long log after every step."""

    def _body(self, kind: str, path: str, words: str) -> str:
        if kind != "log":
            return super()._body(kind, path, words)
        (own,) = (path for _, kind, path, _ in expected_of(words) if kind == "file")
        entries = [
            {
                "type": "done",
                "text": f"In {own} the variable found is now called result, since it is what the function gives back.",
                "source": f"{own}:3",
            }
        ]
        entries += [
            {
                "type": "finding",
                "text": f"Remark {n} on {own}: it could hand on its argument without a variable, as others do.",
                "source": own,
            }
            for n in range(3)
        ]
        if own == path_of(1):
            entries.append({"type": "excluded", "text": f"{own} is left as it is otherwise: {TYING}", "source": own})
        return "\n".join(map(json.dumps, entries))


def prefix(request: Request) -> str:
    return request.words.partition("## Step S")[0]


def room_of(body: dict[str, Any]) -> int:
    return int(body.get("max_tokens") or body["max_completion_tokens"])


def test_forty_steps_are_told_the_same_contract_and_stay_within_their_room(make_repo: MakeRepo) -> None:
    bench = Bench(make_repo(FILES))
    model = Talkative(PLAN, lambda _, text: text.replace("found", "result"), ("A1", "A2"))
    with Loopback(model) as server:
        settings = Settings(
            goal="Call what a function gives back result", model="tiny", base_url=server.url, anchors=ANCHORS,
            context_tokens=CONTEXT,
        )  # fmt: skip
        status, journal = bench.run(OpenAIModel("tiny", server.url, "key"), settings)
        steps = [request for request in server.requests if "## Step S" in request.words]
    report = report_of(journal)
    assert status == 0
    assert [line.status for line in report.outcomes] == ["committed"] * STEPS
    assert len(steps) == STEPS
    assert (report.anchors.asked, report.anchors.restated) == (2 * STEPS, 2 * STEPS)

    for request in steps:
        assert estimate_tokens(request.words) + room_of(request.body) <= CONTEXT
    assert {prefix(request) for request in steps} == {prefix(steps[0])}
    for anchor in ANCHORS:
        assert f"\n{anchor.id}: {anchor.text}\n" in prefix(steps[-1])
    assert "CONTRIBUTING.md: Names of functions are verbs." in prefix(steps[-1])
    assert journal.start.key not in prefix(steps[0])
    assert journal.job.run not in prefix(steps[0])

    last = steps[-1].words
    assert "entries of earlier steps, not told whole here" in last
    assert TYING in last  # what is excluded stays, however old
    assert "S39: In shop/part39.py the variable found" in last
    assert "S01: In shop/part01.py the variable found" not in last
    assert "shop/part39.py: work39(given)" in last
    assert any("entries of the working log are told in short" in line for line in bench.said)
    story = (journal.folder / "working-log.md").read_text()
    assert story.count("the variable found is now called result") == STEPS  # on the page all is there
