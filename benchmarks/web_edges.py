"""Our edges between JavaScript and TypeScript files beside those of dependency-cruiser; see web_edges.md.

`python benchmarks/web_edges.py [FOLDER]` needs npm. The peer and the packages are installed into FOLDER, or into one
in the user's cache; nothing of theirs is run but the peer itself.
"""

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from peers import HOME

from repo_scan import scan_repository

PEER = ("dependency-cruiser@17.4.3", "typescript@5.9.3")
# name, version, the folders that are compared, with a slash at the end
PACKAGES = (
    ("eslint", "10.15.0", ("lib/", "conf/")),
    ("rxjs", "7.8.2", ("src/",)),
    ("svelte", "5.57.3", ("src/",)),
)
ENDINGS = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".json")
Edges = set[tuple[str, str]]
# Differences that were looked into; web_edges.md says why each is right.
ITSELF = "the package imports itself by its own name, as Node lets it"
DECLARED = "between declaration files, so for the compiler alone: we have it, as type-only"
EXPLAINED = {
    ("src/attachments/index.js", "src/internal/client/index.js"): ITSELF,
    ("src/motion/index.js", "src/reactivity/index-server.js"): ITSELF,
    ("src/motion/tweened.js", "src/internal/client/index.js"): ITSELF,
    ("lib/types/universal.d.ts", "lib/types/index.d.ts"): DECLARED,
}


def run(command: list[str], cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def fetched(folder: Path, name: str, version: str) -> Path:
    """The sources of a package, in a git repository of their own."""
    root = folder / name
    if not root.exists():
        archive = run(["npm", "pack", "--silent", f"{name}@{version}"], folder).strip().split("\n")[-1]
        with tarfile.open(folder / archive) as packed:
            packed.extractall(root, filter="data")
        run(["git", "init", "-q"], root / "package")
        run(["git", "add", "-A", "-f"], root / "package")
    return root / "package"


def ours(root: Path, within: tuple[str, ...]) -> Edges:
    """What we say is loaded, at once or later: types are left out."""
    edges = scan_repository(root).graph.edges
    return {
        (edge.importer, edge.imported)
        for edge in edges
        if edge.kind != "type-only" and edge.importer.startswith(within) and edge.imported.endswith(ENDINGS)
    }


def theirs(peer: Path, root: Path, within: tuple[str, ...]) -> Edges:
    """What dependency-cruiser says, after the compiler took the types out; not what lies in other packages."""
    command = [str(peer / "node_modules/.bin/depcruise"), "--no-config", "--output-type", "json"]
    settings = sorted(root.glob("tsconfig.json"))
    command += ["--ts-config", "tsconfig.json"] if settings else []
    found = json.loads(run([*command, *(folder.rstrip("/") for folder in within)], root))
    return {
        (module["source"], dependency["resolved"])
        for module in found["modules"]
        for dependency in module["dependencies"]
        if not dependency["couldNotResolve"]
        and not dependency["coreModule"]
        and module["source"].startswith(within)
        and dependency["resolved"].endswith(ENDINGS)
        and not dependency["resolved"].startswith("../")
        and module["source"] != dependency["resolved"]
    }


def compare(name: str, mine: Edges, other: Edges) -> None:
    """One line for a package, and one for each difference."""
    print(
        f"{name:<16} {len(mine)} ours, {len(other)} dependency-cruiser's, {len(mine ^ other)} differences", flush=True
    )
    for sign, edges in (("only ours", mine - other), ("only theirs", other - mine)):
        for importer, imported in sorted(edges):
            why = EXPLAINED.get((importer, imported), "not explained yet")
            print(f"    {sign}: {importer} -> {imported}: {why}")


def main(folder: Path = HOME / "web") -> None:
    """Compare all packages; a plain sentence where the peer cannot be had."""
    missing = [tool for tool in ("npm", "node") if shutil.which(tool) is None]
    if missing:
        print(f"no edges of JavaScript and TypeScript: {' and '.join(missing)} cannot be found here")
        return
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if not (folder / "node_modules/.bin/depcruise").exists():
            run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *PEER], folder)
        fetched_packages = [(name, fetched(folder, name, version), within) for name, version, within in PACKAGES]
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or f"exit code {error.returncode}").split("\n")[-1]
        print(f"no edges of JavaScript and TypeScript: npm cannot install or fetch what is compared ({last})")
        return
    for name, root, within in fetched_packages:
        compare(name, ours(root, within), theirs(folder, root, within))


if __name__ == "__main__":
    main(*(Path(word).resolve() for word in sys.argv[1:2]))
