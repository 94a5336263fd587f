"""A score question: a hand, how it was won, and what lay on the table; from a file or a command."""

from __future__ import annotations

from typing import Final

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.events import Meld, Value
from quexiang.engine.marks import Mark
from quexiang.errors import BadNotation
from quexiang.scenarios.document import (
    REQUIRED,
    BadScenario,
    Document,
    at,
    unknown_key,
)
from quexiang.scenarios.melds import BadMeld, parse_meld
from quexiang.scenarios.setup import BY_SEAT, ONE_TILE, Setup, listed, no_number
from quexiang.text import Text
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


class ArgumentDocument(Document):
    """A question from the command line or a form; errors name the option."""

    def bad(self, key: str, problem: Text) -> BadScenario:
        """An error that names the option."""
        return BadScenario(at(f"{key}: ", problem) if key else problem)


class Question(Setup):
    """All that a question says, checked."""

    def __init__(self, document: Document) -> None:
        for key in document.values:
            if key not in KEYS:
                raise document.bad(key, unknown_key(KEYS))
        if "variant" not in document.values:
            raise document.bad("variant", REQUIRED)
        super().__init__(document)
        self.dealer = self.seat("dealer", document.values.get("dealer", "A"))
        self.streak, self.left = self._number("streak", 0), self._number("left", 0)
        self.scores = self._scores()
        self.winners = self._seats("winner", "A")
        self.by = self._by()
        self.melds = self._melds()
        self.hands = self._hands()
        self.tile = self._tile()
        self.payer = self._payer()
        self.rivers = self.tiles_by_seat("rivers")
        self.flowers = self.tiles_by_seat("flowers")
        self.thrown = self.tiles_by_seat("thrown")
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
        self._heap([self.named()])  # refuses too many copies

    @property
    def winner(self) -> Seat:
        """The seat asked about."""
        return self.winners[0]

    @property
    def on_turn(self) -> Seat:
        """The seat whose turn it was when the hand was won."""
        return self.winner if self.payer is None else self.payer

    def _seats(self, key: str, default: str) -> list[Seat]:
        seats = [self.seat(key, each) for each in listed(self.document.values.get(key, default))]
        if len(set(seats)) != len(seats) or not seats:
            raise self.document.bad(key, Text("每家只写一次", "names each seat once"))
        return seats

    def _by(self) -> str:
        default = "discard" if "from" in self.document.values else WAYS[0]
        by = self.document.values.get("by", default)
        if by not in WAYS:
            ways = ", ".join(WAYS)
            problem = Text(f"是 {ways} 之一，不是 {by}", f"is one of {ways}, not {by!r}")
            raise self.document.bad("by", problem)
        return str(by)

    def _payer(self) -> Seat | None:
        given = self.document.values.get("from")
        if self.by in ("self_draw", "opening"):
            if given is not None:
                zh, en = f"{self.by} 没有人放牌", f"nobody gives the tile when by is {self.by}"
                raise self.document.bad("from", Text(zh, en))
            return None
        others = [seat for seat in range(self.players) if seat not in self.winners]
        if given is None and len(others) == 1:
            return others[0]
        if given is None:
            zh, en = f"{self.by} 要说是谁的牌", f"by {self.by} needs the seat whose tile was won"
            raise self.document.bad("from", Text(zh, en))
        payer = self.seat("from", given)
        if payer in self.winners:
            who = SEATS[payer]
            problem = Text(f"{who} 不能胡自己的牌", f"{who} cannot win the own tile")
            raise self.document.bad("from", problem)
        return payer

    # Tiles.

    def _hands(self) -> dict[Seat, list[Tile]]:
        hands = self.tiles_by_seat("hands")
        if "hand" in self.document.values:
            hands[self.winner] = self.tiles("hand", self.document.values["hand"])
        for seat in self.winners:
            if seat not in hands:
                zh, en = f"要有 {SEATS[seat]} 的手牌", f"the hand of {SEATS[seat]} is needed"
                raise self.document.bad("hands", Text(zh, en))
        return hands

    def _tile(self) -> Tile | None:
        """The winning tile, or else the last one of a hand that has one too many."""
        given = self.queue("tile")
        if len(given) > 1:
            raise self.document.bad("tile", ONE_TILE)
        hand = self.hands[self.winner]
        if self.by == "opening":
            hand += given
            return None
        if not given and len(hand) % 3 == 2:  # noqa: PLR2004 - one tile too many
            given = [hand.pop()]
        if not given:
            raise self.document.bad("tile", Text("要说胡的是哪张", "the winning tile is needed"))
        return given[0]

    def _melds(self) -> dict[Seat, list[Meld]]:
        given = {seat: listed(value) for seat, value in self.by_seat("melds").items()}
        return {seat: [self._meld(seat, str(t)) for t in texts] for seat, texts in given.items()}

    def _meld(self, seat: Seat, text: str) -> Meld:
        try:
            written = parse_meld(text)
        except BadMeld as error:
            raise self.document.bad("melds", error.told) from None
        except BadNotation as error:
            raise self.document.bad("melds", at(f"{text!r}: ", error.told)) from None
        self.tiles("melds", tiles_text(written.tiles))
        return written.meld(self._source(seat, written.kind, written.source, text))

    def _source(self, seat: Seat, kind: str, word: str | None, text: str) -> Seat | None:
        if kind == "concealed":
            return None
        previous = (seat - 1) % self.players
        if word is None and (kind == "chow" or self.players == 2):  # noqa: PLR2004 - one other
            return previous
        if word is None:
            problem = Text("要说是谁打的，from B", "say whose tile it was, `from B`")
            raise self.document.bad("melds", at(f"{text!r}: ", problem))
        source = self.seat("melds", word)
        if source == seat:
            who = SEATS[seat]
            problem = Text(f"{who} 不能要自己的牌", f"{who} cannot claim the own tile")
            raise self.document.bad("melds", at(f"{text!r}: ", problem))
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
        """The number of kongs made in this turn: the last melds of the seat on turn."""
        count = self._number("kongs", 0)
        melds = self.melds.get(self.on_turn, [])
        last = melds[len(melds) - count :] if count else []
        if len(last) < count or not all(meld.is_kong for meld in last):
            who = SEATS[self.on_turn]
            zh = f"{who} 最后 {count} 副不全是杠"
            en = f"the last {count} melds of {who} are not kongs"
            raise self.document.bad("kongs", Text(zh, en))
        return count

    # The rest.

    def _points(self, value: object) -> int:
        if isinstance(value, bool) or not str(value).isdecimal():
            raise self.document.bad("piao", no_number(value))
        return int(str(value))

    def _declared(self) -> dict[Seat, str]:
        """The seats that have declared, each with the variant's word for it."""
        given = listed(self.document.values.get("declared") or [])
        return {self.seat("declared", each): self._declaration("declared") for each in given}

    def _declares(self) -> str:
        """What is declared with the discard that is won."""
        if not self.document.values.get("declares"):
            return ""
        if self.by != "discard":
            raise self.document.bad("declares", Text("要配 by: discard", "goes with by: discard"))
        return self._declaration("declares")

    def _declaration(self, key: str) -> str:
        known = [word for word in DECLARATIONS if word in self.rules.states]
        if not known:
            town = self.variant
            problem = Text(f"{town.zh}没有报听", f"nobody declares anything in {town.key}")
            raise self.document.bad(key, problem)
        return known[0]

    def _marks(self) -> dict[Seat | None, dict[str, Value | None]]:
        given = self.document.values.get("marks") or {}
        if not isinstance(given, dict):
            raise self.document.bad("marks", BY_SEAT)
        return {
            None if owner == TABLE else self.seat("marks", owner): self._values(values)
            for owner, values in given.items()
        }

    def _values(self, values: object) -> dict[str, Value | None]:
        if not isinstance(values, dict):
            problem = Text("每家写键和值", "each seat has a list of keys and values")
            raise self.document.bad("marks", problem)
        for key in values:
            if key not in self.rules.marking:
                known = ", ".join(self.rules.marking) or "none"
                zh, en = (
                    f"没有 {key} 这个标记；有的是 {known}",
                    f"unknown mark {key!r}; known: {known}",
                )
                raise self.document.bad("marks", Text(zh, en))
        try:
            return {key: _value(value, self.rules.marking[key]) for key, value in values.items()}
        except ValueError:
            problem = Text("列表里是数，成对的每个两数", "a list holds numbers, of pairs two each")
            raise self.document.bad("marks", problem) from None

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
                problem = Text("花牌写在 flowers 里", "flowers are given under `flowers`")
                raise self.document.bad(key, problem)
        if not all(is_flower(tile) for tiles in self.flowers.values() for tile in tiles):
            raise self.document.bad("flowers", Text("这里只放花牌", "only flowers lie there"))
        won = [] if self.tile is None else [self.tile]
        if any(map(is_flower, [*self.indicator, *self.back, *won])):
            zh = "花牌不能胡，也不能翻来定王"
            en = "nothing is won or turned up for the wild with a flower"
            raise self.document.bad("tile", Text(zh, en))

    def _check_sizes_of_hands(self) -> None:
        for seat, hand in self.hands.items():
            wanted = self.size_of(seat)
            if len(hand) != wanted:
                key = "hand" if seat == self.winner and "hand" in self.document.values else "hands"
                raise self.document.bad(key, self._wrong_size(seat, len(hand), wanted))

    def _wrong_size(self, seat: Seat, count: int, wanted: int) -> Text:
        zh, en = (
            ("", "") if self.by == "opening" else ("（胡的那张不算）", " besides the winning one")
        )
        who = SEATS[seat]
        return Text(
            f"{who} 有 {count} 张牌，要 {wanted} 张{zh}",
            f"{who} has {count} tiles, not {wanted}{en}",
        )

    def named(self) -> list[Tile]:
        """Every tile that the question names, each once."""
        groups = [*self.hands.values(), *self.rivers.values(), *self.flowers.values()]
        groups += [*self.thrown.values(), self.turned, self.back, self.indicator]
        groups += [list(meld.tiles) for melds in self.melds.values() for meld in melds]
        groups.append([] if self.tile is None else [self.tile])
        return [tile for group in groups for tile in group]


def _value(value: object, mark: Mark) -> Value | None:
    """A mark's value: a number, a list of numbers or a word; None takes the mark away."""
    if value is False or value == "off":
        return None
    if value is True:
        return 1
    if isinstance(value, list):
        return mark.listed([int(str(each)) for each in value])
    return value if isinstance(value, int) else str(value)
