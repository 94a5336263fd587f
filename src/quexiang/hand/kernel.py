"""The hand and the shapes that may win."""

from collections.abc import Iterable

from quexiang.hand.exact import Needs, add_needs, family_needs, loose_needs, suit_needs
from quexiang.tiles import KINDS, Tile, tile_text

_FULL = 4


class Hand:
    """The concealed tiles of a seat."""

    __slots__ = ("counts", "size")

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        """Hold the given tiles."""
        self.counts = bytearray(KINDS)
        self.size = 0
        for tile in tiles:
            self.add(tile)

    def add(self, tile: Tile) -> None:
        """Take in a tile; a fifth copy is refused."""
        if self.counts[tile] >= _FULL:
            raise ValueError(f"a fifth {tile_text(tile)}")
        self.counts[tile] += 1
        self.size += 1

    def remove(self, tile: Tile) -> None:
        """Give away a tile that is held."""
        if not self.counts[tile]:
            raise ValueError(f"no {tile_text(tile)} in the hand")
        self.counts[tile] -= 1
        self.size -= 1

    def copy(self) -> "Hand":
        """Return an independent hand with the same tiles."""
        other = Hand.__new__(Hand)
        other.counts = self.counts[:]
        other.size = self.size
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

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show the tiles in the notation."""
        from quexiang.tiles import tiles_text

        return f"Hand({tiles_text(self.tiles())!r})"


class Shape:
    """What may win in a round: how many sets, which wilds, which eyes, which special sets."""

    def __init__(
        self,
        *,
        sets: int = 4,
        wild: frozenset[Tile] = frozenset(),
        eyes: frozenset[int] | None = None,
        eyes_held: bool = False,
        seven_pairs: bool = False,
        pairs_and_triplet: bool = False,
        stand: tuple[Tile, Tile] | None = None,
        families: tuple[tuple[Tile, ...], ...] = (),
        fillers: frozenset[Tile] = frozenset(),
    ) -> None:
        """Describe the shapes; see the attributes' names for what each allows."""
        self.sets = sets
        self.wild = frozenset(wild)
        self.eyes = None if eyes is None else frozenset(eyes)
        self.eyes_held = eyes_held
        self.seven_pairs = seven_pairs
        self.pairs_and_triplet = pairs_and_triplet
        self.stand = stand
        self.families = tuple(tuple(family) for family in families)
        self.fillers = frozenset(fillers) if families else frozenset()
        self._eye_kinds = frozenset(
            tile for tile in range(34) if eyes is None or (tile < 27 and tile % 9 + 1 in eyes)
        )

    def complete(self, hand: Hand) -> bool:
        """Tell whether the whole hand is a winning shape of any kind."""
        return self.standard(hand) or self.pairs(hand)

    def standard(self, hand: Hand) -> bool:
        """Tell whether the whole hand splits into sets and eyes."""
        return self._standard(hand.counts, hand.counts, hand.size)

    def pairs(self, hand: Hand) -> bool:
        """Tell whether the whole hand is seven pairs, or seven pairs and a triplet."""
        return self._pairs(hand.counts, hand.counts, hand.size)

    def complete_with(self, hand: Hand, tile: Tile) -> bool:
        """Tell whether the hand and this winning tile are a winning shape of any kind."""
        after = hand.counts[:]
        after[tile] += 1
        size = hand.size + 1
        return self._standard(after, hand.counts, size) or self._pairs(after, hand.counts, size)

    def sets_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, the rest splits into sets."""
        natural, wilds = self._natural(hand.counts)
        free = wilds - aside
        return (
            free >= 0
            and (hand.size - aside) % 3 == 0
            and not any(hand.counts[34:])
            and self._needs(natural)[0] <= free
        )

    def pairs_only(self, hand: Hand, aside: int = 0) -> bool:
        """Tell whether, `aside` wilds set aside, an unmelded hand's rest splits into pairs."""
        natural, wilds = self._natural(hand.counts)
        free = wilds - aside
        return (
            self.seven_pairs
            and free >= 0
            and hand.size > 3 * self.sets
            and (hand.size - aside) % 2 == 0
            and not any(hand.counts[34:])
            and sum(count & 1 for count in natural) <= free
        )

    def waits(self, hand: Hand, *, exclude_held: bool = False) -> int:
        """Return the mask of the kinds that complete a hand of 3k+1 tiles."""
        if hand.size % 3 != 1:
            return 0
        mask = 0
        for tile in range(34):
            if exclude_held and hand.counts[tile] >= _FULL:
                continue
            if self.complete_with(hand, tile):
                mask |= 1 << tile
        return mask

    def _natural(self, counts: bytearray) -> tuple[bytearray, int]:
        """Return the natural tiles by the faces that they stand for, and the number of wilds."""
        natural = counts[:34]
        wilds = 0
        for tile in self.wild:
            wilds += natural[tile]
            natural[tile] = 0
        if self.stand is not None:
            tile, face = self.stand
            natural[face] += natural[tile]
            natural[tile] = 0
        return natural, wilds

    def _fits(self, counts: bytearray, size: int) -> bool:
        return size % 3 == 2 and size <= 3 * self.sets + 2 and not any(counts[34:])

    def _standard(self, counts: bytearray, before: bytearray, size: int) -> bool:
        if not self._fits(counts, size):
            return False
        natural, wilds = self._natural(counts)
        if not self.eyes_held:
            return self._needs(natural)[1] <= wilds
        return size > 2 and self._standard_held(natural, self._natural(before)[0], wilds)

    def _standard_held(self, natural: bytearray, before: bytearray, wilds: int) -> bool:
        for tile in self._eye_kinds:
            if before[tile] >= 2:
                rest = natural[:]
                rest[tile] -= 2
                if self._needs(rest)[0] <= wilds:
                    return True
        return False

    def _pairs(self, counts: bytearray, before: bytearray, size: int) -> bool:
        if size != 3 * self.sets + 2 or not self._fits(counts, size):
            return False
        natural, wilds = self._natural(counts)
        odd = sum(count & 1 for count in natural)
        if self.seven_pairs and size % 2 == 0 and odd <= wilds:
            return not self.eyes_held or any(before[tile] >= 2 for tile in self._eye_kinds)
        if self.pairs_and_triplet and size % 2:
            return odd + (-1 if 3 in natural else 1) <= wilds
        return False

    def _needs(self, natural: bytearray) -> Needs:
        best: Needs = (15, 15)
        for natural_left, filled in self._fillings(natural):
            needs = self._honour_needs(natural_left, filled)
            for start in (0, 9, 18):
                suit = suit_needs(tuple(natural_left[start : start + 9]), self.eyes)
                needs = add_needs(needs, suit)
            best = min(best[0], needs[0]), min(best[1], needs[1])
        return best

    def _fillings(self, natural: bytearray) -> list[tuple[bytearray, int]]:
        found = [(natural, 0)]
        for tile in self.fillers:
            found = [
                (left, filled + used)
                for tiles, filled in found
                for used in range(tiles[tile] + 1)
                for left in [_less(tiles, tile, used)]
            ]
        return found

    def _honour_needs(self, natural: bytearray, filled: int) -> Needs:
        members = {tile for family in self.families for tile in family}
        parts = [loose_needs(natural[tile]) for tile in range(27, 34) if tile not in members]
        best = [self._join(parts)] + [(15, 15)] * filled
        for family in self.families:
            counts = tuple(sorted(natural[tile] for tile in family))
            after: list[Needs] = [(15, 15)] * (filled + 1)
            for used in range(filled + 1):
                part = family_needs(counts, used)
                for others in range(filled + 1 - used):
                    both = add_needs(best[others], self._eyeless(part))
                    old = after[used + others]
                    after[used + others] = min(old[0], both[0]), min(old[1], both[1])
            best = after
        return best[filled]

    def _join(self, parts: list[Needs]) -> Needs:
        total: Needs = (0, 2) if self.eyes is None else (0, 15)
        for part in parts:
            total = add_needs(total, self._eyeless(part))
        return total

    def _eyeless(self, needs: Needs) -> Needs:
        return needs if self.eyes is None else (needs[0], 15)


def _less(tiles: bytearray, tile: Tile, used: int) -> bytearray:
    left = tiles[:]
    left[tile] -= used
    return left
