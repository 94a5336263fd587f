"""Bots from outside: whatever the program does, the match goes on, and what it did is counted."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from quexiang.bots import Bot, ExternalBot, RandomBot, make_bot
from quexiang.bots.external import TRACE
from quexiang.engine.actions import Action, Offer
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.play import play_round
from quexiang.variants import variant_named, variants

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
PROLOGUE = """
import json, sys, time
def say(**line): print(json.dumps(line), flush=True)
asks = 0
for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello": say(type="hello")
    if line["type"] != "ask": continue
    asks += 1
    """


def play(
    bot: ExternalBot, variant: str = "hangzhou", rounds: int = 1, seed: str = "lines"
) -> Match:
    town = variant_named(variant)
    players = max(town.players)
    match = Match(town, town.choose({}, players), players, seed)
    bots = [bot, *(RandomBot(f"{seed}{seat}") for seat in range(1, players))]
    for _ in range(rounds):
        play_round(match.start_round(), bots)
        match.count()
    bot.close()
    return match


def program(path: Path, body: str, *, limit: float = 5.0) -> ExternalBot:
    script = path / "bot.py"
    script.write_text(PROLOGUE + body, encoding="utf-8")
    return ExternalBot(f"{sys.executable} -S -E {script}", "s", limit=limit)


def faults(path: Path, body: str, *, limit: float = 5.0) -> Mapping[str, int]:
    bot = program(path, body, limit=limit)
    assert play(bot).results
    return bot.faults


@pytest.mark.parametrize("variant", variants())
def test_the_example_plays_every_town_without_a_fault(variant: str) -> None:
    bot = make_bot(f"cmd:{sys.executable} -S -E {EXAMPLE}", "s")
    assert isinstance(bot, ExternalBot)

    match = play(bot, variant, rounds=2)

    assert len(match.results) == 2
    assert bot.faults == {}


@pytest.fixture
def documented() -> Any:  # noqa: ANN401 - a class that is read from a text
    """The class of the documentation."""
    (block,) = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - our own documentation
    return names["Patient"]


def test_the_bot_of_the_documentation_is_typed_as_a_bot_and_of_the_public_surface(
    documented: type[Bot],
) -> None:
    imported = re.findall(r"^from (quexiang[\w.]*) import", DOCS.read_text("utf-8"), re.MULTILINE)

    wanted = {"view": View, "offers": Sequence[Offer], "return": Action}
    assert get_type_hints(documented.choose) == wanted
    assert imported == ["quexiang"]


def test_the_bot_of_the_documentation_plays(documented: type[Bot]) -> None:
    bot = documented("seed")
    town = variant_named("hangzhou")
    match = Match(town, town.choose({}, 4), 4, "docs")

    play_round(match.start_round(), [bot] * 4)

    assert match.round.over


def test_a_program_is_told_what_its_seat_saw_and_nothing_else(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = 'say(type="answer", id=line["id"], choice=len(line["choices"]) - 1)'
    bot = program(tmp_path, body)
    script = tmp_path / "bot.py"
    copied = f"    open({str(heard)!r}, 'a').write(text)\n    line = json.loads(text)"
    script.write_text(script.read_text().replace("    line = json.loads(text)", copied, 1))

    match = play(bot, rounds=2)

    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    assert lines[0] | {"seed": ""} == {
        "type": "hello",
        "speaks": 1,
        "variant": "hangzhou",
        "version": match.variant.version,
        "players": 4,
        "options": dict(match.options),
        "seed": "",
        "limit_ms": 5000,
    }
    assert lines.count({"type": "start", "seat": "A"}) == 2
    assert lines[-1] == {"type": "bye"}
    events = [line for line in lines if line["type"] == "event"]
    assert sum(line["event"] == "ended" for line in events) == 2
    drawn = [line for line in events if line["event"] == "drawn"]
    assert all((line["tile"] is None) == (line["seat"] != "A") for line in drawn)
    dealt = [line for line in events if line["event"] == "dealt"]
    assert all((line["tiles"] is None) == (line["seat"] != "A") for line in dealt)


def test_nonsense_is_counted(tmp_path: Path) -> None:
    found = faults(tmp_path, 'say(type="thought", id=line["id"])')

    assert set(found) == {"nonsense"}


LAST = 'say(type="answer", id=line["id"], choice=len(line["choices"]) - 1)'


def test_a_line_of_talk_is_shown_and_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = faults(tmp_path, f'print("let me think", flush=True)\n    {LAST}')

    assert found == {}
    assert "bot: let me think\n" in capsys.readouterr().err


def test_the_dialogue_can_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv(TRACE, str(trace))

    faults(tmp_path, LAST)

    said = [line.split(" ", 2)[1:] for line in trace.read_text("utf-8").splitlines()]
    assert json.loads(said[0][1])["type"] == json.loads(said[1][1])["type"] == "hello"
    assert [way for way, _ in said[:2]] == [">", "<"]


@pytest.mark.parametrize("variant", variants())
def test_an_ask_shows_what_the_seat_sees_and_nothing_else(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv(TRACE, str(trace))
    bot = make_bot(f"cmd:{sys.executable} -S -E {EXAMPLE}", "s")
    assert isinstance(bot, ExternalBot)

    play(bot, variant)

    lines = [line.split(" ", 2)[1:] for line in trace.read_text("utf-8").splitlines()]
    sent = [json.loads(text) for way, text in lines if way == ">"]
    asks = [line for line in sent if line["type"] == "ask"]
    assert asks
    for ask in asks:
        view = ask["view"]
        own = [seat for seat in view["seats"] if "tiles" in seat]
        assert [seat["seat"] for seat in own] == [view["me"]] == ["A"]
        assert len(own[0]["tiles"]) == own[0]["count"]
        discards = {choice["tile"] for choice in ask["choices"] if choice["do"] == "discard"}
        assert discards <= {*own[0]["tiles"]}


def test_an_illegal_choice_is_counted(tmp_path: Path) -> None:
    found = faults(tmp_path, 'say(type="answer", id=line["id"], choice=99)')

    assert set(found) == {"illegal"}


def test_an_answer_to_another_question_is_nonsense(tmp_path: Path) -> None:
    found = faults(tmp_path, 'say(type="answer", id=line["id"] + 7, choice=0)')

    assert set(found) == {"nonsense"}


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    body = """
    if asks == 1: time.sleep(0.3)
    say(type="answer", id=line["id"], choice=len(line["choices"]) - 1)
"""
    found = faults(tmp_path, body, limit=0.2)

    assert 1 <= found["late"] <= 2
    assert set(found) == {"late"}


def test_a_program_that_ends_is_started_again_a_few_times_only(tmp_path: Path) -> None:
    found = faults(tmp_path, "sys.exit(3)")

    assert found["crash"] == 4
    assert found["given_up"] > 0


def test_a_program_that_cannot_be_started_plays_neutrally() -> None:
    bot = ExternalBot("/nowhere/bot", "s")

    assert play(bot).results
    assert set(bot.faults) == {"crash", "given_up"}


def test_a_program_that_came_back_is_told_the_round_anew(tmp_path: Path) -> None:
    body = """
    if asks == 3: sys.exit(1)
    say(type="answer", id=line["id"], choice=len(line["choices"]) - 1)
"""
    bot = program(tmp_path, body)

    play(bot)

    assert bot.faults["crash"] > 0
    assert "nonsense" not in bot.faults
