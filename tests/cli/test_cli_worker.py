"""`quexiang worker`: what it is told by flags, environment and the file of a node."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


def test_a_worker_must_know_the_bus_and_have_a_process(run: Run) -> None:
    lost = run("worker", "--lang", "en")
    idle = run("worker", "--nats", "nats://10.0.0.5:4222", "--minds", "0", "--lang", "zh")

    assert (lost.exit_code, idle.exit_code) == (2, 2)
    assert "say where NATS is" in lost.output
    assert "--minds 至少是 1" in idle.output


def test_a_worker_reads_the_configuration_of_the_nodes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "quexiang.toml"
    file.write_text('nats = "nats://10.0.0.5:4222"\nminds = 3\nport = 8001\n', "utf-8")
    monkeypatch.setenv("QUEXIANG_MINDS", "4")

    told = run("worker", "--config", str(file), "--check-config", "--host", "0.0.0.0")  # noqa: S104 - only checked

    assert told.exit_code == 0
    assert f'nats = "nats://10.0.0.5:4222"  # {file}:1' in told.output
    assert "minds = 4  # QUEXIANG_MINDS" in told.output
    assert 'host = "0.0.0.0"  # --host' in told.output
