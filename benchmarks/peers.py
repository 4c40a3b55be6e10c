"""The peers and what they are measured on, fetched once into a folder of the user's cache: nothing of it is ours."""

import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import platformdirs

HOME = platformdirs.user_cache_path("overhaul-bench", appauthor=False)
PYTHON = HOME / "venv" / "bin" / "python"
_SHOW = [str(PYTHON), "-m", "pip", "show", "--quiet"]
WHO = ("-c", "user.name=bench", "-c", "user.email=bench@example.org")

DJANGO = "Django==5.2"
# Of different shapes: a package in `src`, flat ones, a namespace package, one that lives in another's namespace.
PACKAGES = {
    "attr": "attrs==25.3.0",
    "click": "click==8.1.8",
    "flask": "flask==3.1.0",
    "httpx": "httpx==0.28.1",
    "networkx": "networkx==3.4.2",
    "rich": "rich==14.0.0",
    "google.cloud": "google-cloud-core==2.4.3",
    "zope.interface": "zope.interface==7.2",
}


def peers_installed(*names: str) -> bool:
    """Install peers into their own environment if they are not there yet; whether they are now."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME / "venv"], check=True)
    missing = [name for name in names if subprocess.run(_SHOW + [name], capture_output=True, check=False).returncode]
    if not missing:
        return True
    print(f"installing {', '.join(missing)} into {HOME / 'venv'} ...", flush=True)
    return subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *missing], check=False).returncode == 0


def django() -> Path:
    """Django's source distribution as a repository with one commit."""
    root = HOME / "django"
    if not (root / ".git").exists():
        folder = HOME / "sources"
        _pip("download", "--no-binary", ":all:", "--no-deps", DJANGO, "-d", str(folder))
        archive = next(path for path in folder.iterdir() if path.name.lower().startswith("django"))
        with tarfile.open(archive) as packed:
            packed.extractall(HOME / "unpacked", filter="data")
        next((HOME / "unpacked").iterdir()).rename(root)
        commit_all(root)
        (root / ".git" / "info" / "exclude").write_text(".aider*\n")  # what a peer leaves there is nobody's source
    return root


def packages() -> Path:
    """A folder that holds the packages of PACKAGES, as installed."""
    folder = HOME / "packages"
    if not folder.exists():
        _pip("install", "--no-deps", "--target", str(folder), *PACKAGES.values())
    return folder


def unpacked(package: str, root: Path) -> Path:
    """A package's source distribution, fetched once and unpacked anew."""
    folder = HOME / "distributions" / package
    if not folder.exists():
        words = ("download", "--quiet", "--no-binary", ":all:", "--no-deps", package, "-d", str(folder))
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    with tarfile.open(next(folder.iterdir())) as packed:
        packed.extractall(root, filter="data")
    return next(root.iterdir())


def commit_all(root: Path) -> None:
    """Make a folder a repository with one commit."""
    for words in (("init", "-q"), ("add", "-A", "-f"), (*WHO, "commit", "-q", "-m", "start")):
        subprocess.run(["git", *words], cwd=root, check=True)


def run_peer(script: str, *words: str) -> str:
    """Run a script with the peers' Python; its standard output."""
    return _output([str(PYTHON), "-c", script, *words])


def run_ours(script: str, *words: str) -> str:
    """Run a script with this Python, in a process of its own; its standard output."""
    return _output([sys.executable, "-c", script, *words])


def _output(command: Sequence[str]) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def _pip(*words: str) -> None:
    subprocess.run([PYTHON, "-m", "pip", words[0], "--quiet", *words[1:]], check=True)
