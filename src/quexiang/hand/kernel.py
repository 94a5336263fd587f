# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""The hand and the shapes that may win.

Each suit of a hand is a number in base five, one digit per rank. A table gives for each such key a
code: the wilds missing until its tiles split into sets (lower half) and into sets and one pair
(upper half). More than enough wilds always come in threes, which are a set of their own; so a hand
is complete if the needs of its parts, added up, are no more than its wilds.

This file is plain Python. Its C types stand in kernel.pxd and are used if there is a compiler.
"""

from collections.abc import Iterable

from quexiang.hand import distance, tables
from quexiang.hand.exact import hand_needs
from quexiang.hand.limits import check, eye_kinds, roles, without_held
from quexiang.hand.readings import Reading, readings
from quexiang.tiles import KINDS, Tile, tile_text, tiles_text

POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]
COMBINED = tables.combined()
HONOUR_KEYS = tables.HONOUR_KEYS
ONE = 1
ALL = (1 << 34) - 1
PART, WHOLE, OPEN_PART, OPEN_WHOLE = 1, 2, 3, 4

Keys = tuple[int, int, int, int, int]
"""The keys of m, p, s and z without the wilds, and the number of wilds."""


class Hand:
    """The concealed tiles of a seat."""

    __slots__ = ("counts", "flowers", "m", "odds", "p", "s", "size", "z")

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        """Hold the given tiles."""
        self.counts = bytearray(KINDS)
        self.size = self.flowers = self.odds = 0
        self.m = self.p = self.s = self.z = 0
        for tile in tiles:
            self.add(tile)

    def add(self, tile: Tile) -> None:
        """Take in a tile; a fifth copy is refused."""
        if tile < 0 or tile >= KINDS:
            raise ValueError(f"no tile has the number {tile}")
        held = self.counts[tile]
        if held >= 4:
            raise ValueError(f"a fifth {tile_text(tile)}")
        self.counts[tile] = held + 1
        self._count(tile, 1)

    def remove(self, tile: Tile) -> None:
        """Give away a tile that is held."""
        if tile < 0 or tile >= KINDS or not self.counts[tile]:
            raise ValueError(f"{tiles_text([tile])} is not in {tiles_text(self.tiles())}")
        self.counts[tile] -= 1
        self._count(tile, -1)

    def _count(self, tile: Tile, step: int) -> None:
        self.size += step
        if tile >= 34:
            self.flowers += step
            return
        self.odds += 1 if self.counts[tile] & 1 else -1
        if tile < 9:
            self.m += step * POW[tile]
        elif tile < 18:
            self.p += step * POW[tile - 9]
        elif tile < 27:
            self.s += step * POW[tile - 18]
        else:
            self.z += step * POW[tile - 27]

    def copy(self) -> "Hand":
        """Return an independent hand with the same tiles."""
        other: Hand = Hand.__new__(Hand)
        other.counts = self.counts[:]
        other.size = self.size
        other.flowers = self.flowers
        other.odds = self.odds
        other.m = self.m
        other.p = self.p
        other.s = self.s
        other.z = self.z
        return other

    def tiles(self) -> list[Tile]:
        """Return the tiles in canonical order."""
        return [tile for tile, count in enumerate(self.counts) for _ in range(count)]

    def __len__(self) -> int:
        """Return the number of tiles."""
        return self.size

    def __contains__(self, tile: object) -> bool:
        """Tell whether a tile of this kind is held."""
        return isinstance(tile, int) and 0 <= tile < KINDS and self.counts[tile] > 0

    def __eq__(self, other: object) -> bool:
        """Compare as multisets."""
        return isinstance(other, Hand) and self.counts == other.counts

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def __reduce__(self) -> tuple[type["Hand"], tuple[list[Tile]]]:
        """Pickle the tiles only."""
        return Hand, (self.tiles(),)

    def __repr__(self) -> str:
        """Show the tiles in the notation."""
        return f"Hand({tiles_text(self.tiles())!r})"


class Shape:
    """What may win: how many sets, which tiles are wild, which eyes, which special sets.

    `wild` stand for anything; `eyes` are the ranks of the pair (147, 258 or 369) and must have two
    natural copies before the winning tile if `eyes_held`; `stand` reads one natural kind as a wild's
    face; any three different members of one of the `families` are a set, in which `fillers` may
    take any place.
    """

    def __init__(
        self,
        *,
        sets: int = 4,
        wild: Iterable[Tile] = (),
        eyes: Iterable[int] | None = None,
        eyes_held: bool = False,
        seven_pairs: bool = False,
        pairs_and_triplet: bool = False,
        stand: tuple[Tile, Tile] | None = None,
        families: Iterable[Iterable[Tile]] = (),
        fillers: Iterable[Tile] = (),
    ) -> None:
        """Describe the shapes."""
        self.sets = sets
        self.wild = frozenset(wild)
        self.eyes = None if eyes is None else frozenset(eyes)
        self.eyes_held = eyes_held
        self.seven_pairs = seven_pairs
        self.pairs_and_triplet = pairs_and_triplet
        self.stand = stand
        self.families = tuple(tuple(family) for family in families)
        self.fillers = tuple(sorted(set(fillers))) if self.families else ()
        check(self)
        self._prepare()

    def _prepare(self) -> None:
        """Look up the tables and work out what every question needs."""
        self.eye_kinds = eye_kinds(self.eyes)
        self._suit = tables.suit_codes(self.eyes)
        self._honours = tables.honour_codes(eyes=self.eyes is None)
        self._kept = tables.family_codes(self.families, eyes=self.eyes is None)
        self._family_codes = self._kept
        self._roles = roles(self.sets)
        self._wild, self._wild2 = (*sorted(self.wild), -1, -1)[:2]
        self._from, self._to = self.stand or (-1, -1)
        self._wild_mask = sum(1 << tile for tile in self.wild)
        self._special = bool(self.families) or self.eyes_held
        self._plain = not (self.wild or self._special)
        self._by_pairs = self.seven_pairs or self.pairs_and_triplet

    def complete(self, hand: Hand) -> bool:
        """Tell whether the whole hand is a winning shape of any kind."""
        role = self._roles[hand.size]
        if (role != PART and role != WHOLE) or hand.flowers:
            return False
        if self._plain:
            suit = self._suit
            one = COMBINED[suit[hand.m] << 8 | suit[hand.p]]
            other = COMBINED[suit[hand.s] << 8 | self._honours[hand.z]]
            if COMBINED[one << 8 | other] < 16:
                return True
        elif self._made(hand, self._natural(hand)):
            return True
        return self._by_pairs and role == WHOLE and self._pairs_after(hand, -1)

    def standard(self, hand: Hand) -> bool:
        """Tell whether the whole hand splits into sets and eyes."""
        role = self._roles[hand.size]
        if (role != PART and role != WHOLE) or hand.flowers:
            return False
        return self._made(hand, self._natural(hand))

    def pairs(self, hand: Hand) -> bool:
        """Tell whether the whole hand is seven pairs, or seven pairs and a triplet."""
        whole = self._roles[hand.size] == WHOLE and not hand.flowers
        return whole and self._by_pairs and self._pairs_after(hand, -1)

    def complete_with(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether the hand and this winning tile are a winning shape of any kind."""
        role = self._roles[hand.size]
        if role < OPEN_PART or hand.flowers or tile < 0 or tile >= 34:
            return False
        if self._by_pairs and role == OPEN_WHOLE and self._pairs_after(hand, tile):
            return True
        keys = self._natural(hand)
        if tile == self._wild or tile == self._wild2:
            return self._made(hand, _shift(keys, -1, 1))
        if hand.counts[tile] == 4:
            return self._fifth(hand, tile)
        return self._made(hand, _shift(keys, self._to if tile == self._from else tile, 1))

    def sets_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, all other tiles split into sets."""
        m, p, s, z, wilds = self._natural(hand)
        if wilds < aside or hand.flowers or (hand.size - aside) % 3:
            return False
        return (self._code(m, p, s, z) & 15) <= wilds - aside

    def pairs_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, the rest of an unmelded hand is pairs (HZ-44)."""
        if not self.seven_pairs or hand.flowers or hand.size <= 3 * self.sets:
            return False
        free = self._natural(hand)[4] - aside
        return free >= 0 and (hand.size - aside) % 2 == 0 and self._odd(hand) <= free

    def waits(self, hand: Hand, *, exclude_held: bool = False) -> int:
        """Return the mask of the kinds that complete a hand of 3k+1 tiles."""
        role = self._roles[hand.size]
        if role < OPEN_PART or hand.flowers:
            return 0
        mask = self._tried_waits(hand) if self._special else self._table_waits(hand)
        if self._by_pairs and role == OPEN_WHOLE:
            mask |= self._pair_waits(hand)
        if exclude_held and mask and 4 in hand.counts:
            return without_held(mask, hand.counts)
        return mask

    def distance(self, hand: Hand) -> int:
        """Return −1 if complete, 0 if ready, else how many tiles must still be exchanged."""
        return distance.distance(self, hand)

    def useful(self, hand: Hand) -> int:
        """Return the mask of the kinds whose drawing brings a hand of 3k+1 tiles nearer."""
        return distance.useful(self, hand)

    def readings(self, hand: Hand, winning: Tile | None = None) -> list[Reading]:
        """Return the ways to read a complete hand that can differ in value."""
        return readings(self, hand, winning)

    def natural(self, counts: bytearray) -> tuple[list[int], int]:
        """Return how many natural tiles each of the 34 faces has, and the number of wilds."""
        faces = list(counts[:34])
        wilds = 0
        for tile in self.wild:
            wilds += faces[tile]
            faces[tile] = 0
        if self.stand:
            faces[self._to], faces[self._from] = faces[self._from], 0
        return faces, wilds

    def keys(self, hand: Hand) -> Keys:
        """Return the keys of m, p, s and z without the wilds, and the number of wilds."""
        return self._natural(hand)

    def _natural(self, hand: Hand) -> Keys:
        keys = (hand.m, hand.p, hand.s, hand.z, 0)
        counts = hand.counts
        if self._wild >= 0 and counts[self._wild]:
            keys = _shift(_shift(keys, self._wild, -counts[self._wild]), -1, counts[self._wild])
        if self._wild2 >= 0 and counts[self._wild2]:
            keys = _shift(_shift(keys, self._wild2, -counts[self._wild2]), -1, counts[self._wild2])
        if self._from >= 0 and counts[self._from]:
            keys = _shift(keys, self._from, -counts[self._from])
            keys = _shift(keys, self._to, counts[self._from])
        return keys

    def _code(self, m: int, p: int, s: int, z: int) -> int:
        if self.families:
            return self._family_code(m, p, s, z, 0, 0)
        one = COMBINED[self._suit[m] << 8 | self._suit[p]]
        other = COMBINED[self._suit[s] << 8 | self._honours[z]]
        return COMBINED[one << 8 | other]

    def _family_code(self, m: int, p: int, s: int, z: int, at: int, filled: int) -> int:
        """Return the best code over how many copies of each filler join the families."""
        if at == len(self.fillers):
            one = COMBINED[self._suit[m] << 8 | self._suit[p]]
            other = COMBINED[self._suit[s] << 8 | self._honour_code(z, filled)]
            return COMBINED[one << 8 | other]
        best = self._family_code(m, p, s, z, at + 1, filled)
        tile: int = self.fillers[at]
        held = (m if tile < 9 else p if tile < 18 else s) // POW[tile % 9] % 5
        for used in range(1, held + 1):
            m, p, s, z, _ = _shift((m, p, s, z, 0), tile, -1)
            code = self._family_code(m, p, s, z, at + 1, filled + used)
            best = min(best & 15, code & 15) | min(best & 240, code & 240)
        return best

    def _honour_code(self, z: int, filled: int) -> int:
        at = filled * HONOUR_KEYS + z
        code = self._family_codes[at]
        if code == 255:  # not asked before
            code = tables.family_code(z, self.families, filled, eyes=self.eyes is None)
            self._family_codes[at] = code
        return code

    def _made(self, hand: Hand, keys: Keys) -> bool:
        """Tell whether these keys are sets and eyes; `hand` is what was there before."""
        m, p, s, z, wilds = keys
        if self._code(m, p, s, z) >> 4 > wilds:
            return False
        return not self.eyes_held or self._held(hand, keys)

    def _held(self, hand: Hand, keys: Keys) -> bool:
        """LZ-64: the eyes had two natural copies before the winning tile."""
        if hand.size < 3:
            return False
        for tile in self.eye_kinds:
            if hand.counts[tile] >= 2:
                m, p, s, z, wilds = _shift(keys, tile, -2)
                if (self._code(m, p, s, z) & 15) <= wilds:
                    return True
        return False

    def _fifth(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether a fifth copy makes sets and eyes, which no key can hold."""
        before, wilds = self.natural(hand.counts)
        after = before[:]
        after[self._to if tile == self._from else tile] += 1
        if not self.eyes_held:
            return hand_needs(after, self.eyes, self.families, self.fillers)[1] <= wilds
        for eye in self.eye_kinds:
            if before[eye] >= 2:
                rest = [count - 2 * (kind == eye) for kind, count in enumerate(after)]
                if hand_needs(rest, self.eyes, self.families, self.fillers)[0] <= wilds:
                    return True
        return False

    def _odd(self, hand: Hand) -> int:
        """Return how many natural kinds have an odd number of copies."""
        odd = hand.odds
        if self._wild >= 0:
            odd -= hand.counts[self._wild] & 1
        if self._wild2 >= 0:
            odd -= hand.counts[self._wild2] & 1
        return odd

    def _pairs_after(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether a whole hand, with this tile unless it is −1, is pairs."""
        odd = self._odd(hand)
        wilds = self._wilds(hand)
        if tile >= 0:
            if tile == self._wild or tile == self._wild2:
                wilds += 1
            else:
                odd += -1 if hand.counts[tile] & 1 else 1
        if self.sets % 2 == 0:
            held = not self.eyes_held or self._pair_held(hand)
            return self.seven_pairs and odd <= wilds and held
        if odd + 1 <= wilds:
            return self.pairs_and_triplet
        return self.pairs_and_triplet and odd - 1 <= wilds and self._has_three(hand, tile)

    def _wilds(self, hand: Hand) -> int:
        wilds = 0
        if self._wild >= 0:
            wilds += hand.counts[self._wild]
        if self._wild2 >= 0:
            wilds += hand.counts[self._wild2]
        return wilds

    def _pair_held(self, hand: Hand) -> bool:
        """LZ-65: a pair of the right rank was there before the winning tile."""
        for tile in self.eye_kinds:
            if hand.counts[tile] >= 2:
                return True
        return False

    def _has_three(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether there are just three natural tiles of some kind, `tile` counted in."""
        for kind in range(34):
            if hand.counts[kind] + (kind == tile) == 3 and not self._wild_mask >> kind & 1:
                return True
        return False

    def _table_waits(self, hand: Hand) -> int:
        m, p, s, z, wilds = self._natural(hand)
        suit = self._suit
        outer = COMBINED[suit[m] << 8 | self._honours[z]]
        inner = COMBINED[suit[p] << 8 | suit[s]]
        need = COMBINED[outer << 8 | inner] >> 4
        if need > wilds + 1:
            return 0
        if need < wilds:
            return ALL
        mask = self._fitting(suit, m, COMBINED[inner << 8 | self._honours[z]], wilds, 9)
        mask |= self._fitting(suit, p, COMBINED[outer << 8 | suit[s]], wilds, 9) << 9
        mask |= self._fitting(suit, s, COMBINED[outer << 8 | suit[p]], wilds, 9) << 18
        mask |= self._fitting(self._honours, z, COMBINED[inner << 8 | suit[m]], wilds, 7) << 27
        if 4 in hand.counts:
            mask = self._mend(hand, mask)
        if self._from >= 0:
            mask = mask & ~(ONE << self._from) | (mask >> self._to & 1) << self._from
        return mask | self._wild_mask

    def _fitting(self, table: bytes, key: int, others: int, wilds: int, ranks: int) -> int:
        """Return which ranks of a suit, added to its key, complete the hand."""
        mask = 0
        for rank in range(ranks):
            if COMBINED[others << 8 | table[key + POW[rank]]] >> 4 <= wilds:
                mask |= 1 << rank
        return mask

    def _mend(self, hand: Hand, mask: int) -> int:
        """Correct the bits of the kinds of which a fifth copy would be needed."""
        for tile in range(34):
            if hand.counts[tile] == 4 and not self._wild_mask >> tile & 1:
                face = self._to if tile == self._from else tile
                mask &= ~(ONE << face)
                if self._fifth(hand, tile):
                    mask |= ONE << face
        return mask

    def _tried_waits(self, hand: Hand) -> int:
        """Return the waits of special shapes, by trying, if one more wild would help."""
        m, p, s, z, wilds = self._natural(hand)
        if self._code(m, p, s, z) >> 4 > wilds + 1:
            return 0
        mask = 0
        for tile in range(34):
            if self.complete_with(hand, tile):
                mask |= ONE << tile
        return mask

    def _pair_waits(self, hand: Hand) -> int:
        if self._odd(hand) > self._wilds(hand) + 2:
            return 0
        mask = 0
        for tile in range(34):
            if self._pairs_after(hand, tile):
                mask |= ONE << tile
        return mask


def _shift(keys: Keys, tile: Tile, copies: int) -> Keys:
    """Return keys with so many more copies of a tile; tile −1 is a wild."""
    m, p, s, z, wilds = keys
    if tile < 0:
        return m, p, s, z, wilds + copies
    step = copies * POW[tile % 9]
    if tile < 9:
        return m + step, p, s, z, wilds
    if tile < 18:
        return m, p + step, s, z, wilds
    if tile < 27:
        return m, p, s + step, z, wilds
    return m, p, s, z + step, wilds
