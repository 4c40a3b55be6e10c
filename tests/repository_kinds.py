"""Kinds of repositories as users have them, and states that a user's tree may be in."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.applier.user_side import introduce
from tests.conftest import commit_tree, git

FILES: Mapping[str, bytes] = {
    "src/a.py": b"a = 1\n",
    "src/b.py": b"b = 1\n",
    "src/[id].tsx": b"one\n",
    "src/i.tsx": b"one\n",
    "docs/notes.txt": b"first\r\nsecond\r\n",
    "run.sh": b"#!/bin/sh\n",
    ".gitignore": b"*.log\n",
}
Build = Callable[[Path], Path]


@dataclass(frozen=True)
class Kind:
    """A kind of repository; `build` puts one into an empty folder and returns the user's checkout."""

    build: Build
    special: str = "docs/notes.txt"  # the file for whose sake the kind is here; it is rewritten, too
    blob: bytes | None = None  # what the blob of `special` holds after it was rewritten, where that is not the file
    environment: Mapping[str, str] = field(default_factory=dict)


def start(base: Path, files: Mapping[str, bytes] = FILES, *options: str, name: str = "repo") -> Path:
    """A repository with one commit, whose user git knows."""
    root = base / name
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    (root / "run.sh").chmod(0o755)
    git(base, "init", "-q", "-b", "main", *options, str(root))
    return introduced(commit_tree(root))


def introduced(root: Path) -> Path:
    introduce(root)
    return root


def configured(**settings: str) -> Build:
    """A plain repository with settings: `core_autocrlf="true"`."""

    def build(base: Path) -> Path:
        root = start(base)
        for name, value in settings.items():
            git(root, "config", name.replace("_", "."), value)
        git(root, "add", "--renormalize", ".")
        git(root, "commit", "-q", "--allow-empty", "-m", "settings")
        return fresh(root)

    return build


def fresh(root: Path) -> Path:
    """Check every file out anew, as the settings have it now."""
    git(root, "rm", "-rq", "--cached", ".")
    git(root, "reset", "--hard", "-q")
    return root


def attributed(rules: str, files: Mapping[str, bytes], **settings: str) -> Build:
    """A repository with a .gitattributes, whose files are checked out as it says."""

    def build(base: Path) -> Path:
        root = start(base)
        for name, value in settings.items():
            git(root, "config", name.replace("_", "."), value.replace("BASE", str(base)))
        (root / ".gitattributes").write_text(rules)
        git(root, "add", ".gitattributes")
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
            git(root, "add", path)
        git(root, "add", "--renormalize", ".")
        git(root, "commit", "-qm", "attributes")
        return fresh(root)

    return build


def _detached(base: Path) -> Path:
    root = start(base)
    git(root, "switch", "-q", "--detach")
    return root


def _cloned(*options: str, after: tuple[tuple[str, ...], ...] = ()) -> Build:
    def build(base: Path) -> Path:
        origin = start(base, {**FILES, "far/c.py": b"c = 1\n"}, name="origin")
        git(origin, "config", "uploadpack.allowFilter", "true")
        git(base, "clone", "-q", *options, f"file://{origin}", "repo")
        for words in after:
            git(base / "repo", *words)
        return introduced(base / "repo")

    return build


def _sparse(*words: str) -> Build:
    def build(base: Path) -> Path:
        root = start(base, {**FILES, "far/c.py": b"c = 1\n"})
        git(root, "sparse-checkout", "set", *words)
        assert not (root / "far").exists()
        return root

    return build


def _linked(base: Path) -> Path:
    git(start(base), "worktree", "add", "-q", "-b", "side", "../linked")
    return base / "linked"


def _submodule_in(base: Path) -> Path:
    inner = start(base, {"lib.py": b"x = 1\n", "run.sh": b""}, name="inner")
    root = start(base)
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "vendor")
    git(root, "commit", "-qm", "submodule")
    return root


def _submodule_itself(base: Path) -> Path:
    inner, outer = start(base, name="inner"), start(base, name="outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(outer, "commit", "-qm", "submodule")
    return introduced(outer / "sub")


def _nested(base: Path) -> Path:
    root = start(base)
    start(root, name="inside")
    return root


def _core_worktree(base: Path) -> Path:
    root = start(base)
    (base / "gitdir").mkdir()
    (root / ".git").rename(base / "gitdir" / "real.git")
    (root / ".git").write_text(f"gitdir: {base}/gitdir/real.git\n")
    git(root, "config", "core.worktree", str(root))
    return root


def _separate(base: Path) -> Path:
    return start(base, FILES, f"--separate-git-dir={base}/elsewhere")


def _hooks_path(base: Path) -> Path:
    root = start(base)
    (base / "hooks").mkdir()
    git(root, "config", "core.hooksPath", str(base / "hooks"))
    return root


def _generated_hooks(base: Path) -> Path:
    root = start(base, {**FILES, ".gitignore": b".hooks/_/\n"})
    (root / ".hooks/_").mkdir(parents=True)
    git(root, "config", "core.hooksPath", ".hooks/_")
    return root


def _tracked_hooks(base: Path) -> Path:
    root = start(base)
    git(root, "config", "core.hooksPath", ".hooks")
    (root / ".hooks").mkdir()
    for name in ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"):
        (root / ".hooks" / name).write_text(f"#!/bin/sh\necho {name} >>'{base}/hooked'\n")
        (root / ".hooks" / name).chmod(0o755)
    git(root, "add", ".hooks")
    git(root, "commit", "-q", "--no-verify", "-m", "hooks")
    return root


def _monitored(base: Path) -> Path:
    root = start(base)
    program = base / "monitor"
    program.write_text(f"#!/bin/sh\necho ran >>'{base}/monitored'\nprintf '/\\0'\n")
    program.chmod(0o755)
    git(root, "config", "core.fsmonitor", str(program))
    return root


def _split_index(base: Path) -> Path:
    root = start(base)
    git(root, "update-index", "--split-index")
    return root


def _untracked_cache(base: Path) -> Path:
    root = start(base)
    git(root, "update-index", "--force-untracked-cache")
    return root


def _index_4(base: Path) -> Path:
    root = start(base)
    git(root, "update-index", "--index-version", "4")
    return root


def _packed(base: Path) -> Path:
    root = start(base)
    git(root, "gc", "-q")
    git(root, "commit-graph", "write")
    return root


def _shared(base: Path) -> Path:
    git(start(base, name="origin"), "clone", "-q", "--shared", ".", str(base / "repo"))
    return introduced(base / "repo")


def _many(base: Path) -> Path:
    return start(base, {**FILES, **{f"many/{n % 40}/m{n}.py": b"m = %d\n" % n for n in range(400)}})


def _replaced(base: Path) -> Path:
    root = start(base)
    git(root, "commit", "-q", "--allow-empty", "-m", "other")
    git(root, "replace", "HEAD", git(root, "commit-tree", "-p", "HEAD~", "-m", "replaced", "HEAD^{tree}").strip())
    return root


def _signing(base: Path) -> Path:
    root = start(base)
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(base / "key")]
    subprocess.run(make, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    for name, value in {"gpg.format": "ssh", "user.signingKey": str(base / "key"), "commit.gpgSign": "true"}.items():
        git(root, "config", name, value)
    return root


def _links(base: Path) -> Path:
    root = start(base)
    (root / "link.py").symlink_to("src/a.py")
    (root / "linked").symlink_to("src")
    os.link(root / "docs/notes.txt", base / "another name")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "links")
    return root


_LFS = """import hashlib, pathlib, sys
store, data = pathlib.Path(sys.argv[2]), sys.stdin.buffer.read()
if sys.argv[1] == "clean":
    oid = hashlib.sha256(data).hexdigest()
    store.mkdir(exist_ok=True)
    (store / oid).write_bytes(data)
    pointer = f"version https://git-lfs.github.com/spec/v1\\noid sha256:{oid}\\nsize {len(data)}\\n"
    sys.stdout.write(pointer)
else:
    sys.stdout.buffer.write((store / data.split(b"sha256:")[1].split()[0].decode()).read_bytes())
"""


def _lfs(base: Path) -> Path:
    (base / "lfs.py").write_text(_LFS)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(base / 'lfs.py'))}"
    store = shlex.quote(str(base / "store"))
    settings = {
        "filter_lfs_clean": f"{command} clean {store}",
        "filter_lfs_smudge": f"{command} smudge {store}",
        "filter_lfs_required": "true",
    }
    return attributed("*.big filter=lfs diff=lfs merge=lfs -text\n", {"big/x.big": b"large\n"}, **settings)(base)


_UTF16 = "first\nsecond\n".encode("utf-16")
_SHOUT = {"filter_shout_clean": "tr A-Z a-z", "filter_shout_smudge": "tr a-z A-Z"}

KINDS: dict[str, Kind] = {
    "plain": Kind(start),
    "detached": Kind(_detached),
    "shallow": Kind(_cloned("--depth=1")),
    "sparse by folders": Kind(_sparse("src"), "far/c.py"),
    "sparse by patterns": Kind(_sparse("--no-cone", "/*", "!/far/"), "far/c.py"),
    "partial": Kind(_cloned("--filter=blob:none"), "far/c.py"),
    "partial and sparse": Kind(
        _cloned("--filter=blob:none", "--sparse", after=(("sparse-checkout", "set", "src"),)), "src/i.tsx"
    ),
    "linked worktree": Kind(_linked),
    "with a submodule": Kind(_submodule_in),
    "a submodule": Kind(_submodule_itself),
    "nested repository": Kind(_nested),
    "core.worktree": Kind(_core_worktree),
    "separate git folder": Kind(_separate),
    "misleading environment": Kind(
        start,
        environment={
            "GIT_DIR": "/nowhere/.git",
            "GIT_WORK_TREE": "/nowhere",
            "GIT_INDEX_FILE": "/nowhere/index",
            "GIT_LITERAL_PATHSPECS": "0",
            "GIT_ICASE_PATHSPECS": "1",
            "GIT_OBJECT_DIRECTORY": "/nowhere/objects",
        },
    ),
    "core.hooksPath": Kind(_hooks_path),
    "generated hooks": Kind(_generated_hooks),
    "tracked hooks": Kind(_tracked_hooks),
    "core.fsmonitor": Kind(_monitored),
    "split index": Kind(_split_index),
    "untracked cache": Kind(_untracked_cache),
    "index version 4": Kind(_index_4),
    "no file modes": Kind(configured(core_fileMode="false")),
    "case is ignored": Kind(configured(core_ignoreCase="true")),
    "settings of one worktree": Kind(configured(extensions_worktreeConfig="true")),
    "odd settings": Kind(
        configured(
            commit_cleanup="strip",
            core_commentChar="O",
            core_quotePath="true",
            status_relativePaths="true",
            color_ui="always",
            diff_noprefix="true",
            diff_external="/bin/false",
            core_pager="false",
            branch_autoSetupMerge="always",
            core_logAllRefUpdates="always",
            merge_ff="false",
            commit_status="false",
        )
    ),
    "sha256": Kind(lambda base: start(base, FILES, "--object-format=sha256")),
    "packed": Kind(_packed),
    "shared objects": Kind(_shared),
    "large": Kind(_many, "many/3/m3.py"),
    "replaced commits": Kind(_replaced),
    "signed commits": Kind(_signing),
    "links": Kind(_links),
    "autocrlf": Kind(configured(core_autocrlf="true"), "src/i.tsx", b"one\nadded\n"),
    "autocrlf on input": Kind(configured(core_autocrlf="input"), blob=b"first\nsecond\nadded\n"),
    "autocrlf and safecrlf": Kind(configured(core_autocrlf="true", core_safecrlf="true"), "src/i.tsx", b"one\nadded\n"),
    "eol=crlf": Kind(attributed("*.txt text eol=crlf\n", {}), blob=b"first\nsecond\nadded\n"),
    "eol=lf": Kind(attributed("*.txt text eol=lf\n", {}), blob=b"first\nsecond\nadded\n"),
    "text=auto": Kind(attributed("* text=auto\n", {}, core_eol="crlf"), "src/i.tsx", b"one\nadded\n"),
    "binary": Kind(attributed("*.txt binary\n", {"w.txt": b"first\r\nsecond\n"}), "w.txt", b"first\r\nsecond\nadded\n"),
    "UTF-16": Kind(
        attributed("*.wide working-tree-encoding=UTF-16 text\n", {"w.wide": _UTF16}),
        "w.wide",
        b"first\nsecond\nadded\n",
    ),
    "UTF-16LE": Kind(
        attributed("*.wide working-tree-encoding=UTF-16LE text\n", {"w.wide": _UTF16[2:]}),
        "w.wide",
        b"first\nsecond\nadded\n",
    ),
    "latin-1": Kind(
        attributed("*.l1 working-tree-encoding=ISO-8859-1 text\n", {"w.l1": b"\xe9\n"}), "w.l1", "é\nadded\n".encode()
    ),
    "ident": Kind(attributed("*.id ident\n", {"w.id": b"$Id$\n"}), "w.id", b"$Id$\nadded\n"),
    "clean and smudge": Kind(
        attributed("*.up filter=shout\n", {"w.up": b"loud\n"}, **_SHOUT), "w.up", b"loud\nadded\n"
    ),
    "required filter": Kind(
        attributed("*.up filter=shout\n", {"w.up": b"loud\n"}, **_SHOUT, filter_shout_required="true"),
        "w.up",
        b"loud\nadded\n",
    ),
    "lfs": Kind(_lfs, "big/x.big"),
    "legacy encoding": Kind(lambda base: start(base, {**FILES, "w.c": "// größe\r\nint x;\n".encode("cp1252")}), "w.c"),
    "no last newline": Kind(lambda base: start(base, {**FILES, "w.c": b"one\r\ntwo"}), "w.c"),
    "empty file": Kind(lambda base: start(base, {**FILES, "w.c": b""}), "w.c"),
}


# States of the user's tree, made in a plain repository


def _staged(root: Path) -> None:
    (root / "docs/notes.txt").write_text("staged\n")
    git(root, "add", "docs/notes.txt")


def _unstaged(root: Path) -> None:
    (root / "docs/notes.txt").write_text("mine\n")


def _staged_and_more(root: Path) -> None:
    _staged(root)
    _unstaged(root)


def _untracked(root: Path) -> None:
    (root / "mine.py").write_text("mine\n")
    (root / ".env").write_text("KEY=1\n")
    (root / "away").symlink_to("/nowhere")


def _ignored(root: Path) -> None:
    (root / "my.log").write_text("ignored\n")


def _stashed(root: Path) -> None:
    _unstaged(root)
    _untracked(root)
    git(root, "stash", "-q", "-u")


def _intended(root: Path) -> None:
    (root / "mine.py").write_text("mine\n")
    git(root, "add", "--intent-to-add", "mine.py")


def _assumed(root: Path) -> None:
    git(root, "update-index", "--assume-unchanged", "docs/notes.txt")
    _unstaged(root)


def _skipped(root: Path) -> None:
    git(root, "update-index", "--skip-worktree", "docs/notes.txt")
    _unstaged(root)


def _deleted(root: Path) -> None:
    (root / "docs/notes.txt").unlink()


def _deletion_staged(root: Path) -> None:
    git(root, "rm", "-q", "--cached", "docs/notes.txt")


def _renamed(root: Path) -> None:
    git(root, "mv", "docs/notes.txt", "docs/moved.txt")


def _mode_changed(root: Path) -> None:
    (root / "docs/notes.txt").chmod(0o755)


def _linked_instead(root: Path) -> None:
    (root / "docs/notes.txt").unlink()
    (root / "docs/notes.txt").symlink_to("../run.sh")


def _touched(root: Path) -> None:
    os.utime(root / "docs/notes.txt", (0, 0))


def _hidden_attributes(root: Path) -> None:
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/exclude").write_text("secret/\n")
    (root / "secret").mkdir()
    (root / "secret/x").write_text("x\n")


def _worktree_of_the_users(root: Path) -> None:
    git(root, "worktree", "add", "-q", "--detach", "../theirs")


STATES: dict[str, Callable[[Path], None]] = {
    "staged": _staged,
    "unstaged": _unstaged,
    "staged and more": _staged_and_more,
    "untracked": _untracked,
    "ignored": _ignored,
    "stash": _stashed,
    "intent to add": _intended,
    "assume unchanged": _assumed,
    "skip worktree": _skipped,
    "deleted": _deleted,
    "deletion staged": _deletion_staged,
    "renamed": _renamed,
    "mode changed": _mode_changed,
    "a link instead": _linked_instead,
    "touched": _touched,
    "excluded": _hidden_attributes,
    "a worktree of the user's": _worktree_of_the_users,
}
