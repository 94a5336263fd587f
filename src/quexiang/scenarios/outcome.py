"""Comparing a finished round with the result that a scenario demands."""

from __future__ import annotations

from collections.abc import Iterator

from quexiang.engine.actions import SEATS
from quexiang.engine.events import Won
from quexiang.engine.table import Table
from quexiang.rulebook import Variant
from quexiang.scenarios.document import at, seat_amounts, unknown_key
from quexiang.scenarios.setup import Setup, no_number
from quexiang.text import Text
from quexiang.tiles import tile_text

RESULT_KEYS = frozenset(["end", "wins", "changes", "next_dealer", "next_streak"])
WIN_KEYS = frozenset(["seat", "by", "from", "tile", "patterns", "value"])
ENDS = ("win", "draw", "abandoned")
WAYS = ("self_draw", "discard", "rob_kong")
NOT_OVER = Text("写到最后，这一局还没完", "the round is not over at the end of the script")


def check_keys(setup: Setup, result: object) -> None:
    """Refuse a result that the format does not know."""
    bad = setup.document.bad
    if not isinstance(result, dict):
        raise bad("result", Text("要写成键和值", "must be a list of keys and values"))
    for key in result:
        if key not in RESULT_KEYS:
            raise bad("result", unknown_key(RESULT_KEYS, f" {key} ", f" {key!r}"))
    if result.get("end", "win") not in ENDS:
        raise bad("result", _one_of("end", ENDS, result["end"]))
    _check_seats(setup, result)
    _check_number(setup, result, "next_streak")
    wins = result.get("wins") or []
    if not isinstance(wins, list):
        raise bad("result", Text("wins 要是列表", "wins must be a list"))
    for win in wins:
        _check_win(setup, win)


def _check_seats(setup: Setup, result: dict[str, object]) -> None:
    setup.amounts("result", result.get("changes") or {})
    if result.get("next_dealer") is not None:
        setup.seat("result", result["next_dealer"])


def _check_number(setup: Setup, given: dict[str, object], key: str) -> None:
    if not isinstance(given.get(key, 0), int):
        raise setup.document.bad("result", at(f"{key}: ", no_number(given[key])))


def _check_win(setup: Setup, win: object) -> None:
    bad = setup.document.bad
    if not isinstance(win, dict):
        raise bad("result", Text("每次胡写成键和值", "each win must be a list of keys and values"))
    for key in win:
        if key not in WIN_KEYS:
            raise bad("result", unknown_key(WIN_KEYS, f" {key} ", f" {key!r} in a win"))
    _check_number(setup, win, "value")
    for key in ("seat", "from"):
        if key in win:
            setup.seat("result", win[key])
    if win.get("by", "discard") not in WAYS:
        raise bad("result", _one_of("by", WAYS, win["by"]))
    if win.get("tile") is not None and len(setup.tiles("result", win["tile"])) != 1:
        zh, en = (
            f"胡的是一张牌，不是 {win['tile']}",
            f"the tile of a win is one tile, not {win['tile']!r}",
        )
        raise bad("result", Text(zh, en))


def _one_of(key: str, known: tuple[str, ...], given: object) -> Text:
    listed = ", ".join(known)
    return Text(f"{key} 是 {listed} 之一，不是 {given}", f"{key} is one of {listed}, not {given!r}")


def differences(setup: Setup, table: Table, result: dict[str, object]) -> Iterator[Text]:
    """What the finished round shows differently."""
    end = table.end
    if end is None:
        yield NOT_OVER
        return
    if "end" in result and result["end"] != end.how:
        yield differs("end", result["end"], end.how)
    if "wins" in result:
        yield from _wins(setup, table, result["wins"] or [])  # type: ignore[arg-type]  # see `check_keys`
    yield from _changes(table, result.get("changes") or {})  # type: ignore[arg-type]  # likewise
    dealer = None if end.next_dealer is None else SEATS[end.next_dealer]
    if "next_dealer" in result and result["next_dealer"] != dealer:
        yield differs("next_dealer", result["next_dealer"], dealer)
    if "next_streak" in result and result["next_streak"] != end.next_streak:
        yield differs("next_streak", result["next_streak"], end.next_streak)


def differs(what: str, expected: object, got: object) -> Text:
    """Something else than was expected."""
    return Text(f"{what}：应是 {expected}，得到 {got}", f"{what}: expected {expected}, got {got}")


def _changes(table: Table, expected: dict[str, int]) -> Iterator[Text]:
    changes = table.changes()
    if any(changes[SEATS.index(letter)] != amount for letter, amount in expected.items()):
        wanted = {SEATS.index(letter): amount for letter, amount in expected.items()}
        got = seat_amounts(dict(enumerate(changes)))
        yield differs("changes", seat_amounts(wanted), got + _payments(table))


def _payments(table: Table) -> str:
    lines = [
        f"{SEATS[paid.payer]} → {'-' if paid.payee is None else SEATS[paid.payee]}"
        f" {paid.rule} {paid.zh}"
        for paid in table.paid
    ]
    return "".join(f"\n    {line}" for line in lines)


def _wins(setup: Setup, table: Table, expected: list[dict[str, object]]) -> Iterator[Text]:
    if len(expected) != len(table.wins):
        yield differs("wins", len(expected), len(table.wins))
    for number, (wanted, won) in enumerate(zip(expected, table.wins, strict=False), 1):
        for key, value in wanted.items():
            got = _shown(setup.variant, won, key)
            if _plain(setup, key, value) != got:
                yield differs(f"win {number} {key}", value, got)


def _plain(setup: Setup, key: str, value: object) -> object:
    if key == "patterns":
        return sorted(map(str, value)) if isinstance(value, list) else [str(value)]
    if key == "tile" and value is not None:
        return tile_text(setup.tiles("result", value)[0])
    return value


def _shown(variant: Variant, won: Won, key: str) -> object:
    match key:
        case "seat":
            return SEATS[won.seat]
        case "by":
            return won.by
        case "from":
            return None if won.payer is None else SEATS[won.payer]
        case "tile":
            return None if won.tile is None else tile_text(won.tile)
        case "patterns":
            return sorted(name.zh for name in variant.pattern_names(won.patterns))
        case _:
            return won.value
