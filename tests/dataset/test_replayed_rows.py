"""Random matches of all towns, written, read and replayed: the same at every row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from quexiang import data
from quexiang.bots import make_bot
from quexiang.data.answers import steps, written
from quexiang.data.batches import hand_text
from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Offer
from quexiang.engine.events import Event
from quexiang.engine.view import View
from quexiang.match.check import universe
from quexiang.match.executor import Here
from quexiang.match.match import Match
from quexiang.match.play import Chooser, views_of
from quexiang.match.simulate import Wishes, plan, play_match
from quexiang.variants import variant_named, variants

ROUNDS = 4
Told = tuple[list[str], str, int, list[Event], str]
"""Offers, hand, wall, what the seat has seen, answer."""


class Onlooker:
    """Keeps what every seat was offered and had seen when it answered."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.matches: list[Match] = []

    def __call__(self, match: Match, names: object, choosers: Sequence[Chooser]) -> list[Seen]:
        self.matches.append(match)
        return [Seen(self, match, seat, one) for seat, one in enumerate(choosers)]


class Seen:
    def __init__(self, onlooker: Onlooker, match: Match, seat: int, chooser: Chooser) -> None:
        self.onlooker, self.match, self.seat, self.chooser = onlooker, match, seat, chooser

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        table = self.match.round.table
        offered = [offer.text() for offer in offers]
        seen = views_of(self.match.round)[self.seat].seen()
        hand = hand_text(bytes(table.seats[self.seat].hand.counts))
        answer = self.chooser.choose(view, offers)
        self.onlooker.told.append((offered, hand, table.left, seen, answer.text()))
        return answer


def wishes(town: str, seed: str, rounds: int = ROUNDS) -> Wishes:
    return Wishes(
        variant=variant_named(town),
        rounds=rounds,
        seed=seed,
        given={},
        drawn=True,
        bots=("random", "plain"),
        make_bot=make_bot,
    )


@pytest.mark.parametrize("town", variants())
@pytest.mark.parametrize("seed", ["1", pytest.param("soak", marks=pytest.mark.soak)])
def test_every_decision_replays_to_the_same_offers_view_and_scores(
    town: str, seed: str, tmp_path: Path
) -> None:
    rounds = ROUNDS if seed == "1" else 100 * ROUNDS
    onlooker = Onlooker()
    for one in plan(wishes(town, seed, rounds)):
        play_match(one, onlooker)
    scores = [result for match in onlooker.matches for result in match.results]
    file = tmp_path / "made.parquet"

    data.simulate(file, town, rounds=rounds, seed=seed, bots=("random", "plain"), drawn=True)

    rows = [row for row in data.rows(file) if isinstance(row, data.DecisionRow)]
    assert len(rows) == len(onlooker.told)
    for row, (offered, hand, left, seen, answer) in zip(rows, onlooker.told, strict=True):
        round_ = data.replay(row)
        assert [offer.text() for offer in round_.asked[row.seat]] == offered == list(row.offered)
        assert views_of(round_)[row.seat].seen() == seen
        assert (row.hand, row.left, row.answer) == (hand, left, answer)
        assert round_.table.scores == row.scores_before
    ends = [row for row in rows if row.decision == row.decisions]
    assert [row.points for row in ends] == scores


@pytest.mark.parametrize("town", variants())
def test_every_round_replays_to_its_end(town: str, tmp_path: Path) -> None:
    file = tmp_path / "made.parquet"

    data.simulate(file, town, rounds=ROUNDS, seed="2", drawn=True, rows="rounds")

    rows = list(data.rows(file))
    assert len(rows) == ROUNDS
    for row in rows:
        table = data.replay(row).table
        assert table.end is not None
        assert (table.end.how, table.dealer) == (row.end, row.dealer)
        assert [won.patterns for won in table.wins] == [won.patterns for won in row.wins]
        paid = [(paid.payer, paid.payee, paid.amount, paid.rule) for paid in table.paid]
        told = [(paid.payer, paid.payee, paid.amount, paid.rule) for paid in row.payments]
        assert paid == told
        after = [was + won for was, won in zip(table.scores, table.changes(), strict=True)]
        assert list(row.scores_after) == after


def test_dictionaries_of_arrow_replay_too(tmp_path: Path) -> None:
    file = tmp_path / "made.parquet"
    data.simulate(file, "anhua", rounds=1, seed="3")

    for row in data.read(file).to_table().to_pylist()[::7]:
        assert row["offered"] == [one.text() for one in data.replay(row).asked[row["seat"]]]


def test_dictionaries_of_pandas_replay_too(tmp_path: Path) -> None:
    """It has arrays and numbers of numpy in them, and NaN where there is nothing."""
    file = tmp_path / "made.parquet"
    data.simulate(file, "lanzhou", rounds=4, seed="3", rows="rounds")

    for row, typed in zip(data.read(file).to_table().to_pylist(), data.rows(file), strict=True):
        paid = [{**one, "amount": np.int32(one["amount"])} for one in row["payments"]]
        arrays = {name: np.array(one) for name, one in row.items() if isinstance(one, list)}
        numbers = {name: np.int32(row[name]) for name in ("schema", "players", "round", "dealer")}
        given = {**row, **arrays, **numbers, "payments": np.array(paid, object)}

        assert data.typed(given) == typed
        assert data.typed({**given, "match_seed": float("nan")}).match_seed is None
        assert data.replay(given).table.end is not None


def test_every_answer_can_be_written_and_read_back() -> None:
    actions = [*universe(), act.Choose("throw", 2, (0, 8))]

    found = list(steps("".join(written(2, action) for action in actions)))

    assert [getattr(one, "action", one) for one in found] == actions


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("history", "?", "these are no answers"),
        ("history", "9f", "these are no answers"),
        ("history", "(throw:9z)", "these are no answers"),
        ("history", '{"line":"else"}\n', "these are no answers"),
        ("history", "8f", "answer 1 cannot be given"),
        ("offered", ["pass"], "replays to"),
        ("version", "0", "rules 0"),
        ("schema", 99, "schema 99"),
        ("seat", "nobody", "is no row"),
        ("seat", 2**80, "is no row"),
        ("offered", ["pass", 1], "is no row"),
        ("offered", [object()], "is no row"),
        ("seed", "no seed", "no options, or no seed"),
        ("options", "{", "no options, or no seed"),
        ("options", "[]", "no options, or no seed"),
        ("dealer", 9, "does not go together"),
        ("streak", 2**40, "does not go together"),
        ("scores_before", [1], "does not go together"),
        ("history", '{"line":"leave","seat":4294967296}\n', "answer 1 cannot be given"),
    ],
)
def test_a_row_that_does_not_lead_where_it_says_is_refused(
    name: str, value: object, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "made.parquet"
    data.simulate(file, "hangzhou", rounds=1, executor=Here())
    row = data.read(file).to_table().to_pylist()[20]

    with pytest.raises(data.BadData, match=told):
        data.replay({**row, name: value})
