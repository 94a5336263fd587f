"""Running commands, and matches to run them on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quexiang.bots import make_bot
from quexiang.cli.app import app
from quexiang.errors import BadOption
from quexiang.match.log import Recorder
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.rulebook import Options, Variant
from quexiang.variants import variant_named

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `quexiang …` and give what it printed and its status."""
    runner = CliRunner()

    def command(*arguments: str, typed: str | None = None) -> Result:
        return runner.invoke(app, list(arguments), input=typed)

    return command


def drawn_options(variant: Variant, source: random.Random) -> tuple[Options, int]:
    """Legal options by chance, for a match of two rounds."""
    while True:
        players = source.choice(variant.players)
        given: dict[str, object] = {
            option.key: source.choice(option.choices())
            for option in variant.options
            if source.random() < 0.3
        }
        try:
            return variant.choose({**given, "rounds": 2}, players), players
        except BadOption:
            continue


def played(name: str, seed: int, bots: str) -> Recorder:
    """A match between bots with options by chance, written down."""
    variant = variant_named(name)
    options, players = drawn_options(variant, random.Random(seed))
    recorder = Recorder(Match(variant, options, players, f"match {seed}"))
    choosers = [make_bot(bots, f"{seed} {seat}") for seat in range(players)]
    while not recorder.match.over:
        recorder.start_round()
        views = views_of(recorder.match.round)
        while recorder.match.round.asked:
            for seat, offers in list(recorder.match.round.asked.items()):
                recorder.answer(seat, choosers[seat].choose(views[seat], offers))
    return recorder


@pytest.fixture
def play_match() -> Callable[[str, int, str], Recorder]:
    """Play matches between bots."""
    return played


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a Hangzhou match of two rounds."""
    path = tmp_path / "match.jsonl"
    path.write_text(played("hangzhou", 7, "plain").text(), encoding="utf-8")
    return path
