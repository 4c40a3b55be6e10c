"""Adds up what a reader said of the refusals of a draw: `python benchmarks/gate_verdicts.py DRAW`."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent / "gates"
_ROW = re.compile(r"\| (R\d+) \| (right|wrong) \| \S.* \|")


def main() -> None:
    folder = HERE / sys.argv[1]
    content = json.loads((folder / "refusals.json").read_text("utf-8"))
    verdicts = dict(_ROW.findall((folder / "verdicts.md").read_text("utf-8")))
    drawn: dict[str, dict[str, str]] = {row["id"]: row for row in content["drawn"]}
    if verdicts.keys() != drawn.keys():
        raise SystemExit(f"No verdict, or no refusal: {', '.join(sorted(verdicts.keys() ^ drawn.keys()))}")
    said = Counter((drawn[name]["gate"], verdict) for name, verdict in verdicts.items())
    print(f"{'gate':<12} {'refusals':>9} {'read':>6} {'right':>6} {'wrong':>6}")
    for gate, every in sorted(content["refusals"].items()):
        right, bad = said[gate, "right"], said[gate, "wrong"]
        print(f"{gate:<12} {every:>9} {right + bad:>6} {right:>6} {bad:>6}")
    files = {
        word: {(drawn[name]["package"], drawn[name]["path"]) for name, verdict in verdicts.items() if verdict == word}
        for word in ("right", "wrong")
    }
    judged, read, wrong = content["files"], len(files["right"] | files["wrong"]), len(files["wrong"])
    print(f"{judged} files judged, refusals of {read} read, a wrong one in {wrong}: {wrong / judged:.1%}")


if __name__ == "__main__":
    main()
