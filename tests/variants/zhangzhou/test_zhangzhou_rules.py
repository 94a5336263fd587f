"""Rules of Zhangzhou that no scenario can show: set, deal, secrets, match, reasons, facts."""

from __future__ import annotations

from collections import Counter

import pytest
from scripted import go_on, seen_by
from zhangzhou_table import SEATS, A, B, C, D, played, room, table_with

from quexiang.engine import events as ev
from quexiang.engine.events import to_json
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.scenarios.script import Script
from quexiang.tiles import SET_144, is_flower, parse_tile, tile_text
from quexiang.variants.zhangzhou import VARIANT
from quexiang.variants.zhangzhou.opening import FLOWERS
from quexiang.variants.zhangzhou.patterns import put_away

SHAPE = "123m 456m 789m 345p 777s 1z"
DEALER = "147m 258p 369s 2346677z 9m"
LATE = {"A": DEALER, "C": "123m 456m 345p 678p 99s 45s"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zz_1_the_set_is_the_same_for_any_number_of_players(players: int) -> None:
    """ZZ-1, ZZ-2."""
    counts = Counter(room(players).tiles)

    assert counts.total() == 144
    assert {count for tile, count in counts.items() if is_flower(tile)} == {1}
    assert {count for tile, count in counts.items() if not is_flower(tile)} == {4}


def test_zz_2_other_numbers_of_players_are_refused() -> None:
    """ZZ-2."""
    for players in (1, 5):
        with pytest.raises(BadOption, match="is played by 2, 3, 4"):
            VARIANT.choose({}, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zz_3_chance_gives_every_seat_the_first_deal(players: int) -> None:
    """ZZ-3."""
    dealers = Counter(deal.dice(str(seed).encode()).choose(players) for seed in range(3000))
    match = Match(VARIANT, VARIANT.choose({}, players), players, "one")

    assert set(dealers) == set(range(players))
    assert all(abs(count - 3000 / players) < 150 for count in dealers.values())
    first = match.start_round().table
    assert first.dealer == deal.dice(deal.round_seed("one", 1)).choose(players)
    assert first.dice == ()


@pytest.mark.parametrize(("players", "left"), [(2, 110), (3, 94), (4, 78)])
def test_zz_5_the_deal_goes_round_in_fours_from_the_dealer(players: int, left: int) -> None:
    """ZZ-5, ZZ-88: the wall ends with the flowers reversed out of the way of every draw."""
    row = (*SET_144[20:136], *SET_144[136:], *SET_144[:20])
    dealt = Round(room(players), Wall(row), Dice(lambda _: 1, lambda _: 0), dealer=1)
    assert dealt.log is not None

    hands = {e.seat: e.tiles for e in dealt.log if isinstance(e, ev.Dealt)}
    for place in range(players):
        starts = [4 * (turn * players + place) for turn in range(4)]
        expected = tuple(tile for start in starts for tile in row[start : start + 4])
        extra = (row[16 * players],) if place == 0 else ()
        assert hands[(1 + place) % players] == (*expected, *extra)
    assert dealt.table.indicator == row[-1]
    assert dealt.table.left == left


@pytest.mark.parametrize("seed", range(20))
def test_zz_9_three_golds_are_in_play_and_no_hand_keeps_a_flower(seed: int) -> None:
    """ZZ-6, ZZ-7, ZZ-8, ZZ-9."""
    players = 2 + seed % 3
    match = Match(VARIANT, VARIANT.choose({}, players), players, str(seed))
    round_ = match.start_round()
    table = round_.table
    held = [tile for player in table.seats for tile in player.hand.tiles()]

    assert (*held, *round_.wall.rest()).count(table.wild[0]) == 3
    assert not list(filter(is_flower, held))
    assert [player.size for player in table.seats] == [
        16 + (seat == table.dealer) for seat in range(players)
    ]
    laid = sum(len(player.piles.get(FLOWERS.key, ())) for player in table.seats)
    aside = len(table.set_aside)
    assert table.left == 144 - 16 * players - 1 - laid - 1 - aside


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("123m 456m 789m 123p 66s 45s 7z", "6s"),
        ("123m 456m 789m 12p 468s 77z 2z", None),
        ("5m 123p 456p 789p 123s 66s 45s", "5m"),
        ("1m 234m 567m 789p 99s 45s 123p", "1m"),
        ("123m 456m 789m 123p 66s 45s 1z", "1m"),
    ],
)
def test_zz_16_the_first_tile_in_order_that_leaves_a_ready_hand_is_put_away(
    hand: str, away: str | None
) -> None:
    """ZZ-16."""
    table = table_with({A: hand})

    tile = put_away(table, table.seats[A].hand)

    assert (None if tile is None else tile_text(tile)) == away


def test_zz_16_the_tile_put_away_is_told_with_the_win() -> None:
    """ZZ-16."""
    script = played("A win", hands={"A": "123m 456m 789m 123p 66s 45s 7z"})

    won = script.round.table.wins[0]
    assert [(step.zh, step.rule) for step in won.steps] == [
        ("抢金", "ZZ-16"),
        ("换下六条", "ZZ-16"),
    ]


def test_the_last_dealt_tile_counts_as_drawn_unless_it_was_a_flower() -> None:
    """ZZ-6: `auto` discards it; the flowers of others do not take the dealer's turn."""
    others = {
        "B": "1f 369m 147p 258s 234466z",
        "C": "258m 369p 147s 2233467z",
        "D": "11447m 22558p 33669s 5z",
    }
    kept = played(hands={"A": "2f 147m 258p 369s 234677z 9m", **others}, back="8p 8s")
    replaced = played(hands={"A": "147m 258p 369s 234677z 9m 2f", **others}, back="8p 8s")

    assert kept.round.table.turn == ev_turn(A, "9m")
    assert replaced.round.table.turn == ev_turn(A, "8p")


def ev_turn(seat: int, tile: str) -> object:
    from quexiang.engine.due import Turn  # noqa: PLC0415 - only here

    return Turn(seat, "deal", parse_tile(tile))


def test_zz_35_a_concealed_kong_is_four_backs_until_the_end() -> None:
    """ZZ-35."""
    script = played(
        "A kong 1m",
        "A discard 8m",
        hands={"A": "1111m 258p 369s 234677z 8m"},
        left=22,
    )

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert [(meld.kind, meld.tiles) for meld in view.seats[A].melds] == [("concealed", ())]
    go_on(script, "auto end", "over")
    view = room().new_table().fold(seen_by(script, B))
    assert [tile_text(tile) for tile in view.seats[A].melds[0].tiles] == ["1m"] * 4


def level_marks(script: Script, seat: int | None) -> list[tuple[str, object]]:
    """The level marks of B that a seat has seen set."""
    marked = [event for event in seen_by(script, seat) if isinstance(event, ev.Marked)]
    return [(e.mark, e.value) for e in marked if e.seat == B and e.mark in ("youjin", "you")]


def test_zz_57_level_one_is_the_owners_secret_and_two_and_three_are_public() -> None:
    """ZZ-57."""
    script = played(
        "B pass",
        "A discard 9m",
        hands={"A": DEALER, "B": SHAPE},
        draws="1z 2z 3z 4z 1z",
    )
    assert level_marks(script, B) == [("youjin", 1)]
    for seat in (A, C, D, None):
        assert level_marks(script, seat) == []

    go_on(script, "B discard 1z", "auto 3", "B discard 1z")
    for seat in (A, C, D, None):
        assert level_marks(script, seat) == [("you", 2), ("you", 3)]


def test_zz_57_a_youjin_hand_looks_like_any_other() -> None:
    """ZZ-57: the same discards from a 游金 hand and from another one."""
    others = {"A": DEALER, "C": "258m 369p 14s 2223334z 5z", "D": "11447m 22558p 33669s 5z"}
    stories = [
        played("A discard 9m", "B discard 9p", hands={"B": hand, **others}, draws="9p 8p")
        for hand in (SHAPE, "123m 456m 788m 345p 777s 1z")
    ]

    for seat in (A, C, D, None):
        shown = [[to_json(event) for event in seen_by(story, seat)] for story in stories]
        assert shown[0] == shown[1]


def test_zz_58_and_zz_59_locks_are_told_to_their_owner_only() -> None:
    """ZZ-58, ZZ-59."""
    hands = {"A": "147m 258p 369s 2346677z 9s", "C": LATE["C"].replace("45s", "99p")}
    script = played("C pass", "A discard 9s", "C pass", hands=hands)

    told = {
        seat: {e.mark for e in seen_by(script, seat) if isinstance(e, ev.Marked)}
        for seat in (*SEATS, None)
    }
    assert {"loupeng", "louhu"} <= told[C]
    assert all(not {"loupeng", "louhu"} & told[seat] for seat in (A, B, D, None))


def test_zz_89_a_match_has_as_many_rounds_as_chosen_and_a_streak_adds_none() -> None:
    """ZZ-83, ZZ-85, ZZ-86, ZZ-89."""
    match = Match(VARIANT, VARIANT.choose({"rounds": 3}, 3), 3, "drawn")

    while not match.over:
        round_ = match.start_round()
        while not round_.over:
            for seat, offers in list(round_.asked.items()):
                match.answer(seat, round_.rules.neutral(round_.table, seat, offers))

    assert match.results == [(0, 0, 0)] * 3
    assert match.totals() == (0, 0, 0)
    assert [round_.table.streak for round_ in match.rounds] == [0, 1, 2]
    assert len({round_.table.dealer for round_ in match.rounds}) == 1


def test_zz_90_the_options_and_their_defaults() -> None:
    """ZZ-90."""
    assert {option.key: option.default for option in VARIANT.options} == {
        "rounds": 8,
        "settle_mode": "2/1",
        "base_score": 1,
        "pairs_hand": "triplet",
        "you_lock": "all",
        "you_kept": "stays",
        "kept_fourth": "allowed",
        "gold_after_meld": "turn",
    }
    for given in ({"rounds": 1}, {"rounds": "99"}, {"settle_mode": "3/2"}, {"base_score": "10"}):
        assert VARIANT.choose(given)


@pytest.mark.parametrize(
    "given",
    [
        {"rounds": 0},
        {"rounds": 100},
        {"settle_mode": "1/1"},
        {"base_score": 3},
        {"players": 4},
        {"fenbing": False},
        {"pairs_hand": "run"},
        {"hot_plain": "open"},
    ],
)
def test_zz_90_other_options_are_refused(given: dict[str, object]) -> None:
    """ZZ-90."""
    with pytest.raises(BadOption):
        VARIANT.choose(given)


def told(script: Script, seat: int | None) -> dict[str, tuple[str, str]]:
    """The facts of a seat's view by key."""
    rules = room(settle_mode="3/1", base_score=5)
    view = rules.new_table().fold(seen_by(script, seat))
    return {fact.key: (fact.zh, fact.rule) for fact in rules.facts(view, seat)}


def test_what_all_must_see() -> None:
    """ZZ-44, ZZ-71, ZZ-74, ZZ-77, ZZ-87."""
    others = {
        "B": "369m 147p 258s 2344667z",
        "C": "257m 369p 147s 2233455z",
        "D": "11447m 22558p 33669s 5z",
    }
    script = played(
        "A kong 8m",
        "A discard 9m",
        "B discard 9m",
        streak=2,
        hands={"A": "1234f 8888m 258p 369s 267z", **others},
        back="9m 9p 9p 7s 1m",
        draws="9m 9m",
    )

    for seat in (*SEATS, None):
        seen = told(script, seat)
        assert seen["stakes"] == ("连庄2，结算3/1，底分5", "ZZ-77")
        assert seen["gold"] == ("东是金，白板当东", "ZZ-44")
        assert seen["reserve"] == ("1杠，留20张", "ZZ-87")
        assert seen["flowers"] == ("花分1", "ZZ-71")
        assert seen["fenbing"] == ("分饼：九万跟了1家，每家已欠0", "ZZ-74")
    go_on(script, "C discard 2z")
    assert told(script, B)["fenbing"] == ("分饼已断，每家已欠0", "ZZ-74")


def test_white_as_gold_stands_for_nothing() -> None:
    """ZZ-46."""
    script = played(hands={"A": DEALER}, indicator="5z")

    assert told(script, B)["gold"] == ("白板是金", "ZZ-46")


def test_what_only_the_owner_sees() -> None:
    """ZZ-24, ZZ-48."""
    hands = {"A": "147m 258p 369s 2345677z 9m", "B": "99m 147p 258s 11234466z"}
    script = played("A discard 9m", "B pong", "turn B", hands=hands)

    own = told(script, B)
    assert own["two_golds"] == ("手里2张金，不能点炮胡", "ZZ-48")
    assert own["no_gold"] == ("这一手不能打金", "ZZ-24")
    for seat in (A, C, D, None):
        assert not {"two_golds", "no_gold"} & set(told(script, seat))
