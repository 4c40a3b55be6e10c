"""Files that decide what runs: never rewritten unless the user allows them by a glob. Git's own folder never is."""

import unicodedata
from collections.abc import Iterable
from fnmatch import fnmatchcase

_CONFIGURED = (  # tools of JavaScript whose configuration is a program: jest.config.js, vite.config.mts
    *("jest", "vite", "vitest", "playwright", "cypress", "karma", "wdio", "ava", "webpack", "rollup", "rolldown"),
    *("babel", "esbuild", "tsup", "tsdown", "rspack", "parcel", "metro", "eslint", "prettier", "stylelint", "postcss"),
    *("tailwind", "next", "nuxt", "svelte", "astro", "remix", "vue", "release", "commitlint", "lint-staged"),
)

# What is protected and why. A glob without a slash stands for a name in any folder. Compared without regard to case.
_PROTECTED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a file that steers git", (".git*",)),
    (
        "a CI file",
        (
            "**/.github/workflows/**",
            "**/.github/actions/**",
            "action.y*ml",
            "**/.gitlab/**",
            "**/.circleci/**",
            "**/.buildkite/**",
            "**/.woodpecker/**",
            "**/.azure-pipelines/**",
            "**/.ci/**",
            ".travis.y*ml",
            ".drone.y*ml",
            ".woodpecker.y*ml",
            ".cirrus.y*ml",
            ".appveyor.y*ml",
            "appveyor.y*ml",
            "azure-pipelines*.y*ml",
            "bitbucket-pipelines.y*ml",
            "cloudbuild.y*ml",
            "jenkinsfile*",
        ),
    ),
    (
        "a lock file",
        (
            "*.lock",
            "*.lockb",
            "*.lockfile",
            "package-lock.json",
            "npm-shrinkwrap.json",
            "pnpm-lock.yaml",
            "packages.lock.json",
            "conda-lock.y*ml",
            "pylock.toml",
            "pylock.*.toml",
            "go.sum",
            "package.resolved",
        ),
    ),
    ("a notebook", ("*.ipynb",)),
    ("a hook", (".pre-commit-config.y*ml", "**/.husky/**", "lefthook.y*ml", ".lefthook.y*ml")),
    (
        "a file that decides what is built and tested, and how",
        (
            "conftest.py",
            "makefile",
            "gnumakefile",
            "pyproject.toml",
            "setup.py",
            "setup.cfg",
            "tox.ini",
            "pytest.ini",
            ".pytest.ini",
            "noxfile.py",
            "package.json",
            "pnpm-workspace.yaml",
            *(f"{tool}.conf*[jt]s" for tool in _CONFIGURED),
            *(f"{tool}.setup.*[jt]s" for tool in ("jest", "vitest")),
            ".*rc.*[jt]s",
            "gruntfile.*",
            "gulpfile.*",
            "vitest.workspace.*",
            "sitecustomize.py",
            "usercustomize.py",
        ),
    ),
    ("the settings of this tool", ("overhaul.toml",)),
)


def protected(path: str, allow: Iterable[str] = ()) -> str | None:
    """Why `path` is never rewritten unless a glob of `allow` matches it; None where it may be."""
    if any(_is_git_folder(name) for name in path.replace("\\", "/").split("/")):
        return "part of git's own folder"
    if allowed(path, allow):
        return None
    folded = path.casefold()
    return next((reason for reason, globs in _PROTECTED if any(_matches(folded, glob) for glob in globs)), None)


def allowed(path: str, allow: Iterable[str]) -> bool:
    """Whether the user's globs name the path."""
    return any(path == glob or _matches(path, glob) for glob in allow)


def _matches(path: str, glob: str) -> bool:
    """As in .gitignore: `**` stands for any folders, a glob without a slash for a name in any folder."""
    wanted = glob.removeprefix("./").removeprefix("/").split("/")
    if glob.endswith("/"):  # "docs/": everything in it
        wanted[-1] = "**"
    elif "/" not in glob:
        wanted = ["**", *wanted]
    return _fits(path.split("/"), wanted)


def _fits(names: list[str], globs: list[str]) -> bool:
    if not globs:
        return not names
    if globs[0] == "**":
        return any(_fits(names[skipped:], globs[1:]) for skipped in range(len(names) + 1))
    return bool(names) and fnmatchcase(names[0], globs[0]) and _fits(names[1:], globs[1:])


def _is_git_folder(name: str) -> bool:
    """Whether some file system takes the name for `.git`: other case, invisible characters, streams, short names."""
    visible = "".join(char for char in name if unicodedata.category(char) != "Cf")
    return visible.split(":")[0].rstrip(". ").casefold() in {".git", "git~1"}
