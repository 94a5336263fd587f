"""Making data: rounds simulated, walls played in an arena, logs of matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pyarrow as pa

from quexiang.bots import bot_key, make_bot
from quexiang.data.batches import batch
from quexiang.data.files import Writer
from quexiang.data.logs import MatchLog, noted
from quexiang.data.notes import Stenographer
from quexiang.data.schema import Kind
from quexiang.errors import UserError
from quexiang.game import town_named
from quexiang.match.duplicate import ArenaSetup, Result, Work, play_wall
from quexiang.match.executor import Executor, Here
from quexiang.match.simulate import CHUNK, MatchPlan, Tally, Wishes, plan, play_match
from quexiang.rulebook import Variant
from quexiang.variants import variant_named, variants

Played = tuple[Tally, pa.RecordBatch]
WallPlayed = tuple[Result, pa.RecordBatch]


def simulate(  # noqa: PLR0913 - each with a default, by keyword
    path: str | Path,
    town: str,
    *,
    rounds: int = 200,
    seed: str | int = "0",
    bots: str | Sequence[str] = ("random",),
    options: Mapping[str, object] | None = None,
    drawn: bool = False,
    rows: Kind = "decisions",
    executor: Executor | None = None,
    force: bool = False,
) -> Tally:
    """Play rounds between bots and write them to a file; `quexiang simulate --out` in Python.

    Bots are keys as `--bots` takes them, one for all or one for each seat; `options` are those of
    the room, `players` among them; `drawn` draws all others at random, match by match.
    """
    wishes = Wishes(
        variant=town_named(town),
        rounds=rounds,
        seed=str(seed),
        given={key: str(value) for key, value in (options or {}).items()},
        drawn=drawn,
        bots=tuple(map(bot_key, (bots,) if isinstance(bots, str) else bots)),
        make_bot=make_bot,
    )
    total = Tally()
    with simulated(path, wishes, rows, force=force) as out:
        for tally, some in play_matches(plan(wishes), executor or Here(), rows):
            out.add(some)
            total.add(tally)
    return total


def play_matches(plans: Iterable[MatchPlan], executor: Executor, kind: Kind) -> Iterator[Played]:
    """Play the matches; the tally and the rows of each, in order."""
    return executor.results(partial(_match, kind), plans, chunk=CHUNK)


def play_walls(works: Iterable[Work], executor: Executor, kind: Kind) -> Iterator[WallPlayed]:
    """Play the walls; the result and the rows of each, in order."""
    return executor.results(partial(_wall, kind), works)


def _match(kind: Kind, plan_: MatchPlan) -> Played:
    notes = Stenographer(str(plan_.number))
    tally = play_match(plan_, notes)
    return tally, batch(notes.matches, kind)


def _wall(kind: Kind, work: Work) -> WallPlayed:
    notes = Stenographer(str(work.wall))
    result = play_wall(work, notes)
    return result, batch(notes.matches, kind)


def simulated(path: str | Path, wishes: Wishes, kind: Kind, *, force: bool = False) -> Writer:
    """A file for the rows of a simulation."""
    first = next(plan(wishes), None)
    if first is None or not wishes.bots:
        raise UserError("至少要打一局，要有电脑", "at least one round and one bot are needed")
    about = {
        "made_by": "simulate",
        "players": "random" if wishes.drawn else first.players,
        "options": "random" if wishes.drawn else first.options,
        "given": wishes.given,
        "seed": wishes.seed,
        "bots": wishes.bots,
    }
    return Writer(path, kind, [wishes.variant], about, force=force)


def contested(path: str | Path, setup: ArenaSetup, kind: Kind, *, force: bool = False) -> Writer:
    """A file for the rows of an arena."""
    about = {
        "made_by": "arena",
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "bots": setup.bots,
        "rounds": setup.rounds,
        "rotations": setup.rotations,
    }
    return Writer(path, kind, [variant_named(setup.variant)], about, force=force)


def exported(path: str | Path, kind: Kind, *, force: bool = False) -> Writer:
    """A file for the rows of logs."""
    towns: Iterable[Variant] = variants().values()
    return Writer(path, kind, towns, {"made_by": "export"}, force=force)


def export(
    path: str | Path, logs: Iterable[MatchLog], *, rows: Kind = "decisions", force: bool = False
) -> None:
    """Write logs of matches to a file, without anything that tells who played."""
    with exported(path, rows, force=force) as out:
        for number, log in enumerate(logs, 1):
            out.add(batch([noted(log, str(number))], rows))
