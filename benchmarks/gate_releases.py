"""What the gates say when the next release of a real package is taken for a step of refactoring that declares nothing.

`python benchmarks/gate_releases.py DRAW`. Twice: a whole release as one step, and each changed file as a step of its
own in the tree of the later release. Prints totals, and writes all refusals, or a random sample with one of each file
and gate first, to gates/DRAW/refusals.json. That is committed before anybody reads it; see gates/README.md.
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from gate_sources import ENDINGS, Repository, fetch

from applier.scope import Problem

HERE = Path(__file__).parent / "gates"
SIZE = 150  # refusals of a draw
SHOWN = 3  # lines of each side
WIDEST = 90  # characters of a line


@dataclass(frozen=True, slots=True)
class Draw:
    """Pairs of consecutive releases, and the seed of the sample."""

    pairs: tuple[tuple[str, str], ...]
    seed: int


DRAWS = {
    "first": Draw(
        (
            ("attrs==24.3.0", "attrs==25.1.0"),
            ("beets==2.1.0", "beets==2.2.0"),
            ("boltons==24.1.0", "boltons==25.0.0"),
            ("click==8.1.7", "click==8.1.8"),
            ("docutils==0.20.1", "docutils==0.21.2"),
            ("flask==3.0.3", "flask==3.1.0"),
            ("httpx==0.27.2", "httpx==0.28.1"),
            ("jinja2==3.1.4", "jinja2==3.1.6"),
            ("marshmallow==3.25.1", "marshmallow==3.26.1"),
            ("packaging==24.2", "packaging==25.0"),
            ("paramiko==3.4.1", "paramiko==3.5.0"),
            ("peewee==3.17.8", "peewee==3.17.9"),
            ("requests==2.31.0", "requests==2.32.3"),
            ("rich==13.9.4", "rich==14.0.0"),
            ("tornado==6.4.2", "tornado==6.5"),
            ("werkzeug==3.0.6", "werkzeug==3.1.3"),
            ("npm:@reduxjs/toolkit@2.5.1", "npm:@reduxjs/toolkit@2.6.1"),
            ("npm:@tanstack/query-core@5.64.2", "npm:@tanstack/query-core@5.66.0"),
            ("npm:axios@1.7.9", "npm:axios@1.8.4"),
            ("npm:eslint@9.23.0", "npm:eslint@9.24.0"),
            ("npm:rxjs@7.8.1", "npm:rxjs@7.8.2"),
        ),
        seed=20_261_201,
    ),
    "second": Draw(
        (
            ("celery==5.4.0", "celery==5.5.0"),
            ("cherrypy==18.9.0", "cherrypy==18.10.0"),
            ("glances==4.2.1", "glances==4.3.0"),
            ("httpie==3.2.3", "httpie==3.2.4"),
            ("starlette==0.41.3", "starlette==0.42.0"),
            ("supervisor==4.2.5", "supervisor==4.3.0"),
            ("npm:express@4.21.2", "npm:express@5.0.1"),
            ("npm:immer@10.0.4", "npm:immer@10.1.1"),
            ("npm:mocha@11.0.1", "npm:mocha@11.1.0"),
            ("npm:preact@10.25.4", "npm:preact@10.26.4"),
        ),
        seed=20_261_202,
    ),
    "third": Draw(
        (
            ("bottle==0.12.25", "bottle==0.13.2"),
            ("luigi==3.5.2", "luigi==3.6.0"),
            ("tox==4.23.2", "tox==4.24.1"),
            ("npm:@tanstack/table-core@8.20.5", "npm:@tanstack/table-core@8.21.2"),
            ("npm:svelte@5.19.0", "npm:svelte@5.20.0"),
            ("npm:webpack@5.97.1", "npm:webpack@5.98.0"),
            ("npm:ws@8.17.1", "npm:ws@8.18.0"),
        ),
        seed=20_261_203,
    ),
    "fourth": Draw(
        (
            ("arrow==1.2.3", "arrow==1.3.0"),
            ("cachetools==5.4.0", "cachetools==5.5.0"),
            ("cookiecutter==2.5.0", "cookiecutter==2.6.0"),
            ("deepdiff==8.1.1", "deepdiff==8.2.0"),
            ("fabric==3.1.0", "fabric==3.2.2"),
            ("humanize==4.10.0", "humanize==4.11.0"),
            ("invoke==2.1.3", "invoke==2.2.0"),
            ("jsonschema==4.22.0", "jsonschema==4.23.0"),
            ("mako==1.2.4", "mako==1.3.0"),
            ("markdown==3.6", "markdown==3.7"),
            ("mistune==3.0.2", "mistune==3.1.0"),
            ("pexpect==4.8.0", "pexpect==4.9.0"),
            ("pip-tools==7.3.0", "pip-tools==7.4.0"),
            ("prettytable==3.11.0", "prettytable==3.12.0"),
            ("python-dateutil==2.8.2", "python-dateutil==2.9.0"),
            ("tabulate==0.8.10", "tabulate==0.9.0"),
            ("virtualenv==20.28.1", "virtualenv==20.29.0"),
            ("wtforms==3.1.2", "wtforms==3.2.1"),
            ("npm:commander@12.1.0", "npm:commander@13.0.0"),
            ("npm:fastify@5.1.0", "npm:fastify@5.2.0"),
            ("npm:koa@2.15.4", "npm:koa@2.16.0"),
        ),
        seed=20_261_204,
    ),
    "fifth": Draw(
        (
            ("alembic==1.14.1", "alembic==1.15.1"),
            ("anyio==4.8.0", "anyio==4.9.0"),
            ("fastapi==0.115.8", "fastapi==0.115.9"),
            ("nox==2024.4.15", "nox==2024.10.9"),
            ("psutil==6.1.1", "psutil==7.0.0"),
            ("pytest==8.3.4", "pytest==8.3.5"),
            ("redis==5.2.0", "redis==5.2.1"),
            ("structlog==24.4.0", "structlog==25.1.0"),
            ("trio==0.28.0", "trio==0.29.0"),
            ("twine==6.0.1", "twine==6.1.0"),
            ("urllib3==2.2.3", "urllib3==2.3.0"),
            ("uvicorn==0.33.0", "uvicorn==0.34.0"),
            ("watchdog==5.0.3", "watchdog==6.0.0"),
            ("websockets==14.1", "websockets==14.2"),
            ("npm:ajv@8.16.0", "npm:ajv@8.17.1"),
            ("npm:eslint-plugin-vue@9.32.0", "npm:eslint-plugin-vue@9.33.0"),
            ("npm:mongoose@8.9.5", "npm:mongoose@8.10.0"),
            ("npm:nodemailer@6.9.16", "npm:nodemailer@6.10.0"),
            ("npm:pino@9.5.0", "npm:pino@9.6.0"),
            ("npm:stylelint@16.13.0", "npm:stylelint@16.14.0"),
        ),
        seed=20_261_205,
    ),
    "sixth": Draw(
        (
            ("babel==2.16.0", "babel==2.17.0"),
            ("black==24.10.0", "black==25.1.0"),
            ("coverage==7.6.9", "coverage==7.6.10"),
            ("dramatiq==1.17.0", "dramatiq==1.17.1"),
            ("jedi==0.19.1", "jedi==0.19.2"),
            ("prompt_toolkit==3.0.48", "prompt_toolkit==3.0.50"),
            ("pydantic==2.10.5", "pydantic==2.10.6"),
            ("pylint==3.3.2", "pylint==3.3.3"),
            ("responses==0.25.3", "responses==0.25.6"),
            ("rq==2.0.0", "rq==2.1.0"),
            ("sqlalchemy==2.0.36", "sqlalchemy==2.0.37"),
            ("typer==0.15.1", "typer==0.15.2"),
            ("vcrpy==6.0.2", "vcrpy==7.0.0"),
            ("zope.interface==7.1.1", "zope.interface==7.2"),
            ("ipython==8.30.0", "ipython==8.31.0"),
            ("jsonpickle==3.4.2", "jsonpickle==4.0.0"),
            ("huey==2.5.1", "huey==2.5.2"),
            ("pyramid==2.0.1", "pyramid==2.0.2"),
            ("npm:superagent@10.1.0", "npm:superagent@10.1.1"),
            ("npm:got@14.4.5", "npm:got@14.4.6"),
            ("npm:marked@15.0.4", "npm:marked@15.0.6"),
        ),
        seed=20_261_206,
    ),
    "seventh": Draw(
        (
            ("parso==0.8.3", "parso==0.8.4"),
            ("lark==1.1.9", "lark==1.2.1"),
            ("pyparsing==3.2.0", "pyparsing==3.2.1"),
            ("tomlkit==0.13.2", "tomlkit==0.13.3"),
            ("freezegun==1.5.1", "freezegun==1.5.2"),
            ("djangorestframework==3.15.2", "djangorestframework==3.16.0"),
            ("django-filter==24.3", "django-filter==25.1"),
            ("django-debug-toolbar==5.0.1", "django-debug-toolbar==5.1.0"),
            ("sanic==24.6.0", "sanic==24.12.0"),
            ("falcon==4.0.1", "falcon==4.0.2"),
            ("paho-mqtt==2.0.0", "paho-mqtt==2.1.0"),
            ("pika==1.3.1", "pika==1.3.2"),
            ("cattrs==24.1.1", "cattrs==24.1.2"),
            ("ansible-lint==25.11.1", "ansible-lint==25.12.0"),
            ("commitizen==4.17.1", "commitizen==4.18.0"),
            ("mkdocs==1.5.3", "mkdocs==1.6.0"),
            ("jupyter-client==8.6.0", "jupyter-client==8.6.1"),
            ("nbconvert==7.16.0", "nbconvert==7.16.1"),
            ("traitlets==5.14.0", "traitlets==5.14.1"),
            ("ipykernel==6.29.5", "ipykernel==6.30.0"),
            ("poetry-core==2.0.1", "poetry-core==2.1.0"),
            ("apscheduler==3.10.4", "apscheduler==3.11.0"),
            ("dnspython==2.6.1", "dnspython==2.7.0"),
            ("dynaconf==3.2.6", "dynaconf==3.2.7"),
            ("fsspec==2025.3.2", "fsspec==2025.5.0"),
            ("ariadne==0.25.2", "ariadne==0.26.0"),
            ("vulture==2.13", "vulture==2.14"),
            ("bandit==1.8.0", "bandit==1.8.2"),
            ("npm:chai@5.1.2", "npm:chai@5.2.0"),
            ("npm:jsdom@25.0.1", "npm:jsdom@26.0.0"),
            ("npm:sinon@19.0.2", "npm:sinon@19.0.4"),
            ("npm:winston@3.13.1", "npm:winston@3.14.0"),
        ),
        seed=20_261_307,
    ),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """One objection, and the two texts that it is about."""

    package: str  # "click 8.1.7 -> 8.1.8"
    problem: Problem
    ways: str  # "whole", "file" or both
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What was said of one pair of releases."""

    package: str
    changed: int  # files that are not as they were, gone and new ones included, in a language that is known
    whole: tuple[Problem, ...]
    files: tuple[Problem, ...]
    refusals: tuple[Refusal, ...]


def taken(older: Repository, newer: Repository) -> Taken:
    """Both ways of one pair."""
    before, after = older.texts, newer.texts
    changed = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    was = {path: before[path] for path in changed if path in before}
    now = {path: after[path] for path in changed if path in after}
    newer.prepare([*was.items(), *now.items()])
    older.prepare([*was.items(), *now.items()])
    whole = older.judge(was, now)
    sources = [path for path in changed if path.endswith(ENDINGS)]
    kept = [path for path in sources if path in was and path in now]
    files = tuple(problem for path in kept for problem in newer.judge({path: was[path]}, {path: now[path]}))
    package = f"{older.name.replace('==', ' ')} -> {newer.name.rpartition('@' if 'npm' in newer.name else '=')[2]}"
    return Taken(package, len(sources), whole, files, _refusals(package, whole, files, was, now))


def _refusals(
    package: str, whole: Sequence[Problem], files: Sequence[Problem], was: dict[str, str], now: dict[str, str]
) -> tuple[Refusal, ...]:
    ways: dict[Problem, list[str]] = {}
    for way, problems in (("whole", whole), ("file", files)):
        for problem in problems:
            if problem.severity == "refuse" and way not in ways.setdefault(problem, []):
                ways[problem].append(way)
    return tuple(
        Refusal(package, problem, "+".join(how), was.get(problem.path or "", ""), now.get(problem.path or "", ""))
        for problem, how in ways.items()
    )


def totals(all_taken: Sequence[Taken]) -> None:
    """A line for each pair, and one for each gate."""
    print(f"{'':<46} {'files':>6} {'whole: refused':>15} {'of files':>9} {'file: refused':>14} {'of files':>9}")
    for one in all_taken:
        _line(one.package, one.changed, one.whole, one.files)
    changed = sum(one.changed for one in all_taken)
    whole = [problem for one in all_taken for problem in one.whole]
    files = [problem for one in all_taken for problem in one.files]
    print(f"all: {changed} changed files")
    for name, problems in (("whole", whole), ("file", files)):
        counts = Counter((problem.gate, problem.severity) for problem in problems)
        words = ", ".join(f"{gate} {severity} {count}" for (gate, severity), count in sorted(counts.items()))
        print(f"{name}: {words}")


def _line(package: str, changed: int, whole: Iterable[Problem], files: Iterable[Problem]) -> None:
    numbers = []
    for problems in (whole, files):
        refused = [problem for problem in problems if problem.severity == "refuse"]
        numbers += [len(refused), len({problem.path for problem in refused})]
    print(f"{package:<46} {changed:>6} {numbers[0]:>15} {numbers[1]:>9} {numbers[2]:>14} {numbers[3]:>9}")


def drawn_from(refusals: Sequence[Refusal], size: int, rng: random.Random) -> list[Refusal]:
    """Refusals at random: one of each file and gate, and then others, until there are enough."""
    files: dict[tuple[str, str | None, str], list[Refusal]] = defaultdict(list)
    for one in rng.sample(refusals, len(refusals)):
        files[one.package, one.problem.path, one.problem.gate].append(one)
    ranked = sorted((one for ones in files.values() for one in enumerate(ones)), key=lambda ranked: ranked[0])
    return sorted((one for _, one in ranked[:size]), key=refusals.index)


def row(number: int, one: Refusal) -> dict[str, object]:
    """A refusal for a reader, with the first of the lines that it is about."""
    problem = one.problem
    old, new = _snippets(one)
    return {
        **{"id": f"R{number:03}", "package": one.package, "ways": one.ways, "gate": problem.gate},
        **{"path": problem.path, "line": problem.line, "message": problem.message, "was": old, "now": new},
    }


def _snippets(one: Refusal) -> tuple[list[str], list[str]]:
    """The lines around the place in both texts; the line counts in one of them, nobody says in which."""
    old, new = one.before.split("\n"), one.after.split("\n")
    line = max(one.problem.line - 1, 0)
    name = one.problem.message.partition("`")[2].partition("`")[0].rpartition(".")[2]
    in_old = line < len(old) and (name in old[line] or not (line < len(new) and name in new[line]))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    here, there = (line, _across(line, blocks)) if in_old else (_across(line, blocks, back=True), line)
    return _cut(old, here), _cut(new, there)


def _across(line: int, blocks: Iterable[tuple[str, int, int, int, int]], *, back: bool = False) -> int:
    """The line of the other text that stands for a line of one."""
    for _, a, b, c, d in blocks:
        start, stop, other, end = (c, d, a, b) if back else (a, b, c, d)
        if start <= line < stop:
            return min(other + line - start, max(end - 1, other))
    return 0


def _cut(lines: Sequence[str], at: int) -> list[str]:
    return [line[:WIDEST].rstrip() for line in lines[at : at + SHOWN]]


def write(name: str, all_taken: Sequence[Taken]) -> None:
    """The sample of a draw, with how much there was of all."""
    refusals = [refusal for one in all_taken for refusal in one.refusals]
    drawn = drawn_from(refusals, SIZE, random.Random(DRAWS[name].seed))
    content = {
        "files": sum(one.changed for one in all_taken),
        "refused": len({(refusal.package, refusal.problem.path) for refusal in refusals}),
        "refusals": Counter(refusal.problem.gate for refusal in refusals),
        "drawn": [row(number, one) for number, one in enumerate(drawn, 1)],
    }
    (HERE / name).mkdir(parents=True, exist_ok=True)
    (HERE / name / "refusals.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("draw", choices=DRAWS)
    name: str = parser.parse_args().draw
    all_taken = [taken(fetch(one), fetch(other)) for one, other in DRAWS[name].pairs]
    totals(all_taken)
    write(name, all_taken)


if __name__ == "__main__":
    main()
