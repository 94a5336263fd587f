"""docs/hosting.md and docs/cluster.md name whatever an operator can set and see."""

from pathlib import Path

import pytest

from quexiang.cli.commands import load
from quexiang.server.metrics import Metrics
from quexiang.server.settings import Limits
from quexiang.server.worker import WorkerMetrics

DOCS = Path(__file__).parents[2] / "docs"
HOSTING = (DOCS / "hosting.md").read_text("utf-8")
BOTH = HOSTING + (DOCS / "cluster.md").read_text("utf-8")
SERVE, WORKER = load("serve"), load("worker")
MEASURES = {one.name for each in (Metrics(), WorkerMetrics()) for one in each.registry.collect()}


@pytest.mark.parametrize("option", [name for one in SERVE.params for name in one.opts])
def test_every_option_of_the_server_is_explained(option: str) -> None:
    assert option == "--help" or f"`{option}`" in HOSTING


@pytest.mark.parametrize("option", [name for one in WORKER.params for name in one.opts])
def test_every_option_of_a_worker_is_explained(option: str) -> None:
    assert option == "--help" or f"`{option}`" in BOTH


@pytest.mark.parametrize("metric", sorted(MEASURES))
def test_every_measure_is_explained(metric: str) -> None:
    assert f"`{metric}`" in BOTH or f"`{metric}_total`" in BOTH


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_is_explained(limit: str) -> None:
    assert f"`{limit}`" in HOSTING
