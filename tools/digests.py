"""What whole rounds of random play say, as one digest for each town.

    python tools/digests.py [ROUNDS]

Offers in their order, refusals, answers, events and results: all that a round says goes in, so
that equal digests mean equal behaviour. `tests/test_digests.py` compares them with those in
`tests/kept/digests.json`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator

from quexiang.bots import RandomBot
from quexiang.engine.actions import (
    ADDED,
    CHOW,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PASS,
    PONG,
    READY,
    WIN,
    Action,
)
from quexiang.engine.events import to_json
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Variant
from quexiang.variants import variants

ROUNDS = 10_000
ASKED_WHY = 40
"""Once in so many decisions every action is asked why it is not offered."""
EVERY: tuple[Action, ...] = (
    *(PASS, WIN, PONG, *CHOW.values()),
    *(*DISCARD, *READY, *EXPOSED, *ADDED, *CONCEALED),
)


def told(round_: Round, chance: random.Random) -> Iterator[str]:
    """Play a round to its end and tell everything it says."""
    bots = [RandomBot(str(chance.random())) for _ in range(round_.rules.players)]
    view = View(round_.rules, [], 0)
    while round_.asked:
        for seat, offers in round_.asked.items():
            yield f"{seat}? {[offer.text() for offer in offers]}"
            yield f"{[(refused, offer.text(), rule) for refused, offer, rule in round_.refused]}"
            if chance.randrange(ASKED_WHY) == 0:
                yield f"{[round_.why_not(seat, action) for action in EVERY]}"
            action = bots[seat].choose(view, offers)
            yield f"{seat}! {action.text()}"
            round_.answer(seat, action)
    yield from (to_json(event).decode() for event in round_.log or ())


def matches(variant: Variant, rounds: int) -> Iterator[Match]:
    """Matches of so many rounds in all, every second one with options drawn at random.

    Readings keep their defaults: a room that names none plays as before there were any.
    """
    number = 0
    readings = {option.key: str(option.default) for option in variant.options if option.readings}
    fixed = {"rounds": "8", **readings}
    while rounds > 0:
        number += 1
        players, options = draw_options(variant, fixed, None, f"{number}")
        if number % 2:
            players, options = max(variant.players), dict(variant.choose({}))
        yield Match(variant, variant.choose(options, players), players, f"digest {number}")
        rounds -= 8


def digest(variant: Variant, rounds: int) -> str:
    """The digest of so many rounds, rounded up to whole matches."""
    total = hashlib.sha256()
    for match in matches(variant, rounds):
        chance = random.Random(match.seed)  # noqa: S311 - play, not secrets
        while not match.over:
            round_ = match.start_round()
            for line in told(round_, chance):
                total.update(line.encode())
            match.count()
            total.update(f"{match.scores}".encode())
    return total.hexdigest()


def main() -> None:
    """Print the digests."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(json.dumps({key: digest(variants()[key], rounds) for key in variants()}, indent=2))


if __name__ == "__main__":
    main()
