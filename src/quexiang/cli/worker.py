"""`quexiang worker`: thinks and reviews for the nodes of a cluster."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer

from quexiang.cli.configuration import METRICS_PORT, Configuration, configure
from quexiang.cli.configuration_check import check
from quexiang.cli.errors import missing
from quexiang.cli.serve import CheckConfig, ConfigFile, with_settings
from quexiang.cli.texts import Words, usual_language
from quexiang.errors import UserError

HELP: Final = """\
替别的节点想牌、点评。Think and review for the nodes of a cluster.

Nodes ask it to think for 宗师 and to review matches. It keeps nothing and needs no database.

例 Examples:

  quexiang worker --nats nats://10.0.0.5:4222 --minds 8

  quexiang worker --config /etc/quexiang.toml --metrics-port 9100
"""
SHARED: Final = ("nats", "minds", "host", "lang")
"""The settings of a node that a worker has too."""
MetricsPort = Annotated[
    int,
    typer.Option(
        "--metrics-port",
        envvar=METRICS_PORT,
        min=0,
        max=65535,
        help="给 Prometheus 看的端口；0 不开。 Port for Prometheus; 0 for none.",
    ),
]


def worker(
    *,
    config: ConfigFile = "",
    check_config: CheckConfig = False,
    metrics_port: MetricsPort = 0,
    **flags: object,
) -> None:
    """Think and review for the nodes of a cluster."""
    found = configure(flags, os.environ, config)
    _check(found)
    if check_config:
        check(found, Words(found.serving.lang or usual_language()), with_database=False)
        return
    try:
        from quexiang.server.worker import WorkerSettings, run  # noqa: PLC0415 - optional packages
    except ModuleNotFoundError as error:
        raise missing(error.name, "server") from None
    serving = found.serving
    chosen = WorkerSettings(
        nats=serving.nats, minds=serving.minds, host=serving.host, metrics_port=metrics_port
    )
    run(chosen)


def _check(found: Configuration) -> None:
    if not found.serving.nats:
        zh = "要写 NATS 在哪里：--nats nats://10.0.0.5:4222"
        raise UserError(zh, "say where NATS is: --nats nats://10.0.0.5:4222")
    if not found.serving.minds:
        raise UserError("--minds 至少是 1", "--minds is at least 1")


worker.__signature__ = with_settings(worker, SHARED)  # type: ignore[attr-defined]  # typer asks for it
