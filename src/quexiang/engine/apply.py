"""How each event changes the table: the only code that writes to one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.board import Board
from quexiang.engine.due import (
    BACK_DUE,
    DISCARD_DUE,
    DRAW_TURN,
    ONE_OFFERED,
    OVER_DUE,
    PHASE_DUE,
    ROB_DUE,
    SEATS_AFTER,
    SETTLE_DUE,
    TURN_DUE,
    Turn,
)
from quexiang.engine.events import KONGS
from quexiang.engine.marks import BACK_DRAW_ENDS, CLAIM_ENDS, FRONT_DRAW_ENDS
from quexiang.engine.player import Player
from quexiang.hand.concealed import Hand
from quexiang.tiles import Tile


def _started(table: Board, event: ev.Started) -> None:
    table.players = event.players
    table.order = SEATS_AFTER[event.players]
    table.dealer = event.dealer or 0
    table.seated = event.dealer is not None
    table.streak = event.streak
    table.scores = event.scores
    table.left = event.left
    table.seats = [Player() for _ in range(event.players)]
    table.turn = Turn(table.dealer, "deal")


def _seated(table: Board, event: ev.Seated) -> None:
    table.dealer = event.dealer
    table.seated = True
    table.turn = Turn(event.dealer, "deal")
    table.make_due(PHASE_DUE)


def _rolled(table: Board, event: ev.Rolled) -> None:
    table.dice += event.dice
    table.make_due(PHASE_DUE)


def _dealt(table: Board, event: ev.Dealt) -> None:
    player: Player = table.seats[event.seat]
    player.waits = None
    table.left -= event.count
    table.make_due(PHASE_DUE)
    if event.tiles is None:
        player.hidden += event.count
        return
    hand: Hand = player.hand
    for tile in event.tiles:
        hand.add(tile)
    if event.seat == table.dealer:
        table.turn = Turn(event.seat, "deal", event.tiles[-1])


def _indicated(table: Board, event: ev.Indicated) -> None:
    table.indicator = event.tile
    table.wild = event.wild
    table.shape = table.shape_of(event.wild)
    for player in table.seats:
        player.waits, player.far = None, False
    table.left -= 1
    table.make_due(PHASE_DUE)


def _began(table: Board, event: ev.Began) -> None:
    table.left = event.left
    table.answers = {}
    table.make_due(TURN_DUE[table.dealer])


def draw(table: Board, seat: Seat, tile: Tile | None, back: bool) -> None:  # noqa: FBT001 - C has no keywords
    """A seat draws a tile; its resting hand, and so its waits, stay what they were."""
    player: Player = table.seats[seat]
    turn: Turn = table.turn
    if tile is None:
        player.hidden += 1
    else:
        player.hand.add(tile)
    player.far = False
    table.left -= 1
    if back:
        player.waits = None
        if turn.seat == seat:  # others may replace flowers of the deal
            drawn = turn.drawn if turn.drawn in player.hand else tile
            table.turn = Turn(seat, turn.began, drawn, turn.kongs)
        if player.marks:
            table.expire(seat, BACK_DRAW_ENDS)
    else:
        table.turn = Turn(seat, "draw") if tile is None else DRAW_TURN[seat][tile]
        if player.marks:
            table.expire(seat, FRONT_DRAW_ENDS)
    if table.answers:
        table.answers = {}
    table.due, table.stage = TURN_DUE[seat], "turn"


def discard(table: Board, seat: Seat, tile: Tile) -> None:
    """A seat discards a tile; throwing what it drew leaves its waits."""
    player: Player = table.seats[seat]
    turn: Turn = table.turn
    if turn.seat != seat or turn.drawn != tile:
        player.waits = 0 if player.far else None
    player.far = False
    if player.hidden:
        player.hidden -= 1
    else:
        player.hand.remove(tile)
    player.river.append(tile)
    table.offered = ONE_OFFERED[tile]
    table.offerer = seat
    if table.answers:
        table.answers = {}
    table.due, table.stage = DISCARD_DUE[seat], "discard"


def _drawn(table: Board, event: ev.Drawn) -> None:
    draw(table, event.seat, event.tile, event.back)


def _discarded(table: Board, event: ev.Discarded) -> None:
    discard(table, event.seat, event.tile)


def _melded(table: Board, event: ev.Melded) -> None:
    seat: Seat = event.seat
    meld: ev.Meld = event.meld
    table.answers = {}
    player: Player = table.seats[seat]
    if meld.kind == "added":
        _add_kong(player, meld)
    else:
        own = list(meld.tiles)
        if meld.claimed is not None:
            own.remove(meld.claimed)
        if meld.tiles:
            player.forget(own)
        else:
            player.hidden -= 4
            player.waits = None
        player.melds += (meld,)
    if meld.source is not None and meld.kind != "added":
        _claim(table, seat, meld)
    if meld.kind in KONGS:
        table.kongs += 1
        turn = table.turn
        table.turn = Turn(seat, turn.began, None, (*turn.kongs, meld.kind))
        table.make_due(BACK_DUE[seat])
    else:
        table.make_due(TURN_DUE[seat])


def _add_kong(player: Player, meld: ev.Meld) -> None:
    tile = meld.tiles[0]
    player.forget((tile,))
    player.melds = tuple(
        meld if old.kind == "pong" and old.tiles[0] == tile else old for old in player.melds
    )


def _claim(table: Board, seat: Seat, meld: ev.Meld) -> None:
    assert meld.source is not None
    feeder = table.seats[meld.source]
    feeder.taken += (len(feeder.river) - 1,)
    table.turn = Turn(seat, meld.kind)
    if table.seats[seat].marks:
        table.expire(seat, CLAIM_ENDS)


def _kong_declared(table: Board, event: ev.KongDeclared) -> None:
    table.offered = (event.tile,)
    table.offerer = event.seat
    table.answers = {}
    table.make_due(ROB_DUE[event.seat])


def _laid(table: Board, event: ev.Laid) -> None:
    player: Player = table.seats[event.seat]
    if event.source is None:
        player.forget(event.tiles)
    else:
        feeder = table.seats[event.source]
        feeder.taken += (len(feeder.river) - 1,)
    player.piles[event.pile] = (*player.piles.get(event.pile, ()), *event.tiles)


def _passed(table: Board, event: ev.Passed) -> None:
    giver, receiver = table.seats[event.seat], table.seats[event.receiver]
    giver.forget(event.tiles or (0,) * event.count)
    receiver.waits, receiver.far = None, False
    turn = table.turn
    if turn.seat == event.seat and turn.drawn is not None and turn.drawn not in giver.hand:
        table.turn = Turn(turn.seat, turn.began, None, turn.kongs)
    if receiver.hidden or event.tiles is None:
        receiver.hidden += event.count
        return
    for tile in event.tiles:
        receiver.hand.add(tile)
    if (turn.seat, turn.began, table.turn.drawn) == (event.receiver, "deal", None):
        table.turn = Turn(turn.seat, turn.began, event.tiles[-1], turn.kongs)


def _set_aside(table: Board, event: ev.SetAside) -> None:
    table.set_aside += (event.tile,)
    table.left -= 1
    table.make_due(PHASE_DUE)


def _turned_up(table: Board, event: ev.TurnedUp) -> None:
    table.turned += event.tiles
    table.left -= len(event.tiles)
    table.offered = event.tiles
    table.offerer = event.seat
    table.answers = {}
    if table.wins:
        table.make_due(SETTLE_DUE)


def _cast(table: Board, event: ev.Cast) -> None:
    player: Player = table.seats[event.seat]
    player.river.extend(event.tiles)
    table.turned = table.turned[: -len(event.tiles)]
    table.cast += event.tiles
    table.offered = event.tiles
    table.offerer = event.seat
    table.answers = {}


def _marked(table: Board, event: ev.Marked) -> None:
    table.marks_of(event.seat)[event.mark] = event.value


def _unmarked(table: Board, event: ev.Unmarked) -> None:
    table.marks_of(event.seat).pop(event.mark, None)


def _answered(table: Board, event: ev.Answered) -> None:
    table.answers[event.seat] = event.action


def _due(table: Board, event: ev.Due) -> None:
    table.make_due(event)
    if event.need == "phase":
        table.phase = event.count
    elif event.need == "ask":
        table.answers = {}


def _won(table: Board, event: ev.Won) -> None:
    table.wins += (event,)
    table.make_due(SETTLE_DUE)


def _paid(table: Board, event: ev.Paid) -> None:
    table.paid += (event,)


def _revealed(table: Board, event: ev.Revealed) -> None:
    player: Player = table.seats[event.seat]
    if player.hidden:
        player.hidden = 0
        player.hand = Hand(event.tiles)
    player.melds = event.melds
    player.waits = None


def _left(table: Board, event: ev.Left) -> None:
    table.gone += (event.seat,)


def _out(table: Board, event: ev.Out) -> None:
    table.out += (event.seat,)
    table.order = tuple(tuple(s for s in row if s != event.seat) for row in table.order)


def _ended(table: Board, event: ev.Ended) -> None:
    table.end = event
    table.make_due(OVER_DUE)


APPLY: Final[dict[type, Callable[..., None]]] = {
    ev.Started: _started,
    ev.Seated: _seated,
    ev.Rolled: _rolled,
    ev.Dealt: _dealt,
    ev.Indicated: _indicated,
    ev.Began: _began,
    ev.Drawn: _drawn,
    ev.Discarded: _discarded,
    ev.Melded: _melded,
    ev.KongDeclared: _kong_declared,
    ev.Laid: _laid,
    ev.Passed: _passed,
    ev.SetAside: _set_aside,
    ev.TurnedUp: _turned_up,
    ev.Cast: _cast,
    ev.Marked: _marked,
    ev.Unmarked: _unmarked,
    ev.Answered: _answered,
    ev.Due: _due,
    ev.Won: _won,
    ev.Paid: _paid,
    ev.Revealed: _revealed,
    ev.Left: _left,
    ev.Out: _out,
    ev.Ended: _ended,
}
