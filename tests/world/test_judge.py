"""The judge sees what a frame shows of others."""

import pytest
from heard import Heard, HeardEvent, HeardSeat, HeardTable
from judge import revealed


def frame(tiles: list[str] | None, *events: HeardEvent) -> Heard:
    seats = [HeardSeat("A", 13, tiles=["1m"]), HeardSeat("B", 13, tiles=tiles)]
    return Heard("events", events=list(events), view=HeardTable(seats, me="A"))


def test_what_a_seat_may_know_is_not_wrong() -> None:
    own = HeardEvent("drawn", seat="A", tile="5p")
    hidden = HeardEvent("drawn", seat="B")

    assert not list(revealed(frame(None, own, hidden)))


@pytest.mark.parametrize(
    "seen",
    [
        frame(["9s"]),
        frame(None, HeardEvent("drawn", seat="B", tile="5p")),
        frame(None, HeardEvent("dealt", seat="B", tiles=["5p"])),
        frame(None, HeardEvent("answered", seat="B")),
        frame(None, HeardEvent("marked", seat="B", public=False)),
    ],
)
def test_a_tile_of_another_is_seen(seen: Heard) -> None:
    assert len(list(revealed(seen))) == 1
