"""`quexiang options`: what the creator of a room may choose."""

from __future__ import annotations

from rich.table import Table

from quexiang.cli.common import AsJson, Lang, VariantName, echo_json
from quexiang.cli.show import console
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.presets import code_of, named
from quexiang.rulebook import Option, OptionValue, Preset, Variant
from quexiang.text import Text


def options(variant: VariantName, *, lang: Lang, as_json: AsJson = False) -> None:
    """房间选项：名称、取值、默认。 The options of a room.

    例 Examples:

      quexiang options hangzhou

      quexiang options anhua --lang en

      quexiang options lanzhou --json
    """
    town = town_named(variant)
    if as_json:
        echo_json(schema(town))
        return
    words = Words(lang)
    console().print(_table(town, words))
    for preset in town.presets:
        console().print(_house_rules(town, preset, words))


def _table(town: Variant, words: Words) -> Table:
    """All options; those that decide on a reading in a section of their own."""
    table = _columns(town, words)
    for option in town.options:
        if not option.readings:
            table.add_row(*_row(option, words))
    readings = [option for option in town.options if option.readings]
    if readings:
        table.add_section()
        table.add_row("", f"[bold]{words('readings')}[/bold]")
        for option in readings:
            table.add_row(*_row(option, words))
    return table


def _columns(town: Variant, words: Words) -> Table:
    """The head of the table, and the number of players, which every town lets choose."""
    table = Table(title=words("options_of", variant=words.pick(town.zh, town.en)))
    for column in ("key", "label", "values", "default", "note", "rule"):
        table.add_column(
            words(f"column_{column}"), no_wrap=column in ("key", "rule"), overflow="fold"
        )
    players = ", ".join(map(str, town.players)), str(max(town.players))
    table.add_row("players", words("players"), *players, "", "")
    return table


def _house_rules(town: Variant, preset: Preset, words: Words) -> str:
    """A preset by its code, key and name."""
    code = code_of(town, *named(town, preset.key))
    label, note = words.pick(preset.zh, preset.en), preset.note.pick(words.language)
    return f"  [bold]{code}[/bold]  {preset.key}  {label}  [dim]{note}[/dim]"


def _row(option: Option, words: Words) -> tuple[str, ...]:
    note = option.note_of(option.default).pick(words.language)
    if option.needs:
        note = f"{note} {words('needs', key=option.needs)}".strip()
    return (
        option.key,
        words.pick(option.zh, option.en),
        _values(option, words),
        _plain(option.default),
        note,
        option.rule,
    )


def _values(option: Option, words: Words) -> str:
    if isinstance(option.default, bool):
        return "true, false"
    if option.values:
        return "\n".join(_shown(option, value, words) for value in option.values)
    return f"{option.low}–{option.high}"


def _shown(option: Option, value: OptionValue, words: Words) -> str:
    """A value with its label, if it has one."""
    text, label = _plain(value), _label(option, value)
    shown = label.pick(words.language) if label else text
    return text if shown == text else f"{text} = {shown}"


def _plain(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label(option: Option, value: OptionValue) -> Text | None:
    if not option.labels or value not in option.values:
        return None
    return option.labels[option.values.index(value)]


def schema(variant: Variant) -> dict[str, object]:
    """All that a form needs to know, in both languages."""
    return {
        "variant": variant.key,
        "label": variant.name,
        "version": variant.version,
        "players": {"values": variant.players, "default": max(variant.players)},
        "options": [_field(option) for option in variant.options],
        "presets": [_preset(variant, preset) for preset in variant.presets],
    }


def _preset(variant: Variant, preset: Preset) -> dict[str, object]:
    options, players = named(variant, preset.key)
    code = code_of(variant, options, players)
    return {
        "key": preset.key,
        "label": preset.name,
        "note": preset.note,
        "options": preset.options,
        "code": code,
    }


def _field(option: Option) -> dict[str, object]:
    """One field of the form."""
    return {
        "key": option.key,
        "label": option.name,
        "note": option.note,
        "rule": option.rule,
        "default": option.default,
        "needs": option.needs,
        "reading": bool(option.readings),
        **_range(option),
    }


def _range(option: Option) -> dict[str, object]:
    if isinstance(option.default, bool):
        return {"type": "switch", "values": [{"value": False}, {"value": True}]}
    if option.values:
        values = [_choice(option, value) for value in option.values]
        return {"type": "choice", "values": values}
    bounds = {"low": option.low, "high": option.high}
    return {"type": "number", **bounds, "offered": option.offered}


def _choice(option: Option, value: OptionValue) -> dict[str, object]:
    label = _label(option, value) or Text(str(value), str(value))
    shown: dict[str, object] = {"value": value, "label": label}
    return {**shown, "note": option.note_of(value)} if option.readings else shown
