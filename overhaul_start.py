"""Console entry: drops what a target could shadow us with from `sys.path`, then starts `agent.cli`.

Standard library only. A target repository may hold a package called `agent` or `prompts`; standing in it, or
having it on PYTHONPATH, must never make its code run in place of ours.
"""

import gc
import os
import sys
from pathlib import Path


def _purge_path() -> None:
    """Remove the current folder and every PYTHONPATH entry from `sys.path`, unless they are where we live."""
    home = Path(__file__).resolve().parent
    foreign = {Path.cwd().resolve()}
    foreign |= {Path(entry).resolve() for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry}
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() not in foreign - {home}]
    if not any(Path(entry).resolve() == home for entry in sys.path):
        sys.path.append(str(home))


def main() -> None:
    """Run the `overhaul` command line."""
    gc.set_threshold(100_000, 20, 20)  # as often as Python looks for garbage costs a command a twentieth of its time
    try:
        _purge_path()
        from agent.cli import main as cli

        cli()
    except KeyboardInterrupt:  # before the command line is ready to say more
        sys.exit(130)


if __name__ == "__main__":
    main()
