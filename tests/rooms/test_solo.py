"""One person against bots: the table waits for him, and bots think unevenly as people do."""

from __future__ import annotations

from statistics import fmean, pstdev

import pytest
from msgspec.structs import replace
from simulated_room import CLOCK, Player, World
from test_lobby import codes

from quexiang.engine import events as ev
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import Acted, Entrusted, Paused
from quexiang.protocol.room import ClockRules, RoomView
from quexiang.rooms.core import RoomPace
from quexiang.rooms.pauses import LONGEST, SHORTEST, pause


def alone(clock: ClockRules = CLOCK, **settings: object) -> tuple[World, Player]:
    world = World("hangzhou", clock=clock, **settings)  # type: ignore[arg-type]
    player = world.seat_people(1)[0]
    player.say(incoming.Start())
    return world, player


def room_of(player: Player) -> RoomView:
    frame = player.of(outgoing.RoomUpdate)[-1]
    assert isinstance(frame, outgoing.RoomUpdate)
    return frame.room


def acts(world: World) -> int:
    return sum(isinstance(entry, Acted) for entry in world.entries)


def test_no_clock_runs_and_no_trustee_plays_for_one_who_plays_against_bots() -> None:
    world, player = alone()
    player.delay = lambda _ask: None
    world.run(600)
    before = acts(world)

    world.run(36000)

    assert acts(world) == before
    assert not any(isinstance(entry, Entrusted) for entry in world.entries)
    assert room_of(player).solo
    assert not player.of(outgoing.Withdrawn)


def test_one_who_goes_away_finds_the_table_as_he_left_it() -> None:
    world, player = alone()
    player.delay = lambda _ask: None
    world.run(600, until=lambda: bool(list(player.of(outgoing.Ask))))
    player.go()
    world.run(36000)
    before = acts(world)

    player.delay = lambda _ask: 0.5
    player.come()
    world.run(until=lambda: world.is_over)

    assert before < acts(world)
    assert not any(isinstance(entry, Entrusted) for entry in world.entries)


def test_bots_wait_while_the_table_is_paused_even_after_a_restart() -> None:
    world, player = alone()
    world.run(20)
    player.say(incoming.Pause(id="p1"))
    player.delay = lambda _ask: None
    world.run(10)
    before = acts(world)

    world.run(3600)
    world.restart()
    player.come()
    world.run(3600)

    assert acts(world) == before
    assert room_of(player).paused
    assert world.room.state.paused

    player.delay = lambda _ask: 0.5
    player.say(incoming.GoOn())
    world.run(until=lambda: world.is_over)

    assert not room_of(player).paused
    assert acts(world) > before
    assert [entry.on for entry in world.entries if isinstance(entry, Paused)] == [True, False]


def test_a_pause_between_rounds_holds_the_next_one() -> None:
    world, player = alone()
    world.run(until=lambda: world.room.state.phase == "between" and acts(world) > 0)
    world.run(1)
    player.say(incoming.Pause())
    world.run(3600)

    assert world.room.state.phase == "between"
    assert room_of(player).starts_ms is None

    player.say(incoming.GoOn())
    world.run(60)
    assert len(world.room.state.match.rounds if world.room.state.match else ()) == 2


@pytest.mark.parametrize("people", [2, 4])
def test_with_others_at_the_table_nothing_is_paused(people: int) -> None:
    world = World("hangzhou", clock=CLOCK)
    first, *_ = world.seat_people(people)
    first.say(incoming.Start())
    world.run(5)

    due = {ask.seat: ask.due for ask in world.room.asks}
    assert codes(first.say(incoming.Pause())) == ["not_now"]
    first.say(incoming.GoOn())
    assert {ask.seat: ask.due for ask in world.room.asks} == due, "time is won by going on"
    assert not room_of(first).solo
    assert not any(isinstance(entry, Paused) for entry in world.entries)


def test_a_room_of_even_tempo_goes_by_its_clock_against_bots_too() -> None:
    world, player = alone(replace(CLOCK, tempo="even"))
    player.delay = lambda _ask: None

    world.run(until=lambda: world.is_over)

    assert codes(player.say(incoming.Pause())) == ["not_now"]
    assert not room_of(player).solo
    assert any(isinstance(entry, Entrusted) for entry in world.entries)


def test_whoever_has_no_seat_cannot_pause() -> None:
    world, _ = alone(watching="public")
    watcher = world.person("w")
    watcher.come()

    assert codes(watcher.say(incoming.Pause())) == ["not_yours"]
    assert codes(watcher.say(incoming.GoOn())) == ["not_yours"]


def discards(count: int) -> list[ev.Event]:
    return [ev.Discarded(number % 4, 0) for number in range(count)]


def test_bots_think_unevenly_and_longer_where_it_looks_harder() -> None:
    early = [pause(0.8, f"match {number}", discards(4), 1) for number in range(300)]
    late = [pause(0.8, f"match {number}", discards(60), 1) for number in range(300)]

    assert pstdev(early) > 0.15
    assert fmean(late) > 1.4 * fmean(early)
    assert 0.8 * SHORTEST <= min(early + late) <= max(early + late) <= 0.8 * LONGEST
    assert pause(0.0, "match", discards(9), 1) == 0


def test_the_pause_follows_from_what_everybody_sees() -> None:
    hidden: list[ev.Event] = [ev.Drawn(1, 5), ev.Marked(1, "own", 1, public=False)]
    other: list[ev.Event] = [ev.Drawn(1, 30)]

    assert pause(0.8, "m", [*discards(9), *hidden], 1) == pause(0.8, "m", discards(9) + other, 1)


def test_a_first_table_is_slower() -> None:
    usual = RoomPace()

    assert usual.slowed().rest > usual.rest
    assert usual.slowed().think > usual.think
    assert usual.slowed().between == usual.between
    assert RoomPace.scaled(0).slowed().think == 0
