"""What the index is told of a room, by the entries alone."""

from quexiang.match.log import Opening
from quexiang.match.reader import FORMAT
from quexiang.protocol import log
from quexiang.protocol.room import Profile, SeatStatistics
from quexiang.rooms.index import append_of
from quexiang.rooms.state import RoomState
from quexiang.store import Head
from quexiang.store.rooms import MatchBegun, MatchOver, RoomChanged, RoomOpened
from quexiang.variants import variant_named

OWNER = Profile("p_a", "阿竹")
TOWN = variant_named("hangzhou")
OPTIONS = dict(TOWN.choose({"rounds": 1}, 4))
OPENED = log.Opened(
    key="room",
    code="123456",
    variant=TOWN.key,
    version=TOWN.version,
    players=4,
    options=OPTIONS,
    owner=OWNER,
)
START: list[log.AnyEntry] = [
    log.MatchStarted("m1", (1, 2, 3, 0)),
    Opening(FORMAT, TOWN.key, TOWN.version, 4, OPTIONS, "m1"),
]
NOTHING = SeatStatistics(0, 0, 0)
END = log.MatchEnded("dissolved", (), (0, 0, 0, 0), (0, 0, 0, 0), (NOTHING,) * 4)


def room(*entries: log.AnyEntry) -> RoomState:
    bots = [log.BotSat(seat, "random") for seat in (1, 2, 3)]
    return RoomState.folded([OPENED, log.Sat(0, OWNER), *bots, *entries])


def test_a_new_room_is_entered_with_its_owner() -> None:
    state = RoomState.folded([OPENED, log.Sat(0, OWNER)])

    append = append_of(state, Head(fence=1), [OPENED, log.Sat(0, OWNER)], 1.0, "server")

    (opened,) = append.index
    assert isinstance(opened, RoomOpened)
    assert (opened.server, opened.row.people, opened.row.empty_seats) == ("server", ("p_a",), 3)
    assert (append.after, append.fence) == (0, 1)


def test_a_match_is_entered_with_the_people_who_began_it() -> None:
    state = room(*START)

    changed, begun = append_of(state, Head(4), START, 1.0).index

    assert isinstance(changed, RoomChanged)
    assert changed.row.phase == "playing"
    assert isinstance(begun, MatchBegun)
    assert [seat.name for seat in begun.row.seats] == ["random", "random", "random", "阿竹"]


def test_a_match_may_begin_and_end_in_one_message() -> None:
    """Nobody but bots is left, say; whoever sat there began it all the same."""
    state = room(log.Stood(0), log.BotSat(0, "random"), *START, END)

    changed, begun, over = append_of(state, Head(4), [*START, END], 1.0).index

    assert isinstance(changed, RoomChanged)
    assert changed.row.phase == "lobby"
    assert isinstance(begun, MatchBegun)
    assert len(begun.row.seats) == 4
    assert isinstance(over, MatchOver)
    assert (over.match, over.how) == ("m1", "dissolved")
