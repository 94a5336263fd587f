"""Turning a played round into a scenario, so that a dispute at the table becomes a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import PASS, SEATS, Action, Choose, Seat
from quexiang.engine.table import Table
from quexiang.match.log import (
    AnswerTaken,
    Departure,
    Happened,
    MatchEntry,
    QuestionClosed,
    RoundOpened,
)
from quexiang.match.match import Match
from quexiang.scenarios.steps import parse_step
from quexiang.tiles import Tile, tile_text, tiles_text


def export(match: Match, lines: Sequence[MatchEntry], number: int) -> str:
    """The YAML of a match's n-th round; running it gives the same round."""
    played = match.rounds[number - 1]
    assert played.log is not None
    table = played.table
    keys = [
        ("title", _title(match, number)),
        ("variant", match.variant.key),
        ("players", str(match.players) if match.players != max(match.variant.players) else ""),
        ("options", _options(match)),
        ("dealer", SEATS[table.dealer]),
        ("streak", str(table.streak) if table.streak else ""),
        ("scores", _by_seat(table.scores) if any(table.scores) else ""),
        ("hands", _hands(played.log)),
        *_queues(played.log),
        ("dice", _dice(played.log)),
        ("play", _listed(play_lines(match, round_entries(lines, number)))),
        ("result", _result(match, table)),
    ]
    return "".join(f"{key}:{_value(text)}\n" for key, text in keys if text)


def _value(text: str) -> str:
    return text if text.startswith("\n") else f" {text}"


def _title(match: Match, number: int) -> str:
    """One line that says what became of the round."""
    table = match.rounds[number - 1].table
    wins = [f"{SEATS[won.seat]} {'、'.join(_names(match, won))}" for won in table.wins]
    ends = {"win": "", "draw": "流局", "abandoned": "有人离桌"}
    end = "未打完" if table.end is None else ends[table.end.how]
    told = "，".join([*wins, *([end] if end else [])])
    return _quoted(f"{match.variant.zh}第{number}局：{told}")


def _names(match: Match, won: ev.Won) -> list[str]:
    return [name.zh for name in match.variant.pattern_names(won.patterns)]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _options(match: Match) -> str:
    """The options that are not as they would be by default."""
    changed = {
        option.key: match.options[option.key]
        for option in match.variant.options
        if match.options[option.key] != option.default and option.key != "rounds"
    }
    parts = [f"{key}: {_plain(value)}" for key, value in changed.items()]
    return f"{{{', '.join(parts)}}}" if parts else ""


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)


def _by_seat(amounts: Sequence[int]) -> str:
    return "{" + ", ".join(f"{SEATS[s]}: {amount}" for s, amount in enumerate(amounts)) + "}"


# What came from the wall and the dice.


def _hands(log: Sequence[ev.Event]) -> str:
    """The dealt tiles in order, but the last one, which counts as drawn."""
    dealt = sorted((e for e in log if isinstance(e, ev.Dealt)), key=lambda event: event.seat)
    written = {event.seat: event.tiles or () for event in dealt}
    return "".join(
        f"\n  {SEATS[seat]}: {tiles_text(tiles[:-1])} {tile_text(tiles[-1])}"
        for seat, tiles in written.items()
    )


def _queues(log: Sequence[ev.Event]) -> Iterator[tuple[str, str]]:
    """The indicator and the three queues; tiles set aside before it go with it into a queue."""
    aside = any(isinstance(event, ev.SetAside) for event in log)
    queues: dict[str, list[Tile]] = {"indicator": [], "draws": [], "back": [], "turned": []}
    for event in log:
        match event:
            case ev.Drawn(tile=tile, back=back):
                assert tile is not None
                queues["back" if back else "draws"].append(tile)
            case ev.TurnedUp(tiles=tiles, purpose=purpose):
                queues["back" if purpose == "kong" else "turned"].extend(tiles)
            case ev.SetAside(tile=tile, back=back):
                queues["back" if back else "draws"].append(tile)
            case ev.Indicated(tile=tile, back=back):
                queues[("back" if back else "draws") if aside else "indicator"].append(tile)
    for key, queue in queues.items():
        yield key, " ".join(map(tile_text, queue))


def _dice(log: Sequence[ev.Event]) -> str:
    """The dice, without those that only found the dealer."""
    seated = [place for place, event in enumerate(log) if isinstance(event, ev.Seated)]
    later = log[seated[-1] :] if seated else log
    thrown = [die for event in later if isinstance(event, ev.Rolled) for die in event.dice]
    return f"[{', '.join(map(str, thrown))}]" if thrown else ""


# What the players did.


def round_entries(lines: Sequence[MatchEntry], number: int) -> list[MatchEntry]:
    """The lines of a log that belong to its n-th round."""
    starts = [place for place, line in enumerate(lines) if isinstance(line, RoundOpened)]
    ends = [*starts[1:], len(lines)]
    return list(lines[starts[number - 1] : ends[number - 1]])


def play_lines(match: Match, lines: Sequence[MatchEntry]) -> list[str]:
    """The steps of a script; a pass is written only where silence would be misread."""
    steps: list[str | ev.Answered] = []
    table = match.rules.new_table()
    for place, line in enumerate(lines):
        match line:
            case Happened(event=event):
                table.apply(event)
            case Departure(seat=seat):
                steps.append(f"{SEATS[seat]} leave")
            case AnswerTaken(seat=seat, action=action):
                if not _is_nothing(match, action):
                    steps += _step(table, seat, action, lines[place + 1 :])
            case _:
                assert isinstance(line, QuestionClosed | RoundOpened)
    return list(_needed(steps, match))


def _is_nothing(match: Match, action: Action) -> bool:
    """Tell whether it chooses no tiles, as the silent do."""
    if not isinstance(action, Choose) or action.tiles:
        return False
    return match.rules.declarations[action.key].takes == "tiles"


def _step(
    table: Table, seat: Seat, action: Action, after: Sequence[MatchEntry]
) -> Iterator[str | ev.Answered]:
    on_turn = table.due.stage == "turn"
    if action == PASS and not on_turn:
        first = after[0] if after else None
        if isinstance(first, Happened) and isinstance(first.event, ev.Answered):
            yield first.event
    else:
        yield f"{SEATS[seat]} {action.text()}"


def _needed(steps: list[str | ev.Answered], match: Match) -> Iterator[str]:
    """Leave out the passes that the next line of their seat cannot be mistaken for."""
    for place, step in enumerate(steps):
        if isinstance(step, str):
            yield step
        elif _misread(step, steps[place + 1 :], match):
            yield f"{SEATS[step.seat]} pass"


def _misread(passed: ev.Answered, later: list[str | ev.Answered], match: Match) -> bool:
    """Tell whether the seat's next line would be taken for an answer to this window."""
    own = (step for step in later if isinstance(step, str) and step[0] == SEATS[passed.seat])
    following = next(own, None)
    if following is None or following.endswith("leave"):
        return False
    wish = parse_step(following, match.rules).wish
    return wish.match(passed.offered) is not None


def _listed(steps: list[str]) -> str:
    return "".join(f"\n  - {step}" for step in steps)


# What it came to.


def _result(match: Match, table: Table) -> str:
    end = table.end
    if end is None:
        return ""
    wins = [_win(match, won) for won in table.wins]
    told = [f"end: {end.how}", f"wins: [{', '.join(wins)}]"]
    told.append(f"changes: {_by_seat(table.changes())}")
    if end.next_dealer is not None:
        told += [f"next_dealer: {SEATS[end.next_dealer]}", f"next_streak: {end.next_streak}"]
    return "".join(f"\n  {line}" for line in told)


def _win(match: Match, won: ev.Won) -> str:
    parts = [f"seat: {SEATS[won.seat]}", f"by: {won.by}"]
    if won.payer is not None:
        parts.append(f"from: {SEATS[won.payer]}")
    if won.tile is not None:
        parts.append(f"tile: {tile_text(won.tile)}")
    parts += [f"patterns: [{', '.join(_names(match, won))}]", f"value: {won.value}"]
    return f"{{{', '.join(parts)}}}"
