"""AH-3, AH-9, AH-51, AH-85 to AH-90: options, views, remarks and the end of a match."""

from __future__ import annotations

import pytest

from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.actions import CONCEALED, DISCARD, PASS, WIN
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.scenarios.setup import ScriptedWall
from quexiang.tiles import SET_108, parse_tile, parse_tiles
from quexiang.variants import variant_named
from quexiang.variants.anhua.play import PIAOS

ANHUA = variant_named("anhua")


def dealt(
    hands: dict[int, str],
    options: dict[str, object] | None = None,
    *,
    players: int = 2,
    left: int | None = None,
) -> Round:
    rules = ANHUA.room(ANHUA.choose(options or {}, players), players)
    wall = ScriptedWall(list(SET_108))
    wall.hands = {seat: parse_tiles(text) for seat, text in hands.items()}
    wall.indicated, wall.aim = parse_tiles("6p"), left
    for tile in [*wall.indicated, *(tile for hand in wall.hands.values() for tile in hand)]:
        wall.heap.remove(tile)
    return Round(rules, wall, deal.dice(b"quiet"), dealer=0)


@pytest.mark.parametrize(
    ("options", "players", "named"),
    [
        ({"low_add": True}, 4, "low_add"),
        ({"low_add": True}, 3, "low_add"),
        ({"total_double": 2}, 4, "total_double"),
        ({"removed_tiles": 13}, 3, "removed_tiles"),
        ({"short_start": True}, 2, "short_start"),
    ],
)
def test_a_switch_whose_need_fails_is_refused(
    options: dict[str, object], players: int, named: str
) -> None:
    """AH-5, AH-87 to AH-89, AH-90: the sentence says why."""
    with pytest.raises(BadOption, match=f"{named} needs"):
        ANHUA.choose(options, players)


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ({"low_add": True, "total_double": 4, "removed_tiles": 26}, 2),
        ({"low_add": True, "total_double": 4, "removed_tiles": 26, "short_start": True}, 4),
        ({"low_add_below": 5, "low_add_points": 7, "double_below": 3}, 4),
        ({"fixed_piao": 9}, 3),
        ({"bird_type": "none", "bird_count": 6}, 4),
        ({"bird_type": "all", "bird_count": 6}, 4),
        ({"multi_win": True}, 2),
    ],
)
def test_numbers_without_their_switch_are_only_idle(
    options: dict[str, object], players: int
) -> None:
    """AH-90."""
    chosen = ANHUA.choose(options, players)

    assert all(chosen[key] == value or str(value) == chosen[key] for key, value in options.items())


@pytest.mark.parametrize(
    "options",
    [
        {"base_score": 0},
        {"base_score": 11},
        {"bird_count": 5},
        {"wild_mode": 5},
        {"kong_tiles": 1},
        {"fixed_piao": 11},
        {"double_below": 101},
        {"low_add_below": 0},
        {"removed_tiles": 14},
        {"rounds": 0},
        {"players": 4},
    ],
)
def test_values_out_of_range_are_refused(options: dict[str, object]) -> None:
    """AH-90."""
    with pytest.raises(BadOption):
        ANHUA.choose(options, 2)


def test_every_option_has_words_in_both_languages_and_a_rule() -> None:
    """AH-90: they are shown to everyone before he sits down."""
    for option in ANHUA.options:
        assert option.zh
        assert option.en
        assert option.rule in ANHUA.rules()
        assert len(option.labels) == len(option.values)
        assert bool(option.note.zh) == bool(option.note.en)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_random_first_dealer_is_whoever_chance_names(seat: int) -> None:
    """AH-3."""
    rules = ANHUA.room(ANHUA.choose({"first_dealer": "random"}, 4), 4)
    chance = Dice(lambda _: 1, lambda _: seat)

    assert Round(rules, Wall(SET_108), chance, dealer=None).table.dealer == seat


def test_piao_stays_secret_until_all_have_chosen() -> None:
    """AH-9."""
    round_ = dealt({}, {"piao_mode": "free"})
    log = round_.log
    assert log is not None
    before = View(round_.rules, log, 1).seen()

    round_.answer(0, PIAOS[3])

    assert View(round_.rules, log, 1).seen() == before
    assert View(round_.rules, log, None).seen() == View(round_.rules, log, 1).seen()
    round_.answer(1, PIAOS[1])
    table = View(round_.rules, log, 1).table
    assert [table.seats[seat].marks["piao"] for seat in (0, 1)] == [3, 1]


def test_a_concealed_kong_lies_face_down_until_the_end() -> None:
    """AH-24: the others see four backs, and the turned tiles."""
    round_ = dealt({0: "1111m345m678m345s8s"}, left=2)
    round_.answer(0, CONCEALED[parse_tile("1m")])
    log = round_.log
    assert log is not None

    seen = [event for event in View(round_.rules, log, 1).seen() if isinstance(event, ev.Melded)]

    assert [event.meld.tiles for event in seen] == [()]
    assert View(round_.rules, log, 1).table.seats[0].marks["sealed"] == 1
    while round_.asked:
        (seat,) = round_.asked
        round_.answer(seat, PASS)
    assert View(round_.rules, log, 1).table.seats[0].melds[0].tiles == (parse_tile("1m"),) * 4


def test_passed_wins_are_known_to_their_owner_only() -> None:
    """AH-43."""
    round_ = dealt({0: "2222m147p369s258p9m", 1: "78m123p345s678s88p"})
    round_.answer(0, DISCARD[parse_tile("9m")])
    assert WIN in round_.asked[1]

    round_.answer(1, PASS)

    log = round_.log
    assert log is not None
    marked = [event for event in log if isinstance(event, ev.Marked) and event.mark == "guoshou"]
    assert [event.value for event in marked] == [(parse_tile("9m"),)]
    assert not any(event in View(round_.rules, log, 0).seen() for event in marked)


def test_the_remarks_of_a_win_are_in_its_steps() -> None:
    """AH-51, AH-59: 海底 is named and worth nothing."""
    round_ = dealt({0: "2222m147p369s258p9m", 1: "345m456p345s678s8p"}, left=1)
    wall = round_.wall
    assert isinstance(wall, ScriptedWall)
    wall.heap[:] = parse_tiles("8p")
    round_.answer(0, DISCARD[parse_tile("1p")])

    round_.answer(1, WIN)

    (won,) = round_.table.wins
    assert (won.by, won.value, won.patterns) == ("self_draw", 4, ("yingzhuang",))
    assert ("海底", "×1") in [(step.zh, step.worth) for step in won.steps]


def test_payments_name_each_bird_and_each_piao() -> None:
    """AH-65, AH-68, AH-70."""
    options: dict[str, object] = {"bird_type": "159", "bird_count": 2, "base_score": 2}
    options |= {"piao_mode": "fixed", "fixed_piao": 3}
    round_ = dealt({0: "234m678m345s88s345p"}, options, players=3)
    wall = round_.wall
    assert isinstance(wall, ScriptedWall)
    wall.fixed = parse_tiles("5p1m")

    round_.answer(0, WIN)

    assert [paid.zh for paid in round_.table.paid] == [
        "底分2 × 牌型4 × 中鸟(五筒 一万)2 × 2 + A飘3 + B飘3 = 38",
        "底分2 × 牌型4 × 中鸟(五筒 一万)2 × 2 + A飘3 + C飘3 = 38",
    ]
    assert {paid.rule for paid in round_.table.paid} == {"AH-71"}
    assert round_.table.changes() == (76, -38, -38)


def test_a_match_has_as_many_rounds_as_chosen_and_drawn_ones_count() -> None:
    """AH-85."""
    match = Match(ANHUA, ANHUA.choose({"rounds": 3, "removed_tiles": 26}, 2), 2, "drawn")
    ends: list[str] = []
    while not match.over:
        match.start_round()
        bots = [make_bot("random", f"{len(ends)}{seat}") for seat in range(2)]
        play_round(match.round, bots)
        match.count()
        end = match.round.table.end
        assert end is not None
        ends.append(end.how)

    assert len(ends) == 3
    assert "draw" in ends


def test_two_who_start_in_a_larger_room_play_by_the_rules_for_two() -> None:
    """AH-89: the options chosen for this case take effect; with all seats taken they do not."""
    chosen = {"short_start": True, "removed_tiles": 13, "low_add": True, "low_add_below": 10}
    options = ANHUA.choose(chosen, 4)

    two, four = ANHUA.room(options, 2), ANHUA.room(options, 4)

    assert Round(two, Wall(SET_108), deal.dice(b""), dealer=0).table.left == 80 - 13
    assert Round(four, Wall(SET_108), deal.dice(b""), dealer=0).table.left == 54
    assert ANHUA.totals(options, (3, -3)) == (13, -13)
    assert ANHUA.totals(options, (3, -3, 0, 0)) == (3, -3, 0, 0)


def test_a_player_sees_his_class_and_his_waits() -> None:
    """AH-26, AH-38, AH-80."""
    round_ = dealt({0: "2222m147p369s258p9m", 1: "78m123p345s678s8p7p"}, left=4)
    log = round_.log
    assert log is not None

    facts = {fact.key: fact for fact in round_.rules.facts(View(round_.rules, log, 1).table, 1)}
    others = list(round_.rules.facts(View(round_.rules, log, None).table, None))

    assert facts["class"].zh == "单王"
    assert "九万" in facts["waits"].zh
    assert [fact.key for fact in others] == ["last_four"]
