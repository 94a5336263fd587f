"""A game to import: rounds in a row at one table, whoever plays them.

>>> game = Game("hangzhou", seed="tour")
>>> game.asked, len(game.offers(game.asked[0]))
((1,), 12)
>>> game.do(1, "discard 1z")
>>> game.undo()
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from quexiang.bots import Bot, make_bot
from quexiang.engine.actions import Action, Offer, OpenChoice, Seat, allowed
from quexiang.engine.events import Event, Paid, Won
from quexiang.engine.refusals import NotAllowed
from quexiang.engine.round import Round
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.engine.wish import read_wish
from quexiang.errors import UnknownVariant, UserError
from quexiang.hand import Hand, Shape
from quexiang.match.log import Recorder, read_log, replay
from quexiang.match.match import Match
from quexiang.match.play import Chooser
from quexiang.rulebook import Options, OptionValue, Variant, rules_of
from quexiang.sketch import sketch
from quexiang.text import Text
from quexiang.tiles import parse_tiles, tiles_of, tiles_text
from quexiang.variants import declarations_at, variants


class Game:
    """A match of one town: its first round is dealt, `deal()` deals the next ones."""

    __slots__ = ("_recorder",)

    def __init__(
        self,
        town: str,
        *,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        seed: str | int | None = None,
    ) -> None:
        """Sit down in a town (`hangzhou`, 杭州) with these options; without a seed by chance."""
        variant = town_named(town)
        seats = variant.seats(players)
        chosen = variant.choose(options or {}, seats)
        drawn = secrets.token_hex(8) if seed is None else str(seed)
        self._recorder = Recorder(Match(variant, chosen, seats, drawn))
        self.deal()

    @classmethod
    def _of(cls, recorder: Recorder) -> Game:
        new = cls.__new__(cls)
        new._recorder = recorder
        return new

    def __repr__(self) -> str:
        state = "over" if self.over else f"round {self.number}, asked: {self.asked}"
        return f"<Game {self.town.key} seed={self.seed!r} {state}>"

    def __str__(self) -> str:
        return self.sketch().zh

    # What is played.

    @property
    def town(self) -> Variant:
        """The town with its options, patterns and rules."""
        return self._match.variant

    @property
    def options(self) -> Options:
        """All options of the room."""
        return self._match.options

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self._match.players

    @property
    def seed(self) -> str:
        """What all walls and dice follow from."""
        return self._match.seed

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return len(self._match.rounds)

    @property
    def _match(self) -> Match:
        return self._recorder.match

    @property
    def _round(self) -> Round:
        return self._match.round

    @property
    def rules(self) -> Ruleset:
        """The rules of the room."""
        return self._match.rules

    # Who is asked what.

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats whose answers are missing; empty when the round is over."""
        return tuple(self._round.pending)

    def offers(self, seat: Seat) -> list[Offer]:
        """All that a seat may answer now; empty if it is not asked."""
        sat = self._seat(seat)
        return list(self._round.asked[sat]) if sat in self._round.pending else []

    def _seat(self, seat: Seat) -> Seat:
        """A seat that there is, as the log writes it: numbers of numpy are seats too."""
        if seat not in range(self.players):
            raise UserError(f"没有座位 {seat}", f"there is no seat {seat}")
        return int(seat)

    def read(self, seat: Seat, text: str) -> Action:
        """The offered action that a text means: `discard 3m`, `碰`, `3m`.

        >>> Game("hangzhou", seed="tour").read(1, "打东")
        Discard(tile=27, declare='')
        """
        known = declarations_at(self.rules)
        wish = read_wish(text, known)
        offers = self.offers(seat)
        fitting = [action.text() for action in wish.fitting(offers)]
        if len({*fitting}) > 1:
            several = ", ".join(fitting)
            raise UserError(f"“{text}”可以是 {several}", f"{text!r} can be {several}")
        found = wish.match(offers)
        if found is not None:
            return found
        for action in wish.means(self._round.table, known):
            raise NotAllowed(seat, action, self._round.why_not(seat, action))
        raise UserError(f"看不懂“{text}”", f"{text!r} is no action")

    def why_not(self, seat: Seat, action: Action) -> str:
        """The rule, or the engine's reason, for which a seat may not do this now; '' if it may."""
        return "" if allowed(self.offers(seat), action) else self._round.why_not(seat, action)

    # Play.

    def do(self, seat: Seat, action: Action | str) -> None:
        """Take a seat's answer; raises `NotAllowed` with the rule that forbids it."""
        given: object = action  # a caller without types may give an offer
        if isinstance(given, OpenChoice):
            zh = "开放的选择还不是回答：用它的 smallest()，或写出选哪些"
            raise UserError(zh, "an open choice is no answer: take its smallest(), or write one")
        sat = self._seat(seat)
        done = self.read(sat, action) if isinstance(action, str) else action
        self._recorder.answer(sat, done)

    def deal(self) -> None:
        """Deal the next round."""
        if self._match.rounds and not self._round.over:
            raise UserError("这一局还没打完", "the round is not over")
        if self._match.over:
            raise UserError("这一场已经打完了", "the match is over")
        self._recorder.start_round()

    def play(self, bots: Sequence[Chooser]) -> None:
        """Let bots, one for each seat, play the round to its end."""
        if len(bots) != self.players:
            zh, en = f"要 {self.players} 个电脑", f"{self.players} bots are wanted, not {len(bots)}"
            raise UserError(zh, en)
        views = [self.view(seat) for seat in range(self.players)]
        while asked := self.asked:
            self.do(asked[0], bots[asked[0]].choose(views[asked[0]], self.offers(asked[0])))

    def undo(self) -> None:
        """Take back the last answer or deal; views made before show it still."""
        if self.number == 1 and not self._recorder.answered:
            raise UserError("还没有走过一步", "there is nothing to take back")
        self._recorder.undo()

    def copy(self) -> Game:
        """An independent copy, played on without a trace in this one."""
        return self._of(self._recorder.copy())

    __copy__ = copy

    # What is known.

    @property
    def table(self) -> Table:
        """The whole table, hidden tiles too; what a seat may know is in its `view`."""
        return self._round.table

    def view(self, seat: Seat | None) -> View:
        """What a seat (None: a spectator) knows; it grows with the round."""
        assert self._round.log is not None
        return View(self.rules, self._round.log, None if seat is None else self._seat(seat))

    def events(self, seat: Seat | None = None) -> list[Event]:
        """What has happened in this round, as a seat or a spectator saw it."""
        return self.view(seat).seen()

    def sketch(self, seat: Seat | None = None) -> Text:
        """The table in a few lines of text, as a seat or a spectator sees it."""
        return sketch(self.view(seat).table, self.rules, self.town)

    # How it ends.

    @property
    def round_over(self) -> bool:
        """Tell whether the round has ended."""
        return self._round.over

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self._match.over

    @property
    def changes(self) -> tuple[int, ...]:
        """What each seat has won or lost in this round so far."""
        return self.table.changes()

    @property
    def scores(self) -> tuple[int, ...]:
        """The sums of the finished rounds."""
        return self._match.scores

    @property
    def totals(self) -> tuple[int, ...]:
        """What the match ends with, as the town reckons it from the sums."""
        return self._match.totals()

    @property
    def wins(self) -> tuple[Won, ...]:
        """The wins of this round with their patterns."""
        return self.table.wins

    @property
    def payments(self) -> tuple[Paid, ...]:
        """The payments of this round: who pays whom how much, by which rule, reckoned how."""
        return self.table.paid

    # On paper.

    def to_json(self) -> str:
        """The match as its log, one JSON object in a line; `quexiang replay` reads it too."""
        return self._recorder.text()

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Play a log again; raises `UserError` where it is none or does not replay to itself."""
        recorder = replay(read_log(text))
        new = cls._of(recorder)
        if not recorder.match.rounds:
            new.deal()
        return new


def towns() -> tuple[str, ...]:
    """The keys of all towns, those of plug-ins too.

    >>> towns()[:5]
    ('hangzhou', 'anhua', 'lanzhou', 'zhangzhou', 'anshun')
    """
    return tuple(variants())


def town_named(name: str) -> Variant:
    """A town by its key or its name.

    >>> town_named("杭州").key
    'hangzhou'
    """
    wanted = name.strip().casefold().removesuffix("麻将")
    for variant in variants().values():
        if wanted in (variant.key, variant.zh, variant.en.casefold()):
            return variant
    raise UnknownVariant(name, towns())


def options(town: str) -> dict[str, OptionValue]:
    """The options of a town with their defaults; `town_named(town).options` explains them.

    >>> options("hangzhou")["rounds"]
    8
    """
    return dict(town_named(town).choose({}))


def bot(name: str, *, seed: str | int = "") -> Bot:
    """A computer player: random, plain, 新手, 熟手, 高手, 宗师, `module:Class` or `cmd:COMMAND`.

    >>> type(bot("熟手", seed=1)).__name__
    'SkilledBot'
    """
    return make_bot(name, str(seed))


def waits(hand: str, town: str = "hangzhou", *, wild: str = "") -> str:
    """The tiles that complete the shape of a resting hand in a town with default options.

    >>> waits("234m 678m 123p 55s 78s")
    '69s5z'
    """
    rules = _rules(town)
    held = _hand(hand, rules)
    if held.size % 3 != 1:
        zh, en = f"{held.size} 张牌不听牌：要 3k+1 张", f"3k+1 tiles can wait, not {held.size}"
        raise UserError(zh, en)
    return tiles_text(tiles_of(_shape(rules, wild).waits(held)))


def distance(hand: str, town: str = "hangzhou", *, wild: str = "") -> int:
    """How many tiles a hand must exchange to be ready; −1 if it is complete.

    >>> distance("234m 678m 123p 55s 78s"), distance("147m 258p 369s 1234z")
    (0, 6)
    """
    rules = _rules(town)
    found: int = _shape(rules, wild).distance(_hand(hand, rules))
    return found


def _rules(town: str) -> Ruleset:
    variant = town_named(town)
    return rules_of(variant, variant.choose({}), max(variant.players))


def _shape(rules: Ruleset, wild: str) -> Shape:
    return rules.shape_of(tuple(parse_tiles(wild)) or rules.fixed_wild)


def _hand(text: str, rules: Ruleset) -> Hand:
    tiles, most = parse_tiles(text), rules.hand_size + 1
    if len(tiles) % 3 == 0 or len(tiles) > most:
        zh = f"{len(tiles)} 张不是一手牌：3k+1 或 3k+2 张，最多 {most} 张"
        en = f"a hand has 3k+1 or 3k+2 tiles, at most {most}, not {len(tiles)}"
        raise UserError(zh, en)
    try:
        return Hand(tiles)
    except ValueError as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"“{text}”里同一张牌多于四张", f"{text!r} has {error}") from None
