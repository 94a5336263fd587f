"""Environments for learning: numbered actions, observation planes, rewards.

They need the extra `env`: `pip install 'quexiang[env]'`. `docs/env.md` has the numbers and planes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

try:
    import gymnasium  # noqa: F401 - asked for first, so that its absence is explained
    import pettingzoo  # noqa: F401 - likewise
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"quexiang.env needs {error.name}; pip install 'quexiang[env]'", name=error.name
    ) from None

from quexiang.env.common import Observation, make_desk, observe, seed_text, state_of
from quexiang.env.desk import Desk
from quexiang.env.numbering import BLOCKS, SIZE, Numbering
from quexiang.env.rewards import Rewards, Unit
from quexiang.env.single import SingleEnv
from quexiang.env.tables import Batch
from quexiang.env.together import TogetherEnv
from quexiang.env.turns import TurnsEnv
from quexiang.env.words import explain
from quexiang.game import town_named
from quexiang.match.play import Chooser

if TYPE_CHECKING:  # RLCard is there only with an extra
    from quexiang.env.cards import CardsEnv

Options = Mapping[str, object]


def aec(  # noqa: PLR0913 - all but the first are named
    town: str,
    *,
    options: Options | None = None,
    players: int | None = None,
    seed: str | int | None = None,
    episode: Unit = "round",
    rewards: Unit = "round",
    normalised: bool = False,
    skip_forced: bool = False,
    render_mode: str | None = None,
) -> TurnsEnv:
    """PettingZoo's AEC environment: one seat after another.

    >>> game = aec("hangzhou", seed=1)
    >>> game.reset()
    >>> game.observe(game.agent_selection)["action_mask"].sum()
    np.int64(14)
    """
    desk = make_desk(town, options, players, seed, skip_forced=skip_forced)
    return TurnsEnv(desk, Rewards(episode, rewards, normalised), render_mode)


def parallel(  # noqa: PLR0913 - all but the first are named
    town: str,
    *,
    options: Options | None = None,
    players: int | None = None,
    seed: str | int | None = None,
    episode: Unit = "round",
    rewards: Unit = "round",
    normalised: bool = False,
    render_mode: str | None = None,
) -> TogetherEnv:
    """PettingZoo's parallel environment: all seats at once."""
    desk = make_desk(town, options, players, seed, keep_log=True)
    return TogetherEnv(desk, Rewards(episode, rewards, normalised), render_mode)


def gym(  # noqa: PLR0913 - all but the first are named
    town: str,
    *,
    seat: int = 0,
    bots: str | Sequence[str | Chooser] = "熟手",
    options: Options | None = None,
    players: int | None = None,
    seed: str | int | None = None,
    episode: Unit = "round",
    rewards: Unit = "round",
    normalised: bool = False,
    render_mode: str | None = None,
) -> SingleEnv:
    """Gymnasium's environment: one seat against bots, one name for all or one for each."""
    desk = make_desk(town, options, players, seed, keep_log=True)
    return SingleEnv(desk, Rewards(episode, rewards, normalised), seat, bots, render_mode)


def batch(
    town: str,
    *,
    tables: int,
    options: Options | None = None,
    players: int | None = None,
    seed: str | int | None = 0,
    skip_forced: bool = False,
) -> Batch:
    """Many tables at once, stepped into arrays that are made once; with seed None by chance."""
    variant = town_named(town)
    seats = variant.seats(players)
    chosen = variant.choose(options or {}, seats)
    drawn = seed_text(seed)
    return Batch(variant, chosen, seats, tables=tables, seed=drawn, skip_forced=skip_forced)


def rlcard(
    town: str,
    *,
    options: Options | None = None,
    players: int | None = None,
    seed: str | int | None = None,
) -> CardsEnv:
    """RLCard's environment: `set_agents`, `run`, `step`; it needs the extra `rlcard`."""
    try:
        from quexiang.env.cards import CardsEnv  # noqa: PLC0415 - an optional package
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"env.rlcard needs {error.name}; pip install 'quexiang[rlcard]'", name=error.name
        ) from None
    return CardsEnv(make_desk(town, options, players, seed))


def numbers(town: str) -> Numbering:
    """The numbers of a town's actions.

    >>> numbers("lanzhou").text(246), numbers("hangzhou").text(207)
    ('ready discard 1m', 'discard 4m')
    """
    return Numbering({one.key: one for one in town_named(town).declarations})


__all__ = [
    "BLOCKS",
    "SIZE",
    "Batch",
    "Desk",
    "Numbering",
    "Observation",
    "SingleEnv",
    "TogetherEnv",
    "TurnsEnv",
    "aec",
    "batch",
    "explain",
    "gym",
    "numbers",
    "observe",
    "parallel",
    "rlcard",
    "state_of",
]
