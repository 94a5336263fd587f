"""A question: a stage with the rules that have something to say about its answers."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine.actions import PASS, Action, Offer, OpenChoice, Seat
from quexiang.engine.calls import Call
from quexiang.engine.player import Player
from quexiang.engine.rule import Rule, Stage
from quexiang.engine.table import Table

Veto = tuple[str | None, Call | None, Call]
Refused = list[tuple[Seat, Offer, str]]


class Question:
    """What a stage may be answered with, as the rules of one room have it."""

    __slots__ = ("closes", "is_turn", "key", "may_pass", "offering", "stage", "vetoing")

    def __init__(self, stage: Stage, rules: Sequence[Rule]) -> None:
        self.stage = stage
        self.key = stage.key
        self.is_turn = stage.key == "turn"
        self.may_pass = stage.may_pass
        self.closes = type(stage).close is not Stage.close
        """Whether the stage may decide the answers by itself."""
        offering = [Call(rule, "offers") for rule in rules if stage.key in rule.stages]
        own = [] if type(stage).offers is Stage.offers else [Call(stage, "offers")]
        self.offering: tuple[Call, ...] = (*own, *offering)
        kinds = (*Action.__subclasses__(), OpenChoice)
        self.vetoing = {kind: self._vetoes(kind, rules) for kind in kinds}

    def _vetoes(self, kind: object, rules: Sequence[Rule]) -> tuple[Veto, ...]:
        """The rules that may forbid a kind of action here; None: no mark, or no question, binds."""
        return tuple(
            (
                None if rule.binding is None else rule.binding.key,
                None if type(rule).binds is Rule.binds else Call(rule, "binds"),
                Call(rule, "forbids"),
            )
            for rule in rules
            if kind in rule.vetoes and (not rule.during or self.key in rule.during)
        )

    def veto(self, table: Table, seat: Seat, action: Offer) -> str | None:
        """The first rule that forbids an action, None if none does."""
        player: Player = table.seats[seat]
        for mark, binds, forbids in self.vetoing[type(action)]:
            if mark is not None and mark not in player.marks:
                continue
            if binds is None or binds.binds(table, seat, action):
                rule = forbids.forbids(table, seat, action)
                if rule is not None:
                    return rule
        return None

    def offers(self, table: Table, seat: Seat, refused: Refused) -> list[Offer]:
        """All that the seat may answer; what a rule forbids is added to the refused."""
        offers: list[Offer] = []
        for call in self.offering:
            group = call.offers(table, seat)
            if group:
                self._permit(table, seat, group, offers, refused)
        if offers and self.may_pass and self.veto(table, seat, PASS) is None:
            offers.append(PASS)
        return offers

    def _permit(
        self,
        table: Table,
        seat: Seat,
        group: Sequence[Offer],
        offers: list[Offer],
        refused: Refused,
    ) -> None:
        """Add what no rule forbids; one rule offers actions of one kind at a time."""
        first = group[0]
        binding = None
        player: Player = table.seats[seat]
        for mark, binds, forbids in self.vetoing[type(first)]:
            if mark is not None and mark not in player.marks:
                continue
            if binds is None or binds.binds(table, seat, first):
                binding = [forbids] if binding is None else [*binding, forbids]
        if binding is None:
            offers += group
            return
        for offer in group:
            for forbids in binding:
                rule = forbids.forbids(table, seat, offer)
                if rule is not None:
                    refused.append((seat, offer, rule))
                    break
            else:
                offers.append(offer)
