"""A second Lanzhou, written from the rulebook alone: plain state, brute-force waits, no engine.

It says what each seat may do now (LZ-101) and what an answer leads to; the tests play it beside
the engine and compare everything.
"""

from __future__ import annotations

from collections import Counter

from lanzhou_brute import Counts, Value, best, room_of, waits

from quexiang.engine.actions import (
    ADDED,
    CHOW,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PASS,
    PONG,
    READY,
    WIN,
    Action,
    Choose,
    Chow,
    Discard,
    Kong,
    Pass,
    Pong,
    Win,
)
from quexiang.rulebook import Options

SEATS = range(4)
LIMITS = {"once": 1, "twice": 2, "all": 1000}


class Model:
    """The whole state of a round."""

    def __init__(
        self, options: Options, hands: list[list[int]], wall: list[int], dealer: int
    ) -> None:
        self.options = options
        self.room = room_of(options)
        self.declares = options.choice("ready_mode") == "declare"
        self.claims = options.choice("claims")
        self.drawn_only = options.choice("discard_wins") == "none" and (
            options.choice("wins") != "all"
        )
        self.hands = [Counter(hand) for hand in hands]
        self.wall = wall
        self.dealer = dealer
        self.pongs: list[set[int]] = [set() for _ in SEATS]
        self.declared = [False] * 4
        self.locked = [False] * 4
        self.washing = [False] * 4
        self.blocked: list[int | None] = [None] * 4
        self.changes = [0] * 4
        self.wins: list[tuple[int, int | None, int, Value]] = []
        self.turn: int | None = None
        self.drawn: int | None = None
        self.offer: tuple[int, int, bool] | None = None
        """Who discarded what, and whether it is protected."""
        self.end = ""

    # What a hand waits for.

    def counts(self, seat: int, *without: int) -> Counts:
        left = self.hands[seat] - Counter(without)
        return tuple(left[kind] for kind in range(34))

    def resting(self, seat: int) -> Counts:
        drawn = self.turn == seat and self.drawn is not None
        return self.counts(seat, *([self.drawn] if drawn and self.drawn is not None else []))

    def waits(self, counts: Counts) -> frozenset[int]:
        return waits(counts, self.room) if sum(counts) % 3 == 1 else frozenset()

    def ready_discards(self, seat: int) -> set[int]:
        """LZ-21, LZ-32."""
        ready = {tile for tile in +self.hands[seat] if self.waits(self.counts(seat, tile))}
        return ready - {self.drawn} if self.washing[seat] else ready

    # LZ-101: what may be done.

    def offers(self, seat: int) -> set[Action]:
        if self.turn == seat:
            return self._turn_offers(seat)
        if self.offer is not None and self.offer[0] != seat:
            claims = self._claims(seat, *self.offer)
            return {*claims, PASS} if claims else set()
        return set()

    def _turn_offers(self, seat: int) -> set[Action]:
        found: set[Action] = set(self._own_kongs(seat))
        if self.locked[seat]:
            assert self.drawn is not None
            found.add(DISCARD[self.drawn])
        else:
            found |= {DISCARD[tile] for tile in +self.hands[seat]}
            if self.declares:
                found |= {READY[tile] for tile in self.ready_discards(seat)}
        if self.drawn in self.waits(self.resting(seat)) and self._may_win(seat):
            found.add(WIN)
        return found

    def _may_win(self, seat: int) -> bool:
        """LZ-19."""
        return self.declared[seat] or not self.declares

    def _own_kongs(self, seat: int) -> list[Action]:
        """LZ-25, LZ-36, LZ-44."""
        if self.drawn is None or not self.wall or self.claims == "closed":
            return []
        hand = self.hands[seat]
        kongs: list[Kong] = [CONCEALED[tile] for tile in hand if hand[tile] == 4]
        kongs += [ADDED[tile] for tile in self.pongs[seat] if hand[tile]]
        return [kong for kong in kongs if not self.locked[seat] or self._keeps_waits(seat, kong)]

    def _keeps_waits(self, seat: int, kong: Kong) -> bool:
        after = self.counts(seat, *[kong.tile] * self.hands[seat][kong.tile])
        return self.waits(after) == self.waits(self.resting(seat))

    def _claims(self, seat: int, source: int, tile: int, protected: bool) -> set[Action]:  # noqa: FBT001 - of a tile on offer
        """LZ-26, LZ-28, LZ-36 to LZ-39, LZ-43, LZ-81."""
        found: set[Action] = set()
        barred = protected or self.blocked[seat] == tile or not self._may_win(seat)
        if not barred and not self.drawn_only and tile in self.waits(self.resting(seat)):
            found.add(WIN)
        if self.locked[seat] or not self.wall or self.claims == "closed":
            return found
        hand = self.hands[seat]
        if hand[tile] >= 2:
            found.add(PONG)
        if hand[tile] == 3:
            found.add(EXPOSED[tile])
        if self.claims == "three" and seat == (source + 1) % 4:
            found |= {
                chow for chow in CHOW.values() if _runs(chow, tile) and self._holds(seat, chow)
            }
        return found

    def _holds(self, seat: int, chow: Chow) -> bool:
        return bool(self.hands[seat][chow.low] and self.hands[seat][chow.high])

    # What follows.

    def throw(self, throws: dict[int, Choose]) -> None:
        """LZ-10 to LZ-13."""
        for seat, throw in throws.items():
            self.hands[seat] -= Counter(throw.tiles)
        self.draw(self.dealer)

    def draw(self, seat: int, *, back: bool = False) -> None:
        """LZ-4, LZ-45, LZ-89."""
        self.offer = None
        if not self.wall:
            self.turn, self.end = None, "draw"
            return
        self.drawn = self.wall.pop(-1 if back else 0)
        self.hands[seat][self.drawn] += 1
        self.blocked[seat] = None
        self.turn = seat

    def act(self, seat: int, action: Action) -> None:
        """What the seat on turn does."""
        match action:
            case Discard():
                self._discard(seat, action)
            case Kong(tile=tile):
                del self.hands[seat][tile]
                self.pongs[seat].discard(tile)
                self.washing[seat] = False
                self.draw(seat, back=True)
            case Win():
                assert self.drawn is not None
                tile = self.drawn
                self.hands[seat] -= Counter([tile])
                self._win(seat, None, tile)

    def _discard(self, seat: int, discard: Discard) -> None:
        """LZ-26 to LZ-28, LZ-35."""
        tile, protected = discard.tile, self.declared[seat]
        if self.declares and not self.declared[seat]:
            if discard.declare:
                self.declared[seat] = self.locked[seat] = True
                self.washing[seat] = False
            elif not (self.washing[seat] and tile == self.drawn):
                self.washing[seat] = tile in self.ready_discards(seat)
        if self.declared[seat]:
            self.blocked[seat] = tile
        self.hands[seat] -= Counter([tile])
        self.turn, self.drawn = None, None
        self.offer = (seat, tile, protected)

    def close(self, answers: dict[int, Action]) -> None:
        """LZ-17, LZ-40, LZ-41, LZ-86."""
        assert self.offer is not None
        source, tile, _ = self.offer
        order = [(source + step) % 4 for step in (1, 2, 3)]
        for kinds in ((Win,), (Pong, Kong), (Chow,)):
            for seat in order:
                action = answers.get(seat, PASS)
                if isinstance(action, kinds):
                    self._take(seat, action, source, tile)
                    return
        self.draw(order[0])

    def _take(self, seat: int, action: Action, source: int, tile: int) -> None:
        self.offer = None
        match action:
            case Win():
                self._win(seat, source, tile)
                return
            case Pong():
                self.hands[seat] -= Counter([tile] * 2)
                self.pongs[seat].add(tile)
            case Kong():
                self.hands[seat] -= Counter([tile] * 3)
            case Chow(low=low, high=high):
                self.hands[seat] -= Counter([low, high])
        self.turn, self.drawn, self.washing[seat] = seat, None, False
        if isinstance(action, Kong):
            self.draw(seat, back=True)

    def _win(self, seat: int, payer: int | None, tile: int) -> None:
        """LZ-74 to LZ-87."""
        self.turn = self.drawn = None
        value = best(self.counts(seat), tile, self.room)
        assert value is not None
        unit = self.options.number("base_score") * 2**value.doublings
        owed = {payer: 3 * unit} if payer is not None else {s: 2 * unit for s in SEATS if s != seat}
        for loser, amount in owed.items():
            self.changes[loser] -= amount
            self.changes[seat] += amount
        self.wins.append((seat, payer, tile, value))
        self.locked[seat] = True
        self_draws = sum(won[1] is None for won in self.wins)
        if payer is None and self_draws == LIMITS[self.options.choice("wins")]:
            self.end = "win"
        else:
            self.draw(((seat if payer is None else payer) + 1) % 4)

    def next_dealer(self, streak: int) -> tuple[int, int]:
        """LZ-90 to LZ-93."""
        once = self.options.choice("wins") == "once"
        self_draws = self.options.choice("deal_by") == "self_draw"
        deciding = [won[0] for won in self.wins if won[1] is None or not self_draws]
        if once and (not deciding or deciding[-1] == self.dealer):
            return self.dealer, streak + 1
        return (self.dealer + 1) % 4, 0


def _runs(chow: Chow, tile: int) -> bool:
    three = sorted((chow.low, chow.high, tile))
    first = three[0]
    return three == [first, first + 1, first + 2] and first < 27 and first % 9 < 7


__all__ = ["Model", "Pass"]
