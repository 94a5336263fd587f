"""Writes the logs of this folder with the program that is installed.

`python tests/kept/make_logs.py FOLDER` plays matches of all towns, drawing options by chance, and
keeps those that show something that no other shows: an event, an action, a pattern, a rule that
pays, an option. FOLDER/expected.json holds what the program says of each.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import saying

from quexiang.bots import make_bot
from quexiang.match.log import Recorder
from quexiang.match.match import Match
from quexiang.match.play import Chooser, views_of
from quexiang.match.simulate import draw_options
from quexiang.variants import variant_named

TRIES = {"hangzhou": 300, "anhua": 900, "lanzhou": 200, "anshun": 1000, "zhangzhou": 300}
LEVELS = ("skilled", "skilled", "skilled", "plain", "random")
LUCKY = ("hangzhou", "zhangzhou")
"""Towns where many wild tiles in one hand make the rare patterns."""
TRAITS = "declared declare kind points pile purpose mark back by rule how stage hidden do event"


def played(town: str, number: int) -> str:
    """A match of one round or two, often with odd options, sometimes with a seat that leaves."""
    seed = f"kept {town} {number}"
    source = random.Random(seed)
    variant = variant_named(town)
    rounds = {"rounds": str(source.choice((1, 1, 2)))}
    players, options = max(variant.players), variant.choose(rounds)
    if number % 4:
        players, drawn = draw_options(variant, rounds, None, seed)
        options = variant.choose(drawn, players)
    levels = [source.choice(LEVELS) for _ in range(players)]
    recorder = dealt(Match(variant, options, players, seed))
    while town in LUCKY and number % 3 and not lucky(recorder):
        seed += "'"
        recorder = dealt(Match(variant, options, players, seed))
    if town in LUCKY and number % 3:
        levels = ["expert" if seat in lucky(recorder) else "random" for seat in range(players)]
    bots = [make_bot(level, f"{seed} {seat}") for seat, level in enumerate(levels)]
    leaves = source.randrange(20, 120) if number % 15 == 0 else 0
    play_round(recorder, bots, leaves)
    while not recorder.match.over:
        recorder.start_round()
        play_round(recorder, bots, leaves)
    return recorder.text()


def dealt(match: Match) -> Recorder:
    """A match with its first round dealt."""
    recorder = Recorder(match)
    recorder.start_round()
    return recorder


def lucky(recorder: Recorder) -> list[int]:
    """The seats that were dealt three wild tiles."""
    table = recorder.match.round.table
    held = [max(player.hand.counts[tile] for tile in table.wild) for player in table.seats]
    return [seat for seat, count in enumerate(held) if count > 2]


def play_round(recorder: Recorder, bots: Sequence[Chooser], leaves: int) -> None:
    """One round; the seat that is asked after so many events leaves for good."""
    round_ = recorder.match.round
    views = views_of(round_)
    while round_.pending:
        seat = round_.pending[0]
        if 0 < leaves < len(round_.log or ()) and not round_.table.gone:
            recorder.leave(seat)
            continue
        recorder.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))
        if round_.pending and round_.table.answers and round_.decided:
            recorder.close()


def shows(log: str) -> set[str]:
    """What can be seen in a log."""
    first, *lines = map(json.loads, log.splitlines())
    seen = {f"{first['players']} players", *(f"{k}={v}" for k, v in first["options"].items())}
    for told in lines:
        seen.add(told["line"])
        for part in (told.get("action"), told.get("event")):
            seen |= traits(part or {})
            if "stage" in (part or {}):
                seen.add(f"{first['players']} players at {part['stage']}")
    return seen


def traits(told: dict[str, Any]) -> set[str]:
    """The kind of an event or action, with what distinguishes it, and its patterns."""
    kind = " ".join(f"{name}={told[name]}" for name in TRAITS.split() if name in told)
    return {kind, *told.get("patterns", ()), *(traits(told["meld"]) if "meld" in told else ())}


def chosen(logs: Iterable[str]) -> list[str]:
    """The logs that are worth keeping: each shows something that no other does."""
    seen = {log: shows(log) for log in logs}
    for log in sorted(seen, key=len, reverse=True):
        if seen[log] <= set().union(*(seen[other] for other in seen if other != log)):
            del seen[log]
    return list(seen)


def main(folder: Path) -> None:
    """Write all logs, and what this program says of them."""
    folder.mkdir(exist_ok=True)
    rows = []
    for town, tries in TRIES.items():
        for number, text in enumerate(chosen(played(town, at) for at in range(tries)), 1):
            name = f"{town}-{number:02}"
            (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
            said = json.dumps(saying.of_log(text), ensure_ascii=False)
            rows.append(f'"{name}": {said}')
    (folder / "expected.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
