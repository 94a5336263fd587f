"""Checking and exporting matches, from logs made by real rooms' lines."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from quexiang.bots import make_bot
from quexiang.cli.app import app
from quexiang.match import fair
from quexiang.match.log import BadLog, Recorder, RoundOpened, entry_text
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.protocol import log, mjai
from quexiang.study.verify import read, verify
from quexiang.variants import variant_named, variants

NAME = "0123456789abcdef01"
NUMBERS = {"A": "aa" * 32, "B": "bb" * 32}


def shuffle(number: int) -> list[log.AnyEntry]:
    """A whole shuffle: A reveals, B does not, C and D are bots."""
    secret = f"{number:064x}"
    hashed = fair.server_commitment(NAME, number, secret)
    hashes = {seat: fair.commitment(NAME, number, seat, value) for seat, value in NUMBERS.items()}
    bots = {seat: fair.bot_value(NAME, number, seat, hashed) for seat in "CD"}
    values = {"A": NUMBERS["A"], **bots}
    seed = fair.round_seed(NAME, number, secret, hashes, values)
    return [
        log.ShuffleBegun(number, secret, hashed),
        log.ShuffleClosed(hashes),
        log.ShuffleSealed(values, ("B",), seed.hex()),
    ]


def served_log(key: str, rounds: int = 1) -> str:
    """The log of a match as a server would give it."""
    variant = variant_named(key)
    players = max(variant.players)
    match = Match(variant, variant.choose({"rounds": rounds}), players, NAME)
    recorder = Recorder(match)
    proofs = {number: shuffle(number) for number in range(1, rounds + 1)}
    bots = [make_bot("random", f"{seat}") for seat in range(players)]
    for number, proof in proofs.items():
        sealed = proof[-1]
        assert isinstance(sealed, log.ShuffleSealed)
        match.seeds[number] = bytes.fromhex(sealed.seed)
        recorder.start_round()
        views = views_of(match.round)
        while match.round.asked:
            for seat, offers in list(match.round.asked.items()):
                recorder.answer(seat, bots[seat].choose(views[seat], offers))
    lines: list[log.AnyEntry] = []
    for line in recorder.entries:
        lines += [*(proofs[line.number] if isinstance(line, RoundOpened) else ()), line]
    return "".join(entry_text(line) + "\n" for line in lines)


@pytest.mark.parametrize("variant", list(variants()))
def test_a_served_match_is_verified_and_exported(variant: str) -> None:
    text = served_log(variant)
    verdict = verify(text)
    assert verdict.problems == []
    assert verdict.proven == 1

    told = [json.loads(msgspec.json.encode(line)) for line in mjai.export(read(text))]
    kinds = [line["type"] for line in told]
    assert kinds[0] == "start_game"
    assert kinds[-1] == "end_game"
    assert kinds.count("start_kyoku") == kinds.count("end_kyoku") == 1
    assert "dahai" in kinds
    kyoku = told[kinds.index("start_kyoku")]
    assert len({len(hand) for hand in kyoku["tehais"]}) == 1
    assert kyoku["proof"]["missing"] == ["B"]
    end = next(line for line in told if line["type"] == "end_kyoku")
    assert tuple(end["deltas"]) == verdict.match.results[0]


@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (lambda t: t.replace(f"{1:064x}", f"{2:064x}", 1), "secret does not fit"),
        (lambda t: t.replace("aa" * 32, "ac" * 32, 1), "number of A does not fit"),
        (lambda t: t.replace('"missing":["B"]', '"missing":[]'), "did not reveal"),
        (lambda t: "\n".join(t.splitlines()[:1] + t.splitlines()[4:]), "no proof"),
        (lambda t: "\n".join(t.splitlines()[:3] + t.splitlines()[4:]), "not complete"),
    ],
)
def test_a_forged_proof_is_found(forge: Callable[[str], str], problem: str) -> None:
    found = verify(forge(served_log("hangzhou"))).problems

    assert any(problem in one.en for one in found), found


def test_a_forged_bot_or_deal_is_found() -> None:
    text = served_log("hangzhou")
    bot = fair.bot_value(NAME, 1, "C", fair.server_commitment(NAME, 1, f"{1:064x}"))
    found = verify(text.replace(bot, "00" * 32)).problems
    assert any("bot C" in one.en for one in found)
    seed = next(line.seed for line in read(text) if isinstance(line, RoundOpened))
    with pytest.raises(BadLog, match="line "):
        verify(text.replace(f'"number":1,"seed":"{seed}"', f'"number":1,"seed":"{"00" * 32}"'))


def test_the_commands_say_what_they_found(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(served_log("anshun"), encoding="utf-8")
    runner = CliRunner()

    good = runner.invoke(app, ["verify", str(path), "--lang", "en"])
    assert good.exit_code == 0
    assert "1 of them with proven shuffles" in good.output
    told = runner.invoke(app, ["export", str(path)])
    assert json.loads(told.output.splitlines()[0])["type"] == "start_game"
    path.write_text(path.read_text("utf-8").replace("aa" * 32, "ab" * 32), encoding="utf-8")
    assert runner.invoke(app, ["verify", str(path)]).exit_code == 1
    path.write_text("nonsense", encoding="utf-8")
    assert runner.invoke(app, ["verify", str(path)]).exit_code == 2
