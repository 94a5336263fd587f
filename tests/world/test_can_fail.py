"""The world finds what it is to find: each defect, put back, is seen within a few worlds."""

from collections.abc import Callable
from itertools import islice

import pytest
import storms
from disk import Disk
from run import seeds as seeds_of
from worlds import World

from quexiang.cluster.envelopes import read_batch, read_envelope
from quexiang.cluster.link import End, Link
from quexiang.cluster.post import Post
from quexiang.protocol import incoming, log
from quexiang.rooms import runner, seats, state
from quexiang.rooms.core import Connection
from quexiang.rooms.feed import Feeds
from quexiang.rooms.index import append_of
from quexiang.rooms.room import Room
from quexiang.rooms.seats import missing_for_start
from quexiang.rooms.state import RoomState
from quexiang.store.journal import Append, Conflict, Head
from quexiang.store.leases import Claim
from quexiang.text import Text

WORLDS = 150
"""Worlds within which each defect must show."""
Breaking = Callable[[pytest.MonkeyPatch], None]


def asks_begin_again_in_each_match(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(state, "MATCHES", 0)
    patch.setattr(Room, "_must_fit", lambda _room, _frame: None)


def ids_are_forgotten_by_a_restart(patch: pytest.MonkeyPatch) -> None:
    def remember(room: Room, connection: Connection, frame: incoming.AnyIncoming) -> None:
        room.state._remember(connection.person.id, frame.id, "")

    patch.setattr(Room, "_remember", remember)


def a_match_of_bots_alone_breaks_the_index(patch: pytest.MonkeyPatch) -> None:
    def asserting(now: RoomState, head: Head, entries: list[log.AnyEntry], at: float) -> Append:
        began = any(isinstance(entry, log.MatchStarted) for entry in entries)
        assert now.match is not None or not began
        return append_of(now, head, entries, at)

    def missing(now: RoomState) -> Text | None:
        bots_alone = all(chair.bot for chair in now.chairs) and now.phase == "lobby"
        return None if bots_alone else missing_for_start(now)

    patch.setattr(runner, "append_of", asserting)
    patch.setattr(seats, "missing_for_start", missing)


def every_server_may_have_every_room(patch: pytest.MonkeyPatch) -> None:
    def check(disk: Disk, one: Append) -> None:
        if one.room in disk.rooms and len(disk.rooms[one.room].rows) != one.after:
            raise Conflict

    patch.setattr(Disk, "_claim", lambda disk, room, _server: Claim(disk.rooms[room].fence))
    patch.setattr(Disk, "_check", check)


def the_pause_tells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Feeds, "rests_until", property(lambda _feeds: None))


def a_link_says_nothing_again(patch: pytest.MonkeyPatch) -> None:
    def attached(link: Link, end: End) -> None:
        link.end = end
        link._waiting.clear()

    patch.setattr(Link, "attached", attached)


def a_gap_is_not_noticed(patch: pytest.MonkeyPatch) -> None:
    def receive(post: Post, payload: bytes) -> None:
        batch = read_batch(payload)
        for envelope in batch.envelopes:
            post._take(batch.sender, read_envelope.decode(envelope))

    patch.setattr(Post, "_receive", receive)
    _only_the_bus_fails(patch)


def the_last_batch_is_not_missed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Post, "prove", lambda _post: None)
    _only_the_bus_fails(patch)


def _only_the_bus_fails(patch: pytest.MonkeyPatch) -> None:
    """Whoever loses his connection for another reason is told everything again."""
    patch.setattr(storms, "ALL", (storms.Storm._lose_messages, storms.Storm._cut_bus))
    patch.setattr(storms, "ALL_WEIGHTS", (1, 1))


def a_lease_is_never_over(patch: pytest.MonkeyPatch) -> None:
    """Whoever died keeps its rooms."""

    def claim(disk: Disk, room: str, server: str) -> Claim:
        record = disk.rooms[room]
        if record.server not in ("", server):
            return Claim(0, "dead", record.server, 1.0)
        record.server, record.fence = server, record.fence + 1
        return Claim(record.fence)

    patch.setattr(Disk, "_claim", claim)


DEFECTS: dict[Breaking, tuple[str, ...]] = {
    asks_begin_again_in_each_match: ("took effect in match", "a bot did", "room is broken"),
    ids_are_forgotten_by_a_restart: ("acknowledged and not in the log",),
    a_match_of_bots_alone_breaks_the_index: ("room is broken: AssertionError",),
    every_server_may_have_every_room: ("fence",),
    the_pause_tells: ("after an offer",),
    a_link_says_nothing_again: ("has no answer", "waits for"),
    a_gap_is_not_noticed: ("misses", "has no answer", "was not told"),
    the_last_batch_is_not_missed: ("misses", "has no answer", "was not told"),
    a_lease_is_never_over: ("was sent after its room", "is not let in"),
}
OF_A_CLUSTER = (
    a_link_says_nothing_again,
    a_gap_is_not_noticed,
    the_last_batch_is_not_missed,
    a_lease_is_never_over,
)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__)
def test_a_defect_put_back_is_found(defect: Breaking, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        defect(patch)
        found = next(
            filter(None, (_violation(seed, defect) for seed in islice(seeds_of("FAIL"), WORLDS)))
        )

    seed, violation = found
    print(f"{defect.__name__}: {seed}: {violation}")  # noqa: T201 - the seed is what one wants to know
    assert not World(seed).run().violations


def _violation(seed: str, defect: Breaking) -> tuple[str, str] | None:
    world = World(seed)
    if world.broker is None and defect in OF_A_CLUSTER:
        return None
    wrong = world.run().violations
    fitting = [one for one in wrong if any(sign in one for sign in DEFECTS[defect])]
    return (seed, fitting[0]) if fitting else None
