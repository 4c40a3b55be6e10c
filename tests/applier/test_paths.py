"""Gate 2: every way out of a step's reach is closed, and nothing else is."""

import os
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from applier.errors import ApplyError
from applier.paths import check_paths, protected
from applier.scope import Scope
from applier.workspace import Workspace
from tests.applier.user_side import snapshot
from tests.conftest import git

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
NFC, NFD = unicodedata.normalize("NFC", "docs/café.md"), unicodedata.normalize("NFD", "docs/café.md")


def short(path: str) -> str:
    return ascii(path)[:40]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A worktree with links, a nested repository, a submodule and a neighbour whose name begins alike."""
    root = tmp_path / "repo"
    for path in ["src/a.py", "src/b.py", "docs/guide.md", NFC, "README.md", "odd/con.py", "odd/tab\t.py", "odd/a:b.py"]:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x\n")
    (tmp_path / "repo-evil").mkdir()
    (tmp_path / "repo-evil" / "x").write_text("secret\n")
    (root / ".git").write_text("gitdir: /somewhere\n")
    (root / ".gitmodules").write_text('[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n')
    (root / "vendor/lib").mkdir(parents=True)
    (root / "nested/.git").mkdir(parents=True)
    (root / "nested/x.py").write_text("x\n")
    (root / "model.bin").write_bytes(POINTER)
    links = {
        "out": tmp_path / "repo-evil",
        "alias": root / "src",
        "link.py": root / "src/a.py",
        "out.py": tmp_path / "repo-evil" / "x",
        "dangling.py": root / "nowhere",
        "loop": root / "loop",
        "up": root,
        "src/deep": tmp_path,
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    return root


# Each way out is tried as a file to rewrite, to create and to delete: declaring it must not help.
WAYS_OUT = [
    "",
    ".",
    "..",
    "../x",
    "../repo-evil/x",
    "../repo/src/a.py",
    "src/../../repo-evil/x",
    "src/../src/a.py",
    "src/..",
    "./src/a.py",
    "src/./a.py",
    "src//a.py",
    "src/a.py/",
    "/",
    "/etc/passwd",
    "//etc/passwd",
    "//server/share/x",
    "~/../x",
    "file:///etc/passwd",
    "C:/x",
    "c:/Windows/System32/x",
    "C:\\x",
    "C:x\\y",
    "\\\\server\\share\\x",
    "\\x",
    "src\\a.py",
    "..\\x",
    "src\\..\\..\\x",
    "src/..\\x",
    "\\\\?\\C:\\x",
    "\\\\.\\PhysicalDrive0",
    "src/a.py\0",
    "\0",
    "src/a.py\0.md",
    "src/a\n.py",
    "src/a.py\n",
    "src/a.py\r",
    "src/a>>>b.py",
    "src/\ud800.py",
    "x" * 256,
    "/".join(["deep"] * 1000),
    ".git",
    ".git/config",
    ".git/hooks/pre-commit",
    ".GIT/config",
    ".Git/hooks/x",
    "a/.git/config",
    "nested/.git/hooks/x",
    ".git./config",
    ".git /config",
    ".git. . ./config",
    "GIT~1/config",
    ".git::$INDEX_ALLOCATION/config",
    ".g\u200cit/config",
    "\ufeff.git/config",
    ".gi\u2060t/config",
    "src/.git",
    "out/x",
    "out/new.py",
    "out.py",
    "alias/a.py",
    "alias/new.py",
    "link.py",
    "dangling.py",
    "loop",
    "loop/x.py",
    "up/src/a.py",
    "up/../x",
    "src/deep/repo-evil/x",
    "nested/x.py",
    "nested/new.py",
    "vendor/lib",
    "vendor/lib/x.py",
    "src/a.py/x.py",
    "src",
    "docs",
]


@pytest.mark.parametrize("path", WAYS_OUT, ids=short)
@pytest.mark.parametrize("declare", [lambda p: Scope((p,)), lambda p: Scope((), (p,)), lambda p: Scope((), (), (p,))])
def test_no_way_out_is_opened_by_declaring_it(path: str, declare: Callable[[str], Scope], root: Path) -> None:
    (problem,) = check_paths([path], declare(path), root)
    assert (problem.gate, problem.severity, problem.path) == ("paths", "refuse", path)


@pytest.fixture(scope="module")
def home_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's repository and what lies around it, for all ways out together."""
    base = tmp_path_factory.mktemp("ways")
    root = base / "repo"
    for path in ["src/a.py", "src/b.py", "docs/guide.md", "vendor/keep", "README.md"]:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x\n")
    (base / "repo-evil").mkdir()
    (base / "repo-evil" / "x").write_text("secret\n")
    for name, target in {
        "out": base / "repo-evil",
        "alias": Path("src"),
        "link.py": Path("src/a.py"),
        "out.py": base / "repo-evil" / "x",
        "dangling.py": Path("nowhere"),
        "loop": Path("loop"),
        "up": Path(),
        "src/deep": base,
    }.items():
        (root / name).symlink_to(target)
    (root / ".gitmodules").write_text('[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n')
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "start")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{git(root, 'rev-parse', 'HEAD').strip()},vendor/lib")
    git(root, "commit", "-qm", "a submodule")
    return base


@pytest.fixture
def worktree(home_of_all: Path) -> Iterator[Workspace]:
    """The real door to the disk: a worktree of ours, with another repository in it that a command made."""
    with Workspace.open(home_of_all / "repo", "r1", "overhaul/r1", "HEAD") as workspace:
        git(workspace.root, "init", "-q", "nested")
        (workspace.root / "nested/x.py").write_text("x\n")
        yield workspace


@pytest.mark.parametrize("text", ["written by a model\n", None], ids=["written", "deleted"])
def test_no_way_out_writes_or_deletes_anything_even_where_no_gate_stands_before_it(
    text: str | None, worktree: Workspace, home_of_all: Path
) -> None:
    """The door itself is tried, as if a plan had declared the path and every gate had let it pass."""
    before = around(home_of_all, worktree.root)
    for path in WAYS_OUT:
        if text is None and path == "src/a.py/x.py":
            continue  # there is nothing to delete below a file
        with pytest.raises(ApplyError):
            worktree.apply({"src/b.py": "written with it\n", path: text})
        assert around(home_of_all, worktree.root) == before, path
    assert len(WAYS_OUT) >= 60


def around(base: Path, root: Path) -> dict[str, str]:
    """Everything that a way out could reach: the user's side, git's own folder, what lies beside, our worktree."""
    places = [base / "repo/.git/config", *(base / "repo/.git/hooks").iterdir(), *base.glob("*"), *root.parent.glob("*")]
    near = {str(place): place.read_text() if place.is_file() else "" for place in places}
    return {**snapshot(base / "repo"), **snapshot(root), **near, "evil": (base / "repo-evil/x").read_text()}


@pytest.mark.parametrize("path", [way for way in WAYS_OUT if "git" in way.casefold()], ids=short)
def test_the_folder_of_git_is_not_opened_by_allowing_everything(path: str, root: Path) -> None:
    assert check_paths([path], Scope((path,), allow=("**", path, ".git/**", ".*")), root)
    assert protected(path, ["**", path])


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/etc/passwd", "is absolute"),
        ("C:/x", "is absolute"),
        ("C:\\x", "backslash"),
        ("src/../x", "`..`"),
        ("a\nb", "cannot be the path"),
        (".GIT/config", "git's own folder, which must not be touched."),
        ("setup.py", "must not be touched unless the user allows its path."),
        ("out/x", "symlink that leads out"),
        ("alias/a.py", "is a symlink, and"),
        ("vendor/lib/x.py", "another repository"),
        ("src/a.py/x.py", "src/a.py is a file"),
        ("nowhere.py", "no such file"),
    ],
)
def test_the_message_says_what_is_wrong(path: str, words: str, root: Path) -> None:
    (problem,) = check_paths([path], Scope((path,)), root)
    assert words in problem.message


# New names only: what is there already may keep its name.
BAD_NEW_NAMES = [
    "CON",
    "con.py",
    "src/aux.py",
    "nul.tar.gz",
    "COM1",
    "lpt9.txt",
    "src/com¹.py",
    "conin$",
    "con .txt",
    "prn/x.py",
    "src/x.",
    "src/x ",
    "src./x.py",
    "src /x.py",
    "C:x",
    "src/\x1b[2J.py",
    "src/tab\t.py",
    "src/\u202eyp.x",
    "src/a\u200b.py",
    "src/a\u2028.py",
    "src/A.py",
    "SRC/c.py",
    "readme.md",
    "Docs/Guide.md",
    NFD,
    "docs/CAFÉ.md",
    "src/a.py",
    "docs/guide.md",
]


@pytest.mark.parametrize("path", BAD_NEW_NAMES, ids=short)
def test_a_new_file_may_not_have_a_name_that_some_system_confuses(path: str, root: Path) -> None:
    assert len(check_paths([path], Scope((), new=(path,)), root)) == 1


@pytest.mark.parametrize(
    ("paths", "culprits"),
    [
        (["src/n.py", "src/N.py"], ["src/n.py", "src/N.py"]),
        (["new/a.py", "New/b.py"], ["new/a.py", "New/b.py"]),
        (["é.py", "e\u0301.py"], ["é.py", "e\u0301.py"]),
        (["straße.py", "STRASSE.py"], ["straße.py", "STRASSE.py"]),
        (["new/a.py", "new/b.py"], []),
        (["a1.py", "a2.py"], []),
    ],
)
def test_two_new_files_may_not_be_confused_with_each_other(paths: list[str], culprits: list[str], root: Path) -> None:
    assert [problem.path for problem in check_paths(paths, Scope((), new=tuple(paths)), root)] == culprits


DECLARED = Scope(
    files=("src/a.py", NFC, "odd/con.py", "odd/tab\t.py", "odd/a:b.py"),
    new=(
        "src/c.py",
        "brand/new/folder/d.py",
        "src/with space.py",
        "src/[id].tsx",
        "src/漢.py",
        "src/.hidden",
        "src/co.py",
    ),
    delete=("src/b.py", "docs/guide.md"),
)


@pytest.mark.parametrize("path", [*DECLARED.files, *DECLARED.new, *DECLARED.delete], ids=short)
def test_a_declared_file_may_be_written(path: str, root: Path) -> None:
    assert check_paths([path], DECLARED, root) == ()


def test_many_declared_files_may_be_written_together_and_doubles_do_not_matter(root: Path) -> None:
    paths = [*DECLARED.files, *DECLARED.new, *DECLARED.delete]
    assert check_paths(iter(paths + paths), DECLARED, root) == ()
    assert check_paths([], DECLARED, root) == ()


@pytest.mark.parametrize(
    "path",
    ["src/z.py", "README.md", "docs/guide", "rc/a.py", "src/a.pyc", "a.py", "src/a", NFD, "src/A.py", "%2e%2e/x"],
)
def test_a_file_that_was_not_declared_is_refused_and_the_declared_ones_are_named(path: str, root: Path) -> None:
    (problem,) = check_paths([path], Scope(("src/a.py",), new=("src/c.py",)), root)
    assert problem.message == "This file was not asked for. Write only the files of this step: src/a.py, src/c.py."


def test_a_rewritten_or_deleted_file_must_be_there(root: Path) -> None:
    problems = check_paths(["src/x.py", "src/y.py"], Scope(("src/x.py",), delete=("src/y.py",)), root)
    assert ["no such file" in problem.message for problem in problems] == [True, True]


def test_every_bad_path_has_its_own_problem_in_the_order_given(root: Path) -> None:
    problems = check_paths(["../x", "src/a.py", ".git/config", "z.py"], DECLARED, root)
    assert [problem.path for problem in problems] == ["../x", ".git/config", "z.py"]


def test_a_pipe_is_not_written(root: Path) -> None:
    os.mkfifo(root / "src/pipe")
    assert check_paths(["src/pipe"], Scope(("src/pipe",)), root)


def test_an_lfs_pointer_is_written_only_where_it_is_allowed(root: Path) -> None:
    (problem,) = check_paths(["model.bin"], Scope(("model.bin",)), root)
    assert "LFS" in problem.message
    assert check_paths(["model.bin"], Scope(("model.bin",), allow=("*.bin",)), root) == ()


def test_a_worktree_may_itself_lie_behind_a_symlink(root: Path) -> None:
    link = root.parent / "link-to-repo"
    link.symlink_to(root)
    assert check_paths(["src/a.py"], DECLARED, link) == ()
    problems = check_paths(["out/x", "alias/a.py"], Scope(("out/x", "alias/a.py")), link)
    assert ["leads out of the repository" in problem.message for problem in problems] == [True, False]


def test_a_link_that_leads_out_is_told_from_one_that_does_not(root: Path) -> None:
    problems = check_paths(["out/x", "alias/a.py"], Scope(("out/x", "alias/a.py")), root)
    assert ["leads out of the repository" in problem.message for problem in problems] == [True, False]


PROTECTED = [
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    "sub/.gitignore",
    ".GitAttributes",
    ".gitlab-ci.yml",
    ".gitkeep",
    ".github/workflows/ci.yml",
    ".github/workflows/deep/ci.yml",
    ".github/actions/setup/index.js",
    "action.yml",
    ".circleci/config.yml",
    ".travis.yml",
    "azure-pipelines.yml",
    "Jenkinsfile",
    "bitbucket-pipelines.yml",
    ".ci/run",
    "poetry.lock",
    "uv.lock",
    "Cargo.lock",
    "web/yarn.lock",
    "package-lock.json",
    "pnpm-lock.yaml",
    "go.sum",
    "Gemfile.lock",
    "pylock.dev.toml",
    "notes/explore.ipynb",
    "conftest.py",
    "tests/unit/conftest.py",
    "Makefile",
    "makefile",
    "docs/Makefile",
    "pyproject.toml",
    "PyProject.toml",
    "setup.py",
    "setup.cfg",
    "tox.ini",
    "pytest.ini",
    "noxfile.py",
    "package.json",
    "web/package.json",
    "pnpm-workspace.yaml",
    "jest.config.js",
    "web/vite.config.mts",
    "karma.conf.js",
    "jest.config.unit.ts",
    ".eslintrc.cjs",
    "gulpfile.babel.js",
    "jest.setup.ts",
    ".pre-commit-config.yaml",
    ".husky/pre-commit",
    "overhaul.toml",
]


@pytest.mark.parametrize("path", PROTECTED)
def test_a_file_that_decides_what_runs_is_written_only_where_it_is_allowed(path: str, root: Path) -> None:
    assert protected(path)
    (problem,) = check_paths([path], Scope((), new=(path,)), root)
    assert "must not be touched" in problem.message
    assert protected(path, [path]) is None
    assert protected(path, ["**"]) is None


@pytest.mark.parametrize(
    "path",
    [
        "src/a.py",
        "git/config",
        "src/git.py",
        "gitignore",
        ".github/CODEOWNERS.md",
        ".github/ISSUE_TEMPLATE/bug.md",
        "docs/workflows/ci.yml",
        "workflows/a.py",
        "src/lock.py",
        "block.py",
        "src/makefile.py",
        "Makefile.py",
        "src/conftest_helpers.py",
        "src/app.config.ts",
        "src/config.js",
        "src/vite.ts",
        "src/jest/config.js",
        "src/cart.setup.ts",
        "src/.rcfile.py",
        "conftest.pyi",
        "my_setup.py",
        "setup.pyx",
        "package.json.md",
        "src/package.jsonl",
        "tox.ini.md",
        "requirements.txt",
        "notebook.py",
        "husky/pre-commit",
        "src/action.py",
        "reaction.yml",
        "README.md",
        ".editorconfig",
        ".overhaul/x.toml",
        "pyproject.toml/x.py",
        "gitk",
        ".gi/t",
    ],
)
def test_any_other_file_is_not_protected(path: str) -> None:
    assert protected(path) is None


@pytest.mark.parametrize(
    ("glob", "path", "opens"),
    [
        ("pyproject.toml", "pyproject.toml", True),
        ("pyproject.toml", "web/pyproject.toml", True),
        ("web/pyproject.toml", "pyproject.toml", False),
        ("/conftest.py", "tests/conftest.py", False),
        ("./conftest.py", "conftest.py", True),
        ("tests/conftest.py", "tests/conftest.py", True),
        ("tests/*", "tests/unit/conftest.py", False),
        ("tests/**", "tests/unit/conftest.py", True),
        ("tests/", "tests/unit/conftest.py", True),
        ("**/conftest.py", "conftest.py", True),
        ("tests/**/conftest.py", "tests/a/b/conftest.py", True),
        ("*.ipynb", "notes/a.ipynb", True),
        ("notes/*.ipynb", "notes/a.ipynb", True),
        ("a?.ipynb", "ab.ipynb", True),
        ("[id].ipynb", "[id].ipynb", True),
        ("Makefile", "makefile", False),
        ("", "Makefile", False),
        ("onftest.py", "conftest.py", False),
        ("**", ".gitignore", True),
        ("*", "a/.gitignore", True),
    ],
)
def test_a_glob_opens_what_it_names(glob: str, path: str, opens: bool) -> None:
    assert (protected(path, [glob]) is None) == opens
