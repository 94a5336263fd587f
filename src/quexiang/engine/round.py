"""One round: asks the seats, takes their answers, and lets the rules say what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    PASS,
    Action,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pass,
    Seat,
    Win,
    allowed,
)
from quexiang.engine.apply import APPLY, discard, draw
from quexiang.engine.calls import Call
from quexiang.engine.question import Question, Refused
from quexiang.engine.reasons import why_not
from quexiang.engine.refusals import OVER, NotAllowed
from quexiang.engine.rule import Stage
from quexiang.engine.ruleset import LAST, NOBODY, PRIORITY, Ruleset, added_kong, claim, rank
from quexiang.engine.table import Table
from quexiang.engine.wall import Dice, Wall, deal_hands
from quexiang.tiles import Tile

Calls = tuple[Call, ...]
Log = list[ev.Event] | None
Asked = dict[Seat, list[Offer]]
State = tuple[Wall, Dice, Table, Log, Asked, Refused]


class Round:
    """The flow of one round over a table; wall and dice are inputs."""

    __slots__ = (
        "_after_answer",
        "_after_discard",
        "_after_draw",
        "_candidates",
        "_discards",
        "_exhausted",
        "_following",
        "_plain",
        "_questions",
        "_turn",
        "asked",
        "dice",
        "log",
        "refused",
        "rules",
        "table",
        "wall",
    )

    def __init__(
        self,
        rules: Ruleset,
        wall: Wall,
        dice: Dice,
        *,
        dealer: Seat | None = 0,
        streak: int = 0,
        scores: tuple[int, ...] | None = None,
        keep_log: bool = True,
    ) -> None:
        self.rules, self.wall, self.dice = rules, wall, dice
        self._index(rules)
        self.log: Log = [] if keep_log else None
        self.asked: Asked = {}
        self.refused: Refused = []
        """The offers of the last question that a rule forbade, with the rule."""
        self.table: Table = rules.new_table()
        totals = scores or (0,) * rules.players
        wall.set_apart(rules.removed)
        self._emit(ev.Started(rules.players, dealer, streak, totals, wall.left))
        self._advance()

    @classmethod
    def resume(cls, rules: Ruleset, wall: Wall, dice: Dice, events: Iterable[ev.Event]) -> Round:
        """Go on from the table that these events lead to."""
        log = list(events)
        return cls.at(rules, rules.new_table().fold(log), wall, dice, log)

    @classmethod
    def at(
        cls, rules: Ruleset, table: Table, wall: Wall, dice: Dice, log: list[ev.Event] | None = None
    ) -> Round:
        """Go on from a table as it lies."""
        new: Round = _restored(rules, (wall, dice, table, log, {}, []))
        new._advance()
        return new

    def copy(self) -> Round:
        """An independent copy, its log too: it can be observed as the original can."""
        log = None if self.log is None else self.log[:]
        wall, dice, table = self.wall.copy(), self.dice.copy(), self.table.copy()
        return _restored(self.rules, (wall, dice, table, log, self.asked.copy(), self.refused[:]))

    def __reduce__(self) -> tuple[object, ...]:
        state = self.wall, self.dice, self.table, self.log, self.asked, self.refused
        return _restored, (self.rules, state)

    def _index(self, rules: Ruleset) -> None:
        """Keep at hand what every move needs of the rules."""
        self._following = rules.following
        self._after_answer = rules.following[ev.Answered]
        self._after_draw = rules.following[ev.Drawn]
        self._after_discard = rules.following[ev.Discarded]
        self._questions = rules.questions
        self._turn = rules.questions["turn"]
        self._discards = rules.questions["discard"]
        self._plain = rules.plain_discards
        self._candidates = rules.asking
        self._exhausted = rules.exhausting

    @property
    def over(self) -> bool:
        """Tell whether the round has ended."""
        return self.table.end is not None

    @property
    def pending(self) -> list[Seat]:
        """The asked seats that have not answered yet."""
        return [seat for seat in self.asked if seat not in self.table.answers]

    # Answers.

    def answer(self, seat: Seat, action: Action) -> None:
        """Take a seat's answer; when all have answered, go on."""
        table = self.table
        offers: list[Offer] | None = self.asked.get(seat)
        answered = table.answers and seat in table.answers
        if offers is None or answered or not _offered(offers, action):
            raise NotAllowed(seat, action, self.why_not(seat, action))
        kind = type(action)
        if table.stage == "turn" and kind is not Pass:
            if self.refused:
                self.refused = []
            if kind is Discard:
                self._discard(seat, action)  # type: ignore[arg-type]  # by its kind
            else:
                self._act(seat, action)
            self._advance()
            return
        offered = tuple([offer for offer in offers if type(offer) is not OpenChoice])
        table.answers[seat] = action
        self._follow(ev.Answered(seat, action, offered), self._after_answer)  # type: ignore[arg-type]  # one of its kinds
        if len(table.answers) == len(self.asked):
            self.close()

    def close(self) -> None:
        """Decide the open question with the answers given; the silent have not declined."""
        self.asked = {}
        self._resolve()
        self._advance()

    @property
    def decided(self) -> bool:
        """Tell whether no missing answer can change the outcome of the open question."""
        table = self.table
        stage = self.rules.stages.get(table.stage)
        if stage is None or stage.close(table) is not None:
            return not self.pending
        order = stage.asks(table)
        given = min((rank(order, *answer) for answer in table.answers.items()), default=NOBODY)
        shared = len(self.rules.winners(table, [0, 1])) > 1 and given < (1, 0)
        missing = (rank(order, s, offer) for s in self.pending for offer in self.asked[s])
        return all(given < other and not (shared and other < (1, 0)) for other in missing)

    def leave(self, seat: Seat) -> None:
        """A seat leaves the table for good."""
        if self.over:
            raise NotAllowed(seat, PASS, OVER)
        self._emit_all(self.rules.leave(self.table, seat))
        if self.table.due.need == "over":
            self.asked = {}

    def why_not(self, seat: Seat, action: Action) -> str:
        """Name the rule, or the engine's reason, for which an action is not offered now."""
        return why_not(self.rules, self.table, seat, action, self.refused)

    # Flow.

    def _emit(self, event: ev.Event) -> None:
        kind = type(event)
        APPLY[kind](self.table, event)
        self._follow(event, self._following[kind])

    def _follow(self, event: ev.Event, calls: Calls) -> None:
        """Write an event down, and let the rules say what follows."""
        if self.log is not None:
            self.log.append(event)
        for call in calls:
            for further in call.after(self.table, event):
                self._emit(further)

    def _emit_all(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self._emit(event)

    # Draws and discards are most of a round, so their events are made once and applied at once;
    # so are answers.

    def _draw(self, seat: Seat, back: bool) -> None:  # noqa: FBT001 - C has no keywords
        if self._exhausted.exhausted(self.table):
            self._emit_all(self.rules.drawn_round(self.table))
            return
        tile: Tile = self.wall.back() if back else self.wall.front()
        draw(self.table, seat, tile, back)
        if self._after_draw or self.log is not None:
            self._follow(ev.DRAWN[back][seat][tile], self._after_draw)

    def _discard(self, seat: Seat, action: Discard) -> None:
        if action.declare:
            self._emit(ev.Discarded(seat, action.tile, action.declare))
            return
        tile: Tile = action.tile
        discard(self.table, seat, tile)
        if self._after_discard or self.log is not None:
            self._follow(ev.DISCARDED[seat][tile], self._after_discard)

    def _advance(self) -> None:
        """Do what is due until a seat must be asked or the round is over."""
        table = self.table
        while True:
            due = table.due
            need = due.need
            if need == "ask":
                if self._ask():
                    return
                if self._plain and table.stage == "discard":
                    self._draw(table.order[table.offerer][0], False)  # noqa: FBT003 - nobody can want it
                else:
                    self._resolve()
            elif need == "draw":
                self._draw(due.seat, due.back)
            elif need == "over":
                self.asked = {}
                return
            else:
                self._fulfil(due)

    def _fulfil(self, due: ev.Due) -> None:
        """Do what needs chance, the wall or the ruleset."""
        match due.need:
            case "phase":
                self._phase()
            case "deal":
                self._deal()
            case "choose":
                self._emit(ev.Seated(self.dice.choose(self.table.players)))
            case "roll":
                seat = due.seat if due.purpose else None
                self._emit(ev.Rolled(self.dice.throw(due.count), seat))
            case "turn_up":
                self._turn_up(due)
            case "settle":
                self._emit_all(self.rules.settle(self.table))
            case _:
                raise RuntimeError(f"nothing can be done about {due}")

    def _phase(self) -> None:
        if not self.table.seated:
            self._emit_all(self.rules.first_dealer(self.table))
            return
        phases = self.rules.phases
        if self.table.phase < len(phases):
            self._emit_all(phases[self.table.phase].begin(self.table))
            return
        self._emit(ev.Began(self.wall.begin_play()))

    def _deal(self) -> None:
        rules, table = self.rules, self.table
        extra = 1 if rules.dealer_extra else 0
        hands = deal_hands(self.wall, table.seats_from(table.dealer), rules.hand_size, extra)
        for seat in table.seats_from(table.dealer):
            self._emit(ev.Dealt(seat, len(hands[seat]), tuple(hands[seat])))

    def _turn_up(self, due: ev.Due) -> None:
        match due.purpose:
            case "indicator":
                self._emit_all(self.rules.indicate(self.table, self.wall.indicator(back=due.back)))
            case "kong":
                tiles = self.wall.pick(2 * (self.table.dice[-1] - 1), due.count)
                self._emit(ev.TurnedUp(due.seat, tiles, due.purpose))
            case _:
                self._emit(ev.TurnedUp(due.seat, self.wall.turn_up(due.count), due.purpose))

    # Questions.

    def _ask(self) -> bool:
        """Gather the offers of every seat that may answer; tell whether anybody is asked."""
        table, stage = self.table, self.table.stage
        if stage == "turn":
            on_turn: Seat = table.due.seat
            offers = self._turn.offers(table, on_turn, self.refused)
            self.asked = {on_turn: offers} if offers else {}
            return len(offers) > 0
        question: Question = self._discards if stage == "discard" else self._questions[stage]
        if self.refused:
            self.refused = []
        seats: Sequence[Seat] = self._candidates.candidates(question.stage, table)
        if not seats:
            return False
        self.asked = asked = {}
        for seat in seats:
            offers = question.offers(table, seat, self.refused)
            if offers:
                asked[seat] = offers
        return len(asked) > 0

    def _resolve(self) -> None:
        question: Question = self._questions[self.table.stage]
        events = question.stage.close(self.table) if question.closes else None
        self._emit_all(self._by_priority(question.stage) if events is None else events)

    def _by_priority(self, stage: Stage) -> Iterable[ev.Event]:
        """Decide the answers: wins, then pong and kong, then chow; else nobody takes it."""
        table = self.table
        wanting: list[Seat] = []
        taker, taken, first = 0, None, LAST
        answers = table.answers
        for seat in stage.asks(table) if answers else ():
            if seat not in answers:
                continue
            action = answers[seat]
            priority = PRIORITY.get(type(action), LAST)
            if priority == 0:
                wanting.append(seat)
            elif priority < first:
                taker, taken, first = seat, action, priority
        if wanting:
            return [self.rules.won(table, seat) for seat in self.rules.winners(table, wanting)]
        return stage.untaken(table) if taken is None else (claim(table, taker, taken),)

    def _act(self, seat: Seat, action: Action) -> None:
        """Do what the seat on turn has chosen instead of discarding."""
        match action:
            case Win():
                self._emit(self.rules.won(self.table, seat))
            case Kong(kind="concealed", tile=tile):
                meld = ev.Meld("concealed", (tile,) * 4)
                self._emit(ev.Melded(seat, meld, self.rules.hidden_kongs))
            case Kong(tile=tile) if self.rules.rob_kongs:
                self._emit(ev.KongDeclared(seat, tile))
            case Kong(tile=tile):
                self._emit(added_kong(self.table, seat, tile))
            case _:
                raise RuntimeError(f"{action} is nothing to do on a turn")


def _restored(rules: Ruleset, state: State) -> Round:
    """A round as it stood."""
    new: Round = Round.__new__(Round)
    new.rules = rules
    new._index(rules)
    new.wall, new.dice, new.table, new.log, new.asked, new.refused = state
    return new


def _offered(offers: list[Offer], action: Offer) -> bool:
    """Tell whether an action may be taken; mostly it is one of the offers itself."""
    if type(action) is OpenChoice:
        return False
    for offer in offers:
        if offer is action:
            return True
    return allowed(offers, action)
