"""`quexiang score`: how much a win is worth, and why."""

from __future__ import annotations

from typing import Final

from quexiang.cli import question as ask
from quexiang.cli import result, show
from quexiang.cli.common import AsJson, Chosen, Lang, echo_json
from quexiang.cli.errors import refusal
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS
from quexiang.engine.refusals import NotAllowed
from quexiang.errors import UserError
from quexiang.present.story import Storyteller
from quexiang.scenarios.document import Document
from quexiang.scenarios.question import Question
from quexiang.scenarios.score import Scored, score
from quexiang.tiles import tile_text, tiles_text

HELP: Final = """\
算一副牌：番型、价值、每一笔账和依据。 Score a win: patterns, value, payments, rules.

例 Examples:

  quexiang score hangzhou "234m 678m 123p 55s 78s" 9s --streak 1

  quexiang score hangzhou "123456789m 5z" 3z --winner B --river B=5z --meld "pong 6s from D"

  quexiang score hangzhou "234m 678m 123p 55s 78s" 9s --from C --streak 2 --json

  quexiang score --file question.yaml --lang en
"""


def score_command(  # noqa: PLR0913 - one argument for each thing that a question can say
    variant: ask.Town = None,
    hand: ask.Hand = None,
    tile: ask.Tile = None,
    *,
    file: ask.File = None,
    by: ask.By = None,
    payer: ask.Payer = None,
    winner: ask.Winner = None,
    dealer: ask.Dealer = None,
    streak: ask.Streak = None,
    players: ask.Players = None,
    option: Chosen = None,
    melds: ask.Melds = None,
    hands: ask.Hands = None,
    rivers: ask.Rivers = None,
    flowers: ask.Flowers = None,
    thrown: ask.Thrown = None,
    piao: ask.Piao = None,
    declared: ask.Declared = None,
    declares: ask.Declares = False,
    kongs: ask.Kongs = None,
    marks: ask.Marks = None,
    indicator: ask.Indicator = None,
    turned: ask.Turned = None,
    back: ask.Back = None,
    dice: ask.DiceThrown = None,
    left: ask.Left = None,
    scores: ask.Scores = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Score a win that the arguments or a file describe."""
    given = dict(locals())
    if file is None and variant is None:
        zh = "score：要写地方和手牌，或用 --file"
        raise UserError(zh, "score: VARIANT and HAND, or --file, are needed")
    document = _read(file) if file is not None else ask.question_of(given)
    _answer(Question(document), Words(lang), as_json=as_json)


def _read(file: str) -> Document:
    from quexiang.scenarios.files import read_question  # noqa: PLC0415 - loads yaml, for files alone

    return read_question(file)


def _answer(question: Question, words: Words, *, as_json: bool) -> None:
    try:
        scored = score(question)
    except NotAllowed as error:
        raise refusal(question.variant, question.options, error) from None
    if as_json:
        echo_json(_object(question, scored))
        return
    out = show.console()
    story = Storyteller(question.variant, question.rules)
    result.draw(out, story, scored.table, words)
    for key, values in scored.assumed.items():
        shown = tiles_text(values) if key == "turned" else " ".join(map(str, values))
        out.print(f"  {words(f'assumed_{key}', shown=shown)}", style="dim", markup=False)


def _object(question: Question, scored: Scored) -> dict[str, object]:
    table = scored.table
    return {
        "variant": question.variant.key,
        "options": dict(question.options),
        "players": question.players,
        "dealer": SEATS[table.dealer],
        "streak": table.streak,
        "wild": [tile_text(tile) for tile in table.wild],
        **result.as_object(question.variant, table),
        "turned": [tile_text(tile) for tile in table.turned],
        "dice": table.dice,
        "left": scored.left,
        "assumed": sorted(scored.assumed),
    }
