"""Bars and lines as SVG, enough for the figures of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 720
LEFT: Final = 150
RIGHT: Final = 130
TOP: Final = 48
ROW: Final = 30
PLOT: Final = 220
INK, GRID, PAPER = "#2b2b2b", "#d9d4c7", "#fbf9f4"
OURS, OTHERS = "#2f7d5b", "#9a9488"
COLOURS: Final = (OURS, "#b4453c", "#3f6ea3", "#b98a2f", "#6d5a8c", "#2b2b2b")
Points = Sequence[tuple[float, float]]


def bars(title: str, caption: str, rows: Mapping[str, tuple[float, str]]) -> str:
    """A bar for each row: its value and its colour."""
    most = max(value for value, _ in rows.values())
    parts = []
    for number, (name, (value, colour)) in enumerate(rows.items()):
        y = TOP + ROW * number
        width = value / most * (WIDTH - LEFT - RIGHT)
        parts.append(_text(LEFT - 12, y + 16, name, anchor="end"))
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="22" fill="{colour}"/>')
        parts.append(_text(LEFT + width + 8, y + 16, f"{value:,.3g}"))
    return _page(title, caption, TOP + ROW * len(rows) + 30, parts)


def lines(title: str, caption: str, axis: str, series: Mapping[str, Points]) -> str:
    """A line for each series over a common axis, the values from zero up."""
    values = [point for points in series.values() for point in points]
    start, end = min(x for x, _ in values), max(x for x, _ in values)
    ticks = _ticks(max(y for _, y in values))

    def across(x: float) -> float:
        return LEFT + (x - start) / ((end - start) or 1) * (WIDTH - LEFT - RIGHT)

    def down(y: float) -> float:
        return TOP + PLOT * (1 - y / ticks[-1])

    parts = [part for tick in ticks for part in _tick(tick, down(tick))]
    parts += [
        _text(across(x), TOP + PLOT + 18, f"{x:,g}", size=11, anchor="middle")
        for x in sorted({x for x, _ in values})
    ]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, TOP + PLOT + 36, axis, anchor="middle"))
    for (name, points), colour in zip(series.items(), COLOURS * 2, strict=False):
        parts += _line(name, points, colour, across, down)
    return _page(title, caption, TOP + PLOT + 66, parts)


def _line(
    name: str,
    points: Points,
    colour: str,
    across: Callable[[float], float],
    down: Callable[[float], float],
) -> Iterator[str]:
    path = "L".join(f"{across(x):.1f} {down(y):.1f}" for x, y in points)
    yield f'<path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"/>'
    for x, y in points:
        yield f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="3" fill="{colour}"/>'
    x, y = points[-1]
    yield _text(across(x) + 8, down(y) + 4, name, size=12, colour=colour)


def _ticks(most: float) -> list[float]:
    """Round numbers from zero to above the highest value."""
    step = 10.0 ** floor(log10(most or 1))
    step = next(part for part in (step / 5, step / 2, step, 2 * step) if most / part <= 6)  # noqa: PLR2004 - lines that are easily read
    return [step * at for at in range(ceil(most / step) + 1)]


def _tick(value: float, y: float) -> Iterator[str]:
    yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>'
    yield _text(LEFT - 10, y + 4, f"{value:,g}", size=12, anchor="end")


def _page(title: str, caption: str, height: int, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = f'font-family="sans-serif" font-size="14" fill="{INK}"'
    page = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        _text(16, 28, title, size=16),
        *parts,
        _text(16, height - 10, caption, size=11),
        "</svg>",
    ]
    return "\n".join(page) + "\n"


def _text(
    x: float, y: float, text: str, *, size: int = 14, anchor: str = "start", colour: str = INK
) -> str:
    shown = escape(text, quote=False)
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{shown}</text>"
