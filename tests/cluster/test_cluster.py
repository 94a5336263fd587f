"""Three real nodes: people at different ones share tables, and no fault of one ends a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import Random

import pytest
from clusters import Cluster, ClusterTable, cluster
from faults import FAULTS, Fault, unnoticed
from tables import played, progress

from quexiang.variants import variants

STORM = 100
"""Faults of a long storm."""


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_table_goes_on_and_others_notice_nothing(nodes: Cluster, fault: Fault) -> None:
    table = nodes.table("hangzhou")

    async def play() -> None:
        async with played([table]):
            await unnoticed(nodes, table, fault)

    asyncio.run(play())

    nodes.judge([table])


@pytest.mark.soak
def test_a_long_storm(
    nodes: Cluster, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """Its figures are in the report of `pytest --junitxml`."""
    tables: list[ClusterTable] = []
    chance, left = Random("storm"), STORM

    async def play() -> None:
        """As many faults as there is time for until one of the matches is over."""
        nonlocal left
        playing = [nodes.table(town) for town in list(variants())[:5]]
        tables.extend(playing)
        async with played(playing):
            while left and not any(table.is_over for table in playing):
                left -= 1
                await unnoticed(nodes, chance.choice(playing), chance.choice(FAULTS))
                await progress(playing)

    while left:
        asyncio.run(play())

    nodes.judge(tables)
    told = sum(table.told for table in tables)
    record_testsuite_property("cluster", f"{STORM} faults, {told} answers acknowledged")
