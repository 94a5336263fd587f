import random
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import Result

from quexiang.cli.ready import draw_ready
from quexiang.cli.texts import Words
from quexiang.engine import events as ev
from quexiang.engine.actions import Discard
from quexiang.engine.view import View
from quexiang.engine.wish import Wish, read_wish
from quexiang.errors import BadNotation
from quexiang.present.painter import Painter
from quexiang.tiles import parse_tiles
from quexiang.variants import declarations, variants

Run = Callable[..., Result]
ALWAYS = "\n".join((*map(str, range(15)), "1 2 3", "5 6 7", "11 12 13", "")) * 300
"""One of them answers every question; one of the last three is always of one suit."""
TYPED = [
    *("0", "1", "2", "14", "15", "16", "99", "p", "k", "c", "w", "n", "d", "kong", "chow", "ready"),
    *(
        "3s",
        "r 3s",
        "piao 1",
        "piao 99",
        "throw 1m",
        "waits",
        "table",
        "why",
        "why pong",
        "why kong",
    ),
    *("why chow", "why win", "why 3m", "why ready 3s", "why throw 1m", "why leave", "rules 1", "?"),
    *("hint", "建议 新手", "hint nobody"),
]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", sorted(variants()))
def test_a_round_can_be_played_to_its_end_and_replays(
    run: Run, tmp_path: Path, name: str, language: str
) -> None:
    file = tmp_path / "match.jsonl"
    table = ("--seed", "3", "--rounds", "1", "--save", str(file), "--lang", language)

    result = run("play", name, *table, typed=ALWAYS)

    assert result.exit_code == 0, result.output
    assert ("全场结束" if language == "zh" else "The match is over") in result.output
    assert run("replay", str(file), "--check").exit_code == 0


@pytest.mark.parametrize("name", sorted(variants()))
def test_whatever_is_typed_the_game_goes_on(run: Run, tmp_path: Path, name: str) -> None:
    file, source = tmp_path / "match.jsonl", random.Random(name)
    typed = "\n".join(source.choice(TYPED) for _ in range(300))

    result = run("play", name, "--seed", "11", "--save", str(file), typed=typed)

    assert result.exit_code == 0, result.output
    assert run("replay", str(file), "--check").exit_code == 0


def test_a_hint_names_a_choice_with_its_reason(run: Run) -> None:
    asked = run("play", "hangzhou", "--seed", "7", typed="建议\nquit\n")
    english = run("play", "hangzhou", "--seed", "7", "--lang", "en", typed="hint\nquit\n")

    assert "高手会 打 " in asked.output
    assert "其次" in asked.output
    assert "Expert would discard " in english.output


def test_a_program_of_ones_own_plays_the_other_seats(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("raise SystemExit", encoding="utf-8")
    bots = f"cmd:{sys.executable} -S {script},熟手"

    result = run("play", "hangzhou", "--seed", "7", "--bots", bots, "--rounds", "1", typed=ALWAYS)
    missing = run("play", "hangzhou", "--bots", "cmd:/nowhere/bot")

    assert "B 的程序：程序退出 4" in result.output
    assert missing.exit_code == 2
    assert "没有这个程序" in missing.output


def test_the_end_of_input_leaves_politely(run: Run) -> None:
    result = run("play", "hangzhou", "--seed", "3", typed="")

    assert result.exit_code == 0
    assert result.output.endswith("不打了，再见。\n")


def test_the_screen_shows_nothing_that_the_seat_cannot_know(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    shown = run("play", "hangzhou", "--seed", "5", "--save", str(file), typed="quit\n").output
    told = run("replay", str(file)).output

    others = [line for line in told.splitlines() if "起手" in line and " A " not in line]
    assert len(others) == 3
    assert all(line.strip() not in shown for line in others)


def test_questions_are_answered_without_a_move(run: Run) -> None:
    typed = "?\nwaits\nwhy pong\nwhy 9z\nrules 45\n99\ntable\nhello\nquit\n"
    result = run("play", "hangzhou", "--seed", "7", typed=typed)

    assert "打出三条" in result.output
    assert "差 1 张听" in result.output
    assert "现在没有别人打出的牌" in result.output
    assert "没有 9z 这张牌" in result.output
    assert "HZ-45 财飘" in result.output
    assert "没有 99 号选择" in result.output
    assert "你打" not in result.output


def test_why_names_the_rule_that_forbids(run: Run) -> None:
    result = run("play", "hangzhou", "--seed", "7", typed="1\nwhy win\nwin\nquit\n")

    assert result.output.count("HZ-22 捉冲") == 2
    assert "三老庄" in result.output


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("3s", Wish("discard", (20,))),
        ("打3条", Wish("discard", (20,))),
        ("d 3s", Wish("discard", (20,))),
        ("discard 三条", Wish("discard", (20,))),
        ("p", Wish("pong")),
        ("碰", Wish("pong")),
        ("c 12m", Wish("chow", (0, 1))),
        ("吃一二万", Wish("chow", (0, 1))),
        ("kong 3m", Wish("kong", (2,))),
        ("暗杠 3m", Wish("kong", (2,))),
        ("w", Wish("win")),
        ("过", Wish("pass")),
        ("ready discard 3s", Wish("ready", (20,))),
        ("听 3s", Wish("ready", (20,))),
        ("天听 3s", Wish("tianting", (20,))),
        ("piao 2", Wish("piao", value=2)),
        ("throw 1m9m1z", Wish("throw", tuple(parse_tiles("1m9m1z")))),
    ],
)
def test_what_is_typed_is_understood(typed: str, wish: Wish) -> None:
    assert read_wish(typed, declarations()) == wish


@pytest.mark.parametrize("typed", ["hello", "pong 3s", "9z", "discard 3"])
def test_nonsense_is_refused(typed: str) -> None:
    with pytest.raises(BadNotation):
        read_wish(typed, declarations())


def test_before_a_discard_the_terminal_says_what_each_would_wait_for_and_its_worth() -> None:
    town = variants()["hangzhou"]
    rules = town.room(town.choose({}, 4), 4)
    events: list[ev.Event] = [
        ev.Started(4, 0, 0, (0,) * 4, 136),
        ev.Rolled((1, 2)),
        ev.Dealt(0, 14, tuple(parse_tiles("123m 456m 789m 45p 88s 1z"))),
        ev.Began(80),
    ]
    offers = [Discard(tile) for tile in parse_tiles("1m 1z")]
    out = Console(file=StringIO(), width=200)

    found = draw_ready(out, Painter(town, rules), View(rules, events, 0), offers, Words("zh"))

    assert found
    assert isinstance(out.file, StringIO)
    assert out.file.getvalue().split() == [
        "打",
        "东",
        "听",
        "3筒×4",
        "值",
        "1",
        "6筒×4",
        "值",
        "1",
        "白×4",
        "值",
        "1",
    ]
