# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""A table that is played by numbers, one seat after another. Its C types are in desk.pxd.

Where several seats are asked at once they answer in turn, in secret: what a later one observes is
the same whatever the earlier ones have answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Action, Choose, Chow, Discard, Kong, Offer, Pass, Pong, Win
from quexiang.engine.round import Round
from quexiang.env import layout, numbering
from quexiang.env.copying import bytes_of, clear, flags_of
from quexiang.env.identity import Identities
from quexiang.env.numbering import Numbering, numbering_of
from quexiang.env.planes import Planes
from quexiang.errors import UserError
from quexiang.match.match import Match
from quexiang.rulebook import Options, Variant, rules_of

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.uint8]
    Mask = NDArray[np.int8]
    How = tuple[Variant, Options, int, bool, bool]
    Played = tuple[str, int, Match, Round]
    Asked = tuple[int, list[Offer], list[int]]

NOBODY = -1
SIZE = numbering.SIZE
DISCARD = numbering.DISCARD
TAKE = numbering.TAKE
DONE = numbering.DONE
WIDTH = layout.WIDTH
OBSERVED = layout.HEIGHT * WIDTH
KONGS = {
    "exposed": numbering.EXPOSED,
    "added": numbering.ADDED,
    "concealed": numbering.CONCEALED,
}
CHOWS = [-1] * WIDTH * WIDTH
"""The numbers of chows by their two own tiles."""
for place, (low, high) in enumerate(numbering.PAIRS):
    CHOWS[low * WIDTH + high] = numbering.CHOW + place
NOTHING: list[int] = []


class Desk:
    """Rounds of matches in a row, each answer a number."""

    __slots__ = (
        "_actions",
        "_dealt",
        "_firsts",
        "_identities",
        "_legal",
        "_matches",
        "keep_log",
        "match",
        "numbering",
        "offers",
        "options",
        "planes",
        "players",
        "round",
        "rules",
        "seat",
        "seed",
        "skip_forced",
        "taken",
        "variant",
    )

    def __init__(
        self,
        variant: Variant,
        options: Options,
        players: int,
        seed: str,
        *,
        keep_log: bool = False,
        skip_forced: bool = False,
    ) -> None:
        self._furnish(variant, options, players, keep_log, skip_forced)
        self.begin(seed)

    def _furnish(
        self,
        variant: Variant,
        options: Options,
        players: int,
        keep_log: bool,  # noqa: FBT001 - C has no keywords
        skip_forced: bool,  # noqa: FBT001 - likewise
    ) -> None:
        """Make what is the same for all rounds."""
        self.variant, self.options, self.players = variant, options, players
        self.keep_log, self.skip_forced = keep_log, skip_forced
        self.rules = rules_of(variant, options, players)
        self.planes = Planes(self.rules, options.number("rounds"))
        self.numbering: Numbering = numbering_of(variant.declarations)
        self._actions, self._firsts = self.numbering.actions, self.numbering.firsts
        self._identities: Identities = self.numbering.identities
        self._legal: list[int] | None = None
        """The legal numbers, once somebody has asked for them."""

    def __reduce__(self) -> tuple[object, ...]:
        how = self.variant, self.options, self.players, self.keep_log, self.skip_forced
        played = self.seed, self._matches, self.match, self.round
        return _restored, (how, played, (self.seat, self.offers, self.taken))

    def _resume(self, played: Played, asked: Asked) -> None:
        """Go on from what was played, with what is asked."""
        self.seed, self._matches, self.match, round_ = played
        self._dealt = len(self.match.rounds)
        seat, offers, taken = asked
        if len(round_.table.seats) != self.players:
            raise ValueError(f"this is no round of {self.players} seats")
        if offers != round_.asked.get(seat, []):
            raise ValueError(f"the round does not ask seat {seat} that")
        self.round, self.seat, self.offers, self.taken = round_, seat, offers, NOTHING
        for tile in taken:
            if tile < 0 or tile >= DONE - TAKE:
                raise ValueError(f"a choice takes no tile {tile}")
            self._step(TAKE + tile)

    def begin(self, seed: str) -> None:
        """Deal the first round of the first match of a seed."""
        self.seed, self._matches = seed, 0
        self.rematch()

    def rematch(self) -> None:
        """Deal the first round of the seed's next match."""
        self._matches += 1
        seed = f"{self.seed}/{self._matches}"
        self.match = Match(self.variant, self.options, self.players, seed, keep_log=self.keep_log)
        self._deal()

    def deal(self) -> None:
        """Deal the next round, of the next match if this one is over or breaks off."""
        if self.match.over or self.seat >= 0:
            self.rematch()
        else:
            self._deal()

    def _deal(self) -> None:
        self.round = self.match.start_round()
        self._dealt = len(self.match.rounds)
        """How many rounds of the match have begun."""
        self.taken = NOTHING
        self._next()

    def act(self, number: int) -> None:
        """Take the answer of the seat that is asked; `seat` is -1 when the round is over."""
        if number < 0 or number >= SIZE:
            raise UserError(f"没有 {number} 号", f"there is no number {number}")
        action = self._actions[number]
        if action is None or self.taken:
            self._step(number)
            return
        self._answer(action)

    def answer(self, action: Action) -> None:
        """Take an action itself, a choice of tiles at once."""
        self.taken = NOTHING
        self._answer(action)

    def _answer(self, action: Action) -> None:
        self.round.answer(self.seat, action)
        self._next()

    def _step(self, number: int) -> None:
        """Take a tile for a choice, or finish it."""
        if number not in self.legal():
            raise UserError(f"现在不能选 {number} 号", f"the number {number} is not legal now")
        if number < DONE:
            self.taken = [*self.taken, number - TAKE]
            self._legal = None
            return
        self.answer(self.numbering.chosen(number, self.taken))

    def _next(self) -> None:
        """Find the seat that is to answer next, with what it is offered."""
        round_, table = self.round, self.round.table
        self._legal = None
        while True:
            answers = table.answers
            for seat, offers in round_.asked.items():
                if not answers or seat not in answers:
                    self.seat, self.offers = seat, offers
                    break
            else:
                self._close()
                return
            if not self.skip_forced or len(offers) > 1 or not isinstance(offers[0], Action):
                return
            round_.answer(seat, offers[0])

    def _close(self) -> None:
        """Enter the round that is over."""
        self.seat, self.offers = NOBODY, []
        self.match.count()

    def changes(self) -> tuple[int, ...]:
        """What each seat has won or lost in the round."""
        return self.round.table.changes()

    def legal(self) -> list[int]:
        """The numbers that the seat may answer."""
        if self._legal is None:
            self._legal = self.numbering.legal(self.offers, self.taken)
        return self._legal

    def mask(self, out: Mask, base: int) -> None:
        """Write a 1 for each legal number from `base` on, where all is 0."""
        if base < 0 or base > len(out) - SIZE:
            raise ValueError(f"{len(out)} flags do not hold {SIZE} from {base} on")
        self._mark(flags_of(out), base)

    def write_mask(self, out: Mask, base: int) -> None:
        """Write a 1 for each legal number from `base` on, and a 0 for each other."""
        clear(out, base, SIZE)
        self._mark(out, base)

    def _mark(self, out: Mask, base: int) -> None:
        """Mark the legal numbers: by identity where all offers are actions made once."""
        if self.taken:
            self._mark_steps(out, base)
        elif not self._identities.mark(self.offers, out, base):
            self._mark_each(out, base)

    def _mark_each(self, out: Mask, base: int) -> None:
        """Mark the legal numbers of any offers."""
        for offer in self.offers:
            number = self._number(offer)
            if number < 0 or number >= SIZE:
                self._mark_steps(out, base)
                break
            out[base + number] = 1

    def _mark_steps(self, out: Mask, base: int) -> None:
        """Mark the legal numbers where tiles are chosen one by one."""
        for number in self.legal():
            if number < 0 or number >= SIZE:
                raise ValueError(f"an offer has no number: {number}")
            out[base + number] = 1

    def sample(self, chance: int) -> int:
        """The legal number at a place that chance gives."""
        offers = self.offers
        if not offers:
            raise UserError("没有人要答", "nobody is asked")
        offer = offers[chance % len(offers)]
        number = self._identities.find(offer)
        if number < 0:
            number = self._number(offer)
        if number >= 0 and not self.taken:
            return number
        legal = self.legal()
        if not legal:
            raise UserError("没有可选的", "no number is legal")
        return legal[chance % len(legal)]

    def observe(self, out: Row, base: int, seat: int) -> None:
        """Write what a seat knows from `base` on."""
        if seat < 0 or seat >= self.players:
            raise UserError(f"没有座位 {seat}", f"there is no seat {seat}")
        if base < 0 or base > len(out) - OBSERVED:
            raise ValueError(f"{len(out)} bytes do not hold {OBSERVED} from {base} on")
        self.write(bytes_of(out), base, seat)

    def write(self, out: Row, base: int, seat: int) -> None:
        """The same where the bytes of an array lie."""
        table = self.round.table
        asked = seat == self.seat
        stage, taken = table.stage if asked else "", self.taken if asked else NOTHING
        self.planes.write_at(out, base, table, seat, stage, taken, self._dealt)

    def observe_hidden(self, out: Row, base: int, seat: int) -> None:
        """Write what a seat may not know from `base` on, where all is 0."""
        self.planes.write_hidden(out, base, self.round.table, self.round.wall, seat)

    def _number(self, offer: Offer) -> int:
        """The number of an offer, -1 for a choice of tiles."""
        if type(offer) is Discard:
            discard = offer
            tile, declared = discard.tile, discard.declare
            first = self._firsts[declared] if declared else DISCARD
            return first + tile
        if type(offer) is Pass:
            return 0
        if type(offer) is Pong:
            return 2
        if type(offer) is Chow:
            chow = offer
            low, high = chow.low, chow.high
            if low < 0 or low >= WIDTH or high < 0 or high >= WIDTH:
                return SIZE
            return CHOWS[low * WIDTH + high]
        if type(offer) is Kong:
            kong = offer
            first, tile = KONGS[kong.kind], kong.tile
            return first + tile
        if type(offer) is Choose and offer.key in self._firsts:
            return self._firsts[offer.key] + offer.value
        return 1 if type(offer) is Win else NOBODY


def _restored(how: How, played: Played, asked: Asked) -> Desk:
    """A desk as it stood."""
    desk = Desk.__new__(Desk)
    variant, options, players, keep_log, skip_forced = how
    desk._furnish(variant, options, players, keep_log, skip_forced)
    desk._resume(played, asked)
    return desk
