"""A client that folds changes sees the same table as one that is sent it whole."""

from __future__ import annotations

import pytest
from simulated_room import Player, World

from quexiang.present.table import TableView
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import write
from quexiang.variants import variants


class Witness(Player):
    """The second socket of a person: is sent whole tables, and compares."""

    def __init__(self, world: World, of: Player) -> None:
        super().__init__(world, of.person.id)
        self.of_person = of
        self.compared = 0
        self.delay = lambda _ask: None

    def hear(self, connection: int, frame: outgoing.Outgoing) -> None:
        super().hear(connection, frame)
        if isinstance(frame, outgoing.Events):
            assert self.of_person.view == frame.view
            self.compared += 1


def tables(player: Player) -> list[TableView]:
    """The whole tables that somebody was sent."""
    whole = (outgoing.Events, outgoing.Snapshot)
    return [frame.view for frame in player.frames if isinstance(frame, whole)]


def begin(world: World) -> list[Player]:
    people = world.seat_people(changes=True)
    people[0].say(incoming.Start())
    return people


@pytest.mark.parametrize("variant", list(variants()))
def test_folded_changes_are_the_table(variant: str) -> None:
    world = World(variant)
    people = world.seat_people(changes=True)
    witnesses = [Witness(world, player) for player in people]
    for witness in witnesses:
        witness.come()

    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)

    assert all(witness.compared > 50 for witness in witnesses)
    for player, witness in zip(people, witnesses, strict=True):
        assert len(tables(player)) == len({frame.round for frame in tables(player)})
        assert not witness.of(outgoing.Changes)


def test_changes_are_a_fraction_of_the_tables() -> None:
    assert spoken(changes=True) < spoken(changes=False) / 2


def spoken(*, changes: bool) -> int:
    """How many bytes of tables a person is sent in a match."""
    world = World()
    people = world.seat_people(changes=changes)
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)
    told = (*people[1].of(outgoing.Events), *people[1].of(outgoing.Changes))
    return sum(len(write(frame)) for frame in told)


def test_whoever_asks_again_is_sent_the_whole_table_and_then_changes() -> None:
    world = World()
    people = begin(world)
    world.run(seconds=20)
    before = len(people[1].frames)

    [snapshot] = people[1].say(incoming.Resync())
    world.run(seconds=20)

    assert isinstance(snapshot, outgoing.Snapshot)
    later = [f for f in people[1].frames[before + 1 :] if isinstance(f, outgoing.Changes)]
    assert later[0].since == snapshot.version


def test_whoever_comes_back_is_sent_the_whole_table_first() -> None:
    world = World()
    people = begin(world)
    world.run(seconds=20)
    people[1].go()
    world.run(seconds=3)
    before = len(people[1].frames)

    people[1].come()
    world.run(seconds=20)

    kinds = (outgoing.Events, outgoing.Snapshot, outgoing.Changes)
    heard = [frame for frame in people[1].frames[before:] if isinstance(frame, kinds)]
    assert isinstance(heard[0], outgoing.Events)
    assert {type(frame) for frame in heard[1:]} == {outgoing.Changes}


def test_a_second_hello_may_ask_for_whole_tables_again() -> None:
    world = World()
    people = begin(world)
    world.run(seconds=20)
    player = people[1]

    player.say(incoming.Hello(match=player.match, version=player.version))
    before = len(player.frames)
    world.run(seconds=20)

    heard = player.frames[before:]
    assert any(isinstance(frame, outgoing.Events) for frame in heard)
    assert not any(isinstance(frame, outgoing.Changes) for frame in heard)


@pytest.mark.parametrize("watching", ["public", "delayed"])
def test_those_who_watch_fold_changes_too(watching: str) -> None:
    world = World(watching=watching, delay=60)
    watcher = world.person("w")
    watcher.changes = True
    begin(world)
    watcher.come()

    world.run(until=lambda: bool(watcher.of(outgoing.Over)))

    assert len(watcher.of(outgoing.Changes)) > 50
    assert watcher.view is not None
    assert watcher.view.stage == "over"
    assert watcher.view.end is not None
