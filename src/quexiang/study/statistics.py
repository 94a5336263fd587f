"""What everybody did in a match, counted from its tables."""

from __future__ import annotations

from quexiang.engine.events import Won
from quexiang.engine.wire import letter, tile_names
from quexiang.match.match import Match
from quexiang.present.painter import meld_view
from quexiang.present.sets import sets_of
from quexiang.protocol.log import MatchEnded
from quexiang.protocol.room import BestWin, Ending, SeatStatistics
from quexiang.tiles import tile_text


def match_ended(match: Match, how: Ending) -> MatchEnded:
    """The last entry of a match, with its results and statistics."""
    results = tuple(match.results)
    return MatchEnded(how, results, match.scores, match.totals(), statistics(match), best(match))


def statistics(match: Match) -> tuple[SeatStatistics, ...]:
    """Wins, own draws and fed wins of every seat."""
    wins = [won for _, won in _wins(match)]
    return tuple(
        SeatStatistics(
            sum(won.seat == seat for won in wins),
            sum(won.seat == seat and won.by == "self_draw" for won in wins),
            sum(won.payer == seat for won in wins),
        )
        for seat in range(match.players)
    )


def best(match: Match) -> BestWin | None:
    """The win of the highest value, the first of several."""
    number, won = max(_wins(match), key=lambda found: found[1].value, default=(0, None))
    if won is None:
        return None
    table = match.rounds[number - 1].table
    player = table.seats[won.seat]
    return BestWin(
        round=number,
        seat=letter(won.seat),
        value=won.value,
        by=won.by,
        patterns=list(won.patterns),
        tiles=tile_names(player.hand.tiles()),
        tile=None if won.tile is None else tile_text(won.tile),
        melds=[meld_view(meld) for meld in player.melds],
        wild=tile_names(table.wild),
        sets=sets_of(match.variant, match.rules, table, won),
    )


def _wins(match: Match) -> list[tuple[int, Won]]:
    """The wins of all finished rounds, each with the number of its round."""
    finished = [played for played in match.rounds if played.over]
    return [(number, won) for number, played in enumerate(finished, 1) for won in played.table.wins]
