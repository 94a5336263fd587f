"""Setting up the round of a scenario: hands, queues of tiles, dice, and what is left."""

from __future__ import annotations

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.round import Round
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadNotation, BadOption, UnknownVariant
from quexiang.match import deal
from quexiang.rulebook import Options, Variant
from quexiang.scenarios.document import Document
from quexiang.tiles import Tile, parse_tiles, tile_text
from quexiang.variants import variant_named


class WrongLeft(ValueError):
    """The tiles of a scenario do not allow the number that it wants left."""


class WrongHand(ValueError):
    """A hand cannot be dealt: too few tiles remain, or the one given is for another seat."""


class ScriptedWall(Wall):
    """A wall whose next tiles at the front, at the back and to be turned up are given."""

    __slots__ = ("aim", "draws", "fixed", "hands", "heap", "indicated", "tail")

    def __init__(self, heap: list[Tile]) -> None:
        self.heap = heap
        self.hands: dict[Seat, list[Tile]] = {}
        self.draws: list[Tile] = []
        self.tail: list[Tile] = []
        self.fixed: list[Tile] = []
        self.indicated: list[Tile] = []
        self.aim: int | None = None

    @property
    def left(self) -> int:
        """How many tiles are left, given ones included."""
        given = sum(map(len, self.hands.values()))
        queues = (self.heap, self.draws, self.tail, self.fixed, self.indicated)
        return given + sum(map(len, queues))

    def set_apart(self, count: int) -> None:
        """Take tiles out of the round unseen."""
        self._expect(count)
        del self.heap[len(self.heap) - count :]

    def deal(self, seat: int, count: int) -> tuple[Tile, ...]:
        """Deal the given hand, or from the heap."""
        if seat not in self.hands:
            self._expect(count)
            return tuple(self.heap.pop(0) for _ in range(count))
        hand = self.hands[seat]
        if len(hand) < count:
            raise WrongHand(f"{SEATS[seat]} deals, and one tile is missing")
        return tuple(hand.pop(0) for _ in range(count))

    def front(self) -> Tile:
        """The next given draw, or a tile of the heap."""
        return self._from(self.draws) if self.draws else self._loose(0)

    def back(self) -> Tile:
        """The next given replacement, or a tile of the heap."""
        return self._from(self.tail) if self.tail else self._loose(-1)

    def indicator(self, *, back: bool) -> Tile:
        """The given indicator, or what lies there."""
        return self.indicated.pop() if self.indicated else super().indicator(back=back)

    def turn_up(self, count: int) -> tuple[Tile, ...]:
        """The given turned tiles first."""
        wanted = min(count, self.left)
        return tuple(self._from(self.fixed) if self.fixed else self.front() for _ in range(wanted))

    def pick(self, last: int, count: int) -> tuple[Tile, ...]:
        """The given kong tiles first, whatever the die."""
        given = tuple(self._from(self.tail) for _ in range(min(count, len(self.tail))))
        missing = count - len(given)
        if not missing:
            return given
        if len(self.heap) < missing:
            return (*given, *(self._loose(-1) for _ in range(missing)))
        first = max(missing - 1, len(self.heap) - 1 - last)
        return (*given, *(self.heap.pop(first - step) for step in range(missing)))

    def begin_play(self) -> int:
        """Set surplus tiles aside unseen, so that as many are left as the scenario says."""
        for seat in (seat for seat, hand in self.hands.items() if hand):
            raise WrongHand(f"{SEATS[seat]} does not deal, and has one tile too many")
        if self.aim is not None:
            surplus = self.left - self.aim
            if surplus < 0:
                raise WrongLeft(f"only {self.left} tiles are left when play starts")
            if surplus > len(self.heap):
                raise WrongLeft(f"draws, back and turned hold more than {self.aim} tiles")
            del self.heap[len(self.heap) - surplus :]
        return self.left

    def rest(self) -> tuple[Tile, ...]:
        """All tiles that are left."""
        return (*self.draws, *self.heap, *self.fixed, *self.indicated, *reversed(self.tail))

    def copy(self) -> ScriptedWall:
        """Give an independent copy."""
        new = ScriptedWall(self.heap[:])
        new.hands = {seat: hand[:] for seat, hand in self.hands.items()}
        new.draws, new.tail = self.draws[:], self.tail[:]
        new.fixed, new.indicated, new.aim = self.fixed[:], self.indicated[:], self.aim
        return new

    def _expect(self, count: int) -> None:
        """Refuse to go on without so many tiles that are not given."""
        if len(self.heap) < count:
            raise WrongHand("draws, back and turned leave too few tiles for the deal")

    def _from(self, queue: list[Tile]) -> Tile:
        return queue.pop(0)

    def _loose(self, place: int) -> Tile:
        """A tile of the heap or, when only given ones are left, one of those."""
        for queue in (self.heap, self.fixed, self.tail, self.draws):
            if queue:
                return queue.pop(place)
        raise RuntimeError("the wall is empty")


class Setup:
    """A scenario's round, ready to be dealt."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.variant = self._variant()
        self.players = self._number("players", max(self.variant.players))
        self.options = self._options()
        self.rules: Ruleset = self.variant.room(self.options, self.players)
        self._check_rule_ids()

    def _variant(self) -> Variant:
        try:
            return variant_named(str(self.document.values["variant"]))
        except UnknownVariant as error:
            raise self.document.bad("variant", str(error)) from None

    def _options(self) -> Options:
        given = self.document.values.get("options") or {}
        if not isinstance(given, dict):
            raise self.document.bad("options", "must be a list of keys and values")
        try:
            return self.variant.choose({str(k): v for k, v in given.items()}, self.players)
        except BadOption as error:
            key = "players" if error.key == "players" and "players" not in given else "options"
            raise self.document.bad(key, str(error)) from None

    def _check_rule_ids(self) -> None:
        named = self.document.values.get("rules") or []
        for rule in named if isinstance(named, list) else [named]:
            if str(rule) not in self.variant.rules():
                raise self.document.bad("rules", f"{self.variant.key} has no rule {rule}")

    def _number(self, key: str, default: int) -> int:
        value = self.document.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.document.bad(key, f"{value!r} is not a number")
        return value

    def seat(self, key: str, letter: object) -> Seat:
        """Read a seat's letter."""
        text = str(letter)
        if len(text) != 1 or text not in SEATS[: self.players]:
            known = " ".join(SEATS[: self.players])
            raise self.document.bad(key, f"{text!r} is no seat; seats: {known}")
        return SEATS.index(text)

    def tiles(self, key: str, value: object) -> list[Tile]:
        """Read tiles of the variant's set."""
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            tiles = parse_tiles(text)
        except BadNotation as error:
            raise self.document.bad(key, str(error)) from None
        for tile in tiles:
            if tile not in self.rules.tiles:
                raise self.document.bad(key, f"{self.variant.key} has no {tile_text(tile)}")
        return tiles

    def by_seat(self, key: str) -> dict[Seat, object]:
        """Read a table of values by seat."""
        return self.seated(key, self.document.values.get(key) or {})

    def seated(self, key: str, given: object) -> dict[Seat, object]:
        """Read a table of values by seat that stands somewhere below a key."""
        if not isinstance(given, dict):
            raise self.document.bad(key, "must be given by seat")
        return {self.seat(key, letter): value for letter, value in given.items()}

    def round(self) -> Round:
        """Deal the round and play its automatic openings."""
        named = self.document.values.get("dealer", "A")
        dealer = None if named == "auto" else self.seat("dealer", named)
        streak, scores, dice = self._number("streak", 0), self._scores(), self._dice()
        wall = self._wall(named)
        return Round(self.rules, wall, dice, dealer=dealer, streak=streak, scores=scores)

    def amounts(self, key: str, given: object) -> dict[Seat, int]:
        """Read whole numbers by seat."""
        amounts = {}
        for seat, value in self.seated(key, given).items():
            if isinstance(value, bool) or not isinstance(value, int):
                raise self.document.bad(key, f"{value!r} is not a number")
            amounts[seat] = value
        return amounts

    def _scores(self) -> tuple[int, ...]:
        scores = self.amounts("scores", self.document.values.get("scores") or {})
        return tuple(scores.get(seat, 0) for seat in range(self.players))

    @property
    def _seed(self) -> bytes:
        return f"fill {self._number('fill', 0)}".encode()

    def _dice(self) -> Dice:
        given = self.document.values.get("dice", [])
        results = given if isinstance(given, list) else str(given).split()
        for result in results:
            if str(result) not in tuple("123456"):
                raise self.document.bad("dice", f"{result!r} is no result of a die")
        rolled = deal.dice(self._seed)
        numbers = [int(result) for result in results]
        return Dice(
            lambda n: numbers[n] if n < len(numbers) else rolled.result(n),
            rolled.choose,
        )

    def _wall(self, dealer: object) -> ScriptedWall:
        queues = {key: self._queue(key) for key in ("indicator", "draws", "back", "turned")}
        hands = {seat: self.tiles("hands", text) for seat, text in self.by_seat("hands").items()}
        self._check_indicator(queues["indicator"])
        self._check_sizes(hands, dealer)
        heap = self._heap([*hands.values(), *queues.values()])
        wall = ScriptedWall(heap)
        wall.hands = hands
        wall.draws, wall.tail = queues["draws"], queues["back"]
        wall.fixed, wall.indicated = queues["turned"], queues["indicator"]
        wall.aim = self._number("left", 0) if "left" in self.document.values else None
        return wall

    def _queue(self, key: str) -> list[Tile]:
        return self.tiles(key, self.document.values.get(key) or "")

    def _check_indicator(self, tiles: list[Tile]) -> None:
        if len(tiles) > 1:
            raise self.document.bad("indicator", "is one tile")
        if tiles and type(self.rules).indicate is Ruleset.indicate:
            raise self.document.bad("indicator", f"{self.variant.key} has none")

    def _check_sizes(self, hands: dict[Seat, list[Tile]], dealer: object) -> None:
        for seat, hand in hands.items():
            extra = int(self.rules.dealer_extra)
            sizes = {self.rules.hand_size, self.rules.hand_size + extra}
            if dealer != "auto":
                sizes = {self.rules.hand_size + extra * (SEATS[seat] == str(dealer))}
            if len(hand) not in sizes:
                wanted = " or ".join(map(str, sorted(sizes)))
                raise self.document.bad(
                    "hands", f"{SEATS[seat]} has {len(hand)} tiles, not {wanted}"
                )

    def _heap(self, given: list[list[Tile]]) -> list[Tile]:
        heap = list(self.rules.tiles)
        for tile in (tile for tiles in given for tile in tiles):
            if tile not in heap:
                copies = self.rules.tiles.count(tile)
                problem = f"more than {copies} {tile_text(tile)} in hands, draws, back and turned"
                raise self.document.bad("hands", problem)
            heap.remove(tile)
        return deal.shuffled(heap, self._seed)
