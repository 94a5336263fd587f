"""What the own hand waits for at the table, now or after each discard, with what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import Discard, Offer
from quexiang.engine.view import View
from quexiang.present.painter import Painter
from quexiang.present.table import WaitView
from quexiang.present.waits import is_near
from quexiang.tiles import parse_tile


def draw_ready(
    out: Console, painter: Painter, view: View, offers: Sequence[Offer], words: Words
) -> bool:
    """Print the waits of the hand and of each discard; tell whether there are any."""
    lines = _lines(painter, view, offers, words)
    for line in lines:
        out.print(Text("  ").append_text(line))
    return bool(lines)


def _lines(painter: Painter, view: View, offers: Sequence[Offer], words: Words) -> list[Text]:
    table, me = view.table, view.seat
    assert me is not None
    discards = [offer for offer in offers if isinstance(offer, Discard)]
    if not discards:
        waits = painter.show(table, me, 1).waits
        return [_waits(waits, view, words)] if waits else []
    after = [(o, painter.waits_after(table, me, o)) for o in discards if is_near(table, me)]
    known = painter.rules.declarations
    return [
        show.action(offer, words, known).append("  ").append_text(_waits(waits, view, words))
        for offer, waits in after
        if waits
    ]


def _waits(waits: Sequence[WaitView], view: View, words: Words) -> Text:
    text = Text(f"{words('waits')} ", style="bold green")
    for wait in waits:
        text.append_text(show.one(parse_tile(wait.tile), words, view.table.wild))
        text.append(f"×{wait.unseen} ", style="dim")
        if wait.value is not None:
            key = "value_least" if wait.least else "value"
            text.append(words(key, value=wait.value) + "  ", style="dim")
    if not any(wait.unseen for wait in waits):
        text.append(words("dead"), style="bold yellow")
    return text
