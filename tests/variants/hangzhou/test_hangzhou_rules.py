"""Rules of Hangzhou that no scenario can show: the set, the deal, secrets, the match, reasons."""

from __future__ import annotations

from collections import Counter

import pytest
from hangzhou_table import played, room
from scripted import go_on

from quexiang.engine import events as ev
from quexiang.engine.actions import CONCEALED, DISCARD, EXPOSED, PONG, WIN, Action, Chow
from quexiang.engine.events import to_json
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.rules.opening import Deal, RollDice
from quexiang.scenarios.script import Script
from quexiang.tiles import SET_136, parse_tile, tile_text
from quexiang.variants.hangzhou import VARIANT, settlement
from quexiang.variants.hangzhou.play import Zhuochong, level

A, B, C, D = range(4)
SEATS = (A, B, C, D)
SCATTERED = "147m 258p 369s 1234z 5z"


def seen_by(script: Script, seat: int | None) -> list[ev.Event]:
    log = script.round.log
    assert log is not None
    events = (event.seen_by(seat) for event in log)
    return [event for event in events if event is not None]


def test_hz_1_only_four_can_play() -> None:
    """HZ-1."""
    assert VARIANT.players == (4,)
    for players in (2, 3):
        with pytest.raises(BadOption, match="is played by 4"):
            VARIANT.choose({}, players)


def test_hz_2_the_set_is_four_of_thirty_four_kinds() -> None:
    """HZ-2."""
    counts = Counter(tile_text(tile) for tile in room().tiles)

    assert len(counts) == 34
    assert set(counts.values()) == {4}
    assert not [tile for tile in counts if tile.endswith("f")]


def test_hz_5_everybody_sees_two_dice() -> None:
    """HZ-5."""
    script = played(dice=[2, 5])

    for seat in (*SEATS, None):
        assert [e.dice for e in seen_by(script, seat) if isinstance(e, ev.Rolled)] == [(2, 5)]


@pytest.mark.parametrize("dealer", SEATS)
def test_hz_6_the_deal_goes_round_in_fours_from_the_dealer(dealer: int) -> None:
    """HZ-6, HZ-7."""
    row = tuple(SET_136)
    dealt = Round(room(), Wall(row), Dice(lambda n: n + 1, lambda _: 0), dealer=dealer)
    assert dealt.log is not None

    hands = {e.seat: e.tiles for e in dealt.log if isinstance(e, ev.Dealt)}
    for place in range(4):
        blocks = [row[start + 4 * place : start + 4 * place + 4] for start in (0, 16, 32)]
        last = (row[48 + place], row[52]) if place == 0 else (row[48 + place],)
        assert hands[(dealer + place) % 4] == (*blocks[0], *blocks[1], *blocks[2], *last)
    assert dealt.table.turn.drawn == row[52]
    assert dealt.table.left == 83


def test_hz_9_chance_gives_every_seat_the_first_deal() -> None:
    """HZ-9."""
    dealers = Counter(deal.dice(str(seed).encode()).choose(4) for seed in range(4000))
    first = Match(VARIANT, VARIANT.choose({}), 4, "one").start_round().table

    assert set(dealers) == set(SEATS)
    assert all(900 < count < 1100 for count in dealers.values())
    assert first.dealer == deal.dice(deal.round_seed("one", 1)).choose(4)


def test_hz_10_nothing_comes_before_play_but_dice_and_deal() -> None:
    """HZ-10, HZ-85."""
    script = played()

    assert [type(phase) for phase in room().phases] == [RollDice, Deal]
    assert script.round.table.indicator is None
    assert list(script.round.asked) == [A]


def test_hz_12_ten_of_thirty_six_throws_promote_the_dealer() -> None:
    """HZ-12."""
    throws = [(first, second) for first in range(1, 7) for second in range(1, 7)]

    promoted = [t for t in throws if level(played(dice=list(t)).round.table) == 3]

    assert len(promoted) == 10
    assert promoted == [(a, b) for a, b in throws if a == b or a + b > 9]


def test_hz_34_a_concealed_kong_is_hidden_until_the_end() -> None:
    """HZ-34."""
    script = played(
        "A kong 1m",
        "A discard 7z",
        hands={"A": "1111m 258p 369s 1234z"},
        back="7z",
        left=23,
    )

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert [(meld.kind, meld.tiles) for meld in view.seats[A].melds] == [("concealed", ())]
    own = room().new_table().fold(seen_by(script, A))
    assert [tile_text(tile) for tile in own.seats[A].melds[0].tiles] == ["1m"] * 4

    go_on(script, "auto end", "over")
    view = room().new_table().fold(seen_by(script, B))
    assert [tile_text(tile) for tile in view.seats[A].melds[0].tiles] == ["1m"] * 4


def test_hz_34_open_kongs_are_seen_by_all() -> None:
    """HZ-34."""
    script = played(
        "A discard 9p",
        "C kong",
        hands={"A": "147m 258p 369s 1234z 9p", "C": "999p 258m 147s 1234z"},
    )

    for seat in (*SEATS, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert [tile_text(tile) for tile in view.seats[C].melds[0].tiles] == ["9p"] * 4


def test_hz_48_a_true_caipiao_looks_like_any_discarded_wildcard() -> None:
    """HZ-48."""
    others = {
        "B": "258m 369p 147s 1234z",
        "C": "369m 147p 258s 1234z",
        "D": "99m 258p 36s 66z 3477z",
    }
    floated, scattered = (
        played("A discard 5z", "B discard 7z", hands={"A": hand, **others}, draws="7z 6z")
        for hand in ("123m 456m 789p 999s 55z", "147m 147m 47p 789s 1z 55z")
    )
    go_on(floated, "A is baotou")
    go_on(scattered, "A is not baotou")

    for seat in (B, C, D, None):
        shown = [b"\n".join(map(to_json, seen_by(s, seat))) for s in (floated, scattered)]
        assert shown[0] == shown[1]
        assert b"chain" not in shown[0]
    assert b"chain" in b"\n".join(map(to_json, seen_by(floated, A)))


def test_hz_48_the_own_chain_is_told_to_its_owner_only() -> None:
    """HZ-46, HZ-48."""
    round_ = played("A discard 5z", hands={"A": "123m 456m 789p 999s 55z"}).round

    facts = {seat: round_.rules.facts(round_.table, seat) for seat in SEATS}

    told = {seat: [fact.zh for fact in facts[seat] if fact.key == "chain"] for seat in SEATS}

    assert told == {A: ["连串飘"], B: [], C: [], D: []}


def worth_told(dealt: str, dice: list[int]) -> list[str]:
    """What the dealer is told of his waits."""
    round_ = played(hands={"A": dealt}, dice=dice).round
    return [fact.en for fact in round_.rules.facts(round_.table, A) if fact.key == "worth"]


def test_many_waits_are_named_and_only_baotou_waits_for_any_tile() -> None:
    """HZ-44, HZ-57."""
    many = "2345678m 123p 99s 5z 1z"
    baotou = "234567m 123p 999s 5z 1z"

    assert worth_told(many, [1, 2]) == ["123456789m9s5z: self-draw ×1"]
    assert worth_told(baotou, [1, 2]) == ["any tile: self-draw ×2"]


def test_the_wildcard_is_not_told_to_be_won_on_a_discard() -> None:
    """HZ-22, HZ-63."""
    told = worth_told("234567m 123p 78s 22z 1z", [4, 6])

    assert told == ["69s: self-draw ×1, discard ×1", "5z: self-draw ×1"]


def test_waits_of_different_worth_are_told_apart() -> None:
    """HZ-54, HZ-57: the fourth of a kind makes a 豪."""
    told = worth_told("111m 33m 55p 77p 9s 555z 1z", [1, 2])

    assert told == ["1m: self-draw ×8", "any other tile: self-draw ×4"]


def match_with_a_wildcard_out() -> Match:
    """A match whose first dealer has discarded a wildcard."""
    for seed in range(100):
        match = Match(VARIANT, VARIANT.choose({"rounds": 4}), 4, str(seed))
        dealer = match.start_round().table.dealer
        if DISCARD[parse_tile("5z")] in match.round.asked[dealer]:
            match.answer(dealer, DISCARD[parse_tile("5z")])
            return match
    raise AssertionError("no dealer was dealt a wildcard")


def test_hz_88_running_away_ends_the_match_with_the_totals_as_they_stand() -> None:
    """HZ-86, HZ-88."""
    match = match_with_a_wildcard_out()
    table = match.round.table
    leaver = (table.dealer + 2) % 4

    match.leave(leaver)

    assert match.over
    assert match.totals()[leaver] == -32 * settlement.stake(table)
    assert table.wins == ()
    assert {paid.rule for paid in table.paid} == {"HZ-87"}


def test_hz_88_leaving_without_a_wildcard_out_costs_nothing() -> None:
    """HZ-88."""
    match = Match(VARIANT, VARIANT.choose({}), 4, "quiet")
    match.start_round()

    match.leave((match.round.table.dealer + 1) % 4)

    assert not match.over
    assert match.round.asked
    assert match.round.table.paid == ()


def play_on(match: Match) -> None:
    """Let everybody discard what he drew until the round is drawn."""
    round_ = match.start_round()
    while not round_.over:
        for seat, offers in list(round_.asked.items()):
            match.answer(seat, round_.rules.neutral(round_.table, seat, offers))


def test_hz_93_drawn_rounds_count_and_the_dealer_rises() -> None:
    """HZ-91, HZ-93."""
    match = Match(VARIANT, VARIANT.choose({"rounds": 4}), 4, "drawn")

    while not match.over:
        play_on(match)

    assert match.results == [(0, 0, 0, 0)] * 4
    assert match.totals() == (0, 0, 0, 0)
    assert len({round_.table.dealer for round_ in match.rounds}) == 1
    assert [round_.table.streak for round_ in match.rounds[1:]] == expected_streaks(match)


def expected_streaks(match: Match) -> list[int]:
    """HZ-91, HZ-13 reckoned again: one more each time, at least 2 after level 3."""
    streaks, streak = [], 0
    for round_ in match.rounds[:-1]:
        first, second = round_.table.dice
        promoted = first == second or first + second > 9
        streak = max(2, streak + 1) if promoted else streak + 1
        streaks.append(streak)
    return streaks


def test_hz_94_there_are_two_options_besides_the_readings() -> None:
    """HZ-94."""
    assert {option.key: option.default for option in VARIANT.options} == {
        "rounds": 8,
        "lou_hu": False,
        "freeze_by": "any_wild",
        "baotou_discard": "allowed",
    }
    assert VARIANT.choose({"rounds": 1})["rounds"] == 1
    assert VARIANT.choose({"rounds": "32"})["rounds"] == 32
    assert VARIANT.choose({"lou_hu": "on"})["lou_hu"] is True


@pytest.mark.parametrize(
    "given", [{"rounds": 0}, {"rounds": 33}, {"lou_hu": "maybe"}, {"du_lao": False}]
)
def test_hz_94_other_options_are_refused(given: dict[str, object]) -> None:
    """HZ-94."""
    with pytest.raises(BadOption):
        VARIANT.choose(given)


def reason(script: Script, seat: int, action: Action) -> str:
    return script.round.why_not(seat, action)


def test_a_wildcard_on_offer_is_refused_by_hz_38() -> None:
    """HZ-38: nobody is ever asked about it, so the rules are asked directly."""
    rules = room()
    table = played(hands={"A": SCATTERED}).round.table
    table.apply(ev.Discarded(A, parse_tile("5z")))

    for action in (PONG, WIN, EXPOSED[parse_tile("5z")]):
        assert (
            rules.without(lambda rule: isinstance(rule, Zhuochong)).veto(table, B, action)
            == "HZ-38"
        )


def test_a_frozen_seat_is_refused_by_hz_39() -> None:
    hands = {"A": "99s 147m 258p 36s 123z 5z", "D": "147m 258p 9s 12346z 7z"}
    script = played("A discard 5z", "B discard 9s", hands=hands, draws="9s")

    assert PONG in script.round.asked[A]
    assert reason(script, C, PONG) == "HZ-39"
    assert reason(script, D, WIN) == "HZ-22"


def test_reasons_for_wins_on_discards() -> None:
    """HZ-22: too low a level, or two idles."""
    hands = {"A": "147m 258p 369s 1234z 9s", "B": "234m 678m 123p 55s 78s"}

    low = played("A discard 9s", streak=1, hands=hands)

    assert reason(low, B, WIN) == "HZ-22"


def test_the_reason_after_a_claim_is_hz_26() -> None:
    hands = {"A": "147m 258p 369s 1234z 9s", "B": "234m 678m 123p 55s 78s"}

    script = played("A discard 9s", "B chow 78s", "turn B", hands=hands)

    assert reason(script, B, WIN) == "HZ-26"


def test_the_reason_against_a_third_chow_is_hz_27() -> None:
    script = played(
        "A discard 6z",
        "B discard 3m",
        "C chow 12m",
        "C discard 1z",
        "auto 2",
        "B discard 6m",
        "C chow 45m",
        "C discard 2z",
        "auto 2",
        "B discard 9m",
        streak=2,
        hands={"A": "147m 258p 369s 1234z 6z", "C": "12m 45m 78m 99m 1234z 6z"},
        draws="3m 7z 7z 6m 7z 7z 9m",
    )

    assert reason(script, C, Chow(parse_tile("7m"), parse_tile("8m"))) == "HZ-27"


def test_the_reason_against_late_kongs_is_hz_32() -> None:
    script = played(hands={"A": "1111m 258p 369s 1234z"}, left=20)

    assert reason(script, A, CONCEALED[parse_tile("1m")]) == "HZ-32"


def test_the_reason_against_a_kong_of_wildcards_is_hz_37() -> None:
    script = played(hands={"A": "147m 258p 369s 1z 5555z"})

    assert reason(script, A, CONCEALED[parse_tile("5z")]) == "HZ-37"


def test_the_reason_against_a_passed_pong_is_hz_49() -> None:
    script = played(
        "A discard 7p",
        "D pass",
        "B discard 7p",
        hands={
            "A": "147m 258p 369s 1234z 7p",
            "C": "258m 89p 369s 12346z",
            "D": "77p 22m 14p 258s 1346z",
        },
        draws="7p",
    )

    assert reason(script, D, PONG) == "HZ-49"


def test_the_reason_against_a_passed_win_is_hz_50() -> None:
    script = played(
        "A discard 1z",
        "B discard 3s",
        "A pass",
        "C discard 3s",
        options={"lou_hu": True},
        streak=2,
        hands={"A": "345m 345p 678s 45s 22z 1z", "D": "45s 147m 258p 1346z 9s"},
        draws="3s 3s",
    )

    assert reason(script, A, WIN) == "HZ-50"
