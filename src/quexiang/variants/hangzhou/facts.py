"""What a Hangzhou player must see besides tiles, marks and payments; read off a view."""

from collections.abc import Iterator, Sequence

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.tiles import COPIES, Tile, tile_zh, tiles_of, tiles_text

from .patterns import CHAIN, W, discard_readings, is_baotou, readings
from .play import KEPT, TOP_LEVEL, level
from .settlement import BOUND, LEVELS, stake, tan

MOST_CHOWS = 2
STANDING = 1
ALL_SHOWN = 6


def facts_of(
    rules: Ruleset, table: Table, seat: Seat | None, *, baotou_takes: bool
) -> Iterator[Fact]:
    """Level, stake and wall for all; chain and worth of the own hand for its seat."""
    if not table.dice:
        return
    yield from _round(table)
    yield from _feeding(table)
    if seat is not None and table.hand(seat).size:
        takes = baotou_takes or not is_baotou(table, seat)
        yield from _own(table, seat, tiles_of(rules.waits(table, seat)), takes=takes)


def _round(table: Table) -> Iterator[Fact]:
    """HZ-69, HZ-8, HZ-22, HZ-27: what the level means and how many tiles can be drawn."""
    name_zh, name_en = LEVELS[level(table)]
    amount, left = stake(table), max(0, table.left - KEPT)
    yield Fact("level", f"{name_zh}，庄闲{amount}", f"{name_en}, stake {amount}", rule="HZ-69")
    yield Fact("drawable", f"还能摸{left}张", f"{left} tiles to draw", rule="HZ-8")
    if level(table) < TOP_LEVEL:
        return
    yield Fact("zhuochong", "庄闲之间可以捉冲", "discards can be won with the dealer", rule="HZ-22")
    for seat in table.seats_after(table.dealer):
        chows = sum(meld.kind == "chow" for meld in table.seats[seat].melds)
        spare = max(0, MOST_CHOWS - chows)
        zh, en = f"还能吃闲家{spare}摊", f"{spare} more chows from idles"
        yield Fact("chows", zh, en, seat, "HZ-27")


def _feeding(table: Table) -> Iterator[Fact]:
    """HZ-74 to HZ-76: a warning at two 摊, bound at three."""
    for taker in range(table.players):
        for feeder in table.seats_after(taker):
            count = tan(table, taker, feeder)
            if count < BOUND - 1:
                continue
            pair = f"{SEATS[feeder]}→{SEATS[taker]}"
            bound = count >= BOUND
            zh = f"{pair} {count}摊{'，承包' if bound else ''}"
            en = f"{pair} fed {count}{', bound' if bound else ''}"
            yield Fact("tan", zh, en, taker, "HZ-75" if bound else "HZ-74")


def _own(table: Table, seat: Seat, waits: Sequence[Tile], *, takes: bool) -> Iterator[Fact]:
    """HZ-44, HZ-46, HZ-57: the own chain, 爆头, and what waits win; those alike share a fact."""
    chain = table.listed(seat, CHAIN)
    if chain:
        letters = "".join("飘杠"[link - 1] for link in chain)
        yield Fact("chain", f"连串{letters}", f"chain {letters}", seat, "HZ-46")
    standing = table.resting(seat)
    if standing.size % 3 != STANDING:
        return
    baotou = is_baotou(table, seat)
    if baotou:
        yield Fact("baotou", "爆头", "baotou", seat, "HZ-44")
    alike: dict[tuple[int, int], list[Tile]] = {}
    for tile in waits:
        if standing.counts[tile] < COPIES:
            drawn, taken = _worth(table, standing, tile, chain)
            alike.setdefault((drawn, taken if takes else 0), []).append(tile)
    for (drawn, taken), tiles in alike.items():
        zh, en = _named(tiles, every=baotou, alone=len(alike) == 1)
        zh, en = f"{zh}：自摸×{drawn}", f"{en}: self-draw ×{drawn}"
        if taken:
            zh, en = f"{zh}，捉冲×{taken}", f"{en}, discard ×{taken}"
        yield Fact("worth", zh, en, seat, "HZ-57")


def _worth(table: Table, standing: Hand, tile: Tile, chain: tuple[int, ...]) -> tuple[int, int]:
    """HZ-57, HZ-63: the multiple by draw and on a discard, 0 where none can be won (HZ-22)."""
    drawn = max(reading.value for reading in readings(table, standing, tile, chain))
    if level(table) < TOP_LEVEL or tile == W:
        return drawn, 0
    return drawn, max(reading.value for reading in discard_readings(table, standing, tile))


def _named(tiles: list[Tile], *, every: bool, alone: bool) -> tuple[str, str]:
    """The tiles by name; most of a 爆头 hand's thirty-four waits in one word."""
    if every and len(tiles) > ALL_SHOWN:
        return ("任意牌", "any tile") if alone else ("其他牌", "any other tile")
    return "、".join(map(tile_zh, tiles)), tiles_text(tiles)
