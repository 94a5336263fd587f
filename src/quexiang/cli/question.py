"""The options of `quexiang score`, and how they become the keys of a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from quexiang.cli import complete
from quexiang.cli.common import read_pairs, with_preset
from quexiang.cli.town import town_named
from quexiang.engine.actions import SEATS
from quexiang.errors import UserError
from quexiang.scenarios.question import TABLE, ArgumentDocument

Word = str | None
Number = int | None
Several = list[str] | None

Town = Annotated[Word, typer.Argument(metavar="VARIANT", autocompletion=complete.towns)]
Hand = Annotated[
    Word, typer.Argument(metavar="HAND", help="赢家的暗牌。 The winner's concealed tiles.")
]
Tile = Annotated[Word, typer.Argument(metavar="TILE", help="胡的那张。 The winning tile.")]
File = Annotated[Word, typer.Option("--file", help="题目文件。 The question as YAML or JSON.")]
By = Annotated[Word, typer.Option("--by", help="self_draw, discard, rob_kong, opening")]
Payer = Annotated[Word, typer.Option("--from", help="谁的牌。 Whose tile was won.")]
Winner = Annotated[Several, typer.Option("--winner", help="赢家 [A]。 The winner; repeatable.")]
Dealer = Annotated[Word, typer.Option("--dealer", help="庄家 [A]。 The dealer.")]
Streak = Annotated[Number, typer.Option("--streak", help="已连庄几局。 Deals in a row so far.")]
Players = Annotated[Number, typer.Option("--players", help="人数。 Players.")]
Melds = Annotated[
    Several, typer.Option("--meld", help="`pong 1m from C`, `chow 123m`, `B: concealed 9p` …")
]
Hands = Annotated[Several, typer.Option("--hand", help="别家暗牌 B=…。 Others' concealed tiles.")]
Rivers = Annotated[Several, typer.Option("--river", help="打过的牌 B=1s。 Discards that matter.")]
Flowers = Annotated[Several, typer.Option("--flowers", help="花牌 A=1f2f。 Flowers laid open.")]
Thrown = Annotated[Several, typer.Option("--thrown", help="甩牌 A=1m9m1z。 Tiles thrown away.")]
Piao = Annotated[Several, typer.Option("--piao", help="飘分 A=2。 Stakes.")]
Declared = Annotated[
    Several, typer.Option("--declared", help="报听、天听的座位。 Seats that have declared.")
]
Declares = Annotated[
    bool,
    typer.Option("--declares", help="点炮的这张是报听打的。 It was discarded declaring ready."),
]
Kongs = Annotated[Number, typer.Option("--kongs", help="这一轮刚开几杠。 Kongs of this very turn.")]
Marks = Annotated[Several, typer.Option("--mark", help="chain=1,2 · B:louhu=3。 Marks.")]
Indicator = Annotated[Word, typer.Option("--indicator", help="翻出定王、定金的牌。 The indicator.")]
Turned = Annotated[Word, typer.Option("--turned", help="胡后翻的鸟、鸡。 Birds, chickens.")]
Back = Annotated[Word, typer.Option("--back", help="同时翻出的别的杠牌。 Other tiles of the kong.")]
DiceThrown = Annotated[Word, typer.Option("--dice", help="骰子 5,6。 Dice.")]
Left = Annotated[Number, typer.Option("--left", help="胡时余牌。 Tiles left at the win.")]
Scores = Annotated[Several, typer.Option("--score", help="此前累计 A=12。 Running totals.")]

PLAIN = ("variant", "hand", "tile", "by", "dealer", "streak", "players", "winner")
QUEUES = ("declared", "declares", "kongs", "indicator", "turned", "back", "left")
BY_SEAT = {
    "hands": "hand",
    "rivers": "river",
    "flowers": "flowers",
    "thrown": "thrown",
    "piao": "piao",
}


def question_of(given: Mapping[str, object]) -> ArgumentDocument:
    """The question that the command line asks."""
    winners = _texts(given, "winner")
    winner = winners[0] if winners else "A"
    values: dict[str, object] = {key: given[key] for key in (*PLAIN, *QUEUES)}
    values |= {key: _by_owner(_texts(given, key), name) for key, name in BY_SEAT.items()}
    values["variant"] = town_named(str(given["variant"])).key
    values |= {
        "from": given["payer"],
        "options": _options(given),
        "melds": _melds(_texts(given, "melds"), winner),
        "marks": _marks(_texts(given, "marks"), winner),
        "dice": str(given["dice"] or "").replace(",", " ").split(),
        "scores": _numbers(_by_owner(_texts(given, "scores"), "score")),
    }
    asked = {key: value for key, value in values.items() if value not in (None, {}, [], (), False)}
    return ArgumentDocument("score", 1, asked, {})


def _texts(given: Mapping[str, object], key: str) -> list[str]:
    value = given.get(key)
    return [str(text) for text in value] if isinstance(value, list | tuple) else []


def _owner(text: str) -> tuple[str, str] | None:
    """Split `B=…` and `B: …`."""
    for sign in "=:":
        owner, found, rest = text.partition(sign)
        if found and owner.strip() and owner.strip() in SEATS:
            return owner.strip(), rest.strip()
    return None


def _by_owner(texts: list[str], name: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for text in texts:
        split = _owner(text)
        if split is None:
            raise UserError(
                f"--{name} {text}：写成 座位=…，如 B=…",
                f"--{name} {text!r}: write SEAT=…, e.g. B=…",
            )
        if split[0] in found:
            zh = f"--{name} {text}：{split[0]} 写了两次"
            raise UserError(zh, f"--{name} {text!r}: {split[0]} is given twice")
        found[split[0]] = split[1]
    return found


def _melds(texts: list[str], winner: str) -> dict[str, list[str]]:
    """Melds by seat; one without a seat is the winner's."""
    found: dict[str, list[str]] = {}
    for text in texts:
        owner, rest = _owner(text) or (winner, text)
        found.setdefault(owner, []).append(rest)
    return found


def _marks(texts: list[str], winner: str) -> dict[str, dict[str, object]]:
    """Read `chain=1,2`, `B:louhu=3` and `table:chain=1`."""
    found: dict[str, dict[str, object]] = {}
    for text in texts:
        owner, sign, rest = text.partition(":")
        if not sign:
            owner, rest = winner, text
        if owner not in SEATS and owner != TABLE:
            zh = f"--mark {text}：{owner} 不是座位，也不是 {TABLE}"
            raise UserError(zh, f"--mark {text!r}: {owner!r} is neither a seat nor `{TABLE}`")
        key, _, value = rest.partition("=")
        found.setdefault(owner, {})[key.strip()] = _mark_value(value.strip() or "1")
    return found


def _mark_value(text: str) -> object:
    """A number, a word, or, with a comma or brackets, a list of numbers."""
    if "," not in text and not text.startswith("["):
        return int(text) if text.lstrip("-").isdecimal() else text
    parts = [part.strip() for part in text.strip("[]").split(",") if part.strip()]
    if not all(part.lstrip("-").isdecimal() for part in parts):
        zh = f"--mark {text}：要一串数"
        raise UserError(zh, f"--mark {text!r}: a list of numbers is wanted")
    return [int(part) for part in parts]


def _numbers(texts: dict[str, object]) -> dict[str, object]:
    for seat, text in texts.items():
        if not str(text).lstrip("-+").isdecimal():
            zh = f"--score {seat}={text}：不是数"
            raise UserError(zh, f"--score {seat}={text}: not a number")
    return {seat: int(str(text)) for seat, text in texts.items()}


def _options(given: Mapping[str, object]) -> dict[str, str]:
    """The options given, house rules among them."""
    pairs = read_pairs(_texts(given, "option"))
    if "preset" not in pairs:
        return pairs
    options = with_preset(town_named(str(given["variant"])), pairs)
    options.pop("players")
    return options
