"""Numbers and planes of the environments, over random play of all towns and options."""

from __future__ import annotations

import hashlib
import pickle
import random
from itertools import combinations

import numpy as np
import pytest

from quexiang import env
from quexiang.engine.actions import DISCARD, Choose, Chow, Offer, OpenChoice
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.env import layout, numbering
from quexiang.env.common import observe
from quexiang.env.desk import Desk
from quexiang.env.identity import Identities, same_items
from quexiang.env.numbering import BLOCKS, SIZE, Numbering
from quexiang.env.planes import Planes
from quexiang.env.tables import Batch
from quexiang.errors import UserError
from quexiang.match.simulate import draw_options
from quexiang.rulebook import Variant
from quexiang.variants import variants

by_key = pytest.mark.parametrize(
    "variant", variants().values(), ids=[variant.key for variant in variants().values()]
)
PLANES = layout.HEIGHT * layout.WIDTH


def desk_of(variant: Variant, seed: str, **how: bool) -> Desk:
    """A table with drawn options."""
    players, options = draw_options(variant, {"rounds": "2"}, None, seed)
    return Desk(variant, variant.choose(options, players), players, seed, **how)


def mask_of(desk: Desk) -> list[int]:
    out = np.zeros(SIZE + 5, np.int8)
    desk.mask(out, 5)
    return [int(number) for number in np.flatnonzero(out[5:])]


def steps_of(numbering: Numbering, offer: OpenChoice, taken: list[int]) -> list[Choose]:
    """All choices that steps lead to."""
    found = []
    for number in numbering.legal([offer], taken):
        if number >= BLOCKS["done"].first:
            found.append(numbering.chosen(number, taken))
        else:
            found += steps_of(numbering, offer, [*taken, numbering.step(number)])
    return found


def assert_numbered(numbering: Numbering, offers: list[Offer], legal: list[int]) -> None:
    """Every offer has one number, and every number is of an offer."""
    plain = [o for o in offers if not isinstance(o, OpenChoice) and not getattr(o, "tiles", ())]
    open_ = [offer for offer in offers if offer not in plain]
    numbers = [numbering.number(offer) for offer in plain]
    assert len({*numbers}) == len(plain)
    assert [numbering.actions[number] for number in numbers] == plain
    steps = {number for number in legal if number >= BLOCKS["take"].first}
    assert {*legal} - steps == {*numbers}
    assert bool(steps) == bool(open_)
    assert all(numbering.text(number) for number in legal)


@by_key
def test_masks_are_the_offers_and_planes_are_the_views(variant: Variant) -> None:
    for seed in range(6):
        desk = desk_of(variant, f"numbers {seed}", keep_log=True, skip_forced=seed % 2 == 1)
        source = random.Random(seed)
        for _ in range(150):
            if desk.seat < 0:
                desk.deal()
                continue
            legal = mask_of(desk)
            assert legal == sorted(desk.legal())
            if not desk.taken:
                assert_numbered(desk.numbering, desk.offers, legal)
            assert_nothing_leaks(desk, source.randrange(desk.players))
            desk.act(desk.sample(source.getrandbits(40)))


@by_key
def test_planes_that_were_kept_are_those_written_anew(variant: Variant) -> None:
    for seed in range(3):
        desk = desk_of(variant, f"kept {seed}")
        source = random.Random(seed)
        rounds = desk.options.number("rounds")
        for _ in range(200):
            if desk.seat < 0:
                desk.deal()
                continue
            kept, anew = np.full(PLANES, 255, np.uint8), np.full(PLANES, 255, np.uint8)
            seat, table = desk.seat, desk.round.table
            desk.observe(kept, 0, seat)
            number = len(desk.match.rounds)
            Planes(desk.rules, rounds).write(anew, 0, table, seat, table.stage, desk.taken, number)
            assert (kept == anew).all()
            desk.act(desk.sample(source.getrandbits(40)))


@by_key
def test_planes_follow_a_desk_and_its_copies_in_any_order(variant: Variant) -> None:
    """What is kept of one table never shows at another: copies go their own ways."""
    for seed in range(2):
        desk = desk_of(variant, f"copies {seed}", keep_log=True)
        source = random.Random(seed)
        rounds = [desk.round]
        for step in range(160):
            if desk.seat < 0:
                desk.deal()
                rounds = [desk.round]
                continue
            if step % 9 == 0:
                rounds = [desk.round.copy(), *rounds[-2:]]
            if step % 50 == 25:
                desk = pickle.loads(pickle.dumps(desk))  # noqa: S301 - ours
                rounds = [desk.round]
            assert_as_anew(desk, source.choice(rounds), source)
            assert_nothing_leaks(desk, source.randrange(desk.players))
            desk.act(desk.sample(source.getrandbits(40)))


def assert_as_anew(desk: Desk, round_: Round, source: random.Random) -> None:
    """A desk's planes write a table as planes do that know nothing yet."""
    kept, anew = np.full(PLANES + 3, 255, np.uint8), np.full(PLANES + 3, 255, np.uint8)
    seat, table = source.randrange(desk.players), round_.table
    stage = source.choice(["", table.stage])
    taken = source.choice([[], [0, 3, 3]])
    written = table, seat, stage, taken, source.randrange(9)
    desk.planes.write(kept, 3, *written)
    Planes(desk.rules, desk.options.number("rounds")).write(anew, 3, *written)
    assert (kept == anew).all()


@by_key
def test_a_mask_is_written_over_what_was_there(variant: Variant) -> None:
    batch = Batch(variant, variant.choose({}, 4), 4, tables=2, seed="masks")
    for _ in range(80):
        batch.masks.fill(1)
        batch.observations.fill(255)
        batch.step(batch.sample())
        for table, desk in enumerate(batch.desks):
            seen = observe(desk, desk.seat)
            assert (batch.masks[table] == seen["action_mask"]).all()
            assert (batch.observations[table] == seen["observation"]).all()


def assert_nothing_leaks(desk: Desk, seat: int) -> None:
    """A seat's planes are the same from the table as from what it has seen."""
    round_ = desk.round
    seen, true = np.zeros(PLANES, np.uint8), np.zeros(PLANES, np.uint8)
    desk.observe(true, 0, seat)
    view = View(round_.rules, round_.log or [], seat)
    stage, taken = (round_.table.stage, desk.taken) if seat == desk.seat else ("", [])
    number = len(desk.match.rounds)
    desk.planes.write(seen, 0, view.table, seat, stage, taken, number)

    planes = zip(layout.PLANES, seen.reshape(-1, 42), true.reshape(-1, 42), strict=True)
    assert [plane.key for plane, one, other in planes if (one != other).any()] == []


@by_key
def test_a_finished_round_is_observed_like_its_views(variant: Variant) -> None:
    desk = desk_of(variant, "ended", keep_log=True)
    while desk.seat >= 0:
        desk.act(desk.sample(11))

    for seat in range(desk.players):
        assert_nothing_leaks(desk, seat)


@by_key
def test_a_later_seat_observes_nothing_of_an_earlier_answer(variant: Variant) -> None:
    compared = 0
    for seed in range(40):
        desk = desk_of(variant, f"secret {seed}")
        source = random.Random(seed)
        while desk.seat >= 0 and compared < 12:
            if len(desk.round.asked) > 1 and not desk.round.table.answers and not desk.taken:
                seen = {observed_next(desk, number) for number in desk.legal()}
                assert len(seen - {None}) <= 1
                compared += len(seen - {None})
            desk.act(desk.sample(source.getrandbits(40)))

    assert compared or variant.key == "anshun"  # where two are seldom asked


def observed_next(desk: Desk, number: int) -> tuple[int, bytes, bytes] | None:
    """What the seat asked next observes if this one answers so; None after a step of a choice."""
    clone = pickle.loads(pickle.dumps(desk))  # noqa: S301 - ours
    clone.act(number)
    if clone.taken:
        return None
    planes, mask = np.zeros(PLANES, np.uint8), np.zeros(SIZE, np.int8)
    clone.observe(planes, 0, clone.seat)
    clone.mask(mask, 0)
    return clone.seat, planes.tobytes(), mask.tobytes()


@by_key
def test_a_path_leads_to_the_action(variant: Variant) -> None:
    for seed in range(3):
        desk, other = (desk_of(variant, f"path {seed}") for _ in range(2))
        source = random.Random(seed)
        while desk.seat >= 0:
            offer = source.choice(desk.offers)
            action = offer.smallest() if isinstance(offer, OpenChoice) else offer
            assert other.seat == desk.seat
            for number in desk.numbering.path(action):
                other.act(number)
            desk.answer(action)

        assert other.seat < 0
        assert other.round.table == desk.round.table


@pytest.mark.parametrize("one_suit", [False, True])
def test_every_open_choice_is_reached_by_one_path(one_suit: bool) -> None:  # noqa: FBT001 - pytest
    numbering = Numbering({one.key: one for one in variants()["lanzhou"].declarations})
    offer = OpenChoice("throw", (0, 0, 1, 9, 9, 9, 27), (0, 2, 3), one_suit=one_suit)

    found = steps_of(numbering, offer, [])

    every = {tiles for size in range(8) for tiles in combinations(offer.tiles, size)}
    allowed = {tiles for tiles in every if offer.allows(Choose("throw", tiles=tiles))}
    assert sorted(choice.tiles for choice in found) == sorted(allowed)


def test_numbers_stay_what_they_are() -> None:
    numbering = Numbering({})

    kept = [numbering.text(number) for number in (0, 1, 2, 3, 47, 48, 75, 102, 136, 170, 204)]

    assert kept == [
        *("pass", "win", "pong", "chow 12m", "chow 89s", "chow 1m5z", "chow 1m5z"),
        *("kong 1m", "kong 1m", "kong 1m", "discard 1m"),
    ]
    assert SIZE == 452
    assert [block.first for block in BLOCKS.values()] == [
        *(0, 1, 2, 3, 102, 136, 170, 204, 246, 330, 366, 450)
    ]


def test_what_has_no_number_is_refused() -> None:
    desk = desk_of(variants()["hangzhou"], "refused")

    with pytest.raises(UserError, match="has no number"):
        desk.numbering.number(Chow(27, 28))
    with pytest.raises(UserError, match="there is no number 452"):
        desk.act(452)
    with pytest.raises(UserError, match="the number 450 is not legal now"):
        desk.act(450)
    declared = variants()["lanzhou"].declarations[0]
    with pytest.raises(UserError, match="no room for"):
        Numbering(dict.fromkeys("abc", declared))
    assert desk.numbering.number(DISCARD[3]) == 207


def test_an_object_is_found_by_identity_and_not_by_equality() -> None:
    ones = [Chow(low, 1) for low in range(200)]
    known = Identities([*ones, None, ones[3]])

    assert [known.find(one) for one in ones] == [*range(200)]
    assert known.find(Chow(0, 1)) == known.find(None) == -1


def test_items_are_compared_by_identity_and_in_their_order() -> None:
    value = (1, 2)
    items = {"a": value, "b": 3}

    assert same_items(["a", value, "b", 3], items)
    assert not same_items(["b", 3, "a", value], items)
    assert not same_items(["a", value], items)
    assert not same_items(["a", value, "b", 4], items)


def test_what_a_critic_sees_is_the_whole_set() -> None:
    variant = variants()["hangzhou"]
    desk = desk_of(variant, "critic")
    for _ in range(60):
        desk.act(desk.sample(7))
    seen = np.zeros(PLANES, np.uint8)
    hidden = np.zeros(layout.HIDDEN_HEIGHT * 42, np.uint8)

    desk.observe(seen, 0, 2)
    desk.observe_hidden(hidden, 0, 2)

    rows = dict(zip((plane.key for plane in layout.PLANES), seen.reshape(-1, 42), strict=True))
    laid = ("chows", "pongs", "open_kongs", "river")
    open_ = sum(rows[f"{key}_{seat}"].sum() for key in laid for seat in range(4))
    rest = hidden.reshape(-1, 42)[:7].sum() + rows["hand"].sum() + rows["closed_kongs_0"].sum()
    assert open_ + rest == len(desk.rules.tiles)


def digest(told: list[str]) -> str:
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def test_a_version_stands_for_every_number_and_every_plane() -> None:
    """Whoever changes one of them raises the version, and writes the new digest here."""
    numbers = [
        f"{town} {number} {action}"
        for town in ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")
        for number, action in enumerate(env.numbers(town).actions)
    ]
    planes = [
        f"{plane.key} {[column.key for column in plane.columns]}"
        for plane in (*layout.PLANES, *layout.HIDDEN_PLANES)
    ]
    places = [
        f"{variant.key} {[*variant.room(variant.choose({}), 4).stages]} "
        f"{[*variant.room(variant.choose({}), 4).marking]}"
        for variant in variants().values()
        if variant.package.startswith("quexiang.variants.")
    ]

    assert (numbering.VERSION, digest(numbers)) == (1, "40eb207b06f71f20")
    assert (layout.VERSION, digest([*planes, *places])) == (1, "706f0eadc9e9673e")
