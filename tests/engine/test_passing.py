"""Concealed tiles that go from one seat to another."""

from __future__ import annotations

from quexiang.engine.events import Dealt, Event, Passed, Started, from_json, to_json
from quexiang.engine.table import Table
from quexiang.engine.wire import event_in, event_out
from quexiang.tiles import parse_tiles
from quexiang.variants import variant_named

TOWN = variant_named("anshun")
RULES = TOWN.room(TOWN.choose({}), 4)
DEALT = (
    "123m 456m 789m 11p 258s",
    "111s 222s 333s 44s 99p",
    "123p 456p 789p 4455p",
    "6677889999s 345s",
)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def passed(giver: int, receiver: int, text: str) -> Passed:
    return Passed(giver, receiver, len(tiles(text)), tiles(text))


def table(*events: Event, seat: int | None = None, is_open: bool = False) -> Table:
    """The table after the deal and these events, as a seat or one who sees everything knows it."""
    log: list[Event] = [Started(4, 0, 0, (0,) * 4, 108)]
    log += [Dealt(seat, len(tiles(hand)), tiles(hand)) for seat, hand in enumerate(DEALT)]
    seen = [event if is_open else event.seen_by(seat) for event in (*log, *events)]
    return RULES.new_table().fold(event for event in seen if event is not None)


def test_tiles_go_from_hand_to_hand() -> None:
    after = table(passed(0, 1, "258s"), is_open=True)

    assert after.seats[0].hand.tiles() == list(tiles("123456789m 11p"))
    assert after.seats[1].hand.tiles() == sorted(tiles("111s 222s 333s 44s 99p 258s"))


def test_giver_and_receiver_know_them_and_others_only_how_many() -> None:
    event = passed(0, 1, "258s")

    assert event.seen_by(0) == event.seen_by(1) == event
    assert event.seen_by(2) == event.seen_by(None) == Passed(0, 1, 3, None)


def test_each_view_counts_what_it_cannot_see() -> None:
    event = passed(0, 1, "258s")

    sizes = {
        seat: [(player.hand.size, player.hidden) for player in table(event, seat=seat).seats[:2]]
        for seat in (0, 1, 2)
    }

    assert sizes == {0: [(11, 0), (0, 16)], 1: [(0, 11), (16, 0)], 2: [(0, 11), (0, 16)]}


def test_a_dealer_who_gives_his_last_tile_away_has_drawn_the_last_one_he_gets() -> None:
    gave = passed(0, 1, "258s")
    got = passed(3, 0, "669s")

    assert table(gave, is_open=True).turn.drawn is None
    assert table(gave, got, is_open=True).turn.drawn == tiles("9s")[0]
    assert table(gave, got, seat=0).turn.drawn == tiles("9s")[0]
    assert table(gave, got, seat=3).turn.drawn is None


def test_a_dealer_who_keeps_his_last_tile_has_drawn_that_one() -> None:
    after = table(passed(0, 1, "123m"), passed(3, 0, "669s"), is_open=True)

    assert after.turn.drawn == tiles("8s")[0]


def test_it_travels() -> None:
    for event in (passed(0, 1, "258s"), Passed(0, 1, 3, None)):
        assert from_json(to_json(event)) == event
        assert event_in(event_out(event)) == event
    assert event_out(passed(0, 1, "258s"))["receiver"] == "B"
