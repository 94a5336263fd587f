"""Where a long run is played, and the file that its rows go to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from msgspec import Struct

from quexiang.cli.errors import missing
from quexiang.errors import UserError
from quexiang.match import duplicate, simulate
from quexiang.match.executor import Executor, RayCluster, processes

if TYPE_CHECKING:  # Arrow is optional
    import pyarrow as pa

    from quexiang.data.files import Writer

Kept = TypeVar("Kept")
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="FILE.parquet",
        help="把打的写成 Parquet 数据。 Write what is played as Parquet: docs/data.md.",
    ),
]


class RowKind(StrEnum):
    """What a row of the file is."""

    DECISIONS = "decisions"
    ROUNDS = "rounds"


Rows = Annotated[
    RowKind,
    typer.Option("--rows", help="--out 一行是一步还是一局。 With --out: what a row is."),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="在 Ray 集群上打：地址，或 local。 Play on a Ray cluster: HOST:PORT, auto or local.",
    ),
]


class Run(Struct, frozen=True):
    """Who plays, and what is kept."""

    executor: Executor
    out: str | None = None
    rows: RowKind = RowKind.DECISIONS
    force: bool = False

    def matches(self, wishes: simulate.Wishes) -> Iterator[simulate.Tally]:
        """Play the matches of a simulation; their rows go to the file."""
        plans = simulate.plan(wishes)
        if self.out is None:
            return simulate.simulate(plans, self.executor)
        from quexiang.data import make  # noqa: PLC0415 - Arrow is optional

        file = make.simulated(self.out, wishes, self.rows.value, force=self.force)
        return _kept(file, make.play_matches(plans, self.executor, self.rows.value))

    def walls(
        self, setup: duplicate.ArenaSetup, works: Iterable[duplicate.Work]
    ) -> Iterator[duplicate.Result]:
        """Play the walls of an arena; their rows go to the file."""
        if self.out is None:
            return duplicate.play_walls(works, self.executor)
        from quexiang.data import make  # noqa: PLC0415 - likewise

        file = make.contested(self.out, setup, self.rows.value, force=self.force)
        return _kept(file, make.play_walls(works, self.executor, self.rows.value))


def _kept(file: Writer, played: Iterable[tuple[Kept, pa.RecordBatch]]) -> Iterator[Kept]:
    with file:
        for result, rows in played:
            file.add(rows)
            yield result


def run(jobs: int, ray: str | None, out: str | None, rows: RowKind, *, force: bool) -> Run:
    """The run that a command line asks for."""
    if out is not None:
        need_arrow()
    return Run(executor_for(jobs, ray), out, rows, force)


def need_arrow() -> None:
    """Refuse to go on without Arrow."""
    if find_spec("pyarrow") is None:
        raise missing("pyarrow", "data")


def executor_for(jobs: int, ray: str | None) -> Executor:
    """Who plays the works that a command line asks for."""
    if ray is None:
        return processes(jobs)
    if jobs != 1:
        zh = "--jobs 和 --ray 只能用一个：集群自己知道有几个处理器"
        raise UserError(zh, "either --jobs or --ray: a cluster knows its processors")
    if find_spec("ray") is None:
        raise missing("ray", "ray")
    return RayCluster(ray)
