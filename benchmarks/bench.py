"""The benchmarks on one page: rounds and environments beside the peers, hands, bots, server.

    python benchmarks/bench.py [PASSES] [SECONDS]

Everything is measured in processor time, each in a process of its own, in turn and again in every
pass; the figures are medians. Engines play in many short turns, since the clock of a shared machine
changes within a second. Peers live in `build/peers`; those that fail are named. Prints a table,
writes `build/bench.json` and draws `docs/pictures/bench.svg`.
"""

from __future__ import annotations

import json
import platform
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from drawing import OTHERS, OURS, bars
from engines import LOOP, PEERS, TOWNS
from environments import medians as medians_of_environments
from environments import report as table_of_environments
from parts import PARTS, Figures

BENCHMARKS = Path(__file__).parent
ROOT = BENCHMARKS.parent
PYTHON_OF_PEERS = ROOT / "build" / "peers" / "bin" / "python"
JSON = ROOT / "build" / "bench.json"
CHART = ROOT / "docs" / "pictures" / "bench.svg"
REFERENCE = "riichienv"
MAJIANG = "majiang-core"
"""A peer in JavaScript, which plays in majiang.mjs."""
ALL_PEERS = (*PEERS, MAJIANG)
TURNS = 8
"""Turns of an engine in a pass."""
Found = dict[str, Figures]


def command_of(name: str) -> tuple[str, ...]:
    """What plays this engine, line by line."""
    if name == MAJIANG:
        package = PYTHON_OF_PEERS.parents[1] / "node_modules" / "@kobalab" / MAJIANG
        return ("node", str(BENCHMARKS / "majiang.mjs"), str(package))
    python = PYTHON_OF_PEERS if name in PEERS else Path(sys.executable)
    return (str(python), str(BENCHMARKS / "engines.py"), name)


class Player:
    """An engine in a process of its own, a peer's in its own environment, that plays in turns."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - ours
            command_of(name),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )

    def turn(self, seconds: float) -> Figures | None:
        """Play for so long; None if it fails."""
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        try:
            asked.write(f"{seconds}\n")
        except BrokenPipeError:
            return None
        text = told.readline()
        return json.loads(text) if text else None

    def end(self) -> None:
        """Play no more."""
        with suppress(BrokenPipeError):
            self._process.communicate()


def rounds(names: Iterable[str], turns: int, seconds: float) -> Found:
    """The engines in turn, again and again; the median of each figure."""
    players = {name: Player(name) for name in names if shutil.which(command_of(name)[0])}
    found: dict[str, list[Figures]] = {}
    for _ in range(turns):
        for name, player in players.items():
            figures = player.turn(seconds)
            if figures is not None:
                found.setdefault(name, []).append(figures)
    for player in players.values():
        player.end()
    return medians(found)


def parts(passes: int, seconds: float) -> Found:
    """All other figures likewise, each time in a process of its own."""
    found: dict[str, list[Figures]] = {}
    for _ in range(passes):
        for name in PARTS:
            command = [sys.executable, str(BENCHMARKS / "parts.py"), name, str(seconds)]
            done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - ours
            found.setdefault(name, []).append(json.loads(done.stdout.splitlines()[-1]))
    return medians(found)


def medians(found: Mapping[str, Sequence[Figures]]) -> Found:
    """The median of each figure."""
    return {
        name: {key: statistics.median(one[key] for one in many) for key in many[0]}
        for name, many in found.items()
    }


def table_of_rounds(found: Found) -> Iterable[str]:
    """A line for each engine."""
    base = found.get(REFERENCE)
    yield f"{'random play':<18}{'rounds/s':>10}{'µs/decision':>14}{'× ' + REFERENCE:>14}"
    for name in (*ALL_PEERS, *TOWNS, LOOP):
        if name not in found:
            yield f"{name:<18} failed or is not installed"
            continue
        rounds, each = found[name]["rounds"], found[name]["microseconds"]
        ratio = f"{rounds / base['rounds']:14.2f}" if base and name != LOOP else ""
        yield f"{name:<18}{rounds:10.0f}{each:14.2f}{ratio}"


def table_of_parts(found: Found) -> Iterable[str]:
    """A line for each of the other figures."""
    for part, (unit, _) in PARTS.items():
        yield f"{part}: {unit}"
        for name, figure in found.get(part, {}).items():
            yield f"  {name:<32}{figure:10.2f}"


def chart(found: Found) -> str:
    """Rounds as multiples of the reference's, which a busy machine spoils less; peers in grey."""
    base = found.get(REFERENCE, found[LOOP])["rounds"]
    rows = {
        name: (found[name]["rounds"] / base, OTHERS if name in ALL_PEERS else OURS)
        for name in (*TOWNS, *ALL_PEERS)
        if name in found
    }
    title = f"Rounds a second, as multiples of {REFERENCE if REFERENCE in found else LOOP}"
    caption = f"One core, random legal players, Python {platform.python_version()}: make bench"
    return bars(title, caption, rows)


def main() -> None:
    """Measure, print, write and draw."""
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0  # noqa: PLR2004 - the second argument
    found = rounds((LOOP, *ALL_PEERS, *TOWNS), TURNS * passes, seconds / TURNS)
    found |= parts(passes, seconds)
    print(f"{platform.machine()}, Python {platform.python_version()}: medians of {passes} passes")
    found["environments"] = medians_of_environments(passes, seconds)
    print("\n".join((*table_of_rounds(found), *table_of_parts(found))))
    print(table_of_environments(found["environments"]))
    JSON.parent.mkdir(exist_ok=True)
    JSON.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    CHART.write_text(chart(found), "utf-8")


if __name__ == "__main__":
    main()
