"""What people stumbled over in their first hour at the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import segno
from typer.testing import CliRunner, Result

from quexiang.cli.app import app
from quexiang.cli.commands import COMMANDS, load
from quexiang.cli.rules import found_rules
from quexiang.cli.serve import qr
from quexiang.cli.texts import Language, Words, usual_language
from quexiang.engine.wish import read_wish
from quexiang.store.database import address
from quexiang.variants import variant_named

Run = Callable[..., Result]
CHOW = ("play", "hangzhou", "--seed", "2")


def is_chinese(text: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in text)


# Languages.


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_a_language(name: str) -> None:
    command = load(name)
    each = list(getattr(command, "commands", {}).values()) or [command]

    assert all(any("--lang" in param.opts for param in one.params) for one in each)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, Language.ZH),
        ({"LANG": "C.UTF-8"}, Language.ZH),
        ({"LANG": "zh_TW.UTF-8"}, Language.ZH),
        ({"LANG": "en_US.UTF-8"}, Language.EN),
        ({"LANG": "de_DE"}, Language.EN),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, Language.ZH),
        ({"LANG": "en_US.UTF-8", "QUEXIANG_LANG": "zh"}, Language.ZH),
    ],
)
def test_the_language_of_the_system_is_spoken(environ: dict[str, str], language: Language) -> None:
    assert usual_language(environ) == language


def test_an_english_system_gets_english_results_and_english_errors() -> None:
    runner = CliRunner(env={"LANG": "en_US.UTF-8", "LC_ALL": None, "LC_MESSAGES": None})

    scored = runner.invoke(app, ["score", "hangzhou", "234m 678m 123p 55s 78s", "9s"])
    wrong = runner.invoke(app, ["waits", "hangzhou", "12m 8z"])

    assert "won by self-draw" in scored.output
    assert not is_chinese(wrong.output)


@pytest.mark.parametrize(
    ("arguments", "chinese"),
    [
        (("rules",), "少了 VARIANT"),
        (("rules", "hangzhou", "--wings"), "没有 --wings 这个选项"),
        (("rules", "hangzhou", "45", "46"), "多写了 46"),
        (("simulate", "hangzhou", "--rounds", "x"), "--rounds：x 不是整数"),
        (("simulate", "hangzhou", "--rounds", "0"), "--rounds：0 不在 x>=1 之内"),
        (("ruels",), "没有 ruels 这个命令。是不是 rules？"),
    ],
)
def test_a_wrong_call_is_told_in_chinese(
    run: Run, arguments: tuple[str, ...], chinese: str
) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.output.startswith(f"quexiang: {chinese}")
    assert len(result.output.splitlines()) == 1


# Towns, rules, versions.


def test_a_town_is_known_by_its_chinese_name(run: Run) -> None:
    assert run("rules", "杭州", "45").output == run("rules", "hangzhou", "45").output
    assert run("score", "杭州", "234m 678m 123p 55s 78s", "9s").exit_code == 0


def test_a_town_that_is_written_wrongly_gets_a_suggestion(run: Run) -> None:
    result = run("options", "hangzho")

    assert result.exit_code == 2
    assert "是不是 hangzhou？" in result.output


@pytest.mark.parametrize(
    ("wanted", "language", "first"),
    [
        ("财飘", "zh", "HZ-45"),
        ("财飘", "en", "HZ-45"),
        ("爆头", "zh", "HZ-44"),
        ("hz45", "zh", "HZ-45"),
        ("45", "en", "HZ-45"),
    ],
)
def test_a_rule_is_found_by_its_words(wanted: str, language: str, first: str) -> None:
    found = found_rules(variant_named("hangzhou"), wanted, Words(language))

    assert found[0].id == first


def test_words_of_several_rules_list_them(run: Run) -> None:
    lines = run("rules", "hangzhou", "庄家").output.splitlines()

    assert len(lines) > 1
    assert all(line.startswith("HZ-") for line in lines)


def test_words_of_no_rule_name_similar_titles(run: Run) -> None:
    result = run("rules", "hangzhou", "财飘飘")

    assert result.exit_code == 2
    assert "HZ-45 财飘" in result.output


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").output.startswith("quexiang 0.")


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("quexiang ru", "rules"),
        ("quexiang rules hang", "hangzhou"),
        ("quexiang rules 杭", "杭州"),
        ("quexiang rules hangzhou HZ-4", "HZ-45"),
        ("quexiang play hangzhou --bots ski", "skilled"),
        ("quexiang play anhua --option wild_m", "wild_mode=7"),
    ],
)
def test_a_shell_completes(words: str, completed: str) -> None:
    environ = {
        **os.environ,
        "_QUEXIANG_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    code = "import sys; sys.argv[0] = 'quexiang'; from quexiang.cli import main; main()"

    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False
    )

    assert completed in done.stdout.split()


# Nothing is overwritten or created unasked.


def test_a_kept_log_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    kept.write_text("precious", encoding="utf-8")
    quick = ("play", "hangzhou", "--seed", "7", "--save", str(kept))

    refused = run(*quick, typed="quit\n")
    assert refused.exit_code == 2
    assert kept.read_text("utf-8") == "precious"

    assert run(*quick, "--force", typed="quit\n").exit_code == 0
    assert kept.read_text("utf-8") != "precious"


@pytest.mark.parametrize("command", [("admin", "rooms"), ("verify", "--room", "123456")])
def test_no_database_is_made_by_asking_about_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)

    result = run(*command)

    assert result.exit_code == 2
    assert "quexiang.sqlite" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlte:///x", "要写成 sqlite"),
        ("nonsense", "要写成 sqlite"),
        ("sqlite+aiosqlite:////nowhere/at/all/x.sqlite", "打不开文件"),
        ("postgresql+asyncpg://me:secret@nowhere.invalid/x", "连不上"),
    ],
)
def test_a_database_that_is_not_to_be_had_is_told_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, url: str, why: str
) -> None:
    monkeypatch.setattr("quexiang.server.serve.set_up_logs", lambda: None)

    result = run("serve", "--port", "0", "--database-url", url)

    assert result.exit_code == 2
    assert why in result.output
    assert "secret" not in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("url", "driver"),
    [
        ("sqlite:///x.sqlite", "sqlite+aiosqlite"),
        ("postgres://me@there/x", "postgresql+asyncpg"),
        ("postgresql://me@there/x", "postgresql+asyncpg"),
        ("postgresql+psycopg://me@there/x", "postgresql+psycopg"),
    ],
)
def test_an_address_need_not_name_its_driver(url: str, driver: str) -> None:
    assert address(url).drivername == driver


def test_an_address_that_is_not_this_computers_is_told_in_chinese(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quexiang.server.serve.set_up_logs", lambda: None)

    result = run("serve", "--host", "203.0.113.7")

    assert result.exit_code == 2
    assert result.output == "quexiang: 不能在 203.0.113.7:8000 上等人：这台电脑没有这个地址\n"


# Details in both languages.

FAILING = """
title: 失败的例子
variant: hangzhou
play:
  - A win
---
title: 算错的总分
variant: hangzhou
rounds: [{A: 2, B: -2}]
totals: {A: 3}
"""


def test_failed_steps_are_told_in_both_languages(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "failing.yaml"
    file.write_text(FAILING, encoding="utf-8")

    chinese, english = (run("scenario", str(file), "--lang", each) for each in ("zh", "en"))

    assert chinese.exit_code == english.exit_code == 1
    assert "第 1 步 `A win`：不能这样（牌形不合）；能做的：A: " in chinese.output
    assert "totals：应是 {A: 3}，得到 {A: 2, B: -2," in chinese.output
    assert "step 1 `A win`: not offered (not possible " in english.output
    assert "totals: expected {A: 3}, got {A: 2, B: -2," in english.output


def test_a_scenario_that_is_not_there_is_told_in_chinese(run: Run) -> None:
    result = run("scenario", "nowhere.yaml")

    assert result.exit_code == 2
    assert "nowhere.yaml: 读不了：没有这个文件" in result.output


def test_problems_of_a_match_are_told_in_both_languages(run: Run, log: Path) -> None:
    text = log.read_text("utf-8")
    log.write_text(text.replace('"seed":"match 7"', '"seed":"another"', 1), encoding="utf-8")

    chinese, english = (run("verify", str(log), "--lang", each) for each in ("zh", "en"))

    assert chinese.exit_code == english.exit_code == 1
    assert "第 1 局：没有凭据，种子也不是这一场的" in chinese.output
    assert "round 1: there is no proof, and the seed is not the match's" in english.output


def test_words_that_no_rule_has_lead_to_the_titles(run: Run) -> None:
    assert "quexiang rules hangzhou --titles" in run("rules", "hangzhou", "wibble").output
    assert "HZ-45 财飘" in run("rules", "hangzhou", "财漂").output
    assert "HZ-45 财飘" in run("rules", "hangzhou", "caipio").output


def test_a_slip_in_a_chinese_name_is_understood(run: Run) -> None:
    assert "是不是 hangzhou？" in run("rules", "杭洲").output
    told = run("simulate", "hangzhou", "--bots", "高首").output
    assert "新手、熟手、高手、宗师" in told
    assert "是不是 高手？" in told


# What is shown can be typed; advice has a reason.


@pytest.mark.parametrize(
    "typed", ["吃，用 6筒 7筒", "吃,用 6筒 7筒", "1 吃，用 6筒 7筒", "吃 六筒，七筒", "1"]
)
def test_a_chow_is_typed_as_it_is_shown(run: Run, typed: str) -> None:
    result = run(*CHOW, typed=f"{typed}\nquit\n")

    assert "1 吃，用 6筒 7筒" in result.output
    assert "你用六筒、七筒吃" in result.output


@pytest.mark.parametrize(("lang", "hint"), [("zh", "打 ? 看能打些什么"), ("en", "type ? for what")])
def test_whoever_is_not_understood_is_told_where_help_is(run: Run, lang: str, hint: str) -> None:
    quick = ("play", "hangzhou", "--seed", "7", "--lang", lang)

    assert hint in run(*quick, typed="wibble\nquit\n").output
    assert hint not in run(*quick, typed="99\nquit\n").output


def test_tiles_may_stand_between_chinese_commas() -> None:
    assert read_wish("吃 六筒，七筒", {}) == read_wish("c 67p", {})


def test_advice_says_how_likely_each_choice_wins(run: Run) -> None:
    lines = run("play", "hangzhou", "--seed", "7", typed="hint\nquit\n").output.splitlines()

    hints = [line for line in lines if "步听牌" in line]
    assert len(hints) == 3
    assert all("%能胡" in line for line in hints)


def test_advice_to_throw_nothing_says_so(run: Run) -> None:
    result = run("play", "lanzhou", "--seed", "3", "--lang", "en", typed="hint\nquit\n")

    assert "Expert would throw nothing: " in result.output


# Simulations.


def test_simulated_rounds_are_won(run: Run) -> None:
    result = run("simulate", "hangzhou", "--rounds", "3", "--json")

    assert '"win":3' in result.output


def test_a_thrown_kong_tile_is_refused_by_the_rule_that_forbids_it(run: Run) -> None:
    """AH-40."""
    kong = ("--from", "B", "--indicator", "4m", "--kongs", "1", "--meld", "B: concealed 1p")

    three_wilds = run("score", "anhua", "555m 678m 345s 88s 67p", "8p", *kong)
    no_win = run("score", "anhua", "5m 678m 345s 888s 667p", "8p", *kong)

    assert three_wilds.output == "quexiang: A 不能胡：AH-40 各类怎样能胡\n"
    assert no_win.output == "quexiang: A 不能胡：牌形不合\n"


# The address for friends.


def test_the_code_in_the_terminal_is_the_address_whatever_its_colours() -> None:
    lines = qr("http://192.168.1.5:8000/").splitlines()

    assert all(line.startswith("\x1b[97m\x1b[40m") for line in lines)
    drawn = [line.split("m")[2].removesuffix("\x1b[0") for line in lines]
    rows = [[sign in signs for sign in line] for line in drawn for signs in (" ▄", " ▀")]
    wanted = segno.make("http://192.168.1.5:8000/", micro=False).matrix_iter(border=4)
    for row, modules in zip(rows, wanted, strict=False):
        assert row == [bool(module) for module in modules]
