"""Asks, thoughts, answers and ids belong to a match; a frame sent again has no second effect."""

from collections.abc import Callable

import msgspec
from simulated_room import Player, World
from test_lobby import codes
from test_play import ask_of, asked, begun

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import Acted, BallotClosed, Muted, ShuffleCommitted, ShuffleSealed


def dissolved(world: World) -> None:
    """The people end the match."""
    first, *others = world.people.values()
    first.say(incoming.Dissolve())
    for other in others:
        other.say(incoming.Vote(agree=True))
    assert world.room.state.match is None


def rematched(world: World) -> None:
    """The same people play again."""
    for player in world.people.values():
        player.say(incoming.Rematch())
    world.run(0.01)
    assert world.room.state.match is not None


def again(frames: list[outgoing.Outgoing]) -> list[bool]:
    return [frame.again for frame in frames if isinstance(frame, outgoing.Done)]


def test_no_number_of_an_ask_comes_again_in_a_room() -> None:
    world = begun(count=2)
    numbers = [{ask.number for ask in world.room.asks}]
    for _ in range(3):
        dissolved(world)
        rematched(world)
        world.run(5)
        numbers.append({ask.number for ask in world.room.asks})

    assert all(numbers)
    assert len(set.union(*numbers)) == sum(map(len, numbers))


def same_seat_asked(first: Callable[[World], bool], people: int) -> list[World]:
    """Matches at their first ask, which the next match of the room puts to the same seat."""
    found = []
    for seed in range(40):
        twin, world = (begun("anshun", people, seed=f"again {seed}") for _ in range(2))
        dissolved(twin)
        rematched(twin)
        seats = [{ask.seat for ask in each.room.asks} for each in (twin, world)]
        if first(world) and seats[0] == seats[1]:
            found.append(world)
    assert found
    return found


def test_what_a_bot_thought_in_one_match_is_not_played_in_the_next() -> None:
    def is_bots(world: World) -> bool:
        return any(world.room.state.chairs[ask.seat].bot for ask in world.room.asks)

    for world in same_seat_asked(is_bots, 1):
        world.run(0.5)
        dissolved(world)
        rematched(world)
        start = len(world.entries)
        world.run(0.5)  # the old thought comes; the new one is due after 0.8 s

        assert not [entry for entry in world.entries[start:] if isinstance(entry, Acted)]


def test_an_answer_of_one_match_is_not_carried_out_in_the_next() -> None:
    for world in same_seat_asked(lambda _world: True, 4):
        player = asked(world)
        old = incoming.Answer(ask=ask_of(player).ask, choice=0, id="old")
        dissolved(world)
        rematched(world)
        before = len(world.entries)

        assert codes(player.say(old)) == ["stale"]
        assert len(world.entries) == before


def test_a_frame_that_names_another_match_is_stale() -> None:
    world = begun(count=2)
    old = world.room.state.match_id
    assert old is not None
    dissolved(world)
    a = world.people["a"]
    rematched(world)
    frames = (
        incoming.Dissolve(match=old),
        incoming.LeaveRoom(match=old, sure=True),
        incoming.Commit(match=old, round=1, hash="0" * 64),
        incoming.Back(match=old),
    )

    for frame in frames:
        assert codes(a.say(frame)) == ["stale"], frame
    now = world.room.state.match_id
    assert now is not None
    assert not codes(a.say(incoming.Dissolve(match=now)))


def test_a_vote_counts_for_its_own_ballot_only() -> None:
    world = begun(count=3)
    a, b, c = world.people.values()
    a.say(incoming.Dissolve())
    c.say(incoming.Vote(agree=False, ballot=1))
    b.say(incoming.Dissolve())

    assert codes(c.say(incoming.Vote(agree=True, ballot=1))) == ["stale"]
    ballot = world.room.state.ballot
    assert ballot is not None
    assert ballot.number == 2
    assert ballot.agreed == {1}


def test_every_frame_that_changes_something_is_known_after_a_crash() -> None:
    """The same frame again is `done` again, and nothing happens."""
    world = World("hangzhou")
    a, b = world.person("a"), world.person("b")
    a.come()
    b.come()
    said: list[tuple[Player, incoming.Incoming]] = [
        (a, incoming.Sit(id="1")),
        (b, incoming.Sit(id="1")),
        (b, incoming.Ready(id="2")),
        (a, incoming.AddBot(id="3", level="random")),
        (a, incoming.Remove(id="4", seat="C")),
        (a, incoming.AddBot(id="5", level="random", seat="C")),
        (b, incoming.Mute(id="6", seat="A")),
        (a, incoming.Say(id="7", phrase="nice")),
        (a, incoming.Start(id="8")),
        (a, incoming.Dissolve(id="9")),
        (b, incoming.Vote(id="10", agree=True)),
        (b, incoming.Rematch(id="11")),
        (b, incoming.Stand(id="12")),
    ]
    for player, frame in said:
        assert again(player.say(frame)) == [False], frame

    world.restart()
    a.come()
    b.come()
    before = len(world.entries)
    for player, frame in said:
        assert again(player.say(frame)) == [True], frame
    assert len(world.entries) == before
    assert any(isinstance(entry, Muted) for entry in world.entries)


def test_an_answer_of_an_ended_match_is_known_after_a_crash() -> None:
    world = begun(count=2)
    player = asked(world)
    old = incoming.Answer(ask=ask_of(player).ask, choice=0, id="old")
    player.say(old)
    dissolved(world)

    world.restart()
    player.come()

    assert again(player.say(old)) == [True]


def test_what_was_refused_is_not_done_when_it_comes_twice() -> None:
    world = World(seed="twice")
    owner, other = world.person("a"), world.person("b")
    for player in (owner, other):
        player.come()
        player.say(incoming.Sit())
    for _ in range(2):
        owner.say(incoming.AddBot(level="random"))
    start = incoming.Start(id="start")
    refused = codes(owner.say(start))
    assert refused == ["not_now"]

    other.say(incoming.Ready())

    assert codes(owner.say(start)) == refused
    assert world.room.state.match is None
    assert codes(owner.say(incoming.Start(id="again"))) == []
    assert world.room.state.match is not None


def test_another_frame_under_a_used_id_is_refused() -> None:
    world = begun(count=2)
    player = asked(world)
    answer = incoming.Answer(ask=ask_of(player).ask, choice=0, id="used")
    player.say(answer)
    other = msgspec.structs.replace(answer, choice=1)

    for _ in range(2):
        assert codes(player.say(other)) == ["used_id"]
        assert codes(player.say(incoming.Dissolve(id="used"))) == ["used_id"]
        assert world.room.state.ballot is None
        world.restart()
        player.come()


def test_a_mute_and_a_commitment_survive_a_crash() -> None:
    world = World(seed="kept")
    people = world.seat_people(2, shuffles=True)
    for player in people:
        player.delay = lambda _ask: None
    people[1].say(incoming.Mute(seat="A"))
    people[0].say(incoming.Start())
    world.run(0.1, until=lambda: bool(kinds(world, ShuffleCommitted)))
    assert world.room.state.phase == "shuffling"

    world.restart()
    for player in people:
        player.come()
    world.run(10)

    sealed = kinds(world, ShuffleSealed)
    assert isinstance(sealed[0], ShuffleSealed)
    assert not sealed[0].missing
    before = len(people[1].of(outgoing.Spoken))
    people[0].say(incoming.Say(phrase="nice"))
    assert len(people[1].of(outgoing.Spoken)) == before


def kinds(world: World, kind: type) -> list[object]:
    return [entry for entry in world.entries if isinstance(entry, kind)]


def test_nobody_starts_a_match_without_people() -> None:
    world = World()
    a = world.person("a")
    a.come()
    a.say(incoming.Sit())
    a.say(incoming.Stand())
    a.say(incoming.AddBot(level="random"))

    assert codes(a.say(incoming.Start())) == ["not_now"]
    assert world.room.state.match is None


def test_two_of_one_name_are_told_apart_at_the_table() -> None:
    world = World()
    for player in (world.person("a"), world.person("b"), world.person("c")):
        player.person = msgspec.structs.replace(player.person, name="石头")
        player.come()
        player.say(incoming.Sit())
    b = world.people["b"]
    b.say(incoming.Sit(seat="D"))

    names = [chair.person.name for chair in world.room.state.chairs if chair.person is not None]
    assert names == ["石头", "石头 3", "石头 2"]


def test_silence_is_a_no_and_absence_is_not_counted() -> None:
    world = begun(count=3)
    a, b, c = world.people.values()
    for player in (b, c):
        player.delay = lambda _ask: 1.0
    a.say(incoming.Dissolve())
    b.say(incoming.Vote(agree=True))
    world.run(61)  # c is here and plays, but says nothing

    assert world.room.state.match is not None
    assert isinstance(kinds(world, BallotClosed)[-1], BallotClosed)
    assert world.room.state.ballot is None

    c.go()
    b.say(incoming.Dissolve())
    a.say(incoming.Back())
    a.say(incoming.Vote(agree=True))
    assert world.room.state.match is not None
    world.run(61)  # c stays away

    assert world.room.state.match is None


def test_what_was_voted_down_is_not_proposed_again_at_once() -> None:
    world = begun(count=2)
    a, b = world.people.values()
    for player in (a, b):
        player.delay = lambda _ask: 1.0
    a.say(incoming.Dissolve())
    b.say(incoming.Vote(agree=False))

    assert codes(a.say(incoming.Dissolve())) == ["too_soon"]
    assert not codes(b.say(incoming.Dissolve()))
    a.say(incoming.Vote(agree=False))
    world.run(181)
    assert not codes(a.say(incoming.Dissolve()))


def test_a_short_start_needs_a_yes() -> None:
    """AH-89 可少人开局: silence is no agreement."""
    world = World("anhua", {"short_start": True})
    for player in (world.person("a"), world.person("b")):
        player.come()
        player.say(incoming.Sit())
    world.people["b"].say(incoming.ShortStart())
    world.run(61)

    assert world.room.state.match is None
    assert world.room.state.ballot is None
