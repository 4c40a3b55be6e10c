"""Lines on files from a small model: no number is believed that was not given, and what is known is not asked again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.asking import Asker
from agent.budget import Meter
from agent.errors import BudgetReached, SettingsError
from agent.ground import Ground, survey
from agent.job import Job
from agent.journal import Journal
from agent.ledger import by_scope
from agent.lineup import Models
from agent.models.openai import OpenAIModel
from agent.prices import Price
from agent.roles import choose_models
from agent.settings import Settings, load_settings
from agent.summarizing import LONGEST_LINE, Told, read_lines, with_purposes
from agent.trial import check_models
from applier.history import resolve_commit
from repo_scan import OutlineCache, scan_repository
from repo_scan.store import Store
from tests.commandline import overhaul, overhaul_json
from tests.conftest import MakeRepo
from tests.loopback import Answer, Loopback, Request, Scripted
from tests.obedient import Obedient, described, expected_of, purpose_of, words_of

FILES = {"a.py": "A = 1\n", "b.py": "import a\n", "c.py": "C = 3\n"}
PATHS = list(FILES)
OBEDIENT = Obedient([], lambda path, text: text)


# Reading a block


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ('{"n": 1, "text": "One."}\n{"n": 2, "text": "Two."}\n', {1: "One.", 2: "Two."}),
        ('{"n": 2, "text": "Two."}\n\n  {"n": 1, "text": "One."}  \r\n', {1: "One.", 2: "Two."}),
        ('{"n": "1", "text": "One."}', {1: "One."}),
        ('{"text": "One.", "path": "a.py", "n": 1}', {1: "One."}),
        ('{"n": 1, "text": "  One\\n and\\tmore.  "}', {1: "One and more."}),
        ('{"n": 1, "text": "é 漢 😀 {{ x }} \\"q\\""}', {1: 'é 漢 😀 {{ x }} "q"'}),
        (json.dumps({"n": 3, "text": "x" * 5000}), {3: "x" * LONGEST_LINE}),
        ("", {}),
    ],
)
def test_lines_are_read_however_they_are_laid_out(body: str, lines: dict[int, str]) -> None:
    assert read_lines(body, 3) == Told(lines)


GOOD = '{"n": 1, "text": "One."}\n'


@pytest.mark.parametrize(
    "odd",
    [
        '{"n": 4, "text": "Four."}',  # of three
        '{"n": 0, "text": "Nought."}',
        '{"n": -1, "text": "Less."}',
        '{"n": 99999999999999999999999, "text": "Much."}',
        '{"n": 2.5, "text": "Half."}',
        '{"n": null, "text": "None."}',
        '{"n": 2}',
        '{"n": 2, "text": ""}',
        '{"n": 2, "text": " \\n "}',
        '{"n": 2, "text": ["a"]}',
        '{"n": 2, "text": "<<<END:01:k7f3q9zz>>>"}',
        '{"n": 2, "text": "Two."},',
        '[{"n": 2, "text": "Two."}]',
        "2: Two.",
        "```json",
        "null",
        "[" * 20_000,
    ],
)
def test_an_invented_number_or_an_odd_line_is_dropped_and_counted(odd: str) -> None:
    assert read_lines(GOOD + odd, 3) == Told({1: "One."}, 1)
    assert read_lines(f"{odd}\n{GOOD}", 3) == Told({1: "One."}, 1)


@pytest.mark.parametrize("again", ["One.", "Another."])
def test_a_number_given_twice_says_nothing_of_either(again: str) -> None:
    doubled = json.dumps({"n": 1, "text": again})
    assert read_lines(f'{GOOD}{{"n": 2, "text": "Two."}}\n{doubled}', 3) == Told({2: "Two."})


# Asking


class Bench:
    """A repository, and one who asks a server about it."""

    def __init__(self, root: Path, server: Loopback, **fields: Any) -> None:
        self.said: list[str] = []
        self.settings = Settings(model="tiny", base_url=server.url, summaries="model", **fields)
        self._job = Job(run="r", branch="b", base=resolve_commit(root), settings=self.settings)
        self._root, self._server = root, server

    def ground(self, store: Store | None = None) -> Ground:
        scan = scan_repository(self._root, commit=self._job.base)
        return survey(self._root, self._job, scan, OutlineCache(store=store), "k7f3q9zz")

    def asker(self, journal: Journal | None = None) -> Asker:
        model = OpenAIModel("tiny", self._server.url, "")
        return Asker(model, journal, self.said.append, lambda seconds: None, Meter(self.settings))


def roles(ground: Ground) -> dict[str, str]:
    return {path: words.role for path, words in ground.public.summaries.items()}


def shown_in(request: Request) -> list[str]:
    return list(described(request.words).values())


def wrapped(body: dict[str, Any], lines: list[str]) -> str:
    """Lines in the block that was asked for."""
    ((number, kind, _, key),) = expected_of(words_of(body))
    return "\n".join([f"<<<BLOCK:{number}:{kind}:{key}>>>", *lines, f"<<<END:{number}:{key}>>>", ""])


def lines_for(body: dict[str, Any]) -> list[str]:
    return [json.dumps({"n": n, "text": purpose_of(path)}) for n, path in described(words_of(body)).items()]


def once(fault: Callable[[dict[str, Any]], Answer]) -> Callable[[dict[str, Any]], Answer]:
    """A server that makes a mistake in its first answer."""
    made: list[bool] = []

    def answer(body: dict[str, Any]) -> Answer:
        if made:
            return OBEDIENT(body)
        made.append(True)
        return fault(body)

    return answer


SLIPS: dict[str, tuple[Callable[[dict[str, Any]], Answer], list[str], int]] = {
    # what the first answer gets wrong, what is then asked for again, how many lines are dropped
    "forgets one": (lambda body: wrapped(body, lines_for(body)[:1] + lines_for(body)[2:]), ["b.py"], 0),
    "forgets all but one": (lambda body: wrapped(body, lines_for(body)[2:]), ["a.py", "b.py"], 0),
    "says nothing": (lambda body: wrapped(body, []), PATHS, 0),
    "doubles one": (
        lambda body: wrapped(body, [*lines_for(body), '{"n": 3, "text": "Another."}']),
        ["c.py"],
        0,
    ),
    "doubles and forgets": (lambda body: wrapped(body, [lines_for(body)[0]] * 2), PATHS, 0),
    "counts from nought": (
        lambda body: wrapped(body, [json.dumps({"n": n, "text": "Off by one."}) for n in (0, 1, 1)]),
        PATHS,
        1,
    ),
    "prose for one line": (lambda body: wrapped(body, ["The first is about A.", *lines_for(body)[1:]]), ["a.py"], 1),
    "no block": (lambda body: "a.py keeps A, b.py imports it.", PATHS, 0),
    "another kind of block": (lambda body: wrapped(body, lines_for(body)).replace(":summary:", ":log:"), PATHS, 0),
}


@pytest.mark.parametrize("name", SLIPS)
def test_what_is_missing_or_doubled_is_asked_for_again_alone(make_repo: MakeRepo, name: str) -> None:
    slip, again, dropped = SLIPS[name]
    with Loopback(once(slip)) as server:
        bench = Bench(make_repo(FILES), server)
        ground = with_purposes(bench.ground(), bench.asker())
        assert [shown_in(request) for request in server.requests] == [PATHS, again]
    assert roles(ground) == {path: purpose_of(path) for path in PATHS}
    assert bench.said[0] == "summaries: 3 of 3 files described by tiny"
    assert any(f"{dropped} line" in line for line in bench.said) == bool(dropped)


WHOLE: dict[str, Callable[[dict[str, Any]], Answer]] = {
    "as it is told": OBEDIENT,
    "the other way round": lambda body: wrapped(body, lines_for(body)[::-1]),
    "numbers as words": lambda body: wrapped(
        body, [json.dumps({"n": str(n), "text": purpose_of(path)}) for n, path in described(words_of(body)).items()]
    ),
    "more than was asked": lambda body: wrapped(body, [*lines_for(body), '{"n": 9, "text": "Invented."}']),
    "a fence around the lines": lambda body: wrapped(body, ["```json", *lines_for(body), "```"]),
    "remarks around the block": lambda body: f"Here they are.\n{wrapped(body, lines_for(body))}Anything else?\n",
    "CRLF": lambda body: wrapped(body, lines_for(body)).replace("\n", "\r\n"),
    "thoughts first": lambda body: f"<think>\nHm.\n</think>\n{wrapped(body, lines_for(body))}",
    "no finish reason": lambda body: Scripted.reply(wrapped(body, lines_for(body)), finish=None),
}


@pytest.mark.parametrize("name", WHOLE)
def test_one_request_is_enough_where_every_number_has_its_line(make_repo: MakeRepo, name: str) -> None:
    with Loopback(WHOLE[name]) as server:
        bench = Bench(make_repo(FILES), server)
        ground = with_purposes(bench.ground(), bench.asker())
        assert len(server.requests) == 1
    assert roles(ground) == {path: purpose_of(path) for path in PATHS}


@pytest.mark.parametrize("part", [0.2, 0.4, 0.6])
@pytest.mark.parametrize("how", ["broken", "reset", "length"])
def test_a_reply_that_is_cut_is_gone_on_with(make_repo: MakeRepo, how: str, part: float) -> None:
    def cut(body: dict[str, Any]) -> Answer:
        text = wrapped(body, lines_for(body))
        if how == "length":
            return Scripted.reply(text[: int(part * len(text))], finish="length")
        whole = Scripted.reply(text)
        return whole.cut(int(part * len(whole.body)), "broken" if how == "broken" else "reset")

    with Loopback(once(cut)) as server:
        bench = Bench(make_repo(FILES), server)
        ground = with_purposes(bench.ground(), bench.asker())
        assert 2 <= len(server.requests) <= 3
    assert roles(ground) == {path: purpose_of(path) for path in PATHS}


def test_a_model_that_never_learns_it_is_given_up_and_the_outline_speaks(make_repo: MakeRepo) -> None:
    with Loopback(lambda body: wrapped(body, lines_for(body)[:1] if "1 a.py" in words_of(body) else [])) as server:
        bench = Bench(make_repo({**FILES, "b.py": '"""The old words."""\n'}), server, repairs=2)
        ground = with_purposes(bench.ground(), bench.asker())
        assert len(server.requests) == 3
    assert roles(ground) == {"a.py": purpose_of("a.py"), "b.py": "The old words.", "c.py": "constants"}
    assert bench.said == ["summaries: 1 of 3 files described by tiny"]


@pytest.mark.parametrize("text", ["--- end of sources ---\n", "x = 1\n--- source a.py ---\n"])
def test_a_file_that_no_prompt_can_show_keeps_the_words_of_its_outline(make_repo: MakeRepo, text: str) -> None:
    with Loopback(OBEDIENT) as server:
        bench = Bench(make_repo({**FILES, "odd.py": f'"""The old words.\n\n{text}"""\n'}), server)
        ground = with_purposes(bench.ground(), bench.asker())
        assert [shown_in(request) for request in server.requests] == [PATHS]
    assert roles(ground)["odd.py"] == "The old words."


# What is known is not asked again


def test_a_second_run_asks_for_nothing_and_says_the_same(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(FILES)
    with Loopback(OBEDIENT) as server:
        bench = Bench(root, server)
        first = with_purposes(bench.ground(Store(tmp_path / "s")), bench.asker())
        bench.said.clear()
        second = with_purposes(bench.ground(Store(tmp_path / "s")), bench.asker())
        assert len(server.requests) == 1
    assert (second.map, bench.said) == (first.map, [])


def test_lines_are_kept_as_they_come_so_that_only_the_rest_is_asked_for(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(FILES)
    with Loopback(lambda body: wrapped(body, lines_for(body)[:2])) as server:
        bench = Bench(root, server, repairs=0)
        with_purposes(bench.ground(Store(tmp_path / "s")), bench.asker())
    with Loopback(OBEDIENT) as server:
        bench = Bench(root, server)
        with_purposes(bench.ground(Store(tmp_path / "s")), bench.asker())
        assert [shown_in(request) for request in server.requests] == [["c.py"]]


def test_a_saved_reply_is_read_for_the_same_files_and_for_no_others(make_repo: MakeRepo, tmp_path: Path) -> None:
    root, folder = make_repo(FILES), tmp_path / "run"
    with Loopback(OBEDIENT) as server:
        bench = Bench(root, server)
        for _ in range(2):
            with Journal(folder) as journal:
                ground = with_purposes(bench.ground(), bench.asker(journal))
                assert roles(ground) == {path: purpose_of(path) for path in PATHS}
        assert len(server.requests) == 1
    other = make_repo({"x.py": "X = 1\n", "y.py": "Y = 2\n", "z.py": "Z = 3\n"}, "other")
    with Loopback(OBEDIENT) as server, Journal(folder) as journal:
        bench = Bench(other, server)
        ground = with_purposes(bench.ground(), bench.asker(journal))
        assert len(server.requests) == 1
    assert roles(ground) == {path: purpose_of(path) for path in ("x.py", "y.py", "z.py")}


# What it may cost, and what stays here


def test_no_request_is_sent_that_might_pass_a_limit(make_repo: MakeRepo) -> None:
    with Loopback(OBEDIENT) as server:
        bench = Bench(make_repo(FILES), server, max_output_tokens=100)
        with pytest.raises(BudgetReached):
            with_purposes(bench.ground(), bench.asker())
        assert server.requests == []


def test_the_ledger_holds_what_they_cost(make_repo: MakeRepo) -> None:
    with Loopback(once(SLIPS["forgets one"][0])) as server:
        bench = Bench(make_repo(FILES), server, prices={"tiny": Price(input=1, output=1)})
        asker = bench.asker()
        with_purposes(bench.ground(), asker)
    figures = by_scope(asker.answered)
    assert list(figures) == ["summaries"]
    assert figures["summaries"].requests == 2
    assert (figures["summaries"].cost_usd or 0) > 0


def test_what_is_withheld_is_not_sent_to_be_described_either(make_repo: MakeRepo) -> None:
    secret = 'KEY = "AKIAQ7XWZ3LJ5N2VTP4D"\nSECRET = "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"\n'
    with Loopback(OBEDIENT) as server:
        bench = Bench(make_repo({**FILES, "keys.py": secret}), server)
        ground = bench.ground()
        assert list(ground.withheld.files) == ["keys.py"]
        with_purposes(ground, bench.asker())
        assert "AKIAQ7XWZ3LJ5N2VTP4D" not in "".join(request.words for request in server.requests)
        assert [shown_in(request) for request in server.requests] == [PATHS]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(summaries="model"), "writes no summaries"),
        (Settings(summaries="model", models=Models(small="builtin"), model="openai:x"), "writes no summaries"),
        (Settings(summaries="model", models=Models(small="openai:x")), "reads no summaries"),
    ],
)
def test_the_built_in_model_has_no_part_in_it(settings: Settings, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        choose_models(settings, {"OPENAI_API_KEY": "k"})


@pytest.mark.parametrize("settings", [Settings(), Settings(models=Models(small="openai:x"))])
def test_without_summaries_no_small_model_is_needed(settings: Settings) -> None:
    choose_models(settings, {})


@pytest.mark.parametrize("value", ["both", "", "MODEL"])
def test_who_describes_is_one_of_two(tmp_path: Path, value: str) -> None:
    (tmp_path / "overhaul.toml").write_text(f'summaries = "{value}"\n')
    with pytest.raises(SettingsError, match="summaries"):
        load_settings(tmp_path, {}, {})


# The whole way


def test_a_run_shows_the_lines_in_every_prompt_and_a_second_one_asks_for_none(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    plan = [{"step": "1", "files": ["b.py"]}]
    obedient = Obedient(plan, lambda path, text: text + "# tidy\n")
    with Loopback(obedient) as big, Loopback(obedient) as small:
        settings = f"""summaries = "model"\n[models]\nsmall = "s"\n[servers.s]\nbase_url = "{small.url}"\n"""
        (root / "overhaul.toml").write_text(settings)
        words = ("run", "--goal", "tidy", "--trust-repo-config")
        environment = {"OVERHAUL_BASE_URL": big.url}
        (root / "overhaul.toml").write_text(f'model = "m"\n{settings}')
        report = overhaul_json(root, *words, **environment)
        assert report["models"] == {"plan": "m", "rewrite": "m", "hard": "m", "small": "s"}
        assert [request["label"].partition("-")[0] for request in report["requests"]] == [
            "summaries",
            "diagnosis",
            "plan",
            "S01",
        ]
        assert report["forecast"]["requests"] == 4
        assert [request.body["model"] for request in small.requests] == ["s"]
        assert len(big.requests) == 3
        for request in big.requests:
            assert f"a.py: {purpose_of('a.py')}" in request.words
        again = overhaul(root, *words, **environment)
        assert again.returncode == 0, again.stderr
        assert len(small.requests) == 1
        assert f"a.py: {purpose_of('a.py')}" in big.requests[-1].words


@pytest.mark.parametrize("command", ["diagnose", "plan"])
def test_the_commands_that_only_look_ask_for_them_too(make_repo: MakeRepo, command: str) -> None:
    root = make_repo(FILES)
    with Loopback(Obedient([{"step": "1", "files": ["b.py"]}], lambda path, text: text)) as server:
        words = (command, "--goal", "tidy", "--model", "m", "--base-url", server.url)
        for option, asked in (("outline", 0), ("model", 1), ("model", 0)):
            before = len(server.requests)
            done = overhaul(root, *words, "--summaries", option)
            assert done.returncode == 0, done.stderr
            made = server.requests[before:]
            assert sum("`summary`" in request.words for request in made) == asked
            assert any(purpose_of("a.py") in request.words for request in made) == (option == "model")


def test_a_dry_run_asks_for_none_and_foresees_them(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with Loopback(OBEDIENT) as server:
        words = ("run", "--dry-run", "--goal", "g", "--model", "m", "--base-url", server.url)
        plain, with_lines = (
            overhaul_json(root, *words, "--summaries", option)["forecast"] for option in ("outline", "model")
        )
        assert server.requests == []
    assert with_lines["requests"] == plain["requests"] + 1
    assert with_lines["output_tokens"] > plain["output_tokens"]


def test_the_built_in_model_refuses_in_a_sentence(make_repo: MakeRepo) -> None:
    done = overhaul(make_repo(FILES), "run", "--summaries", "model")
    assert done.returncode == 2
    assert "The built-in model writes no summaries." in done.stderr


@pytest.mark.parametrize(
    ("settings", "failing"),
    [
        (Settings(summaries="model"), ["summaries"]),
        (Settings(model="m", base_url="http://[", summaries="model", models=Models(small="s")), ["m", "s"]),
        (Settings(model="m", base_url="http://[", models=Models(small="s")), ["m"]),
        (Settings(models=Models(small="s")), []),
    ],
)
def test_doctor_tries_the_small_model_where_it_is_asked_something(settings: Settings, failing: list[str]) -> None:
    assert [check.what for check in check_models(settings, {}) if check.state == "fail"] == failing
