"""Logs of matches as rows, whoever answered when."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import quexiang
from quexiang import data
from quexiang.bots import make_bot
from quexiang.engine.actions import Seat
from quexiang.errors import UserError
from quexiang.match.log import BadLog, Recorder
from quexiang.match.match import Match
from quexiang.match.play import Chooser, views_of
from quexiang.match.simulate import draw_options
from quexiang.protocol.log import Acted, Actor, AnyEntry, write_entries
from quexiang.variants import variant_named, variants

ROUNDS = 3
ACTORS: tuple[Actor, ...] = ("person", "trustee", "bot")


def played(town: str, source: random.Random) -> tuple[str, Match]:
    """A log such as a server keeps: answers in any order, nobody waits for long, one leaves."""
    variant = variant_named(town)
    players, options = draw_options(variant, {"rounds": str(ROUNDS)}, None, town)
    recorder = Recorder(Match(variant, variant.choose(options, players), players, "server"))
    entries: list[AnyEntry] = []
    bots = [make_bot("random", f"{town} {seat}") for seat in range(players)]
    while not recorder.match.over:
        recorder.start_round()
        while recorder.match.round.asked:
            act(recorder, source, bots, entries)
            entries += recorder.entries
            recorder.entries.clear()
    return write_entries(entries), recorder.match


def act(
    recorder: Recorder, source: random.Random, bots: Sequence[Chooser], entries: list[AnyEntry]
) -> None:
    round_ = recorder.match.round
    last = len(recorder.match.rounds) == ROUNDS
    if last and round_.table.left < 60 and not round_.table.gone:
        recorder.leave(source.randrange(round_.rules.players))
    elif round_.decided and source.random() < 0.5:
        recorder.close()
    else:
        seat: Seat = source.choice(round_.pending)
        entries.append(Acted(seat, 1, ACTORS[seat % 3]))
        recorder.answer(seat, bots[seat].choose(views_of(round_)[seat], round_.asked[seat]))


@pytest.mark.parametrize("town", variants())
def test_a_log_replays_from_every_row(town: str, tmp_path: Path) -> None:
    source = random.Random(town)
    text, match = played(town, source)
    log = data.MatchLog(text, ("person", "person", "skilled", "person")[: match.players])
    decisions, rounds = tmp_path / "decisions.parquet", tmp_path / "rounds.parquet"

    data.export(decisions, [log])
    data.export(rounds, [log], rows="rounds")

    found = list(data.rows(decisions))
    for row in source.sample(found, 40):
        data.replay(row)
    assert {row.bot for row in found if isinstance(row, data.DecisionRow)} >= {"person", "trustee"}
    assert any("{" in row.history for row in found), "nobody answered out of turn"
    ends = [data.replay(row).table for row in data.rows(rounds)]
    assert ends == [round_.table for round_ in match.rounds]


def test_a_log_that_says_nothing_of_its_players_has_unknown_ones(tmp_path: Path) -> None:
    log = Path(__file__).parents[1] / "data" / "logs" / "anshun-1.jsonl"
    file = tmp_path / "log.parquet"

    data.export(file, [data.MatchLog(log.read_text("utf-8"))])

    for row in data.rows(file):
        assert set(row.bots) == {"unknown"}
        assert row.match_seed is None


def test_a_log_that_is_none_names_its_line(tmp_path: Path) -> None:
    log = (Path(__file__).parents[1] / "data" / "logs" / "anshun-1.jsonl").read_text("utf-8")
    newer = log + '{"line":"tomorrow"}\n'
    for text, told in (("junk", "line 1: "), ("", "no match"), (newer, r"line \d+: .*newer")):
        with pytest.raises(BadLog, match=told):
            data.export(tmp_path / "log.parquet", [data.MatchLog(text)])
    with pytest.raises(UserError, match="4 sat at the table, bots names 1"):
        data.export(tmp_path / "log.parquet", [data.MatchLog(log, ("person",))])

    assert list(tmp_path.iterdir()) == []


def test_a_seed_of_any_signs_is_exported(tmp_path: Path) -> None:
    game = quexiang.Game("anhua", options={"rounds": 1}, seed="a\u2028b")
    game.play([quexiang.bot("random", seed=seat) for seat in range(game.players)])
    file = tmp_path / "log.parquet"

    data.export(file, [data.MatchLog(game.to_json())], rows="rounds")

    assert [row.points for row in data.rows(file)] == [game.changes]
