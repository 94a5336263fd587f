"""兰州: what is secret, and what everybody or its owner is shown."""

from __future__ import annotations

import pytest
from lanzhou_table import played, room
from scripted import go_on, seen_by
from test_lanzhou_rules import NO_THROW, READY_HAND, SEATS, SILENT, A, B, C, D

from quexiang.engine import events as ev
from quexiang.engine.view import View
from quexiang.scenarios.script import Script
from quexiang.tiles import parse_tile, parse_tiles, tiles_text


def facts(script: Script, seat: int | None) -> dict[str, list[str]]:
    """The facts that a seat is shown, from its own view, in English and Chinese."""
    log = script.round.log
    assert log is not None
    rules = script.round.rules
    found: dict[str, list[str]] = {}
    for fact in rules.facts(View(rules, log, seat).table, seat):
        assert fact.zh
        assert fact.rule in rules.rule_ids
        found.setdefault(fact.key, []).append(fact.en)
    return found


def test_lz_22_a_declaration_is_public_and_the_waits_are_not() -> None:
    """LZ-22, LZ-99."""
    script = played("A ready discard 5z", hands={"A": READY_HAND}, draws="5z")

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert {"ting", "locked"} <= set(view.seats[A].marks)
        assert facts(script, seat)["declared"] == ["declared with White"]
        assert "waits" not in facts(script, None)
    assert facts(script, A)["waits"] == ["waiting for 9 dots"]


def test_lz_30_only_the_bather_knows() -> None:
    """LZ-30."""
    script = played("A discard 5z", hands={"A": READY_HAND}, draws="5z", options=NO_THROW)

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert "xizao" not in view.seats[A].marks
        assert not any(isinstance(event, ev.Marked) for event in seen_by(script, seat))
    assert "xizao" in room().new_table().fold(seen_by(script, A)).seats[A].marks


def test_lz_84_the_won_tile_goes_from_the_row_to_the_winners_pile() -> None:
    """LZ-84: the hand stays hidden, tile and patterns are public."""
    script = played(
        *("A discard 1z", "B discard 9p", "A win", "turn C"),
        hands={"A": READY_HAND},
        draws="1z 9p",
        options=SILENT,
    )
    table = script.round.table

    assert table.seats[B].open_river == []
    assert table.seats[A].piles == {"won": (parse_tile("9p"),)}
    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert view.seats[A].hidden == 13
        assert view.seats[A].piles == {"won": (parse_tile("9p"),)}
        assert view.wins == table.wins


def test_lz_88_all_hands_are_shown_at_the_end_and_not_before() -> None:
    """LZ-88."""
    script = played(hands={"A": READY_HAND}, draws="9p 1z", left=2, options=SILENT)
    go_on(script, "A discard 9p")
    assert not any(isinstance(event, ev.Revealed) for event in seen_by(script, None))

    go_on(script, "auto end")

    shown = {e.seat: e.tiles for e in seen_by(script, None) if isinstance(e, ev.Revealed)}
    assert sorted(shown) == [A, B, C, D]
    assert shown[A] == tuple(sorted(parse_tiles(READY_HAND)))


def test_lz_99_the_kind_of_a_concealed_kong_is_public() -> None:
    """LZ-99."""
    script = played("A kong 1m", hands={"A": "1111m 258p 369s 123z"}, options=NO_THROW)

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert [tiles_text(meld.tiles) for meld in view.seats[A].melds] == ["1111m"]


def test_lz_99_everybody_sees_zuizi_self_draws_and_the_last_win() -> None:
    """LZ-99."""
    script = played(
        *("A discard 1z", "B discard 9p", "A win", "turn C"),
        hands={"A": READY_HAND},
        draws="1z 9p",
        options=SILENT | {"zuizi": "jidan"},
    )

    for seat in (*SEATS, None):
        shown = facts(script, seat)
        assert shown["zuizi"] == ["zuizi 1 bamboo, 1 dots"]
        assert shown["self_draws"] == ["self-draws 0 of 1"]
        assert shown["last_win"] == ["last win A"]


@pytest.mark.parametrize(
    ("wins", "text"), [("twice", "self-draws 1 of 2"), ("all", "self-draws 1, to the last tile")]
)
def test_lz_99_self_draws_are_counted_against_their_limit(wins: str, text: str) -> None:
    """LZ-99, LZ-82, LZ-83."""
    script = played("A win", hands={"A": READY_HAND}, draws="9p", options=SILENT | {"wins": wins})

    assert facts(script, None)["self_draws"] == [text]
    assert "last_win" not in facts(script, None)


def test_lz_98_idle_zuizi_are_said_to_be_idle() -> None:
    """LZ-98."""
    off = {"zuizi": "xiaoji", "zhongfabai": False, "heisanfeng": False}
    script = played(options=off)

    assert facts(script, B)["zuizi"] == ["zuizi 1 bamboo, without effect"]


def test_lz_98_hard_eyes_warn_of_a_throw_of_twelve() -> None:
    """LZ-98."""
    assert "warning" in facts(played(options={"eyes": "hard258"}), A)
    assert "warning" not in facts(played(options={"eyes": "soft258"}), A)
    assert "warning" not in facts(played("turn A", options={"eyes": "hard258"}), A)


def test_lz_100_in_the_throw_one_sees_which_tiles_may_be_thrown() -> None:
    """LZ-100."""
    script = played(hands={"A": "1m9p5z5z 234m 567p 345s"})

    assert facts(script, A)["throwable"] == ["may be thrown 1 characters, 9 dots, White"]
    assert "throwable" not in facts(script, None)
    assert "throwable" not in facts(played("turn A", hands={"A": READY_HAND}), A)


def test_lz_100_the_undeclared_sees_what_to_declare_with_and_what_not() -> None:
    """LZ-100, LZ-21, LZ-32."""
    script = played(hands={"A": READY_HAND}, draws="5z 1z 2z 3z 4z", options=NO_THROW)

    assert facts(script, A)["ready_discard"] == [
        "declare with 9 dots for White",
        "declare with White for 9 dots",
    ]
    assert "ready_discard" not in facts(script, B)

    go_on(script, "A discard 5z", "auto 3", "turn A")

    assert facts(script, A)["barred"] == ["bathing, no declaring with North"]
    assert facts(script, A)["ready_discard"] == ["declare with 9 dots for North"]


def test_lz_100_the_declared_sees_waits_block_and_safety() -> None:
    """LZ-100, LZ-26, LZ-28."""
    script = played(
        "A ready discard 6m",
        hands={"A": "45m 123p 456p 789p 1z1z"},
        draws="6m 2z 3z 4z 9s",
        options=NO_THROW,
    )

    shown = facts(script, A)
    assert shown["waits"] == ["waiting for 3 characters, 6 characters"]
    assert shown["same"] == ["before your next draw you cannot win 6 characters"]
    assert shown["safe"] == ["your discards cannot be won"]
    assert not {"waits", "same", "safe"} & set(facts(script, B))

    go_on(script, "auto 3", "turn A")

    assert "same" not in facts(script, A)
    assert facts(script, A)["waits"] == ["waiting for 3 characters, 6 characters"]
