"""What is measured besides whole rounds: hands, bots, server, plain Python, processes, start-up."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engines import TOWNS

ROOT = Path(__file__).parents[1]
COMMANDS = {
    "help": ("--help",),
    "score": ("score", "hangzhou", "234m 678m 123p 55s 78s", "9s"),
}
ROUNDS_OF_A_PROCESS = 60_000
"""For each second of measuring: so many that starting a second process does not count."""
Figures = dict[str, float]


def rate(ask: Callable[[], object], number: int, seconds: float) -> float:
    """Millions of answers a second; one call gives `number` of them."""
    ask()
    calls = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        ask()
        calls += 1
    return number * calls / spent / 1e6


def hands(seconds: float) -> Figures:
    """Questions about random hands, one by one and as arrays, in millions a second."""
    import numpy as np  # noqa: PLC0415 - each part loads only what it measures

    from quexiang.hand import Hand, Shape, batch  # noqa: PLC0415 - likewise
    from quexiang.tiles import SET_136  # noqa: PLC0415 - likewise

    chance = random.Random(1)
    plain = Shape(seven_pairs=True)
    special = Shape(families=((27, 28, 29, 30), (31, 32, 33)), fillers={18}, seven_pairs=True)
    whole = [Hand(chance.sample(SET_136, 14)) for _ in range(20_000)]
    resting = [Hand(chance.sample(SET_136, 13)) for _ in range(20_000)]
    counts = np.array([list(hand.counts[:34]) for hand in resting], np.uint8)

    def each(ask: Callable[[Hand], object], asked: list[Hand]) -> float:
        return rate(lambda: [ask(hand) for hand in asked], len(asked), seconds)

    return {
        "complete": each(plain.complete, whole),
        "waits": each(plain.waits, resting),
        "distance": each(plain.distance, resting),
        "waits, array": rate(lambda: batch.waits_many(counts, plain), len(counts), seconds),
        "waits with special sets, array": rate(
            lambda: batch.waits_many(counts, special), len(counts), seconds
        ),
    }


def bots(seconds: float) -> Figures:
    """Rounds a second of four 熟手, town by town."""
    from quexiang.bots import make_bot  # noqa: PLC0415 - each part loads only what it measures
    from quexiang.match.match import Match  # noqa: PLC0415 - likewise
    from quexiang.match.play import play_round  # noqa: PLC0415 - likewise
    from quexiang.variants import variant_named  # noqa: PLC0415 - likewise

    found = {}
    for key in TOWNS:
        variant = variant_named(key)
        players = [make_bot("熟手", str(seat)) for seat in range(4)]
        rounds = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            match = Match(variant, variant.choose({}), 4, f"bench {rounds}")
            play_round(match.start_round(), players)
            rounds += 1
        found[key] = rounds / spent
    return found


def server(seconds: float) -> Figures:
    """Microseconds of a room for an answer, its entries and frames written, and for a frame."""
    from timed_room import TimedRoom  # noqa: PLC0415 - each part loads only what it measures

    spent, answers, frames, number = 0.0, 0, 0, 0
    while spent < seconds:
        room = TimedRoom(TOWNS[number % len(TOWNS)], f"bench {number}")
        room.play()
        spent += room.spent
        answers, frames, number = answers + room.answers, frames + room.frames, number + 1
    return {"answer": spent / answers * 1e6, "frame": spent / frames * 1e6}


def start_up(_seconds: float) -> Figures:
    """Milliseconds of processor time of commands that answer at once, as if called before."""
    return {name: _milliseconds(arguments) for name, arguments in COMMANDS.items()}


def _milliseconds(arguments: tuple[str, ...]) -> float:
    """The second call: the first leaves the modules' byte code behind, as on a user's machine."""
    command = [sys.executable, "-m", "quexiang", *arguments]
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}
    spent = list[float]()
    for _ in range(2):
        before = _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **kept})  # noqa: S603 - our own
        spent.append(_children() - before)
    return 1e3 * spent[-1]


def _children() -> float:
    """The processor time of all processes started and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plain(seconds: float) -> Figures:
    """Rounds a second of random play without the compiled modules, town by town."""
    found = {}
    for key in TOWNS:
        command = [sys.executable, str(Path(__file__).with_name("engines.py")), key, str(seconds)]
        done = subprocess.run(  # noqa: S603 - our own
            command, check=True, capture_output=True, env={**os.environ, "QUEXIANG_PURE": "1"}
        )
        found[key] = json.loads(done.stdout)["rounds"]
    return found


def processes(seconds: float) -> Figures:
    """Rounds of Hangzhou a second by the clock on the wall, in one process and in two."""
    from quexiang.bots import make_bot  # noqa: PLC0415 - each part loads only what it measures
    from quexiang.match import executor  # noqa: PLC0415 - likewise
    from quexiang.match.simulate import Wishes, plan, simulate  # noqa: PLC0415 - likewise
    from quexiang.variants import variant_named  # noqa: PLC0415 - likewise

    wishes = Wishes(
        variant=variant_named("hangzhou"),
        rounds=int(ROUNDS_OF_A_PROCESS * seconds),
        seed="bench",
        given={},
        make_bot=make_bot,
        reads_log=False,
    )

    def by_the_clock(jobs: int) -> float:
        start = time.perf_counter()
        played = sum(tally.rounds for tally in simulate(plan(wishes), executor.processes(jobs)))
        return played / (time.perf_counter() - start)

    one, two = by_the_clock(1), by_the_clock(2)
    return {"one": one, "two": two, "two to one": two / one}


PARTS: dict[str, tuple[str, Callable[[float], Figures]]] = {
    "hands": ("million hands a second", hands),
    "bots": ("rounds a second of four 熟手", bots),
    "server": ("µs of a room", server),
    "plain Python": ("rounds a second without compiled modules", plain),
    "processes": ("rounds a second by the clock", processes),
    "start-up": ("ms until a command has answered", start_up),
}
"""By name: the unit, and what measures it."""


if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]][1](float(sys.argv[2]))))
