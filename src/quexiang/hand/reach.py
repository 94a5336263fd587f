# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""How far a hand is from what it could become, and which tiles bring it nearer; the quick way.

`distance.py` explains the lacks that are joined here. What it alone can reckon (fillers, eyes that
must be held before the last tile) is left to it. Plain Python, whose C types stand in reach.pxd.
"""

from collections.abc import Sequence
from functools import cache

from quexiang.hand import distance as slow
from quexiang.hand import goals
from quexiang.hand.concealed import Hand
from quexiang.hand.exact import Family
from quexiang.hand.kernel import Kernel
from quexiang.hand.pairs import FAR
from quexiang.hand.tables import HONOUR_KEYS, SUIT_KEYS
from quexiang.tiles import Tile

POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]
WIDTH = 6
STEP = 16
MOST_TILES = 3 * WIDTH - 1
"""Tiles of the largest hand that the tables of lacks know."""
MOST_LACKS = 512
MOST_KEPT = 1 << 16
ANY, PAIRS, TRIPLETS = goals.ANY, goals.PAIRS, goals.TRIPLETS
ALONE, SUIT = goals.ALONE, goals.SUIT
ONE = 1

Table = Sequence[int]
Room = bytearray | list[int]


class Lacks:
    """What suits and honours lack, and two of them together; each is worked out once."""

    def __init__(self, families: tuple[Family, ...], eyes: frozenset[int] | None) -> None:
        self._families, self._eyes = families, eyes
        self._numbers: dict[bytes, int] = {}
        suits, honours = bytearray(2 * SUIT_KEYS), bytearray(2 * HONOUR_KEYS)
        alone, joined = bytearray(STEP * MOST_LACKS), bytearray(STEP * MOST_LACKS * MOST_LACKS)
        self._kept = (suits, honours, alone, joined)  # C keeps only where they lie
        self._suits, self._honours, self.alone, self.joined = suits, honours, alone, joined

    def of(self, suit: int, key: int) -> int:
        """Return where in `alone` the lack of a suit or of honours stands."""
        table = self._suits if suit < 3 else self._honours
        number = table[2 * key] | table[2 * key + 1] << 8
        return STEP * (number or self._work_out(suit, key))

    def pair(self, suit: int, one: int, other: int) -> int:
        """Return where in `joined` the lack of a suit and the next stands."""
        return self.both(self.of(suit, one), self.of(suit + 1, other))

    def both(self, one: int, other: int) -> int:
        """Return where in `joined` the lack of two that stand in `alone` stands."""
        at = one * MOST_LACKS + other
        if not self.joined[at + STEP - 1]:
            _join(self.alone, one, self.alone, other, self.joined, at)
            self.joined[at + STEP - 1] = 1
        return at

    def _work_out(self, suit: int, key: int) -> int:
        table, lack = self._suits, slow.suit_lack(key, self._eyes)
        if suit == 3:
            lack = slow.honour_lack(key, self._families, 0, eyes=self._eyes is None)
            table = self._honours
        number = self._numbers.setdefault(lack, len(self._numbers) + 1)
        assert number < MOST_LACKS
        for place in range(2 * WIDTH):
            self.alone[STEP * number + place] = lack[place]
        table[2 * key], table[2 * key + 1] = number & 255, number >> 8
        return number


@cache
def lacks(families: tuple[Family, ...], eyes: frozenset[int] | None) -> Lacks:
    """Return the lacks that all shapes with these families and eyes share."""
    return Lacks(families, eyes)


class Reach:
    """The quick questions about what a hand of one shape may become."""

    def __init__(self, shape: Kernel) -> None:
        self.shape = shape
        self._lacks = lacks(shape.families, shape.eyes)
        self._prints = list(shape.prints)
        self._special = bool(shape.fillers) or shape.eyes_held
        self.is_slow = self._special
        self._kept: dict[bytes, int] = {}
        self._kept_useful: dict[bytes, int] = {}
        self._by_pairs = shape.seven_pairs or shape.pairs_and_triplet

    def distance(self, hand: Hand, goal: int = 0) -> int:
        """Return −1 if complete, 0 if ready, else how many tiles must still be exchanged."""
        self._check(hand)
        if hand.size % 3 == 0:
            raise ValueError(f"a hand has 3k+1 or 3k+2 tiles, not {hand.size}")
        return self._distance(hand, goal)

    def useful(self, hand: Hand, goal: int = 0) -> int:
        """Return the mask of the kinds whose drawing brings a hand of 3k+1 tiles nearer."""
        self._check(hand)
        if hand.size % 3 != 1:
            raise ValueError(f"a hand before its draw has 3k+1 tiles, not {hand.size}")
        return self._useful(hand, goal)

    def ranked(
        self, hand: Hand, goal: int, unseen: list[int], kinds: Sequence[Tile]
    ) -> list[tuple[Tile, int, int]]:
        """Tell for each discard the distance that it leaves, and how many unseen tiles help."""
        self._check(hand)
        found = []
        trial = hand.copy()
        for tile in kinds:
            trial.remove(tile)
            far = self._distance(trial, goal)
            width = self.width(self._useful(trial, goal), unseen)
            trial.add(tile)
            found.append((tile, far, width))
        return found

    def width(self, mask: int, unseen: list[int]) -> int:
        """Return how many unseen tiles are of these kinds."""
        _check_unseen(unseen)
        width = 0
        for tile in range(34):
            if mask >> tile & 1:
                width += unseen[tile]
        return width

    def best(
        self, hand: Hand, unseen: list[int], fixed: int, goal: int = 0
    ) -> tuple[int, int, int]:
        """Return the discard that leaves the nearest hand, of those the widest; not a fixed one."""
        self._check(hand)
        trial = hand.copy()
        chosen, least, most = -1, FAR, -1
        far_of = [FAR] * 34
        for tile in range(34):
            if hand.counts[tile] and not fixed >> tile & 1:
                trial.remove(tile)
                far = self._distance(trial, goal)
                far_of[tile] = far
                trial.add(tile)
                least = min(least, far)
        for tile in range(34):
            if far_of[tile] == least < FAR:
                trial.remove(tile)
                width = self.width(self._useful(trial, goal), unseen)
                trial.add(tile)
                if width > most:
                    chosen, most = tile, width
        return chosen, least, most

    def nearest(self, hand: Hand, fixed: int, goal: int = 0) -> int:
        """Return the distance after the best discard, of those that are not fixed."""
        self._check(hand)
        least = FAR
        for tile in range(34):
            if hand.counts[tile] and not fixed >> tile & 1:
                hand.remove(tile)
                least = min(least, self._distance(hand, goal))
                hand.add(tile)
        return least

    def ahead(self, hand: Hand, goal: int, unseen: list[int], fixed: int) -> tuple[int, float]:
        """Return how many unseen tiles help, and how many will help then, on an average."""
        self._check(hand)
        _check_unseen(unseen)
        trial = hand.copy()
        mask = self._useful(trial, goal)
        width = 0
        later = 0.0
        for tile in range(34):
            copies = unseen[tile]
            if mask >> tile & 1 and copies:
                trial.add(tile)
                width += copies
                later += copies * self._best(trial, goal, unseen, fixed)
                trial.remove(tile)
        return width, later / width if width else 0.0

    def _best(self, hand: Hand, goal: int, unseen: list[int], fixed: int) -> int:
        """Return the most unseen tiles that can help after one of the nearest discards."""
        least, most = FAR, 0
        near = 0
        for tile in range(34):
            if hand.counts[tile] and not fixed >> tile & 1:
                hand.remove(tile)
                far = self._distance(hand, goal)
                hand.add(tile)
                if far < least:
                    least, near = far, 0
                if far == least:
                    near |= ONE << tile
        for tile in range(34):
            if near >> tile & 1:
                hand.remove(tile)
                most = max(most, self.width(self._useful(hand, goal), unseen))
                hand.add(tile)
        return most

    def _check(self, hand: Hand) -> None:
        """Refuse a hand of more tiles than the lacks know."""
        if hand.size > MOST_TILES:
            raise ValueError(f"a hand has at most {MOST_TILES} tiles, not {hand.size}")

    def _distance(self, hand: Hand, goal: int) -> int:
        if goal == ANY:
            if not self._by_pairs:
                return self._standard(hand)
            return min(self._standard(hand), self.shape._from_pairs(hand))
        if goal == PAIRS:
            return self.shape._from_pairs(hand)
        if goal == TRIPLETS:
            return self._triplets(hand)
        return self._alone(hand) if goal == ALONE else self._one_suit(hand, goal - SUIT)

    def _useful(self, hand: Hand, goal: int) -> int:
        now = self._distance(hand, goal)
        if goal != ANY:
            return self._tried(hand, goal, now)
        if self._special:
            return self._slowly_useful(hand)
        mask = 0
        if self._standard(hand) == now:
            mask = self._nearer(hand, now)
        if self._by_pairs and self.shape._from_pairs(hand) == now:
            mask |= self._tried(hand, PAIRS, now)
        return mask

    def _tried(self, hand: Hand, goal: int, now: int) -> int:
        """Return the kinds that help, found by adding each."""
        mask = 0
        trial = hand.copy()
        for tile in range(34):
            if hand.counts[tile] < 4:
                trial.add(tile)
                if self._distance(trial, goal) < now:
                    mask |= ONE << tile
                trial.remove(tile)
        return mask

    def _slowly(self, hand: Hand) -> int:
        """Return what only `distance.py` can tell, and keep it."""
        key = bytes(hand.counts)
        far = self._kept.get(key)
        if far is None:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            far = self._kept[key] = slow.standard(self.shape, hand)
        return far

    def _slowly_useful(self, hand: Hand) -> int:
        key = bytes(hand.counts)
        mask = self._kept_useful.get(key)
        if mask is None:
            if len(self._kept_useful) > MOST_KEPT:
                self._kept_useful.clear()
            mask = self._kept_useful[key] = slow.useful(self.shape, hand)
        return mask

    def _standard(self, hand: Hand) -> int:
        if self._special:
            return self._slowly(hand)
        m, p, s, z, wilds = self.shape._natural(hand)
        front, back = self._lacks.pair(0, m, p), self._lacks.pair(2, s, z)
        joined = self._lacks.joined
        return _least(joined, front, joined, back, (hand.size - 1) // 3) - wilds - 1

    def _nearer(self, hand: Hand, now: int) -> int:
        """Return the kinds that bring the standard shape below a distance: one part changes."""
        m, p, s, z, wilds = self.shape._natural(hand)
        lacks, alone, joined = self._lacks, self._lacks.alone, self._lacks.joined
        one, two, three, four = lacks.of(0, m), lacks.of(1, p), lacks.of(2, s), lacks.of(3, z)
        front, back = lacks.both(one, two), lacks.both(three, four)
        sets, limit = (hand.size - 1) // 3, now + wilds
        rest = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        _join(alone, two, joined, back, rest, 0)
        mask = self._part(hand, 0, m, rest, sets, limit)
        _join(alone, one, joined, back, rest, 0)
        mask |= self._part(hand, 1, p, rest, sets, limit)
        _join(joined, front, alone, four, rest, 0)
        mask |= self._part(hand, 2, s, rest, sets, limit)
        _join(joined, front, alone, three, rest, 0)
        mask |= self._part(hand, 3, z, rest, sets, limit)
        for tile in self.shape.wild:
            if hand.counts[tile] < 4:
                mask |= ONE << tile
        return mask

    def _part(
        self, hand: Hand, suit: int, key: int, rest: Sequence[int], sets: int, limit: int
    ) -> int:
        mask = 0
        for rank in range(9 if suit < 3 else 7):
            tile = self._prints[9 * suit + rank]
            if tile < 0 or hand.counts[tile] == 4:
                continue
            at = self._lacks.of(suit, key + POW[rank])
            if _least(self._lacks.alone, at, rest, 0, sets) - 1 < limit:
                mask |= ONE << tile
        return mask

    def _triplets(self, hand: Hand) -> int:
        """Return the distance from triplets and a pair, none of them melded yet."""
        sets = (hand.size - 1) // 3
        wilds = triples = doubles = 0
        for tile in range(34):
            count = hand.counts[tile]
            if not count:
                continue
            if self.shape._wild_mask >> tile & 1:
                wilds += count
            elif count > 2:
                triples += 1
            elif count == 2:
                doubles += 1
        wanted = sets - triples
        if wanted < 0:
            return -1 - wilds if doubles else -wilds
        if doubles > wanted:
            return wanted - wilds - 1
        return 2 * wanted - doubles - wilds

    def _alone(self, hand: Hand) -> int:
        """Return how far all tiles but one wild are from sets; any tile completes them then."""
        m, p, s, z, wilds = self.shape._natural(hand)
        if not wilds or self._special:
            return FAR
        front, back = self._lacks.pair(0, m, p), self._lacks.pair(2, s, z)
        joined = self._lacks.joined
        return _least_sets(joined, front, joined, back, (hand.size - 1) // 3) - wilds + 1

    def _one_suit(self, hand: Hand, suit: int) -> int:
        """Return the distance of a hand all of one suit, with any pair."""
        m, p, s, _z, wilds = self.shape._natural(hand)
        key = m if suit == 0 else p if suit == 1 else s
        return slow.suit_lack(key, None)[WIDTH + (hand.size - 1) // 3] - wilds - 1


def _check_unseen(unseen: list[int]) -> None:
    """Refuse a list that is too short."""
    if len(unseen) < 34:
        raise ValueError(f"34 kinds may be unseen, not {len(unseen)}")


def _join(one: Table, at: int, other: Table, start: int, into: Room, to: int) -> None:
    """Write the lack of two parts together."""
    for sets in range(WIDTH):
        least, paired = 99, 99
        for part in range(sets + 1):
            rest = sets - part
            both = one[at + part] + other[start + rest]
            least = min(least, both)
            both = one[at + part] + other[start + WIDTH + rest]
            paired = min(paired, both)
            both = one[at + WIDTH + part] + other[start + rest]
            paired = min(paired, both)
        into[to + sets] = least
        into[to + WIDTH + sets] = paired


def _least(one: Table, at: int, other: Table, start: int, sets: int) -> int:
    """Return the tiles missing in two parts for so many sets and one pair."""
    least = 99
    for part in range(sets + 1):
        rest = sets - part
        both = one[at + part] + other[start + WIDTH + rest]
        least = min(least, both)
        both = one[at + WIDTH + part] + other[start + rest]
        least = min(least, both)
    return least


def _least_sets(one: Table, at: int, other: Table, start: int, sets: int) -> int:
    """Return the tiles missing in two parts for so many sets."""
    least = 99
    for part in range(sets + 1):
        least = min(least, one[at + part] + other[start + sets - part])
    return least
