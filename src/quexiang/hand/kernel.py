# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""The quick questions about a hand.

A hand keeps a key for each suit, a number in base five. A table gives for each key a code: the
wilds missing until its tiles split into sets (lower half) and into sets and one pair (upper half).
More than enough wilds always come in threes, which are a set of their own; so a hand is complete
if the needs of its parts, added up, are no more than its wilds.

This file is plain Python. Its C types stand in kernel.pxd and are used if there is a compiler.
"""

from quexiang.hand import tables
from quexiang.hand.concealed import Hand
from quexiang.hand.exact import fifth_completes
from quexiang.hand.limits import Arguments, eye_kinds, prints, roles
from quexiang.tiles import Tile, mask_of

POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]
_COMBINED = tables.combined()
COMBINED = _COMBINED
HONOUR_KEYS = tables.HONOUR_KEYS
SUIT_KEYS = tables.SUIT_KEYS
KNOWN = 1 << 18
"""The bit of gains that have been worked out."""
ONE = 1
ALL = (1 << 34) - 1
OPEN_WHOLE, PART, WHOLE = 2, 3, 4
UNKNOWN = 255

Keys = tuple[int, int, int, int, int]
"""The keys of m, p, s and z without the wilds, and the number of wilds."""


class Kernel:
    """The quick questions about a hand; `Shape` says what its arguments mean."""

    def __init__(self, arguments: Arguments) -> None:
        self.sets = arguments.sets
        self.wild = arguments.wild
        self.eyes = arguments.eyes
        self.eyes_held = arguments.eyes_held
        self.seven_pairs = arguments.seven_pairs
        self.pairs_and_triplet = arguments.pairs_and_triplet
        self.pairs_and_run = arguments.pairs_and_run
        self.stand = arguments.stand
        self.families = arguments.families
        self.fillers = arguments.fillers
        self.eye_kinds = eye_kinds(self.eyes)
        self.prints = prints(self.wild, self.stand)
        self._prepare()

    def _prepare(self) -> None:
        """Look up the tables and work out what every question needs."""
        suit = tables.suit_codes(self.eyes)
        honours = tables.honour_codes(eyes=self.eyes is None)
        family = tables.family_codes(self.families, eyes=self.eyes is None)
        by_size = roles(self.sets)
        gains = tables.gains(self.eyes, SUIT_KEYS), tables.gains(self.eyes, HONOUR_KEYS)
        self._kept = (suit, honours, family, by_size, gains)  # C keeps only where they lie
        self._gains, self._honour_gains = gains
        self._suit, self._honours, self._family_codes, self._roles = suit, honours, family, by_size
        self._wild, self._wild2 = (*sorted(self.wild), -1, -1)[:2]
        self._from, self._to = self.stand or (-1, -1)
        self._wild_m, self._wild_p, self._wild_s, self._wild_z = _step(self._wild)
        self._wild2_m, self._wild2_p, self._wild2_s, self._wild2_z = _step(self._wild2)
        self._stand_m, self._stand_p, self._stand_s, self._stand_z = (
            to - of for of, to in zip(_step(self._from), _step(self._to), strict=True)
        )
        self._wild_mask = mask_of(self.wild)
        self._eye_mask = mask_of(self.eye_kinds)
        self._filler_mask = mask_of(self.fillers)
        self._special = bool(self.families) or self.eyes_held
        self._simple = len(self.wild) <= 1 and not (self.stand or self._special)
        self._by_pairs = self.seven_pairs or self.pairs_and_triplet
        # Odd kinds beyond the wilds if pairs win: two more than that, for two odd faces of wilds.
        self._most_odds = 5 if self.pairs_and_run else 3 if self.pairs_and_triplet else 2

    def complete(self, hand: Hand) -> bool:
        """Tell whether the whole hand is a winning shape of any kind."""
        if self._special:
            made = self._made(hand, self._natural(hand))
        else:
            if self._wild >= 0 and (hand.counts[self._wild] or not self._simple):
                m, p, s, z, wilds = self._natural(hand)
            else:
                m, p, s, z, wilds = hand.m, hand.p, hand.s, hand.z, 0
            suit = self._suit
            one = COMBINED[suit[m] << 8 | suit[p]]
            other = COMBINED[suit[s] << 8 | self._honours[z]]
            made = COMBINED[one << 8 | other] >> 4 <= wilds
            if not made and (not self._by_pairs or hand.odds > wilds + self._most_odds):
                return False  # the usual answer
        role = self._roles[hand.size]
        if role < PART or hand.flowers:
            return False
        return made or (self._by_pairs and role == WHOLE and self._pairs_after(hand, -1))

    def standard(self, hand: Hand) -> bool:
        """Tell whether the whole hand splits into sets and eyes."""
        role = self._roles[hand.size]
        if role < PART or hand.flowers:
            return False
        return self._made(hand, self._natural(hand))

    def pairs(self, hand: Hand) -> bool:
        """Tell whether the whole hand is seven pairs, or seven pairs and a set."""
        whole = self._roles[hand.size] == WHOLE and not hand.flowers
        return whole and self._by_pairs and self._pairs_after(hand, -1)

    def complete_with(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether the hand and this winning tile are a winning shape of any kind."""
        role = self._roles[hand.size]
        if not 0 < role < PART or hand.flowers or not 0 <= tile < 34:
            return False
        if self._simple and tile != self._wild and hand.counts[tile] < 4:
            return self._naturally_with(hand, tile, role)
        if self._by_pairs and role == OPEN_WHOLE and self._pairs_after(hand, tile):
            return True
        keys = self._natural(hand)
        if tile in (self._wild, self._wild2):
            return self._made(hand, self._shift(keys, -1, 1))
        face = self._to if tile == self._from else tile
        if hand.counts[tile] == 4:
            return self._fifth(hand, face)
        return self._made(hand, self._shift(keys, face, 1))

    def _naturally_with(self, hand: Hand, tile: Tile, role: int) -> bool:
        """Tell the same of a natural tile of which there are not four yet: one key changes."""
        m, p, s, z, wilds = self._natural(hand)
        suit = self._suit
        if tile < 9:
            m += POW[tile]
        elif tile < 18:
            p += POW[tile - 9]
        elif tile < 27:
            s += POW[tile - 18]
        else:
            z += POW[tile - 27]
        other = COMBINED[suit[s] << 8 | self._honours[z]]
        if COMBINED[COMBINED[suit[m] << 8 | suit[p]] << 8 | other] >> 4 <= wilds:
            return True
        whole = self._by_pairs and role == OPEN_WHOLE and hand.odds <= wilds + self._most_odds
        return whole and self._pairs_after(hand, tile)

    def waits(self, hand: Hand, exclude_held: bool = False) -> int:  # noqa: FBT001, FBT002 - C has no keywords
        """Return the mask of the kinds that complete a hand of 3k+1 tiles."""
        role = self._roles[hand.size]
        if not 0 < role < PART or hand.flowers:
            return 0
        mask = self._special_waits(hand) if self._special else self._table_waits(hand)
        if self._by_pairs and role == OPEN_WHOLE:
            mask |= self._pair_waits(hand)
        if exclude_held and mask:
            for tile in range(34):
                if hand.counts[tile] == 4:
                    mask &= ~(ONE << tile)
        return mask

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

    def is_wild(self, tile: Tile) -> bool:
        """Tell whether a kind is wild."""
        return 0 <= tile < 34 and self._wild_mask >> tile & 1 == 1

    def odd(self, hand: Hand) -> int:
        """Return how many natural kinds have an odd number of copies."""
        return self._odd(hand)

    def _natural(self, hand: Hand) -> Keys:
        m, p, s, z, wilds = hand.m, hand.p, hand.s, hand.z, 0
        counts = hand.counts
        if self._wild >= 0:
            wilds = counts[self._wild]
            if wilds:
                m -= wilds * self._wild_m
                p -= wilds * self._wild_p
                s -= wilds * self._wild_s
                z -= wilds * self._wild_z
        if self._simple:
            return m, p, s, z, wilds
        if self._wild2 >= 0 and counts[self._wild2]:
            more = counts[self._wild2]
            m -= more * self._wild2_m
            p -= more * self._wild2_p
            s -= more * self._wild2_s
            z -= more * self._wild2_z
            wilds += more
        if self._from >= 0 and counts[self._from]:
            moved = counts[self._from]
            m += moved * self._stand_m
            p += moved * self._stand_p
            s += moved * self._stand_s
            z += moved * self._stand_z
        return m, p, s, z, wilds

    def _shift(self, keys: Keys, tile: Tile, copies: int) -> Keys:
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

    def _code(self, m: int, p: int, s: int, z: int) -> int:
        if self.families:
            return self._family_code(m, p, s, z, 0, 0)
        one = COMBINED[self._suit[m] << 8 | self._suit[p]]
        return COMBINED[one << 8 | COMBINED[self._suit[s] << 8 | self._honours[z]]]

    def _family_code(self, m: int, p: int, s: int, z: int, at: int, filled: int) -> int:
        """Return the best code over how many copies of each further filler join the families."""
        suit = self._suit
        honours = self._family_codes[filled * HONOUR_KEYS + z]
        if honours == UNKNOWN:  # not asked before
            honours = self._honour_code(z, filled)
        best = COMBINED[COMBINED[suit[m] << 8 | suit[p]] << 8 | COMBINED[suit[s] << 8 | honours]]
        if not self.fillers:
            return best
        for place in range(at, len(self.fillers)):
            tile = self.fillers[place]
            held = (m if tile < 9 else p if tile < 18 else s) // POW[tile % 9] % 5
            for used in range(1, held + 1):
                rest = self._shift((m, p, s, z, 0), tile, -used)
                code = self._family_code(
                    rest[0], rest[1], rest[2], rest[3], place + 1, filled + used
                )
                best = _better(best, code)
        return best

    def _honour_code(self, z: int, filled: int) -> int:
        at = filled * HONOUR_KEYS + z
        code = self._family_codes[at]
        if code == UNKNOWN:
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
                m, p, s, z, wilds = self._shift(keys, tile, -2)
                if (self._code(m, p, s, z) & 15) <= wilds:
                    return True
        return False

    def _fifth(self, hand: Hand, face: Tile) -> bool:
        """Tell whether a fifth copy makes sets and eyes, which no key can hold."""
        if self._special:
            return fifth_completes(self, hand.counts, face)
        m, p, s, z, wilds = self._natural(hand)
        suit = self._suit
        codes = [suit[m], suit[p], suit[s], self._honours[z]]
        key = m if face < 9 else p if face < 18 else s if face < 27 else z
        codes[face // 9] = self._five(self._honours if face >= 27 else suit, key, face)
        outer = COMBINED[codes[0] << 8 | codes[3]]
        inner = COMBINED[codes[1] << 8 | codes[2]]
        return COMBINED[outer << 8 | inner] >> 4 <= wilds

    def _five(self, table: bytes, key: int, face: Tile) -> int:
        """Return the code of a key with one more than four copies of a face.

        One of the five is in a triplet, in the pair or in a run; the table knows the rest.
        """
        rank = face % 9
        best = 255
        for used in range(1, 4):
            rest = table[key + POW[rank] - used * POW[rank]]
            best = _better(best, COMBINED[rest << 8 | 240 | 3 - used])
            if used < 3 and self._eye_mask >> face & 1:
                best = _better(best, COMBINED[rest << 8 | 2 - used << 4 | 15])
        if face >= 27:
            return best
        for start in range(max(0, rank - 2), min(6, rank) + 1):
            rest = key
            missing = 0
            for other in range(start, start + 3):
                if other != rank and rest // POW[other] % 5:
                    rest -= POW[other]
                elif other != rank:
                    missing += 1
            best = _better(best, COMBINED[table[rest] << 8 | 240 | missing])
        return best

    def _odd(self, hand: Hand) -> int:
        odd = hand.odds
        if self._wild >= 0:
            odd -= hand.counts[self._wild] & 1
        if self._wild2 >= 0:
            odd -= hand.counts[self._wild2] & 1
        return odd

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
        mask = self._fitting(0, m, COMBINED[inner << 8 | self._honours[z]], wilds)
        mask |= self._fitting(9, p, COMBINED[outer << 8 | suit[s]], wilds)
        mask |= self._fitting(18, s, COMBINED[outer << 8 | suit[p]], wilds)
        mask |= self._fitting(27, z, COMBINED[inner << 8 | suit[m]], wilds)
        if self._from >= 0:
            mask = mask & ~(ONE << self._from) | (mask >> self._to & 1) << self._from
        return mask | self._wild_mask

    def _fitting(self, first: Tile, key: int, others: int, wilds: int) -> int:
        """Return which tiles of a suit complete a hand that needs one more than its wilds."""
        code = self._suit[key] if first < 27 else self._honours[key]
        with_pair = (others & 15) + (code >> 4) == wilds + 1
        without = (others >> 4) + (code & 15) == wilds + 1
        if not with_pair and not without:
            return 0
        gains = self._gained(first, key)
        mask = gains & 511 if without else 0
        if with_pair:
            mask |= gains >> 9 & 511
        return mask << first

    def _gained(self, first: Tile, key: int) -> int:
        """Return which ranks lower the need for sets, and in higher bits that for a pair too."""
        room = self._gains if first < 27 else self._honour_gains
        gains = room[3 * key] | room[3 * key + 1] << 8 | room[3 * key + 2] << 16
        return gains or self._work_out(first, key)

    def _work_out(self, first: Tile, key: int) -> int:
        """Work out what a tile gains: one need at most."""
        table = self._suit if first < 27 else self._honours
        code = table[key]
        gains = KNOWN
        for rank in range(9 if first < 27 else 7):
            if key // POW[rank] % 5 == 4:
                more = self._five(table, key, first + rank)
            else:
                more = table[key + POW[rank]]
            if more & 15 < code & 15:
                gains |= 1 << rank
            if more >> 4 < code >> 4:
                gains |= 512 << rank
        room = self._gains if first < 27 else self._honour_gains
        for place in range(3):
            room[3 * key + place] = gains >> 8 * place & 255
        return gains

    # What only some towns ask for; special.py answers.

    def _special_waits(self, hand: Hand) -> int:
        raise NotImplementedError

    def _pairs_after(self, hand: Hand, tile: Tile) -> bool:
        raise NotImplementedError

    def _pair_waits(self, hand: Hand) -> int:
        raise NotImplementedError

    def _from_pairs(self, hand: Hand) -> int:
        raise NotImplementedError


def _step(tile: Tile) -> list[int]:
    """Return what a copy of a tile adds to each of the four keys; nothing for −1."""
    return [POW[tile % 9] if tile // 9 == suit else 0 for suit in range(4)]


def _better(one: int, other: int) -> int:
    """Return the lower needs of two codes, for sets only and with a pair."""
    return min(one & 15, other & 15) | min(one & 240, other & 240)
