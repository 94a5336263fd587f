"""The shuffle that nobody can bend."""

from simulated_room import World
from test_lobby import codes

from quexiang.match import fair
from quexiang.match.log import RoundOpened
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import ShuffleBegun, ShuffleSealed
from quexiang.text import Text


def proofs(world: World, name: str = "a") -> list[outgoing.Proof]:
    return [frame for frame in world.people[name].frames if isinstance(frame, outgoing.Proof)]


def problems(proof: outgoing.Proof, bots: frozenset[str] = frozenset()) -> list[Text]:
    return fair.problems(
        fair.SeedProof(
            match=proof.match,
            number=proof.round,
            server_hash=proof.hash,
            secret=proof.secret,
            hashes=dict(proof.hashes),
            values=dict(proof.values),
            bots=bots,
            seed=bytes.fromhex(proof.seed),
        )
    )


def test_after_each_round_everything_is_revealed_and_fits() -> None:
    world = World()
    a, b = world.seat_people(2, shuffles=True)
    a.say(incoming.Start())
    world.run(until=lambda: world.is_over)

    found = proofs(world)
    assert [proof.round for proof in found] == [1, 2]
    for proof in found:
        assert problems(proof, frozenset("CD")) == []
        assert proof.values.keys() == {"A", "B", "C", "D"}
        assert proof.missing == []
    seeds = [line.seed for line in world.entries if isinstance(line, RoundOpened)]
    assert seeds == [proof.seed for proof in found]
    assert b.number in found[-1].values.values()


def test_the_secret_is_told_to_nobody_before_the_end_of_the_round() -> None:
    world = World()
    a, _ = world.seat_people(2, shuffles=True)
    a.say(incoming.Start())
    world.run(20)

    secret = next(line.secret for line in world.entries if isinstance(line, ShuffleBegun))
    for player in world.people.values():
        assert not any(secret.encode() in text for _, text in player.heard)


def test_a_client_that_does_not_reveal_delays_and_bends_nothing() -> None:
    world = World()
    a, b = world.seat_people(2, shuffles=True)
    a.say(incoming.Start())
    b.shuffles = False
    hashed = fair.commitment(world.room.state.match_id or "", 1, "B", "0" * 64)
    b.say(incoming.Commit(round=1, hash=hashed))
    world.run(until=lambda: any(isinstance(line, ShuffleSealed) for line in world.entries))

    assert world.now < 1010
    world.run(until=lambda: bool(proofs(world)))
    proof = proofs(world)[0]
    assert proof.missing == ["B"]
    assert "B" not in proof.values
    assert problems(proof, frozenset("CD")) == []
    other = fair.round_seed(proof.match, 1, proof.secret, {}, dict(proof.values))
    assert other.hex() != proof.seed


def test_numbers_that_do_not_fit_or_come_too_late_are_refused() -> None:
    world = World()
    a, b = world.seat_people(2, shuffles=True)
    a.say(incoming.Start())
    a.shuffles = b.shuffles = False
    assert codes(a.say(incoming.Reveal(round=1, value="0" * 64))) == ["not_now"]
    assert codes(a.say(incoming.Commit(round=2, hash="1" * 64))) == ["not_now"]
    world.run(0.01)
    for player in (a, b):
        player.say(incoming.Commit(round=1, hash="1" * 64))

    assert codes(a.say(incoming.Commit(round=1, hash="1" * 64))) == ["not_now"]
    assert codes(a.say(incoming.Reveal(round=1, value="0" * 64))) == ["not_allowed"]


def test_without_anybody_who_takes_part_the_deal_waits_for_nobody() -> None:
    world = World()
    a, _ = world.seat_people(2)

    a.say(incoming.Start())

    assert world.room.state.phase == "playing"
