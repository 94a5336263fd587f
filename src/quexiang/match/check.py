"""The properties that hold in every round, checked while it is played.

Tiles are conserved; every offered action is accepted and every other refused with a reason; a copy
played on ends like the original; folding the log gives the table; events survive JSON; payments
sum to zero; and exchanging tiles that a seat cannot know changes no byte of what it sees or is
offered.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from quexiang.engine import actions as act
from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.refusals import ENGINE_REASONS, NotAllowed
from quexiang.engine.round import Round
from quexiang.engine.view import View, visible
from quexiang.match.exchange import AskedQuestion
from quexiang.match.play import Chooser, views_of
from quexiang.tiles import Tile
from quexiang.variants import declarations


class CheckedRound:
    """Plays one round and collects violations."""

    def __init__(
        self, round_: Round, choosers: Sequence[Chooser], seed: str, *, deep: bool = True
    ) -> None:
        self.round = round_
        self.deep = deep
        self.choosers = choosers
        self.random = random.Random(seed)  # noqa: S311 - play, not secrets
        self.violations: list[str] = []
        self.questions: list[AskedQuestion] = []

    def play(self) -> int:
        """Play to the end under all checks; return the number of decisions."""
        decisions = 0
        views = views_of(self.round)
        deep = self.random.randrange(60)
        while self.round.asked:
            if self.deep and decisions % 60 == deep:
                self.violations += action_violations(self.round, self.random)
            decisions += self._question(views)
            if decisions % 20 == deep % 20:
                self.violations += conservation_violations(self.round)
        self.violations += conservation_violations(self.round)
        self.violations += end_violations(self.round)
        if self.deep:
            self.violations += json_violations(self.round)
        return decisions

    def _question(self, views: list[View]) -> int:
        round_ = self.round
        asked = list(round_.asked.items())
        given: dict[Seat, tuple[Sequence[Offer], Action]] = {}
        assert round_.log is not None
        self.questions.append((len(round_.log), given))
        for seat, offers in asked:
            action = self.choosers[seat].choose(views[seat], offers)
            given[seat] = (list(offers), action)
            round_.answer(seat, action)
        return len(asked)


def conservation_violations(round_: Round) -> Iterator[str]:
    """Every tile of the set is in exactly one place."""
    table = round_.table
    places: Counter[Tile] = Counter(round_.wall.rest())
    places.update(visible(table))
    total = len(round_.rules.tiles) - round_.rules.removed
    whole = Counter(round_.rules.tiles)
    if places.total() != total or places - whole:
        yield f"tiles are not conserved: {places.total()} of {total}, surplus {places - whole}"
    if table.left != round_.wall.left:
        yield f"the table counts {table.left} tiles left, the wall has {round_.wall.left}"


def action_violations(round_: Round, source: random.Random) -> Iterator[str]:
    """Every offered action is accepted, every other refused with a reason, without effect."""
    before = round_.table.copy()
    for seat, offers in round_.asked.items():
        for offer in offers:
            if isinstance(offer, act.Action):
                try:
                    round_.copy().answer(seat, offer)
                except NotAllowed as refusal:
                    yield f"offered but refused: {refusal}"
    for seat in range(round_.rules.players):
        offers = round_.asked.get(seat, [])
        for action in source.sample(universe(), 60):
            if not act.allowed(offers, action):
                yield from _refused(round_, seat, action)
    if round_.table != before:
        yield "refused actions changed the table"


def _refused(round_: Round, seat: Seat, action: Action) -> Iterator[str]:
    try:
        round_.answer(seat, action)
    except NotAllowed as refusal:
        if refusal.rule not in ENGINE_REASONS and refusal.rule not in round_.rules.rule_ids:
            yield f"refused without a known reason: {refusal}"
    else:
        yield f"not offered but accepted: seat {seat} {action}"


@cache
def universe() -> tuple[Action, ...]:
    """A sample of all actions of all towns."""
    kongs = [kind[tile] for kind in (act.EXPOSED, act.ADDED, act.CONCEALED) for tile in range(34)]
    plain = (act.PASS, act.WIN, act.PONG, *act.DISCARD[:34], *kongs, *act.CHOW.values())
    return (*plain, *(action for one in declarations().values() for action in _chosen(one)))


def _chosen(declaration: act.Declaration) -> Iterator[Action]:
    key = declaration.key
    match declaration.takes:
        case "discard":
            yield from (act.Discard(tile, key) for tile in range(34))
        case "tiles":
            yield from (act.Choose(key), act.Choose(key, tiles=(0, 8, 27)))
        case _:
            yield from (act.Choose(key, value) for value in range(5))


def end_violations(round_: Round) -> Iterator[str]:
    """What must hold of a finished round's log, table and payments."""
    log = round_.log
    assert log is not None
    forfeits = sum(paid.amount for paid in round_.table.paid if paid.payee is None)
    if sum(round_.table.changes()) != -forfeits:
        yield f"the changes {round_.table.changes()} do not sum to zero"
    if any(paid.amount <= 0 or not paid.rule or not paid.zh for paid in round_.table.paid):
        yield f"a payment without amount, rule or arithmetic: {round_.table.paid}"
    if any(paid.rule not in round_.rules.rule_ids for paid in round_.table.paid):
        yield "a payment by an unknown rule"
    if round_.rules.new_table().fold(log) != round_.table:
        yield "folding the log does not give the table"


def json_violations(round_: Round) -> Iterator[str]:
    """Every event can be written as JSON and read back."""
    for event in round_.log or []:
        if ev.from_json(ev.to_json(event)) != event:
            yield f"{event} does not survive JSON"


def copy_violations(start: Round, questions: list[AskedQuestion], played: Round) -> Iterator[str]:
    """The copy made at the start, given the same answers, ends like the original."""
    for _, given in questions:
        for seat, (_, action) in given.items():
            start.answer(seat, action)
    if start.table != played.table:
        yield "a copy played on ends differently"
