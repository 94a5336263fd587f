"""A real Ray cluster of two nodes: the same files, though one node is killed on the way."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import left_out
import numpy as np
import pytest
from typer.testing import CliRunner

from quexiang import data
from quexiang.cli.app import app
from quexiang.learning import Course, train
from quexiang.match import executor
from quexiang.match.executor import Outcome, RayCluster, Work

try:
    import ray
    from ray import cluster_utils
except ImportError:
    why = f"no Ray for Python {platform.python_version()}"
    left_out.note("a cluster of Ray", why)
    pytest.skip(why, allow_module_level=True)
pytestmark = pytest.mark.slow
SIMULATE = ("simulate", "lanzhou", "--rounds", "100", "--bots", "random", "--option", "random")
ARENA = ("arena", "anhua", "--bots", "plain,random", "--rotations", "--matches", "10")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    fast = {"health_check_period_ms": 500, "health_check_failure_threshold": 4}
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": fast}
    made = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    made.add_node(num_cpus=1)
    executor._connect(ray, made.address)  # whoever asks for the address afterwards finds it
    yield made
    ray.shutdown()
    made.shutdown()


class Killing:
    """A cluster whose second node is killed while it plays."""

    def __init__(self, cluster: Any, folder: Path) -> None:  # noqa: ANN401 - Ray has no types
        self.cluster = cluster
        self.inner = RayCluster(cluster.address)
        self.begun = folder / "begun"

    def results(
        self, play: Callable[[Work], Outcome], works: Iterable[Work], *, chunk: int = 1
    ) -> Iterator[Outcome]:
        (victim,) = self.cluster.worker_nodes
        begun, doomed = self.begun, victim.node_id

        def held(work: Work) -> Outcome:
            """Play, but never come to an end on the node that is to be killed.

            The other waits for it, or it might have played all before.
            """
            while ray.get_runtime_context().get_node_id() == doomed:
                begun.touch()
                time.sleep(0.05)
            while not begun.exists():
                time.sleep(0.05)
            return play(work)

        def kill() -> None:
            while not begun.exists():
                time.sleep(0.05)
            self.cluster.remove_node(victim, allow_graceful=False)

        killer = threading.Thread(target=kill)
        killer.start()
        yield from self.inner.results(held, works, chunk=chunk)
        killer.join()


@pytest.mark.parametrize("command", [SIMULATE, ARENA], ids=lambda command: command[0])
def test_a_cluster_writes_the_same(
    cluster: Any,  # noqa: ANN401 - likewise
    command: tuple[str, ...],
    tmp_path: Path,
) -> None:
    alone, spread = tmp_path / "one.parquet", tmp_path / "two.parquet"

    for file, where in ((alone, ("--jobs", "1")), (spread, ("--ray", cluster.address))):
        told = CliRunner().invoke(app, [*command, "--out", str(file), *where])
        assert told.exit_code == 0, told.output

    assert spread.read_bytes() == alone.read_bytes()


def test_a_killed_node_loses_nothing(
    cluster: Any,  # noqa: ANN401 - likewise
    tmp_path: Path,
) -> None:
    alone, bereft = tmp_path / "one.parquet", tmp_path / "two.parquet"

    data.simulate(alone, "hangzhou", rounds=300, seed="9")
    data.simulate(bereft, "hangzhou", rounds=300, seed="9", executor=Killing(cluster, tmp_path))

    assert (tmp_path / "begun").exists()
    assert bereft.read_bytes() == alone.read_bytes()


def test_a_cluster_learns_the_same_weights(cluster: Any) -> None:  # noqa: ANN401 - likewise
    course = Course(town="anhua", rounds=64, generation=32, seed="ray")

    alone = [progress.policy.weights for progress in train(course, executor.Here())]
    spread = [p.policy.weights for p in train(course, RayCluster(cluster.address))]

    assert np.array_equal(alone, spread)


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1", "10.0.0.7:99999", "nowhere:6379"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    if ray.is_initialized():
        ray.shutdown()

    told = CliRunner().invoke(app, ["simulate", "anhua", "--ray", address, "--lang", "en"])

    assert told.exit_code == 2
    assert f"--ray {address}: cannot connect" in told.output
