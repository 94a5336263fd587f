"""Showing what a round came to: wins with their steps, payments with their arithmetic, changes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS
from quexiang.engine.events import Paid, Step, Won
from quexiang.engine.table import Table
from quexiang.engine.wire import SeatLetter
from quexiang.present.story import Storyteller
from quexiang.rulebook import Variant
from quexiang.tiles import tile_text


def letter(seat: int | None) -> str | None:
    """The letter of a seat, None for nobody."""
    return None if seat is None else SEATS[seat]


def by_letter(amounts: Iterable[int]) -> dict[str, int]:
    """Amounts by the letters of their seats."""
    return {SEATS[seat]: amount for seat, amount in enumerate(amounts)}


def as_object(variant: Variant, table: Table) -> dict[str, object]:
    """A round's result for programs."""
    end = table.end
    return {
        "end": end and end.how,
        "wins": [_win(variant, won) for won in table.wins],
        "payments": [_payment(paid) for paid in table.paid],
        "changes": by_letter(table.changes()),
        "next_dealer": end and letter(end.next_dealer),
        "next_streak": end and end.next_streak,
    }


def _win(variant: Variant, won: Won) -> dict[str, object]:
    return {
        "seat": SEATS[won.seat],
        "by": won.by,
        "from": letter(won.payer),
        "tile": None if won.tile is None else tile_text(won.tile),
        "patterns": [name.zh for name in variant.pattern_names(won.patterns)],
        "value": won.value,
        "steps": won.steps,
    }


def _payment(paid: Paid) -> dict[str, object]:
    return {
        "payer": SEATS[paid.payer],
        "payee": letter(paid.payee),
        "amount": paid.amount,
        "rule": paid.rule,
        "block": paid.block,
        "zh": paid.zh,
        "en": paid.en,
    }


def draw(out: Console, story: Storyteller, table: Table, words: Words) -> None:
    """Draw a finished round, or what was won in it so far."""
    for won in table.wins:
        for line in win_lines(story, won, words):
            out.print(line)
    draw_payments(out, story, table, words)


def draw_payments(
    out: Console, story: Storyteller, table: Table, words: Words, me: SeatLetter | None = None
) -> None:
    """Draw what was paid and how the round ended."""
    _draw_blocks(out, story.variant, table, words)
    out.print(changes_line(table, words))
    told = table.end and story.tell(table.end)
    if told:
        out.print(Text("  ").append_text(show.sentence(told, words, me=me)))


def win_lines(
    story: Storyteller, won: Won, words: Words, me: SeatLetter | None = None
) -> list[Text]:
    """A win with its value, and the steps of it."""
    told = story.tell(won)
    assert told is not None
    head = show.sentence(told, words, me=me)
    head.stylize("bold")
    head.append(f"  {words('value', value=won.value)}")
    return [head, *(_step(story.variant, step, words) for step in won.steps)]


def _step(variant: Variant, step: Step, words: Words) -> Text:
    title = variant.rule_title(step.rule, words.language)
    text = Text(f"    {words.pick(step.zh, step.en)} {step.worth}  ")
    return text.append(f"{step.rule} {title}", style="dim")


def _draw_blocks(out: Console, variant: Variant, table: Table, words: Words) -> None:
    headings = {block.key: block.pick(words.language) for block in variant.blocks}
    for block in dict.fromkeys(paid.block for paid in table.paid):
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for paid in table.paid:
            if paid.block == block:
                grid.add_row(*payment_row(variant, paid, words))
        out.print(f"  {headings.get(block, block)}", style="bold", markup=False)
        out.print(grid)
    if not table.paid:
        out.print(f"  {words('no_payments')}")


def payment_row(variant: Variant, paid: Paid, words: Words) -> tuple[str, str, str, Text]:
    """Payer and payee, the amount, its arithmetic and its rule."""
    payee = letter(paid.payee) or words("nobody")
    rule = f"{paid.rule} {variant.rule_title(paid.rule, words.language)}"
    way = f"   {SEATS[paid.payer]} → {payee}"
    return way, f"{paid.amount}", words.pick(paid.zh, paid.en), Text(rule, style="dim")


def changes_line(table: Table, words: Words) -> Text:
    """What each seat won or lost."""
    text = Text(f"  {words('changes')}", style="bold")
    for seat, change in enumerate(table.changes()):
        text.append(f"  {SEATS[seat]} ")
        text.append(f"{change:+d}" if change else "0", style=_colour(change))
    return text


def _colour(change: int) -> str:
    return "green" if change > 0 else "red" if change < 0 else "default"
