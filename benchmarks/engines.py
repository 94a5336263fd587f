"""Whole rounds of random legal play: every town, and the peers in an environment of their own."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

TOWNS: Final = ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")
LOOP: Final = "reference loop"
"""A fixed piece of plain Python, by which figures of different machines compare."""
WARMING: Final = 24
"""Rounds that are played before any is measured."""
Play = Callable[[int], int]
"""Plays the n-th round and gives the number of decisions."""


def town(key: str) -> Play:
    """Matches of eight rounds with default options, without a log."""
    from quexiang.bots import make_bot  # noqa: PLC0415 - a peer's environment has no quexiang
    from quexiang.match.match import Match  # noqa: PLC0415 - likewise
    from quexiang.match.play import play_round  # noqa: PLC0415 - likewise
    from quexiang.variants import variant_named  # noqa: PLC0415 - likewise

    variant = variant_named(key)
    bots = [make_bot("random", str(seat)) for seat in range(4)]
    matches: list[Match] = []

    def play(number: int) -> int:
        if number % 8 == 0:
            options = variant.choose({})
            matches[:] = [Match(variant, options, 4, f"bench {number}", keep_log=False)]
        decisions = play_round(matches[0].start_round(), bots)
        matches[0].count()
        return decisions

    return play


def riichienv() -> Play:
    """One hand of riichi mahjong, any legal action of every player asked."""
    from riichienv import RiichiEnv  # noqa: PLC0415 - only in build/peers

    source, env = random.Random("bench"), RiichiEnv()

    def play(_: int) -> int:
        asked, decisions = env.reset(), 0
        while not env.done():
            answers = {}
            for player, seen in asked.items():
                actions = seen.legal_actions()
                answers[player] = actions[int(source.random() * len(actions))]
                decisions += 1
            asked = env.step(answers)
        return decisions

    return play


def pymahjong() -> Play:
    """One hand of riichi mahjong, its observations left alone."""
    from pymahjong import MahjongEnv  # noqa: PLC0415 - only in build/peers

    source, env = random.Random("bench"), MahjongEnv()

    def play(_: int) -> int:
        env.reset()
        decisions = 0
        while not env.is_over():
            actions = env.get_valid_actions()
            env.step(env.get_curr_player_id(), actions[int(source.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def rlcard() -> Play:
    """One hand of its simple mahjong without flowers, with its own random players."""
    import rlcard as library  # noqa: PLC0415 - only in build/peers
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - likewise

    env = library.make("mahjong")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(_: int) -> int:
        histories, _payoffs = env.run(is_training=False)
        return sum(len(history) // 2 for history in histories)

    return play


def reference_loop() -> Play:
    """Dictionaries, lists and calls, as much as a round of plain Python might do."""

    def play(number: int) -> int:
        counts: dict[int, int] = {}
        for step in range(2000):
            key = (number + step * 7919) % 136
            counts[key] = counts.get(key, 0) + 1
        return len(sorted(counts.items()))

    return play


PEERS: Final[dict[str, Callable[[], Play]]] = {
    "riichienv": riichienv,
    "pymahjong": pymahjong,
    "rlcard": rlcard,
}


def engine(name: str) -> Play:
    """The engine of this name, ready to play."""
    if name == LOOP:
        return reference_loop()
    return PEERS[name]() if name in PEERS else town(name)


def measure(name: str, turns: Iterable[float]) -> Iterator[dict[str, float]]:
    """Play for so many seconds in each turn; give rounds a second and microseconds a decision."""
    play, played = engine(name), WARMING
    for number in range(WARMING):
        play(number)
    for seconds in turns:
        rounds = decisions = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            decisions += sum(play(played + rounds + step) for step in range(8))
            rounds += 8
        played += rounds
        yield {"rounds": rounds / spent, "microseconds": spent / decisions * 1e6}


if __name__ == "__main__":
    for found in measure(sys.argv[1], map(float, sys.argv[2:] or sys.stdin)):
        print(json.dumps(found), flush=True)
