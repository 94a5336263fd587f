"""How cost grows: with rounds, seats, rules, events and tables. Draws docs/pictures/growth-*.svg.

    python benchmarks/growth.py [SECONDS]

Processor time, SECONDS (0.5) for each point, the least of three passes through all points.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from drawing import Points, lines
from engines import TOWNS, town

from quexiang.bots import RandomBot
from quexiang.engine.events import Event
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Options, rules_of
from quexiang.variants import variant_named

PASSES = 3
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
BOTS = tuple(RandomBot(str(seat)) for seat in range(4))
VIEW = View(rules_of(variant_named("hangzhou"), variant_named("hangzhou").choose({}), 4), [], 0)
"""A random bot does not look at it."""
Series = dict[str, Points]


def microseconds(work: Callable[[int], int], seconds: float) -> float:
    """What one unit costs; `work` does the n-th piece and tells how many units it was."""
    work(0)
    number = units = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        number += 1
        units += work(number)
    return spent / units * 1e6


def round_of(key: str, players: int, options: Options, number: int) -> Round:
    """The first round of a new match, without a log."""
    return Match(variant_named(key), options, players, f"{number}", keep_log=False).start_round()


def played(key: str, players: int, options: Options, number: int) -> int:
    """Play such a round; give the number of decisions."""
    return play_round(round_of(key, players, options, number), BOTS)


def by_rounds(_seconds: float) -> Series:
    """Microseconds of a round after so many in the same process."""
    found: dict[str, list[tuple[float, float]]] = {}
    for key in ("hangzhou", "lanzhou"):
        play, done = town(key), 0
        for goal in (250, 500, 1000, 1500, 2000):
            start, first = time.process_time(), done
            while done < goal:
                play(done)
                done += 1
            each = (time.process_time() - start) / (done - first) * 1e6
            found.setdefault(key, []).append((goal, each))
    return dict(found)


def by_seats(seconds: float) -> Series:
    """Microseconds of a decision with two, three and four at the table."""
    points = []
    for seats in (2, 3, 4):
        options = variant_named("zhangzhou").choose({}, seats)
        play = partial(played, "zhangzhou", seats, options)
        points.append((seats, microseconds(play, seconds)))
    return {"zhangzhou": points}


def by_rules(seconds: float) -> Series:
    """Microseconds of a decision by the number of rules that the options of a room make."""
    found: Series = {}
    for key in TOWNS:
        variant = variant_named(key)
        points: dict[float, float] = {}
        for number in range(5):
            players, drawn = draw_options(variant, {}, max(variant.players), f"{number}")
            options = variant.choose(drawn, players)
            rules = variant.room(options, players).rules
            play = partial(played, key, players, options)
            points[len(rules)] = microseconds(play, seconds / 2)
        found[key] = sorted(points.items())
    return found


def by_events(seconds: float) -> Series:
    """Microseconds to read a log of so many events, as a room that wakes up does."""
    variant = variant_named("hangzhou")
    match = Match(variant, variant.choose({}), 4, "log")
    play_round(match.start_round(), BOTS)
    log = list(match.round.log or ())

    def fold(part: list[Event], _number: int) -> int:
        match.rules.new_table().fold(part)
        return 1

    parts = [log[: len(log) * quarter // 4] for quarter in (1, 2, 3, 4)]
    return {"hangzhou": [(len(part), microseconds(partial(fold, part), seconds)) for part in parts]}


def by_tables(seconds: float) -> Series:
    """Microseconds of a question with so many rounds open in one process, played in turn."""
    options = variant_named("hangzhou").choose({})
    deal = partial(round_of, "hangzhou", 4, options)

    def step(rounds: list[Round], number: int) -> int:
        at = number % len(rounds)
        if not rounds[at].asked:
            rounds[at] = deal(number)
        for seat, offers in rounds[at].asked.items():
            rounds[at].answer(seat, BOTS[seat].choose(VIEW, offers))
        return 1

    points = []
    for tables in (1, 100, 200, 400, 800):
        rounds = [deal(number) for number in range(tables)]
        points.append((tables, microseconds(partial(step, rounds), seconds)))
    return {"hangzhou": points}


PLOTS: dict[str, tuple[str, str, Callable[[float], Series]]] = {
    "rounds": ("µs of a round", "rounds played in one process", by_rounds),
    "seats": ("µs of a decision", "seats", by_seats),
    "rules": ("µs of a decision", "rules that the options of a room make", by_rules),
    "events": ("µs to read a round from its log", "events", by_events),
    "tables": ("µs of a question", "rounds open in one process", by_tables),
}


def least(measure: Callable[[float], Series], seconds: float) -> Series:
    """The least that each point cost in several passes: what else runs only adds to it."""
    passes = [measure(seconds) for _ in range(PASSES)]
    return {
        name: [(points[0][0], min(y for _, y in points)) for points in zip(*drawn, strict=True)]
        for name in passes[0]
        for drawn in ([found[name] for found in passes],)
    }


def main() -> None:
    """Measure, print and draw."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    for name, (title, axis, measure) in PLOTS.items():
        series = least(measure, seconds)
        for what, points in series.items():
            print(f"{name:<8}{what:<16}", *(f"{x:g}: {y:.2f}" for x, y in points))
        drawn = lines(title, "processor time, random legal players", axis, series)
        (PICTURES / f"growth-{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
