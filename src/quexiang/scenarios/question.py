"""A score question: a hand, how it was won, and what lay on the table; from a file or a command."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import yaml

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.events import Meld, Value
from quexiang.engine.wall import Dice
from quexiang.errors import BadNotation
from quexiang.scenarios.document import BadScenario, Document, read_mapping
from quexiang.scenarios.melds import BadMeld, parse_meld
from quexiang.scenarios.setup import Setup
from quexiang.tiles import Tile, is_flower, tiles_text

KEYS: Final = frozenset(
    (
        *("variant", "players", "options", "dealer", "streak", "scores", "dice", "left", "fill"),
        *("winner", "hand", "hands", "tile", "by", "from", "melds", "rivers", "flowers", "thrown"),
        *("piao", "declared", "declares", "kongs", "marks", "indicator", "turned", "back"),
    )
)
WAYS: Final = ("self_draw", "discard", "rob_kong", "opening")
DECLARATIONS: Final = ("tianting", "ready")
TABLE: Final = "table"


class Arguments(Document):
    """A question put together from the command line: places are the names of its options."""

    def bad(self, key: str, problem: str) -> BadScenario:
        """An error that names the option."""
        return BadScenario(f"{key}: {problem}" if key else problem)


def read_question(path: str) -> Document:
    """Read a question from a YAML or JSON file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError:
        raise BadScenario(f"{path}: is no text in UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else path
        raise BadScenario(f"{place}: not YAML: {getattr(error, 'problem', error)}") from None
    if node is None:
        raise BadScenario(f"{path}:1: is empty")
    document = read_mapping(path, node)
    if isinstance(document, BadScenario):
        raise document
    return document


class Question(Setup):
    """All that a question says, checked."""

    def __init__(self, document: Document) -> None:
        for key in document.values:
            if key not in KEYS:
                raise document.bad(key, f"unknown key; known: {', '.join(sorted(KEYS))}")
        if "variant" not in document.values:
            raise document.bad("variant", "is required")
        super().__init__(document)
        self.dealer = self.seat("dealer", document.values.get("dealer", "A"))
        self.streak, self.left = self._number("streak", 0), self._number("left", 0)
        self.scores, self.seed = self._scores(), self._seed
        self.winners = self._seats("winner", "A")
        self.by = self._by()
        self.melds = self._melds()
        self.hands = self._hands()
        self.tile = self._tile()
        self.payer = self._payer()
        self.rivers = self._tiles_by_seat("rivers")
        self.flowers = self._tiles_by_seat("flowers")
        self.thrown = self._tiles_by_seat("thrown")
        self.turned, self.back = self.queue("turned"), self.queue("back")
        self.indicator = self.queue("indicator")[:1]
        self.piao = {seat: self._points(value) for seat, value in self.by_seat("piao").items()}
        self.declared = self._declared()
        self.declares = self._declares()
        self._add_robbed_pong()
        self.kongs = self._kongs()
        self.marks = self._marks()
        self._check_flowers()
        self._check_sizes_of_hands()
        self._check_copies()

    @property
    def winner(self) -> Seat:
        """The seat asked about."""
        return self.winners[0]

    @property
    def on_turn(self) -> Seat:
        """The seat whose turn it was when the hand was won."""
        return self.winner if self.payer is None else self.payer

    def dice(self) -> Dice:
        """The dice that the question gives."""
        return self._dice()

    def queue(self, key: str) -> list[Tile]:
        """Tiles of the wall in the order taken."""
        return self.tiles(key, self.document.values.get(key) or "")

    def _seats(self, key: str, default: str) -> list[Seat]:
        given = self.document.values.get(key, default)
        seats = [self.seat(key, each) for each in (given if isinstance(given, list) else [given])]
        if len(set(seats)) != len(seats) or not seats:
            raise self.document.bad(key, "names each seat once")
        return seats

    def _by(self) -> str:
        by = self.document.values.get(
            "by", "discard" if "from" in self.document.values else WAYS[0]
        )
        if by not in WAYS:
            raise self.document.bad("by", f"is one of {', '.join(WAYS)}, not {by!r}")
        return str(by)

    def _payer(self) -> Seat | None:
        given = self.document.values.get("from")
        if self.by in ("self_draw", "opening"):
            if given is not None:
                raise self.document.bad("from", f"nobody gives the tile when by is {self.by}")
            return None
        others = [seat for seat in range(self.players) if seat not in self.winners]
        if given is None and len(others) == 1:
            return others[0]
        if given is None:
            raise self.document.bad("from", f"by {self.by} needs the seat whose tile was won")
        payer = self.seat("from", given)
        if payer in self.winners:
            raise self.document.bad("from", f"{SEATS[payer]} cannot win the own tile")
        return payer

    # Tiles.

    def _tiles_by_seat(self, key: str) -> dict[Seat, list[Tile]]:
        return {seat: self.tiles(key, text) for seat, text in self.by_seat(key).items()}

    def _hands(self) -> dict[Seat, list[Tile]]:
        hands = self._tiles_by_seat("hands")
        if "hand" in self.document.values:
            hands[self.winner] = self.tiles("hand", self.document.values["hand"])
        for seat in self.winners:
            if seat not in hands:
                raise self.document.bad("hands", f"the hand of {SEATS[seat]} is needed")
        return hands

    def _tile(self) -> Tile | None:
        """The winning tile, or else the last one of a hand that has one too many."""
        given = self.queue("tile")
        if len(given) > 1:
            raise self.document.bad("tile", "is one tile")
        hand = self.hands[self.winner]
        if self.by == "opening":
            hand += given
            return None
        if not given and len(hand) % 3 == 2:  # noqa: PLR2004 - one tile too many
            given = [hand.pop()]
        if not given:
            raise self.document.bad("tile", "the winning tile is needed")
        return given[0]

    def _melds(self) -> dict[Seat, list[Meld]]:
        return {seat: self._of_seat(seat, value) for seat, value in self.by_seat("melds").items()}

    def _of_seat(self, seat: Seat, value: object) -> list[Meld]:
        texts = value if isinstance(value, list) else [value]
        return [self._meld(seat, str(text)) for text in texts]

    def _meld(self, seat: Seat, text: str) -> Meld:
        try:
            written = parse_meld(text)
        except BadMeld as error:
            raise self.document.bad("melds", str(error)) from None
        except BadNotation as error:
            raise self.document.bad("melds", f"{text!r}: {error}") from None
        self.tiles("melds", tiles_text(written.tiles))
        return written.meld(self._source(seat, written.kind, written.source, text))

    def _source(self, seat: Seat, kind: str, word: str | None, text: str) -> Seat | None:
        if kind == "concealed":
            return None
        previous = (seat - 1) % self.players
        if word is None and (kind == "chow" or self.players == 2):  # noqa: PLR2004 - one other
            return previous
        if word is None:
            raise self.document.bad("melds", f"{text!r}: say whose tile it was, `from B`")
        source = self.seat("melds", word)
        if source == seat:
            raise self.document.bad("melds", f"{text!r}: {SEATS[seat]} cannot claim the own tile")
        return source

    def _add_robbed_pong(self) -> None:
        """A robbed seat has a pong of the tile, whether the question says so or not."""
        if self.by != "rob_kong":
            return
        assert self.payer is not None
        assert self.tile is not None
        melds = self.melds.setdefault(self.payer, [])
        if not any(meld.kind == "pong" and self.tile in meld.tiles for meld in melds):
            feeder = (self.payer - 1) % self.players
            melds.append(Meld("pong", (self.tile,) * 3, self.tile, feeder))

    def _kongs(self) -> int:
        """How many of the last melds of the seat on turn are kongs of this very turn."""
        count = self._number("kongs", 0)
        melds = self.melds.get(self.on_turn, [])
        last = melds[len(melds) - count :] if count else []
        if len(last) < count or not all(meld.is_kong for meld in last):
            problem = f"the last {count} melds of {SEATS[self.on_turn]} are not kongs"
            raise self.document.bad("kongs", problem)
        return count

    # The rest.

    def _points(self, value: object) -> int:
        if isinstance(value, bool) or not str(value).isdecimal():
            raise self.document.bad("piao", f"{value!r} is not a number")
        return int(str(value))

    def _declared(self) -> dict[Seat, str]:
        """The seats that have declared, each with the variant's word for it."""
        given = self.document.values.get("declared") or []
        listed = given if isinstance(given, list) else [given]
        return {self.seat("declared", each): self._declaration("declared") for each in listed}

    def _declares(self) -> str:
        """What is declared with the very discard that is won."""
        if not self.document.values.get("declares"):
            return ""
        if self.by != "discard":
            raise self.document.bad("declares", "goes with by: discard")
        return self._declaration("declares")

    def _declaration(self, key: str) -> str:
        known = [word for word in DECLARATIONS if word in self.rules.states]
        if not known:
            raise self.document.bad(key, f"nobody declares anything in {self.variant.key}")
        return known[0]

    def _marks(self) -> dict[Seat | None, dict[str, Value | None]]:
        given = self.document.values.get("marks") or {}
        if not isinstance(given, dict):
            raise self.document.bad("marks", "must be given by seat")
        return {
            None if owner == TABLE else self.seat("marks", owner): self._values(values)
            for owner, values in given.items()
        }

    def _values(self, values: object) -> dict[str, Value | None]:
        if not isinstance(values, dict):
            raise self.document.bad("marks", "each seat has a list of keys and values")
        for key in values:
            if key not in self.rules.marking:
                known = ", ".join(self.rules.marking) or "none"
                raise self.document.bad("marks", f"unknown mark {key!r}; known: {known}")
        return {key: _value(value) for key, value in values.items()}

    # Checks.

    def size_of(self, seat: Seat) -> int:
        """How many concealed tiles a seat has between two turns."""
        extra = self.by == "opening" and seat == self.dealer and self.rules.dealer_extra
        melded = 3 * len(self.melds.get(seat, ())) + len(self.thrown.get(seat, ()))
        return self.rules.hand_size - melded + int(extra)

    def _check_flowers(self) -> None:
        """Flowers lie apart, and nothing else lies with them."""
        apart = {"hands": self.hands, "rivers": self.rivers, "thrown": self.thrown}
        for key, by_seat in apart.items():
            if any(is_flower(tile) for tiles in by_seat.values() for tile in tiles):
                raise self.document.bad(key, "flowers are given under `flowers`")
        if not all(is_flower(tile) for tiles in self.flowers.values() for tile in tiles):
            raise self.document.bad("flowers", "only flowers lie there")
        if any(map(is_flower, [*self.indicator, *self.back])) or self._flower_won():
            raise self.document.bad(
                "tile", "nothing is won or turned up for the wild with a flower"
            )

    def _flower_won(self) -> bool:
        return self.tile is not None and is_flower(self.tile)

    def _check_sizes_of_hands(self) -> None:
        for seat, hand in self.hands.items():
            wanted = self.size_of(seat)
            if len(hand) != wanted:
                key = "hand" if seat == self.winner and "hand" in self.document.values else "hands"
                apart = "" if self.by == "opening" else " besides the winning one"
                problem = f"{SEATS[seat]} has {len(hand)} tiles, not {wanted}{apart}"
                raise self.document.bad(key, problem)

    def named(self) -> list[Tile]:
        """Every tile that the question names, each once."""
        groups = [*self.hands.values(), *self.rivers.values(), *self.flowers.values()]
        groups += [*self.thrown.values(), self.turned, self.back, self.indicator]
        groups += [list(meld.tiles) for melds in self.melds.values() for meld in melds]
        return [tile for group in groups for tile in group] + [
            tile for tile in [self.tile] if tile is not None
        ]

    def _check_copies(self) -> None:
        self._heap([self.named()])


def _value(value: object) -> Value | None:
    """A mark's value: a number, a list of numbers or a word; None takes the mark away."""
    if value is False or value == "off":
        return None
    if value is True:
        return 1
    if isinstance(value, list):
        return tuple(int(str(each)) for each in value)
    return value if isinstance(value, int) else str(value)
