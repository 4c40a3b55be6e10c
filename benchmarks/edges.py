"""Our runtime edges beside grimp's, on packages of different shapes; prints every difference. `python edges.py`."""

import json
import shutil
import tempfile
from pathlib import Path

from peers import PACKAGES, commit_all, django, packages, peers_installed, run_peer

from repo_scan import scan_repository

GRIMP = """
import json, sys
sys.path.insert(0, sys.argv[1])
import grimp
graph = grimp.build_graph(sys.argv[2], cache_dir=None, exclude_type_checking_imports=True)
edges = [(one, two) for one in graph.modules for two in graph.find_modules_directly_imported_by(one) if one != two]
print(json.dumps([sorted(graph.modules), sorted(edges)]))
"""
Pairs = set[tuple[str, str]]
IN_SRC = {"attr", "click", "flask", "zope.interface"}  # laid out with a `src` folder, as their authors have them


def main() -> None:
    """One line for each package, and one for each difference."""
    if not peers_installed("grimp"):
        print("grimp cannot be installed here")
        return
    _report("django", django(), "", django())
    for package in PACKAGES:
        with tempfile.TemporaryDirectory() as folder:
            top = "src" if package in IN_SRC else ""
            inside = package.replace(".", "/")
            unwanted = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(packages() / inside, Path(folder) / top / inside, ignore=unwanted)
            (Path(folder) / "pyproject.toml").write_text('[project]\nname = "x"\n')
            commit_all(Path(folder))
            _report(package, Path(folder), top, packages())


def _report(package: str, root: Path, top: str, installed: Path) -> None:
    modules, pairs = json.loads(run_peer(GRIMP, str(installed), package))
    theirs, ours = {(one, two) for one, two in pairs}, _ours(root, top, set(modules))
    print(f"{package:<16} {len(ours)} ours, {len(theirs)} grimp's, {len(ours ^ theirs)} differences", flush=True)
    for one, two in sorted(ours ^ theirs):
        print(f"    {'only ours' if (one, two) in ours else 'only grimp'}: {one} -> {two}")


def _ours(root: Path, top: str, modules: set[str]) -> Pairs:
    """What runs: imports at the top and inside functions, as grimp takes them; not those for type checkers alone."""
    pairs = {
        (_dotted(edge.importer, top), _dotted(edge.imported, top))
        for edge in scan_repository(root).graph.edges
        if edge.kind != "type-only"
    }
    return {(one, two) for one, two in pairs if one in modules and two in modules}


def _dotted(path: str, top: str) -> str:
    inside = path.removeprefix(f"{top}/" if top else "").removesuffix(".py")
    return inside.removesuffix("/__init__").replace("/", ".")


if __name__ == "__main__":
    main()
