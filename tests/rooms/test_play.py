"""Answers, refusals, clocks, the trustee, leaving."""

from simulated_room import CLOCK, Player, World
from test_lobby import codes

from quexiang.engine import events as ev
from quexiang.match.log import Happened
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import Acted, Banked, Entrusted
from quexiang.variants import variants


def begun(variant: str = "hangzhou", count: int | None = None, **settings: object) -> World:
    """A match that has just begun, with people who do nothing yet."""
    world = World(variant, clock=CLOCK, **settings)  # type: ignore[arg-type]
    for player in world.seat_people(count):
        player.delay = lambda _ask: None
    world.people["a"].say(incoming.Start())
    world.run(0.01)
    return world


def asked(world: World) -> Player:
    """The person on turn."""
    seat = next(iter(world.room.asks)).seat
    person = world.room.state.chairs[seat].person
    assert person is not None
    return world.people[person.id]


def ask_of(player: Player) -> outgoing.Ask:
    ask = player.of(outgoing.Ask)[-1]
    assert isinstance(ask, outgoing.Ask)
    return ask


def test_an_answer_has_an_effect_once_even_after_a_restart() -> None:
    world = begun()
    player = asked(world)
    answer = incoming.Answer(ask=ask_of(player).ask, choice=0, id="once")
    assert outgoing.Done(id="once") in player.say(answer)
    before = len(world.entries)

    assert outgoing.Done(id="once", again=True) in player.say(answer)
    world.restart()
    player.come()
    assert outgoing.Done(id="once", again=True) in player.say(answer)

    assert not any(isinstance(line, Acted) for line in world.entries[before:])


def test_stale_foreign_and_impossible_answers_change_nothing() -> None:
    world = begun()
    player = asked(world)
    other = next(p for p in world.people.values() if p is not player)
    ask = ask_of(player)
    before = len(world.entries)

    assert codes(player.say(incoming.Answer(ask=ask.ask + 1, choice=0))) == ["stale"]
    assert codes(player.say(incoming.Answer(ask=ask.ask, choice=99))) == ["not_allowed"]
    assert codes(other.say(incoming.Answer(ask=ask.ask, choice=0))) == ["stale"]

    assert len(world.entries) == before


def test_a_throw_of_tiles_not_held_is_refused() -> None:
    world = begun("lanzhou")
    player = world.people["b"]
    ask = ask_of(player)
    assert ask.choices[0].sizes
    before = len(world.entries)

    heard = player.say(incoming.Answer(ask=ask.ask, choice=0, tiles=["5m", "5m", "5m"]))

    assert codes(heard) == ["not_allowed"]
    assert len(world.entries) == before


def test_while_all_choose_others_see_only_who_has_chosen() -> None:
    world = begun("lanzhou")
    player = world.people["b"]

    player.say(incoming.Answer(ask=ask_of(player).ask, choice=0, tiles=[]))

    room = world.people["a"].of(outgoing.RoomUpdate)[-1]
    assert isinstance(room, outgoing.RoomUpdate)
    assert [seat.chosen for seat in room.room.seats] == [False, True, False, False]


def test_when_the_time_and_the_bank_are_up_the_trustee_plays() -> None:
    world = begun()
    player = asked(world)
    seat = world.room.state.seat_of(player.person.id)

    world.run(29)
    assert not any(isinstance(line, Acted) for line in world.entries)
    world.run(2)

    acted = [line for line in world.entries if isinstance(line, Acted)]
    assert (acted[0].seat, acted[0].by) == (seat, "trustee")
    assert Banked(seat or 0, 0) in world.entries
    late = [f for f in player.of(outgoing.Withdrawn) if isinstance(f, outgoing.Withdrawn)]
    assert late[0].reason == "late"


def test_a_player_takes_his_seat_back_by_acting() -> None:
    world = begun()
    player = asked(world)
    seat = world.room.state.seat_of(player.person.id) or 0
    for other in world.people.values():
        if other is not player:
            other.delay = lambda _ask: 0.3
    world.run(31)
    assert world.room.state.chairs[seat].trustee

    world.run(600, until=lambda: world.room.asks.of(seat) is not None)
    player.say(incoming.Answer(ask=ask_of(player).ask, choice=0))

    assert not world.room.state.chairs[seat].trustee
    assert Entrusted(seat, on=False) in world.entries


def test_saying_back_without_need_gives_no_time() -> None:
    world = begun()
    player = asked(world)
    seat = world.room.state.seat_of(player.person.id) or 0
    ask = world.room.asks.of(seat)
    assert ask is not None
    due = ask.due

    world.run(1.0)
    player.say(incoming.Back())

    assert ask.due == due


def test_saying_back_gives_the_whole_time_again() -> None:
    world = begun()
    player = asked(world)
    seat = world.room.state.seat_of(player.person.id) or 0
    player.go()
    world.run(15.1)
    assert world.room.state.chairs[seat].trustee

    player.come()
    world.run(600, until=lambda: world.room.asks.of(seat) is not None)
    player.say(incoming.Back())

    assert not world.room.state.chairs[seat].trustee
    ask = world.room.asks.of(seat)
    assert ask is not None
    assert ask.due > world.now + 9


def test_the_bank_pays_for_what_is_over_the_time() -> None:
    world = begun()
    player = asked(world)
    seat = world.room.state.seat_of(player.person.id) or 0

    world.run(15)
    player.say(incoming.Answer(ask=ask_of(player).ask, choice=0))

    assert 14_900 < world.room.state.chairs[seat].bank <= 15_000


def test_a_lost_connection_is_entrusted_and_not_charged() -> None:
    world = begun()
    player = asked(world)

    player.go()
    world.run(16)

    seat = world.room.state.seat_of(player.person.id)
    assert Entrusted(seat or 0, on=True) in world.entries
    assert not any(
        isinstance(line, Happened) and isinstance(line.event, ev.Left) for line in world.entries
    )


def test_two_tabs_are_one_player() -> None:
    world = begun()
    player = asked(world)
    second = player.come()
    ask = ask_of(player)

    heard = player.say(incoming.Answer(ask=ask.ask, choice=0), connection=second)

    assert outgoing.Withdrawn(ask=ask.ask, reason="answered") in heard
    assert sum(isinstance(frame, outgoing.Events) for frame in heard) == 2


def test_leaving_is_asked_twice_and_the_trustee_plays_on() -> None:
    world = begun(count=2)
    for other in world.people.values():
        other.delay = lambda _ask: 0.3
    b = world.people["b"]
    before = len(world.entries)

    asked_back = b.say(incoming.LeaveRoom(id="l"))
    assert isinstance(asked_back[0], outgoing.Leaving)
    assert not asked_back[0].charged
    assert len(world.entries) == before
    b.say(incoming.LeaveRoom(sure=True))
    world.run(until=lambda: world.is_over)

    result = world.room.state.result
    assert result is not None
    assert result.how == "finished"
    assert world.room.state.chairs[1].is_empty


def test_escaping_is_settled_by_the_rules_of_hangzhou() -> None:
    """HZ-86 to HZ-88: whoever leaves while another's wildcard is out pays, and the match ends."""
    world = begun()
    a = world.people["a"]
    for player in world.people.values():
        player.delay = lambda _ask: 0.1
        player.choose = throw_the_wild
    mark = "taopao"

    def out() -> bool:
        match = world.room.state.match
        assert match is not None
        return bool(match.rounds) and any(mark in s.marks for s in match.round.table.seats[1:])

    world.run(until=lambda: out() or world.is_over)
    heard = a.say(incoming.LeaveRoom())
    assert isinstance(heard[0], outgoing.Leaving)
    assert heard[0].rule == "HZ-87"
    a.say(incoming.LeaveRoom(sure=True))
    world.run(1, until=lambda: world.is_over)

    result = world.room.state.result
    assert result is not None
    assert result.how == "abandoned"
    assert result.scores[0] <= -32


def throw_the_wild(ask: outgoing.Ask) -> int:
    wild = [
        choice.index for choice in ask.choices if choice.do == "discard" and choice.tile == "5z"
    ]
    passing = [choice.index for choice in ask.choices if choice.do == "pass"]
    return (wild or passing or [0])[0]


def test_a_table_that_everybody_has_left_is_dissolved() -> None:
    world = begun(count=2)

    for player in world.people.values():
        player.say(incoming.LeaveRoom(sure=True))
    world.run(1)

    assert world.room.state.result is not None
    assert world.room.state.result.how == "dissolved"


def test_bots_wait_for_people_between_rounds() -> None:
    world = begun(count=1)
    world.people["a"].go()

    world.run(3600)

    match = world.room.state.match
    assert match is not None
    assert len(match.results) == 1
    world.people["a"].come()
    world.run(1)
    assert len(match.rounds) == 2


def test_why_names_the_rule() -> None:
    rules: set[str] = set()
    for variant in variants():
        world = World(variant, seed=f"why {variant}")
        people = world.seat_people()
        people[0].say(incoming.Start())
        world.run(30)
        for _ in range(25):
            world.run(1.5)
            if world.room.state.match is None or not world.room.state.match.rounds:
                break
            rules |= set(doubts(people[1]))
    assert {rule[:2] for rule in rules} >= {"AH", "HZ", "LZ", "ZZ"}


def doubts(player: Player) -> list[str]:
    """Ask why about everything that might be expected, and give the rules that are named."""
    view = next(
        f.view
        for f in reversed(player.frames)
        if isinstance(f, outgoing.Events | outgoing.Snapshot)
    )
    mine = next(seat for seat in view.seats if seat.seat == view.me)
    asks = [incoming.Why(do="pong", id="w"), incoming.Why(do="win", id="w")]
    asks += [incoming.Why(do="discard", tile=tile, id="w") for tile in set(mine.tiles or ())]
    asks += [incoming.Why(do="kong", kind="concealed", tile=tile) for tile in set(mine.tiles or ())]
    if view.last:
        asks.append(incoming.Why(do="kong", kind="exposed", tile=view.last.tiles[0]))
    found = []
    for ask in asks:
        (reply,) = player.say(ask)
        assert isinstance(reply, outgoing.Because)
        found.append(reply.rule)
        assert not reply.rule or (reply.title_zh and reply.title_en), reply
    return [rule for rule in found if rule]
