"""Setting up the round of a scenario: hands, queues of tiles, dice, and what is left."""

from __future__ import annotations

from typing import Final

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.round import Round
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadNotation, BadOption, UnknownVariant, UserError
from quexiang.match import deal
from quexiang.rulebook import Options, Variant
from quexiang.scenarios.document import Document
from quexiang.text import Text
from quexiang.tiles import Tile, parse_tiles, tile_text
from quexiang.variants import variant_named

ONE_TILE: Final = Text("要正好一张牌", "is one tile")
BY_SEAT: Final = Text("要按座位写", "must be given by seat")


def no_number(value: object) -> Text:
    """What should be a number."""
    return Text(f"{value} 不是数", f"{value!r} is not a number")


class WrongLeft(UserError):
    """The tiles of a scenario do not allow the number that it wants left."""


class WrongHand(UserError):
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
            who = SEATS[seat]
            raise WrongHand(f"{who} 坐庄，少一张牌", f"{who} deals, and one tile is missing")
        return tuple(hand.pop(0) for _ in range(count))

    def front(self) -> Tile:
        """The next given draw, or a tile of the heap."""
        return self.draws.pop(0) if self.draws else self._loose(0)

    def back(self) -> Tile:
        """The next given replacement, or a tile of the heap."""
        return self.tail.pop(0) if self.tail else self._loose(-1)

    def indicator(self, *, back: bool) -> Tile:
        """The given indicator, or what lies there."""
        return self.indicated.pop() if self.indicated else super().indicator(back=back)

    def turn_up(self, count: int) -> tuple[Tile, ...]:
        """The given turned tiles first."""
        wanted = min(count, self.left)
        return tuple(self.fixed.pop(0) if self.fixed else self.front() for _ in range(wanted))

    def pick(self, last: int, count: int) -> tuple[Tile, ...]:
        """The given kong tiles first, whatever the die."""
        given = tuple(self.tail.pop(0) for _ in range(min(count, len(self.tail))))
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
            who = SEATS[seat]
            zh, en = f"{who} 不坐庄，多一张牌", f"{who} does not deal, and has one tile too many"
            raise WrongHand(zh, en)
        if self.aim is not None:
            surplus = self.left - self.aim
            if surplus < 0:
                zh = f"开打时只剩 {self.left} 张"
                raise WrongLeft(zh, f"only {self.left} tiles are left when play starts")
            if surplus > len(self.heap):
                zh = f"draws、back、turned 多于 {self.aim} 张"
                raise WrongLeft(zh, f"draws, back and turned hold more than {self.aim} tiles")
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

    def __reduce__(self) -> tuple[object, ...]:
        held = {name: getattr(self, name) for name in ScriptedWall.__slots__}
        return _scripted, (held,)

    def _expect(self, count: int) -> None:
        """Refuse to go on without so many tiles that are not given."""
        if len(self.heap) < count:
            zh = "draws、back、turned 占了太多，不够发牌"
            raise WrongHand(zh, "draws, back and turned leave too few tiles for the deal")

    def _loose(self, place: int) -> Tile:
        """A tile of the heap or, when only given ones are left, one of those."""
        for queue in (self.heap, self.fixed, self.tail, self.draws):
            if queue:
                return queue.pop(place)
        raise RuntimeError("the wall is empty")


def listed(value: object) -> list[object]:
    """A list as it is, anything else as a list of one."""
    return value if isinstance(value, list) else [value]


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
            raise self.document.bad("variant", error.told) from None

    def _options(self) -> Options:
        given = self.document.values.get("options") or {}
        if not isinstance(given, dict):
            raise self.document.bad(
                "options", Text("要写成键和值", "must be a list of keys and values")
            )
        try:
            return self.variant.choose({str(k): v for k, v in given.items()}, self.players)
        except BadOption as error:
            key = "players" if error.key == "players" and "players" not in given else "options"
            raise self.document.bad(key, error.told) from None

    def _check_rule_ids(self) -> None:
        for rule in listed(self.document.values.get("rules") or []):
            if str(rule) not in self.variant.rules():
                town = self.variant
                problem = Text(f"{town.zh}没有规则 {rule}", f"{town.key} has no rule {rule}")
                raise self.document.bad("rules", problem)

    def _number(self, key: str, default: int) -> int:
        value = self.document.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.document.bad(key, no_number(value))
        return value

    def seat(self, key: str, letter: object) -> Seat:
        """Read a seat's letter."""
        text = str(letter)
        if len(text) != 1 or text not in SEATS[: self.players]:
            known = " ".join(SEATS[: self.players])
            zh, en = f"没有 {text} 这个座位；有的是 {known}", f"{text!r} is no seat; seats: {known}"
            raise self.document.bad(key, Text(zh, en))
        return SEATS.index(text)

    def tiles(self, key: str, value: object) -> list[Tile]:
        """Read tiles of the variant's set."""
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            tiles = parse_tiles(text)
        except BadNotation as error:
            raise self.document.bad(key, error.told) from None
        for tile in tiles:
            if tile not in self.rules.tiles:
                town, shown = self.variant, tile_text(tile)
                problem = Text(f"{town.zh}没有 {shown}", f"{town.key} has no {shown}")
                raise self.document.bad(key, problem)
        return tiles

    def by_seat(self, key: str) -> dict[Seat, object]:
        """Read a table of values by seat."""
        return self.seated(key, self.document.values.get(key) or {})

    def seated(self, key: str, given: object) -> dict[Seat, object]:
        """Read a table of values by seat that stands somewhere below a key."""
        if not isinstance(given, dict):
            raise self.document.bad(key, BY_SEAT)
        return {self.seat(key, letter): value for letter, value in given.items()}

    def round(self) -> Round:
        """Deal the round and play its automatic openings."""
        named = self.document.values.get("dealer", "A")
        dealer = None if named == "auto" else self.seat("dealer", named)
        streak, scores, dice = self._number("streak", 0), self._scores(), self.dice()
        wall = self._wall(named)
        return Round(self.rules, wall, dice, dealer=dealer, streak=streak, scores=scores)

    def amounts(self, key: str, given: object) -> dict[Seat, int]:
        """Read whole numbers by seat."""
        amounts = {}
        for seat, value in self.seated(key, given).items():
            if isinstance(value, bool) or not isinstance(value, int):
                raise self.document.bad(key, no_number(value))
            amounts[seat] = value
        return amounts

    def _scores(self) -> tuple[int, ...]:
        scores = self.amounts("scores", self.document.values.get("scores") or {})
        return tuple(scores.get(seat, 0) for seat in range(self.players))

    @property
    def seed(self) -> bytes:
        """The seed of all that the scenario leaves open."""
        return f"fill {self._number('fill', 0)}".encode()

    def dice(self) -> Dice:
        """The given dice, then those of the seed."""
        given = self.document.values.get("dice", [])
        results = given if isinstance(given, list) else str(given).split()
        for result in results:
            if str(result) not in tuple("123456"):
                zh, en = f"骰子掷不出 {result}", f"{result!r} is no result of a die"
                raise self.document.bad("dice", Text(zh, en))
        return deal.dice(self.seed).beginning([int(result) for result in results])

    def _wall(self, dealer: object) -> ScriptedWall:
        queues = {key: self.queue(key) for key in ("indicator", "draws", "back", "turned")}
        hands = self.tiles_by_seat("hands")
        self._check_indicator(queues["indicator"])
        self._check_sizes(hands, dealer)
        heap = self._heap([*hands.values(), *queues.values()])
        wall = ScriptedWall(heap)
        wall.hands = hands
        wall.draws, wall.tail = queues["draws"], queues["back"]
        wall.fixed, wall.indicated = queues["turned"], queues["indicator"]
        wall.aim = self._number("left", 0) if "left" in self.document.values else None
        return wall

    def tiles_by_seat(self, key: str) -> dict[Seat, list[Tile]]:
        """Read tiles by seat."""
        return {seat: self.tiles(key, text) for seat, text in self.by_seat(key).items()}

    def queue(self, key: str) -> list[Tile]:
        """Read tiles of the wall in the order taken."""
        return self.tiles(key, self.document.values.get(key) or "")

    def _check_indicator(self, tiles: list[Tile]) -> None:
        if len(tiles) > 1:
            raise self.document.bad("indicator", ONE_TILE)
        if tiles and type(self.rules).indicate is Ruleset.indicate:
            town = self.variant
            raise self.document.bad("indicator", Text(f"{town.zh}不翻牌", f"{town.key} has none"))

    def _check_sizes(self, hands: dict[Seat, list[Tile]], dealer: object) -> None:
        for seat, hand in hands.items():
            extra = int(self.rules.dealer_extra)
            sizes = {self.rules.hand_size, self.rules.hand_size + extra}
            if dealer != "auto":
                sizes = {self.rules.hand_size + extra * (SEATS[seat] == str(dealer))}
            if len(hand) not in sizes:
                who, known = SEATS[seat], [str(size) for size in sorted(sizes)]
                zh = f"{who} 有 {len(hand)} 张牌，要 {' 或 '.join(known)} 张"
                en = f"{who} has {len(hand)} tiles, not {' or '.join(known)}"
                raise self.document.bad("hands", Text(zh, en))

    def _heap(self, given: list[list[Tile]]) -> list[Tile]:
        heap = list(self.rules.tiles)
        for tile in (tile for tiles in given for tile in tiles):
            if tile not in heap:
                copies = self.rules.tiles.count(tile)
                shown = tile_text(tile)
                zh = f"hands、draws、back、turned 里 {shown} 多于 {copies} 张"
                en = f"more than {copies} {shown} in hands, draws, back and turned"
                raise self.document.bad("hands", Text(zh, en))
            heap.remove(tile)
        return deal.shuffled(heap, self.seed)


def _scripted(held: dict[str, object]) -> ScriptedWall:
    """A scripted wall as it stood."""
    new = ScriptedWall([])
    for name, value in held.items():
        setattr(new, name, value)
    return new
