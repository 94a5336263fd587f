"""The value of a win and of every wait, as a client shows them."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from quexiang.engine.refusals import NotAllowed
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wire import TileText, tile_names
from quexiang.present.painter import Painter, payment_view
from quexiang.present.table import PaymentView, WinView
from quexiang.rulebook import Variant
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.given import refuse_large
from quexiang.scenarios.question import ArgumentDocument, Question
from quexiang.scenarios.score import score
from quexiang.text import Text
from quexiang.tiles import is_flower, tile_text

WRONG_KIND: Final = Text("players 或 options 写得不对", "players and options: of the wrong kind")


class Questions(Struct, frozen=True):
    """What the calculator asks in a town, besides the hand and how it was won."""

    tiles: list[TileText]
    """The kinds of tiles that there are, flowers included."""
    melds: tuple[str, ...]
    indicator: bool
    """Which tile was turned up to fix the wild ones."""
    flowers: bool
    turned: bool
    """Which tiles were turned after the win."""


class ScoreView(Struct):
    """The score of a win; `assumed` holds what the question left open."""

    wins: list[WinView]
    paid: list[PaymentView]
    changes: list[int]
    wild: list[TileText]
    dealer: int
    assumed: dict[str, list[str]]


class WorthView(Struct):
    """A kind that completes a hand, and what it would be worth by the own draw."""

    tile: TileText
    value: int
    patterns: list[Text]


def questions(variant: Variant) -> Questions:
    """What must be asked about a win in this town."""
    players = max(variant.players)
    rules = variant.room(variant.choose({}, players), players)
    kinds = sorted(set(rules.tiles))
    return Questions(
        tiles=tile_names(kinds),
        melds=variant.melds,
        indicator=type(rules).indicate is not Ruleset.indicate,
        flowers=any(map(is_flower, kinds)),
        turned=variant.turns_tiles,
    )


def answer(variant: Variant, given: dict[str, Any]) -> ScoreView:
    """Answer a question; raises `BadScenario` or `NotAllowed`."""
    question = _question(variant, given)
    scored = score(question)
    table, painter = scored.table, Painter(variant, question.rules)
    assumed = {
        key: tile_names(values) if key == "turned" else [str(value) for value in values]
        for key, values in scored.assumed.items()
    }
    return ScoreView(
        wins=[painter.win(won) for won in table.wins],
        paid=[payment_view(paid) for paid in table.paid],
        changes=list(table.changes()),
        wild=tile_names(table.wild),
        dealer=table.dealer,
        assumed=assumed,
    )


def waits(variant: Variant, given: dict[str, Any]) -> list[WorthView]:
    """Try every kind: those with which the hand can be won by the own draw."""
    players = given.get("players") or max(variant.players)
    options = given.get("options") or {}
    if not isinstance(players, int) or not isinstance(options, dict):
        raise BadScenario(WRONG_KIND)
    kinds = sorted(set(variant.room(variant.choose(options, players), players).tiles))
    found = (_worth(variant, given, tile_text(kind)) for kind in kinds if not is_flower(kind))
    return [worth for worth in found if worth is not None]


def _worth(variant: Variant, given: dict[str, Any], tile: str) -> WorthView | None:
    asked = {**given, "tile": tile, "by": "self_draw"}
    try:
        won = answer(variant, asked).wins[0]
    except NotAllowed:
        return None
    except BadScenario as error:
        if "more than" in str(error):  # all copies are in the hand already
            return None
        raise
    return WorthView(tile, won.value, won.patterns)


def _question(variant: Variant, given: dict[str, Any]) -> Question:
    document = ArgumentDocument("", 0, {**given, "variant": variant.key}, {})
    refuse_large(document, document.values)
    return Question(document)
