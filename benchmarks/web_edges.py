"""Our edges between JavaScript and TypeScript files beside those of dependency-cruiser; see web_edges.md.

`python benchmarks/web_edges.py [FOLDER]` needs npm. The peer and the packages are installed into FOLDER, or into a
temporary folder; nothing of theirs is run but the peer itself.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

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


def compare(folder: Path) -> None:
    if not (folder / "node_modules/.bin/depcruise").exists():
        run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *PEER], folder)
    for name, version, within in PACKAGES:
        root = fetched(folder, name, version)
        mine, other = ours(root, within), theirs(folder, root, within)
        print(f"{name} {version}: {len(mine)} edges of ours, {len(other)} of the peer, {len(mine & other)} of both")
        for sign, edges in (("only ours  ", mine - other), ("only theirs", other - mine)):
            for importer, imported in sorted(edges):
                why = EXPLAINED.get((importer, imported), "not explained yet")
                print(f"  {sign} {importer} -> {imported}: {why}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        place = Path(sys.argv[1]).resolve()
        place.mkdir(parents=True, exist_ok=True)
        compare(place)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            compare(Path(temporary))
