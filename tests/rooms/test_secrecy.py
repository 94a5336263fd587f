"""Nothing hidden leaves the room: neither by a byte, nor by the time of a message."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from world import Player, World

from quexiang.engine import events as ev
from quexiang.engine.wall import Wall
from quexiang.match import deal
from quexiang.match.exchange import hidden_places
from quexiang.present.choices import Choice
from quexiang.protocol import incoming, outgoing
from quexiang.rooms.feed import ON_OFFER
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


def play(variant: str, seed: str, script: Script, *, again: bool, until: float) -> World:
    world = World(variant, {"rounds": 1}, seed=seed, watching="public", advice="all")
    people = world.seat_people()
    watcher = world.person("w")
    watcher.come()
    for player in people:
        script.attend(player, seed)
        player.wants_advice = lambda ask: ask.ask % 4 == 0
        if again:
            script.attend_again(player)
    people[0].say(incoming.Start())
    world.run(until - world.now, until=lambda: world.is_over)
    return world


def trial(variant: str, seed: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Exchange two hidden tiles and compare what one seat hears; tell whether it could be done."""
    source = random.Random(seed)
    script = Script()
    world = play(variant, seed, script, again=False, until=1000 + source.uniform(5, 60))
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
        twin = play(variant, seed, script, again=True, until=world.now)
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


@pytest.mark.soak
@pytest.mark.parametrize("variant", list(variants()))
def test_exchanging_hidden_tiles_changes_no_byte_in_many_matches(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = sum(trial(variant, f"{variant} soak {number}", monkeypatch) for number in range(200))

    assert done >= 30


@pytest.mark.parametrize("variant", list(variants()))
def test_what_follows_a_discard_comes_at_the_same_time_whoever_is_asked(variant: str) -> None:
    world = World(variant, {"rounds": 1}, seed=f"rest {variant}")
    people = world.seat_people(3)
    for player in people:
        player.delay = lambda _ask: 0.3
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)

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
    assert waits == {0.6}


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
