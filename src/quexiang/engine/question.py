"""A question: a stage with the rules that have something to say about its answers."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine.actions import PASS, Action, Offer, OpenChoice, Seat
from quexiang.engine.calls import Call
from quexiang.engine.player import Player
from quexiang.engine.rule import Rule, Stage
from quexiang.engine.table import Table

Refused = list[tuple[Seat, Offer, str]]


class Veto:
    """A rule that may forbid something; without a mark, or a question, it always binds."""

    __slots__ = ("forbids", "mark", "question")

    def __init__(self, rule: Rule) -> None:
        self.mark = None if rule.binding is None else rule.binding.key
        self.question = None if type(rule).binds is Rule.binds else Call(rule, "binds")
        self.forbids = Call(rule, "forbids")


class Vetoes:
    """The rules that may forbid a kind of action, and those of them that do so without a mark."""

    __slots__ = ("every", "unmarked")

    def __init__(self, every: Sequence[Veto]) -> None:
        self.every = tuple(every)
        self.unmarked = tuple(veto for veto in every if veto.mark is None)

    def binding(self, table: Table, seat: Seat, action: Offer) -> list[Call] | None:
        """What to ask of the rules that may forbid the seat anything like this action."""
        player: Player = table.seats[seat]
        marks = player.marks
        found: list[Call] | None = None
        for veto in self.every if marks else self.unmarked:
            if veto.mark is not None and veto.mark not in marks:
                continue
            if veto.question is None or veto.question.binds(table, seat, action):
                found = [veto.forbids] if found is None else [*found, veto.forbids]
        return found


class Question:
    """What a stage may be answered with, as the rules of one room have it."""

    __slots__ = ("closes", "key", "may_pass", "offering", "stage", "vetoing")

    def __init__(self, stage: Stage, rules: Sequence[Rule]) -> None:
        self.stage = stage
        self.key = stage.key
        self.may_pass = stage.may_pass
        self.closes = type(stage).close is not Stage.close
        """Whether the stage may decide the answers by itself."""
        offering = [Call(rule, "offers") for rule in rules if stage.key in rule.stages]
        own = [] if type(stage).offers is Stage.offers else [Call(stage, "offers")]
        self.offering: tuple[Call, ...] = (*own, *offering)
        kinds = (*Action.__subclasses__(), OpenChoice)
        self.vetoing = {kind: self._vetoes(kind, rules) for kind in kinds}

    def _vetoes(self, kind: object, rules: Sequence[Rule]) -> Vetoes:
        """The rules that may forbid a kind of action here."""
        vetoing = (rule for rule in rules if kind in rule.vetoes)
        here = (rule for rule in vetoing if not rule.during or self.key in rule.during)
        return Vetoes([Veto(rule) for rule in here])

    def veto(self, table: Table, seat: Seat, action: Offer) -> str | None:
        """The first rule that forbids an action, None if none does."""
        vetoes: Vetoes = self.vetoing[type(action)]
        binding = vetoes.binding(table, seat, action)
        for call in () if binding is None else binding:
            rule: str | None = call.forbids(table, seat, action)
            if rule is not None:
                return rule
        return None

    def offers(self, table: Table, seat: Seat, refused: Refused) -> list[Offer]:
        """All that the seat may answer; what a rule forbids is added to the refused."""
        offers: list[Offer] | None = None
        for call in self.offering:
            group = call.offers(table, seat)
            if group:
                permitted = self._permitted(table, seat, group, refused)
                offers = [*offers, *permitted] if offers else permitted
        if not offers:
            return []
        if self.may_pass and self.veto(table, seat, PASS) is None:
            return [*offers, PASS]
        return offers

    def _permitted(
        self, table: Table, seat: Seat, group: Sequence[Offer], refused: Refused
    ) -> list[Offer]:
        """What no rule forbids; one rule offers actions of one kind at a time."""
        first = group[0]
        vetoes: Vetoes = self.vetoing[type(first)]
        binding = vetoes.binding(table, seat, first)
        if binding is None:
            return group if isinstance(group, list) else list(group)
        permitted: list[Offer] = []
        for offer in group:
            for call in binding:
                rule = call.forbids(table, seat, offer)
                if rule is not None:
                    refused.append((seat, offer, rule))
                    break
            else:
                permitted.append(offer)
        return permitted
