"""Before the match: seats, readiness, bots, the owner, the start."""

from simulated_room import World

from quexiang.protocol import incoming, outgoing
from quexiang.rooms.messages import Shut


def codes(frames: list[outgoing.Outgoing]) -> list[str]:
    return [frame.code for frame in frames if isinstance(frame, outgoing.Error)]


def phase(world: World) -> str:
    return world.room.state.phase


def playing(world: World) -> bool:
    return world.room.state.match is not None


def test_a_taken_seat_is_refused_and_nothing_changes() -> None:
    world = World()
    a, b = world.person("a"), world.person("b")
    a.come()
    b.come()
    a.say(incoming.Sit(seat="B"))
    before = len(world.entries)

    heard = b.say(incoming.Sit(seat="B", id="x"))

    assert codes(heard) == ["taken"]
    assert len(world.entries) == before


def test_sitting_elsewhere_leaves_the_old_seat() -> None:
    world = World()
    a = world.person("a")
    a.come()

    a.say(incoming.Sit(seat="B"))
    a.say(incoming.Sit(seat="D"))

    assert [chair.is_empty for chair in world.room.state.chairs] == [True, True, True, False]


def test_the_start_says_what_is_missing() -> None:
    world = World()
    a, b = world.person("a"), world.person("b")
    for player in (a, b):
        player.come()
        player.say(incoming.Sit())

    assert "Empty seats: 2" in str(a.say(incoming.Start()))
    a.say(incoming.AddBot())
    assert "Waiting for b" in str(a.say(incoming.Start()))
    b.say(incoming.Ready())
    assert codes(b.say(incoming.Start())) == ["not_yours"]
    assert codes(a.say(incoming.Start())) == []
    assert world.room.state.match is not None


def test_only_the_owner_moves_bots() -> None:
    world = World()
    a, b = world.person("a"), world.person("b")
    a.come()
    b.come()

    assert codes(b.say(incoming.AddBot())) == ["not_yours"]
    assert codes(a.say(incoming.AddBot(level="nobody"))) == ["unknown"]
    a.say(incoming.AddBot(level="random", seat="C"))
    assert [chair.bot for chair in world.room.state.chairs] == ["", "", "random", ""]
    a.say(incoming.Remove(seat="C"))
    assert codes(a.say(incoming.Remove(seat="C"))) == ["unknown"]


def test_a_seat_that_the_game_has_not_is_refused() -> None:
    world = World("anhua", players=3)
    a = world.person("a")
    a.come()

    assert codes(a.say(incoming.Sit(seat="D"))) == ["unknown"]


def test_the_owners_rights_pass_on_when_he_stays_away() -> None:
    world = World()
    a, b = world.person("a"), world.person("b")
    a.come()
    b.come()

    a.go()
    world.run(59)
    assert world.room.state.owner == "a"
    world.run(2)

    assert world.room.state.owner == "b"
    assert codes(b.say(incoming.AddBot())) == []


def test_an_owner_who_leaves_hands_over_at_once() -> None:
    world = World()
    a, b = world.person("a"), world.person("b")
    for player in (a, b):
        player.come()
        player.say(incoming.Sit())

    a.say(incoming.LeaveRoom())

    assert world.room.state.owner == "b"
    assert world.room.state.chairs[0].is_empty


def test_an_empty_room_is_closed_soon() -> None:
    world = World()
    a = world.person("a")
    a.come()

    a.go()
    world.run(61)

    assert phase(world) == "closed"


def test_the_creator_becomes_a_wherever_he_sits() -> None:
    world = World()
    a = world.person("a")
    a.come()
    a.say(incoming.Sit(seat="C"))
    a.say(incoming.AddBot(level="random"))

    a.say(incoming.Start())

    assert world.letter(a) == "A"


def test_a_frame_sent_twice_has_one_effect() -> None:
    world = World()
    a = world.person("a")
    a.come()
    first = a.say(incoming.Sit(seat="B", id="m1"))
    before = len(world.entries)

    again = a.say(incoming.Sit(seat="B", id="m1"))

    assert outgoing.Done(id="m1") in first
    assert again == [outgoing.Done(id="m1", again=True)]
    assert len(world.entries) == before


def test_a_room_to_which_nobody_comes_is_closed() -> None:
    world = World()
    a = world.person("a")
    a.come()
    a.say(incoming.Sit())

    a.go()
    world.run(1799)
    assert phase(world) == "lobby"
    world.run(2)

    assert phase(world) == "closed"


def test_a_room_can_be_closed_from_outside() -> None:
    world = World()
    a = world.person("a")
    a.come()

    world.take(Shut("operator"))

    rooms = a.of(outgoing.RoomUpdate)
    assert isinstance(rooms[-1], outgoing.RoomUpdate)
    assert rooms[-1].room.phase == "closed"


def test_phrases_reach_all_who_have_not_muted_the_speaker() -> None:
    world = World()
    a, b, c = world.seat_people(3)[:3]
    c.say(incoming.Mute(seat="A"))

    assert codes(a.say(incoming.Say(phrase="rude"))) == ["unknown"]
    a.say(incoming.Say(phrase="nice"))
    assert codes(a.say(incoming.Say(phrase="nice"))) == ["too_fast"]

    assert len(b.of(outgoing.Spoken)) == 1
    assert c.of(outgoing.Spoken) == []


def test_a_town_adds_phrases_of_its_own() -> None:
    world = World("anshun")
    a, b = world.seat_people(2)

    a.say(incoming.Say(phrase="catch_chicken"))

    (welcome,) = b.of(outgoing.Welcome)
    assert isinstance(welcome, outgoing.Welcome)
    assert "catch_chicken" in [phrase.key for phrase in welcome.phrases]
    spoken = [frame.zh for frame in b.of(outgoing.Spoken) if isinstance(frame, outgoing.Spoken)]
    assert spoken == ["捉鸡捉鸡"]


def test_a_rematch_starts_when_all_want_it() -> None:
    world = World(options={"rounds": 1})
    a, b = world.seat_people(2)
    a.say(incoming.Start())
    world.run(until=lambda: world.is_over)
    first = world.room.state.match_id

    a.say(incoming.Rematch())
    assert not playing(world)
    b.say(incoming.Rematch())

    assert playing(world)
    assert world.room.state.match_id != first
    assert (world.letter(a), world.letter(b)) == ("A", "B")
