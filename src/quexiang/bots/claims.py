"""What an action takes out of the hand, and the meld that it lays out."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine.actions import KONG_TILES, PASS, Action, Chow, Kong, Offer, Pong
from quexiang.engine.events import Meld
from quexiang.hand import Hand
from quexiang.tiles import Tile


def without(hand: Hand, *tiles: Tile) -> Hand:
    """A copy of the hand without these tiles."""
    rest = hand.copy()
    for tile in tiles:
        rest.remove(tile)
    return rest


def after_claim(hand: Hand, claim: Pong | Chow | Kong, offered: Sequence[Tile]) -> Hand:
    """The concealed tiles left by a claim of the tile on offer, or by an own kong."""
    match claim:
        case Pong():
            return without(hand, offered[0], offered[0])
        case Chow(low=low, high=high):
            return without(hand, low, high)
        case Kong(kind=kind, tile=own):
            return without(hand, *(own,) * min(KONG_TILES[kind], hand.counts[own]))


def meld_of(claim: Pong | Chow | Kong, offered: Sequence[Tile]) -> Meld:
    """The meld of a claim of the tile on offer, or of an own kong."""
    match claim:
        case Pong():
            return Meld("pong", (offered[0],) * 3)
        case Chow(low=low, high=high):
            return Meld("chow", (low, offered[0], high))
        case Kong(kind=kind, tile=own):
            return Meld(kind, (own,) * 4)


def pass_or_first(offers: Sequence[Offer]) -> Action:
    """Pass if that is offered, else the first action."""
    return PASS if PASS in offers else next(o for o in offers if isinstance(o, Action))
