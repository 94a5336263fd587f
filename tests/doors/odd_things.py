"""Says odd things at every door, and prints what comes of each: the same compiled and plain.

`python tests/doors/odd_things.py DOOR SEED COUNT`. Two lines are a number with what was said,
and what came of it; of an error only that it is one, since C refuses a wrong type before it looks
into the value.
"""

from __future__ import annotations

import json
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from quexiang import Game, UserError, data, env
from quexiang.engine.refusals import NotAllowed
from quexiang.env import common
from quexiang.env.desk import Desk
from quexiang.env.planes import Planes
from quexiang.env.tables import Batch
from quexiang.hand import Hand, Shape, batch
from quexiang.match.deal import words
from quexiang.scenarios.run import run_file
from quexiang.variants import variants

SCENARIOS: Final = Path(__file__).parents[2] / "src/quexiang/variants"
NUMBERS: Final = (-(2**40), -(2**31) - 1, -43, -34, -1, 0, 1, 3, 8, 17, 33, 34, 41, 42, 67, 452)
LARGE: Final = (255, 256, 500, 10**6, 2**31 - 1, 2**31, 2**32 + 5, 2**53, 2**64)
ODD: Final[tuple[Any, ...]] = (None, "", "A", "x", [], {}, [1], "9z", True, *NUMBERS, *LARGE)
KINDS: Final[tuple[Any, ...]] = (
    np.uint8,
    np.int8,
    np.int32,
    np.int64,
    np.float64,
    np.bool_,
    object,
)
Said = tuple[str, Callable[[], object]]


def outcome(ask: Callable[[], object]) -> str:
    """What comes of a question, in a word."""
    try:
        return repr(ask())
    except (ArithmeticError, LookupError, NotAllowed, TypeError, ValueError, AttributeError):
        return "refused"


def number(source: random.Random) -> int:
    """A number that is seldom right."""
    return source.choice([source.randrange(45), source.choice(NUMBERS), source.choice(LARGE)])


def hands(source: random.Random) -> Said:
    """Shapes, hands and what they are asked."""
    tiles = source.sample([tile for tile in range(42) for _ in range(4)], source.randrange(60))
    tiles += [number(source)] * (source.random() < 0.1)
    wild = [number(source) % 50 for _ in range(source.randrange(3))]
    sets, pairs = source.choice([4, 4, 5, 5, number(source)]), source.random() < 0.5
    row = [0] * source.choice([0, 1, 33, 34, 42])
    tile, goal = number(source) % 2**31, source.randrange(-3, 12)
    asked: dict[str, Callable[[Shape, Any], object]] = {
        "waits": lambda shape, hand: shape.waits(hand),
        "complete": lambda shape, hand: (shape.complete(hand), shape.standard(hand)),
        "with": lambda shape, hand: shape.complete_with(hand, tile),
        "distance": lambda shape, hand: shape.distance(hand, goal),
        "useful": lambda shape, hand: shape.useful(hand, goal),
        "best": lambda shape, hand: shape.reach.best(hand, row, 0, goal),
        "ahead": lambda shape, hand: shape.reach.ahead(hand, goal, row, 0),
        "ready": lambda shape, hand: list(shape.ready_discards(hand)),
        "only": lambda shape, hand: (shape.sets_only(hand, goal), shape.pairs_only(hand, goal)),
        "wild": lambda shape, _: [shape.is_wild(one) for one in range(-99, 99)],
        "pick": lambda _, hand: hand.pick(tuple(row)),
        "below": lambda *_: words(b"seed", "die").below(min(max(goal, 0), 9)),
    }
    name = source.choice(list(asked))
    nobody = source.random() < 0.05

    def ask() -> object:
        shape = Shape(sets=sets, wild=wild, seven_pairs=pairs and sets == 4)
        return asked[name](shape, None if nobody else Hand(tiles))

    return f"{name} {tiles} {wild} {sets}", ask


def arrays(source: random.Random) -> Said:
    """Arrays of hands and of keys."""
    columns, rows = source.choice([34, 34, 34, 4, 4, 0, 1, 42]), source.randrange(4)
    values = [source.randrange(2) for _ in range(columns * rows)]
    if values and source.random() < 0.5:
        values[source.randrange(len(values))] = number(source) % 2**31
    kind = source.choice(KINDS)
    name = source.choice(["complete_many", "waits_many", "natural_many", "codes_of"])
    step, nobody = source.choice([1, 1, 2, -1]), source.random() < 0.05

    def ask() -> object:
        counts = np.array(values).astype(kind).reshape(rows, columns)[::step]
        counts.flags.writeable = False
        shape: Any = None if nobody else Shape(seven_pairs=True)
        found = getattr(batch, name)(counts, shape)
        return [np.asarray(one).tolist() for one in found]

    return f"{name} {kind.__name__} {rows}×{columns} {values} {step}", ask


def played(town: str, seed: str, steps: int) -> Game:
    """A game after so many answers."""
    game = Game(town, seed=seed)
    for _ in range(steps):
        if not game.asked:
            break
        seat = game.asked[0]
        offer = game.offers(seat)[-1]
        game.do(seat, offer.smallest() if hasattr(offer, "smallest") else offer)
    return game


def games(source: random.Random) -> Said:
    """Answers, and matches on paper with something in them changed."""
    town, seed, steps = source.choice(list(variants())), str(source.random()), source.randrange(40)
    name = source.choice(["json", "json", "json", "do", "offers", "view"])
    seat, chance = source.choice([0, 1, number(source), number(source)]), source.random()
    text = source.choice(["discard 9z", "打东", "chow 12m", "kong 5f", "\x00", "hu", "pass"])

    def ask() -> object:
        game = played(town, seed, steps)
        if name == "json":
            lines = game.to_json().splitlines()
            place = int(chance * len(lines))
            lines[place] = json.dumps(changed(json.loads(lines[place]), random.Random(chance)))
            return Game.from_json("\n".join(lines) + "\n").asked
        if name == "do":
            game.do(seat, text)
        return repr(game.offers(seat) if name == "offers" else game.view(seat).table.left)

    return f"{name} {town} {seed} {steps} {seat} {chance}", ask


def changed(value: object, source: random.Random) -> object:
    """The same with something odd in it, somewhere."""
    if isinstance(value, dict) and value and source.random() < 0.9:
        key = source.choice(list(value))
        return {**value, key: changed(value[key], source)}
    if isinstance(value, list) and value and source.random() < 0.7:
        place = source.randrange(len(value))
        return [*value[:place], changed(value[place], source), *value[place + 1 :]]
    return source.choice(ODD)


def environments(source: random.Random) -> Said:
    """Numbers, seats and arrays that environments are given."""
    town, seed = source.choice(list(variants())), str(source.random())
    name = source.choice(["aec", "gym", "batch", "observe", "mask", "hidden", "planes"])
    value, base, size = number(source), source.choice([0, 0, number(source)]), source.choice(SIZES)
    taken = [number(source) for _ in range(source.randrange(3))]

    def ask() -> object:
        desk = common.make_desk(town, None, None, seed)
        row, flags = np.zeros(size, np.uint8), np.zeros(size, np.int8)
        asked: dict[str, Callable[[], object]] = {
            "aec": lambda: stepped(town, seed, value),
            "gym": lambda: stepped_alone(town, seed, value),
            "batch": lambda: stepped_together(town, seed, value),
            "observe": lambda: desk.observe(row, base, value),
            "mask": lambda: desk.mask(flags, base),
            "hidden": lambda: desk.observe_hidden(row, base, value % 4),
            "planes": lambda: Planes(desk.rules, 8).write(
                row, base, desk.round.table, value, "", taken, value % 2**31
            ),
        }
        return repr(asked[name]()), int(row.sum()), int(flags.sum())

    return f"{name} {town} {seed} {value} {base} {size} {taken}", ask


SIZES: Final = (0, 5, common.action_space().n, 5000, 5000, 9000)


def stepped(town: str, seed: str, value: int) -> str:
    """Who is asked after a number."""
    game = env.aec(town, seed=seed)
    game.reset()
    game.step(value)
    return str(game.agent_selection)


def stepped_alone(town: str, seed: str, value: int) -> object:
    """What a number brings who plays against bots."""
    game = env.gym(town, seed=seed)
    game.reset()
    return game.step(value)[1:]


def stepped_together(town: str, seed: str, value: int) -> list[int]:
    """Who is asked at three tables after a number at one of them."""
    tables = env.batch(town, tables=3, seed=seed)
    numbers: Any = tables.sample().astype(np.int64)
    if value >= 2**63:
        raise UserError("太大", "too large for numpy")
    numbers[1] = value
    tables.masks[:] = 1  # they are the caller's to write to
    tables.step(numbers)
    seats: list[int] = tables.seats.tolist()
    return seats


def pickles(source: random.Random) -> Said:
    """Rounds and tables whose pickles hold something else."""
    town, seed = source.choice(list(variants())), str(source.random())
    is_batch, chance = source.random() < 0.4, source.random()

    def ask() -> object:
        one: Any = env.batch(town, tables=2, seed=seed)
        one = one if is_batch else one.desks[0]
        restore, state = one.__reduce__()
        odd = random.Random(chance)
        place = odd.randrange(len(state))
        inner = list(state[place]) if isinstance(state[place], tuple) else [state[place]]
        inner[odd.randrange(len(inner))] = odd.choice([*ODD, np.zeros(1, np.int8), (), (99,)])
        new = tuple(inner) if isinstance(state[place], tuple) else inner[0]
        again = pickle.loads(pickle.dumps(restore(*state[:place], new, *state[place + 1 :])))  # noqa: S301 - our own
        return used(again)

    return f"{town} {seed} {is_batch} {chance}", ask


def used(one: object) -> object:
    """What a few steps come to."""
    if isinstance(one, Desk):
        seen = common.observe(one, max(one.seat, 0))
        one.act(one.sample(7))
        return int(seen["observation"].sum()), int(one.seat)
    assert isinstance(one, Batch)
    for _ in range(3):
        one.step(one.sample())
    return one.seats.tolist()


def papers(source: random.Random) -> Said:
    """Scenarios and rows of data with something in them changed."""
    town, seed = source.choice(list(variants())), str(source.random())
    chance, steps = source.random(), source.randrange(60)
    is_row = source.random() < 0.5

    def ask() -> object:
        odd = random.Random(chance)
        if is_row:
            wrong: Any = changed(row(town, seed, steps), odd)
            return data.replay(wrong).table.left
        texts = sorted((SCENARIOS / town / "scenarios").glob("*.yaml"))
        text = odd.choice(texts).read_text("utf-8")
        place = odd.randrange(len(text))
        signs = ["", "9", "m", "-", "z", "A", "99999999999", ": ", "\n"]
        Path("odd.yaml").write_text(text[:place] + odd.choice(signs) + text[place + 1 :], "utf-8")
        return [(one.ok, one.errors) for one in run_file("odd.yaml")]

    return f"{town} {seed} {chance} {steps} {is_row}", ask


def row(town: str, seed: str, steps: int) -> dict[str, Any]:
    """A row of data about a round, as far as it was played."""
    game = played(town, seed, steps)
    return {"town": town, "seed": seed, "players": game.players, "history": "", **facts(game)}


def facts(game: Game) -> dict[str, Any]:
    """What else a row tells."""
    return {
        "schema": 1, "version": game.town.version, "options": "{}", "match": "1", "bots": [],
        "match_seed": game.seed, "round": 1, "dealer": 0, "dealer_drawn": False, "streak": 0,
        "scores_before": [0] * game.players, "points": [], "scores_after": [], "end": "draw",
        "winners": [], "wins": [], "payments": [], "decisions": 0, "seed": "00" * 32,
    }  # fmt: skip


DOORS: Final[dict[str, Callable[[random.Random], Said]]] = {
    "hands": hands,
    "arrays": arrays,
    "games": games,
    "environments": environments,
    "pickles": pickles,
    "papers": papers,
}


def main(door: str, seed: str, count: int) -> None:
    """Say so much at a door."""
    warnings.simplefilter("ignore")
    for turn in range(count):
        said, ask = DOORS[door](random.Random(f"{seed} {turn}"))
        print(turn, said, flush=True)  # noqa: T201 - whoever started this reads it
        print("  →", outcome(ask), flush=True)  # noqa: T201 - likewise


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
