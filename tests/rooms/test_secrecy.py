"""Nothing hidden leaves the room: neither by a byte, nor by the time of a message."""

import random
from collections import Counter
from functools import partial
from itertools import pairwise

import pytest
from simulated_room import Player, World

from quexiang.engine import events as ev
from quexiang.engine.wall import Wall
from quexiang.match import deal
from quexiang.match.exchange import hidden_places
from quexiang.present.choice import Choice
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.room import ClockRules
from quexiang.rooms.horizon import ON_OFFER
from quexiang.rulebook import OptionValue
from quexiang.tiles import is_flower
from quexiang.variants import variants

TRIES = 12


class Diverged(Exception):
    """On the changed wall the others cannot do what they did."""


class Script:
    """What everybody chose, and when he was asked."""

    def __init__(self) -> None:
        self.chosen: dict[tuple[str, float], Choice] = {}
        self.thrown: dict[str, list[str]] = {}

    def attend(self, player: Player, seed: str) -> None:
        player.random = random.Random(f"{seed} {player.person.id}")
        player.choose = lambda ask: self.record(player, ask)
        player.throw = lambda choice: self.record_throw(player, choice)

    def attend_again(self, player: Player) -> None:
        player.choose = lambda ask: self.repeat(player, ask)
        player.throw = lambda choice: self.repeat_throw(player, choice)

    def record(self, player: Player, ask: outgoing.Ask) -> int:
        index = player.random.randrange(len(ask.choices))
        self.chosen[player.person.id, round(player.world.now, 6)] = ask.choices[index]
        return index

    def repeat(self, player: Player, ask: outgoing.Ask) -> int:
        wanted = self.chosen.get((player.person.id, round(player.world.now, 6)))
        for choice in ask.choices:
            if wanted is None and choice.do == "pass":
                return choice.index
            if wanted is not None and same(choice, wanted):
                return choice.index
        raise Diverged

    def record_throw(self, player: Player, choice: Choice) -> list[str]:
        tiles = self.thrown[player.person.id] = player._throw(choice)
        return tiles

    def repeat_throw(self, player: Player, choice: Choice) -> list[str]:
        tiles = self.thrown[player.person.id]
        if Counter(tiles) - Counter(choice.tiles):
            raise Diverged
        return tiles


def same(one: Choice, other: Choice) -> bool:
    fields = ["do", "tile", "kind", "declare", "value"]
    if not one.sizes:
        fields.append("tiles")
    return all(getattr(one, name) == getattr(other, name) for name in fields)


NATURAL = ClockRules()
EVEN = ClockRules(decision=10, bank=20, tempo="even", window=4)


def thinking(player: Player) -> float:
    """How long somebody thinks who is asked now."""
    source = random.Random(f"{player.person.id} {player.world.now:.6f}")
    return source.lognormvariate(0.5, 0.8)


def test_the_waits_of_each_discard_are_among_what_is_compared() -> None:
    """A ready hand's asks carry waits, so an exchange of hidden tiles would show in them."""
    world = World("hangzhou", {"rounds": 1}, seed="waits")
    first, *_ = people = world.seat_people()
    for player in people:
        player.choose = lambda ask: next(
            (c.index for c in ask.choices if c.waits), ask.choices[-1].index
        )
    first.say(incoming.Start())
    world.run(until=lambda: world.is_over)

    asks = [frame for player in people for frame in player.of(outgoing.Ask)]
    assert any(c.waits for ask in asks for c in ask.choices)  # type: ignore[attr-defined]


def play(
    variant: str, seed: str, script: Script, clock: ClockRules, *, again: bool, until: float
) -> World:
    options: dict[str, OptionValue] = {"rounds": 1}
    world = World(variant, options, seed=seed, watching="public", advice="all", clock=clock)
    changes = random.Random(seed).random() < 0.5
    people = world.seat_people(changes=changes)
    watcher = world.person("w")
    watcher.changes = changes
    watcher.come()
    for player in people:
        script.attend(player, seed)
        player.wants_advice = lambda ask: ask.ask % 4 == 0
        if clock.tempo == "even":
            player.delay = partial(lambda one, _ask: thinking(one), player)
        if again:
            script.attend_again(player)
    people[0].say(incoming.Start())
    world.run(until - world.now, until=lambda: world.is_over)
    return world


def trial(
    variant: str, seed: str, monkeypatch: pytest.MonkeyPatch, clock: ClockRules = NATURAL
) -> bool:
    """Exchange two hidden tiles and compare what one seat hears; tell whether it could be done."""
    source = random.Random(seed)
    script = Script()
    world = play(variant, seed, script, clock, again=False, until=1000 + source.uniform(5, 60))
    match = world.room.state.match
    if match is None or not match.rounds:
        return False
    round_ = match.round
    row = deal.shuffled(sorted(round_.rules.tiles), match.seeds[1])
    seat = source.choice([*range(match.players), None])
    places = hidden_places(round_, row, 9 if seat is None else seat, len(round_.log or ()))
    pairs = [p for p in places if not is_flower(row[p])]
    if len(pairs) < 2:
        return False
    one, other = source.sample(pairs, 2)
    if row[one] == row[other]:
        return False
    changed = list(row)
    changed[one], changed[other] = changed[other], changed[one]
    monkeypatch.setattr(deal, "wall", lambda _tiles, _seed: Wall(changed))
    try:
        twin = play(variant, seed, script, clock, again=True, until=world.now)
    except (Diverged, ValueError):
        return False
    finally:
        monkeypatch.undo()
    name = "w" if seat is None else "abcd"[seat]
    assert twin.people[name].heard == world.people[name].heard, f"{variant} {seed}: {name} can tell"
    return True


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_exchanging_hidden_tiles_changes_no_byte(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = sum(trial(variant, f"{variant} {number}", monkeypatch) for number in range(TRIES))

    assert done >= 2


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_in_an_even_tempo_they_change_no_time_either(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long people think about what they are offered."""
    done = sum(trial(variant, f"{variant} {number}", monkeypatch, EVEN) for number in range(TRIES))

    assert done >= 2


@pytest.mark.soak
@pytest.mark.parametrize("variant", list(variants()))
def test_exchanging_hidden_tiles_changes_no_byte_in_many_matches(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = sum(trial(variant, f"{variant} soak {number}", monkeypatch) for number in range(200))

    assert done >= 30


def rests(people: list[Player]) -> set[float]:
    """The times between a tile on offer and the next thing that is told, for all who listen."""
    waits = set()
    for player in people:
        laid: float | None = None
        for at, frame in zip((at for at, _ in player.heard), player.frames, strict=True):
            if not isinstance(frame, outgoing.Events):
                continue
            kinds = [event["event"] for event in frame.events]
            public = [kind for kind in kinds if kind not in ("answered", "marked", "unmarked")]
            if laid is not None and public:
                waits.add(round(at - laid, 3))
                laid = None
            if any(kind in ("discarded", "cast", "turnedup", "kongdeclared") for kind in kinds):
                assert public.index(public[-1]) == len(public) - 1
                laid = at
    return waits


def human(player: Player) -> None:
    """Let a player think as people do: mostly a second or two, sometimes for long."""
    player.delay = lambda ask: (
        player.random.lognormvariate(0.5, 0.8)
        if ask.stage != "turn"
        else player.random.uniform(0, 3)
    )


def played(variant: str, tempo: str, seed: str) -> list[Player]:
    clock = ClockRules(decision=10, bank=20, tempo=tempo, window=4)  # type: ignore[arg-type]
    world = World(variant, {"rounds": 1}, seed=seed, clock=clock, watching="public")
    people = world.seat_people(3)
    watcher = world.person("w")
    watcher.come()
    for player in people:
        human(player)
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)
    return [*people, watcher]


@pytest.mark.parametrize("variant", list(variants()))
def test_in_an_even_tempo_no_pause_tells_who_was_asked(variant: str) -> None:
    for number in range(3):
        assert rests(played(variant, "even", f"rest {variant} {number}")) == {4.0}


def test_in_an_even_tempo_nobody_who_lets_a_claim_pass_is_entrusted() -> None:
    people = played("hangzhou", "even", "slow")
    frames = [frame for player in people for frame in player.of(outgoing.Withdrawn)]

    assert any(isinstance(frame, outgoing.Withdrawn) and frame.reason == "late" for frame in frames)
    assert not any(
        seat.trustee
        for player in people
        for frame in player.of(outgoing.RoomUpdate)
        for seat in frame.room.seats  # type: ignore[attr-defined]
    )


def test_a_natural_tempo_rests_longer_where_somebody_thinks() -> None:
    """What the docs say that it tells; quick answers still tell nothing."""
    found = rests(played("hangzhou", "natural", "natural"))

    assert min(found) == 0.6
    assert max(found) > 1


@pytest.mark.parametrize("variant", list(variants()))
def test_quick_answers_tell_nothing_in_a_natural_tempo(variant: str) -> None:
    world = World(variant, {"rounds": 1}, seed=f"rest {variant}")
    people = world.seat_people(3)
    for player in people:
        player.delay = lambda _ask: 0.3
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)

    assert rests(people) == {0.6}


def test_a_discard_is_told_before_anybody_is_asked_about_it() -> None:
    world = World(seed="moment")
    people = world.seat_people()
    people[0].say(incoming.Start())
    world.run(60)

    for player in people:
        for before, after in pairwise(player.frames):
            if isinstance(after, outgoing.Ask) and after.stage == "discard":
                assert isinstance(before, outgoing.Events)
                assert before.events[-1]["event"] in ("discarded", "marked")
                assert before.view.turn is None
                assert before.clock is None


def test_every_event_that_lays_tiles_on_offer_makes_the_table_rest() -> None:
    assert set(ON_OFFER) == {ev.Discarded, ev.KongDeclared, ev.TurnedUp, ev.Cast}
