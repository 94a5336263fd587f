"""解散 by consent, 可少人开局."""

from simulated_room import World
from test_lobby import codes
from test_play import begun

from quexiang.protocol import incoming, outgoing


def test_a_match_is_dissolved_when_all_people_agree() -> None:
    world = begun(count=3)
    a, b, c = world.people.values()

    a.say(incoming.Dissolve())
    b.say(incoming.Vote(agree=True))
    assert not world.is_over
    c.say(incoming.Vote(agree=True))

    result = world.room.state.result
    assert result is not None
    assert result.how == "dissolved"
    assert result.rounds == []
    assert any(isinstance(frame, outgoing.Over) for frame in b.frames)


def test_one_refusal_ends_the_vote() -> None:
    world = begun(count=3)
    a, b, c = world.people.values()

    a.say(incoming.Dissolve())
    assert codes(b.say(incoming.Dissolve())) == ["not_now"]
    b.say(incoming.Vote(agree=False))

    assert world.room.state.ballot is None
    assert codes(c.say(incoming.Vote(agree=True))) == ["not_now"]
    assert not world.is_over


def test_a_vote_survives_a_restart() -> None:
    world = begun(count=2)
    a, b = world.people.values()
    a.say(incoming.Dissolve())

    world.restart()
    b.come()
    b.say(incoming.Vote(agree=True))

    assert world.is_over


def test_two_may_start_short_where_the_room_allows_it() -> None:
    """AH-89 可少人开局: the two are renamed A and B in their old order and play for two."""
    world = World("anhua", {"short_start": True, "low_add": True})
    a, b = world.person("a"), world.person("b")
    for player, seat in ((a, "B"), (b, "D")):
        player.come()
        player.say(incoming.Sit(seat=seat))  # type: ignore[arg-type]

    b.say(incoming.ShortStart())
    room = a.of(outgoing.RoomUpdate)[-1]
    assert isinstance(room, outgoing.RoomUpdate)
    assert room.room.ballot is not None
    assert room.room.ballot.waiting == ["B"]
    a.say(incoming.Vote(agree=True))
    world.run(until=lambda: world.is_over)

    assert (world.letter(a), world.letter(b)) == ("A", "B")
    result = world.room.state.result
    assert result is not None
    assert len(result.scores) == 2
    assert len(world.room.state.chairs) == 4


def test_short_starts_need_the_option_and_exactly_two() -> None:
    world = World("anhua", {"short_start": True})
    a = world.person("a")
    a.come()
    a.say(incoming.Sit())
    other = World("anhua")
    b = other.person("a")
    b.come()
    b.say(incoming.Sit())
    b.say(incoming.AddBot(seat="B"))

    assert codes(a.say(incoming.ShortStart())) == ["not_now"]
    assert codes(b.say(incoming.ShortStart())) == ["not_now"]
