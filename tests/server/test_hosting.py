"""docs/hosting.md names whatever an operator can set and see."""

from pathlib import Path

import pytest

from quexiang.cli.commands import load
from quexiang.server.metrics import Metrics
from quexiang.server.settings import Limits

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
SERVE = load("serve")


@pytest.mark.parametrize("option", [name for one in SERVE.params for name in one.opts])
def test_every_option_of_the_server_is_explained(option: str) -> None:
    assert option == "--help" or f"`{option}`" in HOSTING


@pytest.mark.parametrize("metric", [one.name for one in Metrics().registry.collect()])
def test_every_measure_is_explained(metric: str) -> None:
    assert f"`{metric}`" in HOSTING or f"`{metric}_total`" in HOSTING


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_is_explained(limit: str) -> None:
    assert f"`{limit}`" in HOSTING
