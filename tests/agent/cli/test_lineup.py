"""[models]: plan and rewrite from different servers, each with its own key and price, in one bill."""

from typing import Any

import pytest

from tests.commandline import overhaul_json, plain_git
from tests.loopback import Loopback
from tests.obedient import Obedient

PLAN = [{"step": "small", "files": ["small.py"]}, {"step": "large", "files": ["large.py"]}]
FILES = {"small.py": "def price(x):\n    return x * 2\n", "large.py": "def cost(x):\n    return x * 2\n" * 50}
SETTINGS = """
[models]
plan = "planner"
rewrite = "writer"
hard = "expert"
hard_tokens = 400
[servers]
planner = {{ base_url = "{planner}", key_variable = "PLANNER_KEY" }}
writer = {{ base_url = "{writer}" }}
expert = {{ base_url = "{writer}" }}
[caps.writer]
reply_tokens = 900
[prices]
planner = {{ input = 0, output = 1000 }}
writer = {{ input = 0, output = 2000 }}
expert = {{ input = 0, output = 3000 }}
"""
REPLY = 7  # tokens that the server reports of each


def turn(path: str, text: str) -> str:
    return text.replace("x * 2", "2 * x")


def test_each_kind_of_work_has_its_model_its_key_and_its_price(make_repo: Any) -> None:
    obedient = Obedient(PLAN, turn)
    with Loopback(obedient) as planner, Loopback(obedient) as writer:
        settings = SETTINGS.format(planner=planner.url, writer=writer.url)
        root = make_repo({**FILES, "overhaul.toml": settings})
        words = ("run", "--goal", "Turn it round", "--trust-repo-config", "--test", "true")
        keys = {"PLANNER_KEY": "sk-planner", "OPENAI_API_KEY": "sk-for-openai-alone"}
        report = overhaul_json(root, *words, **keys)
    assert [request.body["model"] for request in planner.requests] == ["planner", "planner"]
    assert [request.body["model"] for request in writer.requests] == ["writer", "expert"]
    assert [request.body["max_tokens"] <= 900 for request in writer.requests] == [True, False]
    assert {request.headers["Authorization"] for request in planner.requests} == {"Bearer sk-planner"}
    assert all("Authorization" not in request.headers for request in writer.requests)
    assert report["models"] == {"plan": "planner", "rewrite": "writer", "hard": "expert"}
    assert [(line["label"], line["model"]) for line in report["requests"]] == [
        ("diagnosis-1", "planner"),
        ("plan-1", "planner"),
        ("S01-1", "writer"),
        ("S02-1", "expert"),
    ]
    assert report["usage"]["cost_usd"] == pytest.approx(REPLY * (1 + 1 + 2 + 3) / 1000)
    trailers = plain_git(root, "log", "--format=%(trailers:key=Overhaul-Model,valueonly)", f"main..{report['branch']}")
    assert trailers.split() == ["expert", "writer"]
