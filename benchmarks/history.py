"""Keeps the figures of a release, and tells when one has become slower.

    python benchmarks/history.py keep VERSION    after `make bench`
    python benchmarks/history.py check           fails at −15 % to the last ones kept

Figures are kept as ratios to a fixed loop of plain Python, so that machines compare.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from engines import LOOP, TOWNS

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "benchmarks" / "history.json"
NOW = ROOT / "build" / "bench.json"
SLOWER = 0.85
Ratios = Mapping[str, float]


def ratios(found: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The rounds of each engine to those of the reference loop in the same run."""
    loop = found[LOOP]["rounds"]
    return {
        name: round(found[name]["rounds"] / loop, 4) for name in found if "rounds" in found[name]
    }


def slower(now: Ratios, last: Ratios) -> list[str]:
    """The towns that are at least 15 % slower, or were not measured."""
    return [name for name in TOWNS if name in last and now.get(name, 0.0) <= SLOWER * last[name]]


def compared(now: Ratios, last: Ratios) -> str:
    """The change of each town in words."""
    return ", ".join(f"{name} {now[name] / last[name] - 1:+.0%}" for name in TOWNS if name in now)


def main() -> None:
    """Keep or check."""
    history: dict[str, dict[str, float]] = json.loads(KEPT.read_text("utf-8"))
    now = ratios(json.loads(NOW.read_text("utf-8")))
    if sys.argv[1] == "keep":
        history[sys.argv[2]] = now
        KEPT.write_text(json.dumps(history, indent=2) + "\n", "utf-8")
        return
    version, last = list(history.items())[-1]
    print(f"to {version}: {compared(now, last)}")
    if found := slower(now, last):
        sys.exit(f"slower than the figures kept: {', '.join(found)}")


if __name__ == "__main__":
    main()
