# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""What only some towns ask: ready discards; pairs; wilds set aside; families, fillers, held eyes.

Waits of the last three are found like the others, part by part, for every way to let fillers join
the families and for every pair of eyes. Plain Python, whose C types stand in special.pxd.
"""

from collections.abc import Sequence

from quexiang.hand import tables
from quexiang.hand.concealed import Hand
from quexiang.hand.kernel import Kernel, Keys
from quexiang.hand.pairs import FAR, by_pairs
from quexiang.tiles import Tile

POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]
_COMBINED = tables.combined()
COMBINED = _COMBINED
_LESS = tables.lessened()
LESS = _LESS
MOST_FILLED = tables.MOST_FILLED
ONE = 1
ALL = (1 << 34) - 1
SETS, SETS_AND_PAIR = 0, 4
"""The half of a code that is asked for, as the bits to its right."""
TWO_ODD, TWO_ODD_AND_EVEN, THREE_ODD = 1 << 10, 1 << 11, 1 << 15
"""The runs that take up most odd kinds, as bits of `_runs`."""


class Special(Kernel):
    """A kernel that also knows what only some towns ask for."""

    def ready_discards(self, hand: Hand) -> Sequence[tuple[Tile, int]]:
        """Return the discards that leave waits for kinds not all held, each with those waits."""
        if self.is_far(hand):
            return ()
        found: list[tuple[Tile, int]] = []
        rest = hand.copy()
        for tile in range(34):
            if hand.counts[tile]:
                rest.remove(tile)
                mask = self.waits(rest, True)  # noqa: FBT003 - C has no keywords
                if mask:
                    found.append((tile, mask))
                rest.add(tile)
        return found

    def is_far(self, hand: Hand) -> bool:
        """Tell whether a look at a hand of 3k+2 tiles shows that no discard can leave it ready.

        A tile too many is the beginning of a set that wants two more, or one of two odd kinds.
        """
        m, p, s, z, wilds = self._natural(hand)
        if self._code(m, p, s, z) >> 4 <= wilds + 3:
            return False
        by_pairs = self._by_pairs and hand.size > 3 * self.sets
        return not by_pairs or self._odd(hand) > wilds + self._most_odds

    def sets_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, all other tiles split into sets."""
        if hand.flowers or self._wilds(hand) < aside or (hand.size - aside) % 3:
            return False
        m, p, s, z, wilds = self._natural(hand)
        return (self._code(m, p, s, z) & 15) <= wilds - aside

    def pairs_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, the rest of an unmelded hand is pairs (HZ-44)."""
        if hand.flowers or not self.seven_pairs or hand.size <= 3 * self.sets:
            return False
        free = self._wilds(hand) - aside
        return free >= 0 and (hand.size - aside) % 2 == 0 and self._odd(hand) <= free

    def _wilds(self, hand: Hand) -> int:
        wilds = 0
        if self._wild >= 0:
            wilds = hand.counts[self._wild]
        if self._wild2 >= 0:
            wilds += hand.counts[self._wild2]
        return wilds

    def _pairs_after(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether a whole hand, with this tile unless it is −1, is pairs."""
        odd = self._odd(hand)
        wilds = self._wilds(hand)
        if tile >= 0:
            if tile in (self._wild, self._wild2):
                wilds += 1
            else:
                odd += -1 if hand.counts[tile] & 1 else 1
        if self.sets % 2 == 0:
            held = not self.eyes_held or self._pair_held(hand)
            return self.seven_pairs and odd <= wilds and held
        if not self.pairs_and_triplet or odd > wilds + 3:
            return False
        if odd < wilds or (odd == wilds + 1 and self._has_three(hand, tile)):
            return True
        return self.pairs_and_run and self._has_run(hand, tile, wilds, odd)

    def _pair_held(self, hand: Hand) -> bool:
        """LZ-65: a pair of the right rank was there before the winning tile."""
        for tile in self.eye_kinds:  # noqa: SIM110 - a C function holds no generator
            if hand.counts[tile] >= 2:
                return True
        return False

    def _has_three(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether some kind has three or five natural tiles, `tile` counted in."""
        for kind in range(34):
            count = hand.counts[kind] + (kind == tile)
            if count & 1 and count >= 3 and not self._wild_mask >> kind & 1:
                return True
        return False

    def _has_run(self, hand: Hand, tile: Tile, wilds: int, odd: int) -> bool:
        """Tell whether a run leaves no more odd kinds than there are wilds, `tile` counted in."""
        runs = self._runs(hand, tile)
        if odd > wilds + 1:
            return runs & THREE_ODD != 0
        return runs & (THREE_ODD | TWO_ODD_AND_EVEN | (TWO_ODD if wilds else 0)) != 0

    def _runs(self, hand: Hand, tile: Tile) -> int:
        """Return of which tiles runs can be: bit 4·odd + used, by the odd kinds among those used.

        A tile of an odd kind leaves pairs behind, so that a run uses all that it can of them.
        """
        found = 0
        for start in range(25):
            if start % 9 > 6:
                continue
            odds = evens = 0
            for face in range(start, start + 3):
                kind = self.prints[face]
                count = 0 if kind < 0 else hand.counts[kind] + (kind == tile)
                odds += count & 1
                evens += count > 0 and not count & 1
            found |= ((2 << evens) - 1) << 5 * odds
        return found

    def _pair_waits(self, hand: Hand) -> int:
        if self._odd(hand) > self._wilds(hand) + self._most_odds - 1:
            return 0
        mask = 0
        for tile in range(34):
            if self._pairs_after(hand, tile):
                mask |= ONE << tile
        return mask

    def _from_pairs(self, hand: Hand) -> int:
        """Return the distance of an unmelded hand from the pairs that win."""
        if hand.size <= 3 * self.sets:
            return FAR
        if self.eyes_held:
            return by_pairs(self, hand)
        wilds = self._wilds(hand)
        odd, tiles = self._odd(hand), hand.size - wilds
        if self.sets == 4:
            return _unpaired(tiles, odd) - wilds - 1 if self.seven_pairs else FAR
        if not self.pairs_and_triplet:
            return FAR
        best = self._with_triplet(hand, tiles, odd)
        if self.pairs_and_run:
            best = min(best, self._with_run(hand, tiles, odd))
        return best - wilds - 1

    def _with_triplet(self, hand: Hand, tiles: int, odd: int) -> int:
        """Return the tiles missing for seven pairs and a triplet of the best kind (ZZ-63)."""
        best = 3 + _unpaired(tiles, odd)
        held = 0
        for tile in range(34):
            if not self._wild_mask >> tile & 1:
                held |= 1 << hand.counts[tile]
        for count in range(1, 5):
            if held >> count & 1:
                for used in range(1, 4 if count > 2 else count + 1):
                    left = odd + ((count - used) & 1) - (count & 1)
                    best = min(best, 3 - used + _unpaired(tiles - used, left))
        return best

    def _with_run(self, hand: Hand, tiles: int, odd: int) -> int:
        """Return the tiles missing for seven pairs and the best run."""
        best = 99
        runs = self._runs(hand, -1)
        for odds in range(4):
            for used in range(odds, 4):
                if runs >> 4 * odds + used & 1:
                    left = odd - 2 * odds + used
                    best = min(best, 3 - used + _unpaired(tiles - used, left))
        return best

    def _special_waits(self, hand: Hand) -> int:
        keys = self._natural(hand)
        m, p, s, z, wilds = keys
        if self._code(m, p, s, z) >> 4 > wilds + 1:
            return 0
        if self.eyes_held:
            mask = self._held_waits(hand, keys)
        else:
            mask = self._filled_waits(keys, 0, 0, SETS_AND_PAIR)
        for tile in range(27, 34):
            face = self._to if tile == self._from else tile
            if hand.counts[tile] == 4 and self._fifth(hand, face):
                mask |= ONE << face
        if self._from >= 0:
            mask = mask & ~(ONE << self._from) | (mask >> self._to & 1) << self._from
        if self.wild:
            mask &= ~self._wild_mask
            if self._made(hand, (m, p, s, z, wilds + 1)):
                mask |= self._wild_mask
        return mask

    def _held_waits(self, hand: Hand, keys: Keys) -> int:
        """LZ-64: the eyes were there before; these tiles complete the sets beside them."""
        mask = 0
        for tile in self.eye_kinds:
            if hand.counts[tile] >= 2 and hand.size >= 3:
                mask |= self._filled_waits(self._shift(keys, tile, -2), 0, 0, SETS)
        return mask

    def _filled_waits(self, keys: Keys, at: int, filled: int, half: int) -> int:
        """Return the waits over how many copies of each further filler join the families."""
        mask = self._part_waits(keys, filled, half)
        m, p, s, _, _ = keys
        for place in range(at, len(self.fillers)):
            tile = self.fillers[place]
            held = (m if tile < 9 else p if tile < 18 else s) // POW[tile % 9] % 5
            for used in range(1, held + 1):
                rest = self._shift(keys, tile, -used)
                mask |= self._filled_waits(rest, place + 1, filled + used, half)
        return mask

    def _part_waits(self, keys: Keys, filled: int, half: int) -> int:
        """Return the waits if so many fillers have joined: one part changes, the others stay."""
        m, p, s, z, wilds = keys
        suit = self._suit
        honours = self._honours_with(z, filled)
        outer = COMBINED[suit[m] << 8 | honours]
        inner = COMBINED[suit[p] << 8 | suit[s]]
        need = COMBINED[outer << 8 | inner] >> half & 15
        if need > wilds + 1:
            return 0
        if need < wilds:
            return ALL
        mask = self._ranks(0, m, COMBINED[inner << 8 | honours], wilds, half)
        mask |= self._ranks(9, p, COMBINED[outer << 8 | suit[s]], wilds, half)
        mask |= self._ranks(18, s, COMBINED[outer << 8 | suit[p]], wilds, half)
        rest = COMBINED[inner << 8 | suit[m]]
        mask |= self._honour_ranks(z, rest, wilds, filled, half)
        if self.fillers and self.families and filled < MOST_FILLED:
            joined = COMBINED[rest << 8 | self._honour_code(z, filled + 1)]
            if joined >> half & 15 <= wilds:
                mask |= self._filler_mask
        return mask

    def _ranks(self, first: Tile, key: int, others: int, wilds: int, half: int) -> int:
        """Return which tiles of a suit complete a hand that needs one more than its wilds."""
        if half == SETS_AND_PAIR:
            return self._fitting(first, key, others, wilds)
        if (others & 15) + (self._suit[key] & 15) != wilds + 1:
            return 0
        return (self._gained(first, key) & 511) << first

    def _honour_ranks(self, z: int, others: int, wilds: int, filled: int, half: int) -> int:
        """Return which honours complete the hand; of a fifth nothing is said."""
        mask = 0
        bit = ONE << 27
        row = others << 8
        if COMBINED[row | LESS[self._honours_with(z, filled)]] >> half & 15 > wilds:
            return 0
        for rank in range(7):
            if z // POW[rank] % 5 < 4:
                code = self._honours_with(z + POW[rank], filled)
                if COMBINED[row | code] >> half & 15 <= wilds:
                    mask |= bit
            bit <<= 1
        return mask

    def _honours_with(self, z: int, filled: int) -> int:
        return self._honour_code(z, filled) if self.families else self._honours[z]


def _unpaired(tiles: int, odd: int) -> int:
    """Return the tiles missing for seven pairs; four of a kind are two."""
    wanted = 7 - (tiles - odd) // 2
    wanted = max(wanted, 0)
    return wanted + (wanted - odd if wanted > odd else 0)
