"""A win that was played, asked as a question, comes out as it was paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from quexiang.engine import events as ev
from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.table import Table
from quexiang.match.log import Recorder
from quexiang.match.match import Match
from quexiang.scenarios.question import Arguments, Question
from quexiang.scenarios.score import score, turned_after_win
from quexiang.tiles import parse_tile, tile_text, tiles_text
from quexiang.variants import variants

YAOJI = parse_tile("1s")
Log = Sequence[ev.Event]


def meld_text(meld: ev.Meld) -> str:
    source = "" if meld.source is None else f" from {SEATS[meld.source]}"
    taking = f" taking {tile_text(meld.claimed or 0)}" if meld.kind == "chow" else ""
    return f"{meld.kind} {tiles_text(meld.tiles)}{source}{taking}"


def melds_of(table: Table, log: Log, seat: Seat) -> list[ev.Meld]:
    """The melds of a seat, the kongs of its present turn last."""
    count = len(table.turn.kongs) if seat == table.turn.seat else 0
    made = [e.meld for e in log if isinstance(e, ev.Melded) and e.seat == seat and e.meld.is_kong]
    now = made[len(made) - count :]
    return [meld for meld in table.seats[seat].melds if meld not in now] + now


def hand_of(table: Table, won: ev.Won, seat: Seat, *, opening: bool) -> str:
    """The concealed tiles without the winning one."""
    tiles = table.seats[seat].hand.tiles()
    robbed = won.by == "rob_kong" and seat == won.payer
    drawn = won.by == "self_draw" and seat == won.seat and len(tiles) % 3 == 2 and not opening
    if (robbed or drawn) and won.tile is not None:
        tiles.remove(won.tile)
    return tiles_text(tiles)


def rivers_of(table: Table, log: Log, won: ev.Won) -> dict[str, str]:
    """Only the discards that rules look at, by who was first."""
    first = [e.seat for e in log if isinstance(e, ev.Discarded) and e.tile == YAOJI]
    rivers = {}
    for seat in sorted(range(table.players), key=lambda s: first.index(s) if s in first else 99):
        river = list(table.seats[seat].open_river)
        river = river[:-1] if won.by == "discard" and seat == won.payer else river
        rivers[SEATS[seat]] = tiles_text([t for t in river if t == YAOJI or t in table.wild])
    return {seat: river for seat, river in rivers.items() if river}


def declares(log: Log, won: ev.Won) -> bool:
    last = [event for event in log if isinstance(event, ev.Discarded)][-1:]
    return (
        won.by == "discard" and bool(last) and last[0].seat == won.payer and bool(last[0].declared)
    )


def marks_of(table: Table, skipped: Seat | None) -> dict[str, dict[str, object]]:
    owners = {SEATS[s]: player.marks for s, player in enumerate(table.seats) if s != skipped}
    owners["table"] = table.marks
    return {
        owner: {key: list(v) if isinstance(v, tuple) else v for key, v in marks.items()}
        for owner, marks in owners.items()
    }


def piles_of(table: Table, pile: str) -> dict[str, str]:
    piles = {SEATS[s]: player.piles.get(pile, ()) for s, player in enumerate(table.seats)}
    return {seat: tiles_text(tiles) for seat, tiles in piles.items() if tiles}


def staked(table: Table) -> dict[str, object]:
    return {SEATS[s]: p.marks["piao"] for s, p in enumerate(table.seats) if "piao" in p.marks}


def question_of(match: Match, log: Log, place: int) -> dict[str, object]:
    """Everything that lay on the table when the event of this place, a win, happened."""
    won, before = log[place], log[:place]
    assert isinstance(won, ev.Won)
    table = match.rules.new_table().fold(before)
    moved = any(isinstance(event, ev.Discarded | ev.Melded) for event in before)
    opening = not moved and (won.tile is None or match.rules.dealer_extra)
    declaring = declares(before, won)
    payer = None if won.payer is None else SEATS[won.payer]
    left = {} if turned_after_win(log) or opening else {"left": table.left}
    return {
        "variant": match.variant.key,
        "players": match.players,
        "options": dict(match.options),
        "dealer": SEATS[table.dealer],
        "streak": table.streak,
        "dice": list(table.dice),
        "indicator": "" if table.indicator is None else tile_text(table.indicator),
        "winner": SEATS[won.seat],
        "by": "opening" if opening else won.by,
        "tile": "" if won.tile is None or opening else tile_text(won.tile),
        **({"from": payer} if payer else {}),
        "hands": {SEATS[s]: hand_of(table, won, s, opening=opening) for s in range(table.players)},
        "melds": {
            SEATS[s]: [meld_text(meld) for meld in melds_of(table, before, s)]
            for s in range(table.players)
        },
        "rivers": rivers_of(table, before, won),
        "flowers": piles_of(table, "flowers"),
        "thrown": piles_of(table, "thrown"),
        "piao": staked(table),
        "declares": declaring,
        "kongs": 0 if opening else len(table.turn.kongs),
        "marks": marks_of(table, won.payer if declaring else None),
        "turned": tiles_text(turned_after_win(log), keep_order=True),
        **left,
    }


def paid_for(log: Log, place: int) -> tuple[ev.Paid, ...]:
    """What was paid for a win before play went on."""
    paid = []
    for event in log[place + 1 :]:
        if isinstance(event, ev.Drawn | ev.Won | ev.Ended):
            break
        if isinstance(event, ev.Paid):
            paid.append(event)
    return tuple(paid)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(variants()))
def test_the_first_win_of_a_round_scores_as_it_was_paid(
    play_match: Callable[[str, int, str], Recorder], name: str
) -> None:
    asked = 0
    for seed in range(10):
        match = play_match(name, seed, "plain").match
        for number, played in enumerate(match.rounds, 1):
            assert played.log is not None
            wins = [p for p, event in enumerate(played.log) if isinstance(event, ev.Won)]
            if not wins or (len(wins) > 1 and wins[1] == wins[0] + 1):
                continue
            values = question_of(match, played.log, wins[0])
            told = {key: value for key, value in values.items() if value not in ("", [], {}, False)}

            scored = score(Question(Arguments("score", 1, told, {})))

            asked += 1
            won = scored.table.wins[0]
            paid = paid_for(scored.log, scored.log.index(won))
            assert won == played.log[wins[0]], f"match {seed}, round {number}"
            assert paid == paid_for(played.log, wins[0]), f"match {seed}, round {number}"
    assert asked >= 10
