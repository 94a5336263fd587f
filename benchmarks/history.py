"""Keeps the figures of a release, and tells when one has become slower.

    python benchmarks/history.py keep VERSION    after `make bench`
    python benchmarks/history.py check           fails at −15 % to the last one kept

Figures are kept as ratios to a fixed loop of plain Python, so that machines compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "benchmarks" / "history.json"
NOW = ROOT / "build" / "bench.json"
LOOP = "reference loop"
SLOWER = 0.85


def ratios() -> dict[str, float]:
    """The rounds of the last run to those of the reference loop."""
    found = json.loads(NOW.read_text("utf-8"))
    loop = found[LOOP]["rounds"]
    return {name: round(one["rounds"] / loop, 4) for name, one in found.items() if name != LOOP}


def main() -> None:
    """Keep or check."""
    history: dict[str, dict[str, float]] = json.loads(KEPT.read_text("utf-8"))
    now = ratios()
    if sys.argv[1] == "keep":
        history[sys.argv[2]] = now
        KEPT.write_text(json.dumps(history, indent=2) + "\n", "utf-8")
        return
    version, last = list(history.items())[-1]
    slower = [f"{name} {now[name] / last[name] - 1:+.0%}" for name in last if name in now]
    print(f"to {version}: {', '.join(slower)}")
    if any(now[name] < SLOWER * last[name] for name in last if name in now):
        sys.exit("slower than the last figures kept")


if __name__ == "__main__":
    main()
