"""Record tables at their fullest for the tests of the web client: `python tools/record_tables.py`.

Bots play seeded rounds of every town. Of all asks the fullest in each respect are kept, as the
asked seat sees them.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from quexiang.bots import make_bot
from quexiang.engine.actions import Seat
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.match.simulate import draw_options
from quexiang.present.choice import Choice
from quexiang.present.choices import choices
from quexiang.present.painter import Painter
from quexiang.present.table import SeatView, TableView
from quexiang.rulebook import Variant
from quexiang.variants import variants

FOLDER = Path(__file__).parents[1] / "web/tests/table/tables"
MATCHES = 40
BOTS = ("plain", "random", "plain", "random")


class Recorded(msgspec.Struct, frozen=True):
    """A table as the asked seat sees it, and what it may do."""

    fullest: str
    view: TableView
    choices: list[Choice]


def own(table: Recorded) -> SeatView:
    """The seat that is asked."""
    return next(seat for seat in table.view.seats if seat.seat == table.view.me)


def buttons(table: Recorded) -> int:
    """Choices with a button of their own."""
    return sum(choice.do != "discard" for choice in table.choices)


def tiles_before(seat: SeatView) -> int:
    """Tiles that lie openly before a seat."""
    return sum(len(meld.tiles) or 4 for meld in seat.melds) + sum(len(p.tiles) for p in seat.piles)


FULLNESS: dict[str, Callable[[Recorded], object]] = {
    "river": lambda one: max(len(seat.river) for seat in one.view.seats),
    "discards": lambda one: sum(len(seat.river) for seat in one.view.seats),
    "melds": lambda one: sum(map(tiles_before, one.view.seats)),
    "own melds": lambda one: (len(own(one).melds), tiles_before(own(one))),
    "buttons": lambda one: (buttons(one), len(one.view.waits)),
    "waits": lambda one: (len(one.view.waits), buttons(one)),
    "waits and buttons": lambda one: len(one.view.waits) * buttons(one),
    "marks": lambda one: sum(len(s.marks) for s in one.view.seats) + len(one.view.facts),
    "turned": lambda one: len(one.view.turned),
    "open hands": lambda one: sum(tiles_before(s) + s.count for s in one.view.seats if s.tiles),
    "own tiles": lambda one: (own(one).count, buttons(one)),
}


def seen(match: Match, seed: str) -> Iterator[Recorded]:
    """Play a match; yield every ask as its seat sees it, and the open hands of finished rounds."""
    bots = [make_bot(name, f"{seed} {name}") for name in BOTS]
    painter = Painter(match.variant, match.rules)
    while not match.over:
        round_ = match.start_round()
        views = views_of(round_)
        while round_.asked:
            for seat in round_.pending:
                yield recorded(painter, views[seat], seat, match)
                match.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))
        yield Recorded("", painter.show(round_.table, 0, len(match.rounds)), [])


def recorded(painter: Painter, view: View, seat: Seat, match: Match) -> Recorded:
    """The table as it is now."""
    offers = match.round.asked[seat]
    shown = painter.show(view.table, seat, len(match.rounds))
    return Recorded("", shown, choices(painter, view.table, seat, offers, view.table))


def fullest(variant: Variant, players: int) -> list[Recorded]:
    """The fullest table in each respect."""
    best: dict[str, tuple[object, Recorded]] = {}
    for number in range(MATCHES):
        seed = f"tables {variant.key} {players} {number}"
        _, options = draw_options(variant, {"rounds": "2"}, players, seed)
        match = Match(variant, variant.choose(options, players), players, seed)
        for table in seen(match, seed):
            for name, measure in FULLNESS.items():
                value = measure(table)
                if name not in best or value > best[name][0]:  # type: ignore[operator]  # measures of one kind
                    best[name] = (value, table)
    kept: dict[int, Recorded] = {}
    for name, (_, table) in best.items():
        kept.setdefault(id(table), msgspec.structs.replace(table, fullest=name))
    return list(kept.values())


def record(folder: Path) -> None:
    """Write a file for every town."""
    folder.mkdir(parents=True, exist_ok=True)
    for variant in variants().values():
        tables = [table for players in variant.players for table in fullest(variant, players)]
        text = b"[\n" + b",\n".join(map(msgspec.json.encode, tables)) + b"\n]\n"
        (folder / f"{variant.key}.json").write_bytes(text)
        print(variant.key, len(tables), "tables")


if __name__ == "__main__":
    record(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
