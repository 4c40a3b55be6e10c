"""Virtual environments made by hand, offline, with the forms of installation that tools leave in them."""

import subprocess
import sys
from pathlib import Path


def make_environment(place: Path) -> Path:
    """A real virtual environment with nothing in it; where it keeps what is installed."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True, capture_output=True)
    (site,) = place.glob("lib/python*/site-packages")
    return site


def with_path_file(site: Path, source: Path) -> None:
    """As setuptools, hatchling and others leave an editable install of a src layout."""
    (site / "__editable__.shop-1.0.pth").write_text(f"{source}\n")


def with_finder(site: Path, source: Path) -> None:
    """As setuptools leaves it where the layout is not so simple."""
    name = "__editable___shop_1_0_finder"
    (site / "__editable__.shop-1.0.pth").write_text(f"import {name}; {name}.install()\n")
    (site / f"{name}.py").write_text(
        "import sys\n"
        "from importlib.machinery import PathFinder\n"
        "from pathlib import Path\n\n"
        f"MAPPING: dict[str, str] = {{'shop': {str(source / 'shop')!r}}}\n"
        "NAMESPACES: dict[str, list[str]] = {}\n\n\n"
        "class Finder:\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        "        place = MAPPING.get(name)\n"
        "        return PathFinder.find_spec(name, [str(Path(place).parent)]) if place else None\n\n\n"
        "def install():\n"
        "    sys.meta_path.append(Finder)\n"
    )
