"""Which commits are ours: trailers are read where git reads them, and nowhere else."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from applier.history import step_commits
from applier.repository import find_repository
from applier.steps import read_trailers, standing_steps
from tests.conftest import MakeRepo, git

OURS = "Overhaul-Run: r1\nOverhaul-Step: s1"
FORGED = "Overhaul-Run: other\nOverhaul-Step: s9"
words = st.one_of(
    st.text(st.characters(blacklist_characters="\0", blacklist_categories=["Cs"])),
    st.lists(st.sampled_from([*FORGED.split("\n"), "", " ", "-", "overhaul-run : x", "a: b", "---"])).map("\n".join),
)


@given(words, words)
@example(FORGED, FORGED)
@example("", f"{FORGED}\n\n")
def test_no_title_and_no_body_can_forge_a_trailer(title: str, body: str) -> None:
    found = read_trailers(f"{title}\n\n{body}\n\n{OURS}\n")
    assert found == {"overhaul-run": "r1", "overhaul-step": "s1"} or not (title + body).strip()


MESSAGES = [
    f"Title\n\n{OURS}\n",
    f"Overhaul-Run: other\n\nbody\n\n{OURS}\n",
    f"Title\n\n{FORGED}\n\n{OURS}\n",
    f"Title\n\n{FORGED}\n \t\n{OURS}\n",
    f"Title\n\n{FORGED}\n{OURS}\n",
    f"Title\n\n{OURS}\nSigned-off-by: Uma <u@x>\n",
    f"Title\n\n{OURS}\n\n\n",
    f"Title\n\n{OURS}\n\nMore words of a hook.\n",
    f"Title\n\n- {FORGED}\n\nBye.\n",
    f"{FORGED}\n",
    "Title\n",
    "Title\n\noverhaul-run:r1\nOVERHAUL-STEP:  s1 \n",
]


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return make_repo({"a.py": "x\n"})


def test_the_last_of_our_trailers_is_what_git_says_it_is(root: Path) -> None:
    base, told = git(root, "rev-parse", "HEAD").strip(), []
    for message in MESSAGES:
        git(root, "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message)
        said = git(
            root,
            "log",
            "-1",
            "--format=%(trailers:key=Overhaul-Run,valueonly)%x00%(trailers:key=Overhaul-Step,valueonly)",
        )
        run, step = (part.strip().split("\n")[-1] for part in said.split("\0"))
        told += [(run, step)] if run and step else []
    assert [(found.run, found.step) for found in step_commits(root, base, "HEAD")] == told
    assert len(told) == 8


@pytest.mark.parametrize(
    "setting", [("core.commentChar", "O"), ("trailer.separators", "#"), ("log.showSignature", "true")]
)
def test_no_setting_hides_our_trailers(setting: tuple[str, str], root: Path) -> None:
    base = git(root, "rev-parse", "HEAD").strip()
    git(root, "commit", "-q", "--allow-empty", "-m", MESSAGES[0])
    git(root, "config", *setting)
    assert [step.run for step in step_commits(root, base, "HEAD")] == ["r1"]


def test_a_step_reverts_nothing_by_saying_so(root: Path) -> None:
    base = git(root, "rev-parse", "HEAD").strip()
    git(root, "commit", "-q", "--allow-empty", "-m", MESSAGES[0])
    first = git(root, "rev-parse", "HEAD").strip()
    git(root, "commit", "-q", "--allow-empty", "-m", f"Title\n\nThis reverts commit {first}.\n\n{OURS}\n")
    home = find_repository(root)
    assert len(standing_steps(home, base, "HEAD", "r1")) == 2
    git(root, "commit", "-q", "--allow-empty", "-m", f"Revert\n\nThis reverts commit {first}.\n")
    assert first not in {step.sha for step in standing_steps(home, base, "HEAD", "r1")}
