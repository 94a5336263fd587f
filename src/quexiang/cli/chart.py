"""A small chart of an arena as SVG: a bar for each bot, a whisker for its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from msgspec import Struct

WIDTH: Final = 640
LEFT: Final = 150
RIGHT: Final = 90
TOP: Final = 44
ROW: Final = 40
GOOD, BAD, INK, GRID = "#2f7d5b", "#b4453c", "#2b2b2b", "#d9d4c7"


class Bar(Struct, frozen=True):
    """A bot's mean with half its interval."""

    name: str
    mean: float
    margin: float


def chart(title: str, caption: str, bars: Sequence[Bar]) -> str:
    """The chart as the text of an SVG file."""
    height = TOP + ROW * len(bars) + 48
    ends = [end for bar in bars for end in (bar.mean - bar.margin, bar.mean + bar.margin)]
    ticks = _ticks(min(0.0, *ends), max(0.0, *ends))
    low, high = ticks[0], ticks[-1]

    def across(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts = [
        _opening(height),
        '<rect width="100%" height="100%" fill="#fbf9f4"/>',
        _text(16, 26, title, size=16),
        *(_tick(across(tick), tick, height) for tick in ticks),
        *(part for row, bar in enumerate(bars) for part in _row(row, bar, across)),
        _text(LEFT, height - 8, caption, size=12),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _opening(height: int) -> str:
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = f'font-family="sans-serif" font-size="14" fill="{INK}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    span = max(high - low, 1e-6)
    step = 10 ** floor(log10(span))
    step = next(part for part in (step / 5, step / 2, step, 2 * step) if span / part <= 6)  # noqa: PLR2004 - so many labels fit
    return [step * at for at in range(floor(low / step), max(ceil(high / step), 1) + 1)]


def _tick(x: float, value: float, height: int) -> str:
    colour = INK if abs(value) < 1e-9 else GRID  # noqa: PLR2004 - the line of zero
    line = f'<path d="M{x:.1f} {TOP}V{height - 44}" stroke="{colour}"/>'
    return line + _text(x, height - 28, f"{value:g}", size=12, anchor="middle")


def _row(row: int, bar: Bar, across: Callable[[float], float]) -> Iterator[str]:
    y = TOP + ROW * row + ROW // 2
    zero, mean = across(0.0), across(bar.mean)
    low, high = across(bar.mean - bar.margin), across(bar.mean + bar.margin)
    colour = GOOD if bar.mean >= 0 else BAD
    yield _text(LEFT - 12, y + 5, bar.name, anchor="end")
    yield (
        f'<rect x="{min(zero, mean):.1f}" y="{y - 11}" width="{abs(mean - zero):.1f}"'
        f' height="22" fill="{colour}" fill-opacity="0.75"/>'
    )
    yield (
        f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 6}v12M{high:.1f} {y - 6}v12"'
        f' stroke="{INK}" stroke-width="1.5" fill="none"/>'
    )
    yield _text(WIDTH - RIGHT + 12, y + 5, f"{bar.mean:+.2f}")


def _text(x: float, y: float, text: str, *, size: int = 14, anchor: str = "start") -> str:
    shown = escape(text, quote=False)
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{shown}</text>'
