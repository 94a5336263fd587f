"""One readable playthrough in each town's folder: a change in it is meant, or a mistake.

`make playthroughs` writes them anew; read the difference before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quexiang.bots import make_bot
from quexiang.cli.app import app
from quexiang.engine.view import View
from quexiang.match.log import Recorder
from quexiang.match.match import Match
from quexiang.rulebook import Variant
from quexiang.variants import variants

VARIANTS = list(variants().values())
ROUNDS = 2
GOLDEN = "playthrough.txt"


def played(variant: Variant) -> str:
    """The log of a short match between sensible bots."""
    players = max(variant.players)
    options = variant.choose({"rounds": str(ROUNDS)}, players)
    recorder = Recorder(Match(variant, options, players, "playthrough"))
    bots = [make_bot("plain", str(seat)) for seat in range(players)]
    while not recorder.match.over:
        recorder.start_round()
        round_ = recorder.match.round
        views = [View(round_.rules, round_.log or [], seat) for seat in range(players)]
        while round_.asked:
            seat = round_.pending[0]
            recorder.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))
    return recorder.text()


def told(variant: Variant, folder: Path) -> str:
    file = folder / f"{variant.key}.jsonl"
    file.write_text(played(variant), encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", str(file)], env={"COLUMNS": "100"})
    assert done.exit_code == 0, done.output
    return done.output.replace(str(file), file.name)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_playthrough_is_as_it_was(variant: Variant, tmp_path: Path) -> None:
    expected = variant.file(GOLDEN).read_text(encoding="utf-8")

    assert told(variant, tmp_path) == expected


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for each in VARIANTS:
        Path(str(each.file(GOLDEN))).write_text(told(each, target), encoding="utf-8")
