"""The shapes that may win."""

from collections.abc import Callable, Iterable
from functools import partial

from quexiang.hand.concealed import Hand
from quexiang.hand.limits import Arguments, check
from quexiang.hand.reach import Reach
from quexiang.hand.readings import Reading, readings
from quexiang.hand.special import Special
from quexiang.tiles import Tile


class Shape(Special):
    """What may win: how many sets, which tiles are wild, which eyes, which special sets.

    >>> from quexiang.tiles import parse_tiles, tiles_of, tiles_text
    >>> shape = Shape(wild={31}, seven_pairs=True)
    >>> tiles_text(tiles_of(shape.waits(Hand(parse_tiles("123m 456p 789s 1122z")))))
    '125z'
    """

    __slots__ = ("any_eyes", "distance", "reach", "useful")

    def __init__(  # noqa: PLR0913 - all are named
        self,
        *,
        sets: int = 4,
        wild: Iterable[Tile] = (),
        eyes: Iterable[int] | None = None,
        eyes_held: bool = False,
        seven_pairs: bool = False,
        pairs_and_triplet: bool = False,
        pairs_and_run: bool = False,
        stand: tuple[Tile, Tile] | None = None,
        families: Iterable[Iterable[Tile]] = (),
        fillers: Iterable[Tile] = (),
    ) -> None:
        """Describe what may win.

        `wild` stand for anything. `eyes` are the ranks of a standard hand's pair: 147, 258 or 369;
        with `eyes_held` it (and one of seven pairs) must have had two copies before the winning
        tile. With `pairs_and_run` a run may stand beside seven pairs too. `stand` reads a kind as a
        wild's face only. Three of one of the `families` are a set; `fillers` take any place in it.
        """
        special = tuple(tuple(family) for family in families)
        arguments = Arguments(
            sets=sets,
            wild=frozenset(wild),
            eyes=None if eyes is None else frozenset(eyes),
            eyes_held=eyes_held,
            seven_pairs=seven_pairs,
            pairs_and_triplet=pairs_and_triplet,
            pairs_and_run=pairs_and_run,
            stand=stand,
            families=special,
            fillers=tuple(sorted({*fillers})) if special else (),
        )
        check(arguments)
        super().__init__(arguments)
        self.reach = Reach(self)
        # The questions of `Reach` for any goal, asked so often that a call between would show.
        self.distance, self.useful = self.reach.distance, self.reach.useful
        self.any_eyes: Shape = self if eyes is None else _with_any_eyes(arguments)

    def arguments(self) -> Arguments:
        """Return what the shape is made of."""
        return Arguments(**{name: getattr(self, name) for name in Arguments._fields})

    def readings(self, hand: Hand, winning: Tile | None = None) -> list[Reading]:
        """Return the ways to read a complete hand that can differ in value."""
        return readings(self, hand, winning)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.arguments() == other.arguments()

    def __hash__(self) -> int:
        return hash(self.arguments())

    def __reduce__(self) -> tuple[Callable[[], "Shape"], tuple[()]]:
        return partial(Shape, **self.arguments()._asdict()), ()

    def __repr__(self) -> str:
        named = zip(Arguments._fields, self.arguments(), strict=True)
        return f"Shape({', '.join(f'{name}={value!r}' for name, value in named)})"


def _with_any_eyes(arguments: Arguments) -> Shape:
    """Return the same shape with any pair as its eyes."""
    return Shape(**arguments._replace(eyes=None, eyes_held=False)._asdict())
