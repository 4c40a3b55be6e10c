"""Adds up what a reader said of the refusals of a draw: `python benchmarks/gate_verdicts.py DRAW`.

Of a gate that was read in part, the share of the wrong ones among those read is taken for all of them.
"""

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
    drawn: dict[str, str] = {row["id"]: row["gate"] for row in content["drawn"]}
    if verdicts.keys() != drawn.keys():
        raise SystemExit(f"No verdict, or no refusal: {', '.join(sorted(verdicts.keys() ^ drawn.keys()))}")
    said = Counter((gate, verdicts[name]) for name, gate in drawn.items())
    print(f"{'gate':<12} {'refused':>8} {'read':>6} {'right':>6} {'wrong':>6} {'wrong of all':>13}")
    wrong = 0.0
    for gate, every in sorted(content["refusals"].items()):
        right, bad = said[gate, "right"], said[gate, "wrong"]
        wrong += every * bad / (right + bad)
        print(f"{gate:<12} {every:>8} {right + bad:>6} {right:>6} {bad:>6} {every * bad / (right + bad):>13.1f}")
    print(f"{wrong:.1f} wrong refusals in {content['files']} files judged: {wrong / content['files']:.1%}")


if __name__ == "__main__":
    main()
