"""Running a worker: its bus, its measures, and a stop that finishes what is under way."""

from __future__ import annotations

import asyncio
import signal
from typing import Final

import structlog
from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from quexiang.cluster.metered import MeteredBus
from quexiang.cluster.nats_bus import NatsBus
from quexiang.cluster.worker import Worker
from quexiang.errors import UserError, of_system
from quexiang.rooms.bots import BotPool
from quexiang.server.logs import set_up_logs
from quexiang.server.metrics import LONG_BUCKETS, BusMetrics

logger = structlog.get_logger(__name__)
STOPS: Final = (signal.SIGTERM, signal.SIGINT)


class WorkerSettings(Struct, frozen=True, kw_only=True):
    """One worker."""

    nats: str
    minds: int = 1
    """Processes, and so the work done at once."""
    host: str = "127.0.0.1"
    metrics_port: int = 0
    """Where Prometheus finds its measures; 0: nowhere."""


class WorkerMetrics(BusMetrics):
    """Counters of one worker."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        super().__init__(registry)
        self.jobs = Counter(
            "quexiang_worker_jobs", "Work by its end", ["kind", "end"], registry=registry
        )
        self.running = Gauge(
            "quexiang_worker_running", "Work under way", ["kind"], registry=registry
        )
        self.minds = Gauge("quexiang_worker_minds", "Processes", registry=registry)
        self.seconds = Histogram(
            "quexiang_worker_seconds",
            "How long work took",
            ["kind"],
            registry=registry,
            buckets=LONG_BUCKETS,
        )

    def took(self, kind: str) -> None:
        """Work has begun."""
        self.running.labels(kind).inc()

    def refused(self, kind: str) -> None:
        """There was no process for it."""
        self.jobs.labels(kind, "busy").inc()

    def ended(self, kind: str, seconds: float, *, failed: bool) -> None:
        """Work has ended."""
        self.running.labels(kind).dec()
        self.jobs.labels(kind, "failed" if failed else "done").inc()
        self.seconds.labels(kind).observe(seconds)


def run(settings: WorkerSettings) -> None:
    """Work until told to stop; raises `UserError` where NATS or the port is not to be had."""
    set_up_logs()
    metrics = WorkerMetrics()
    metrics.minds.set(settings.minds)
    if settings.metrics_port:
        show(settings, metrics)
    asyncio.run(work(settings, metrics))


def show(settings: WorkerSettings, metrics: WorkerMetrics) -> None:
    """Let Prometheus see the measures; raises `UserError` where the port is not to be had."""
    try:
        start_http_server(settings.metrics_port, settings.host, metrics.registry)
    except OSError as error:
        at, why = f"--metrics-port {settings.metrics_port}", of_system(error)
        raise UserError(f"{at}：{why.zh}", f"{at}: {why.en}") from None


async def work(settings: WorkerSettings, metrics: WorkerMetrics) -> None:
    """Take work until a signal comes, then finish what is under way."""
    stopped = asyncio.Event()
    for one in STOPS:
        asyncio.get_running_loop().add_signal_handler(one, stopped.set)
    bus = MeteredBus(NatsBus(settings.nats, "quexiang worker"), metrics)
    await bus.open(_changed)
    worker = Worker(bus, BotPool(settings.minds), metrics)
    await worker.start()
    logger.info("working", minds=settings.minds)
    await stopped.wait()
    logger.info("stopping")
    await worker.stop()
    await bus.close()


def _changed(is_up: bool) -> None:  # noqa: FBT001 - as the bus calls it
    logger.warning("NATS is back" if is_up else "NATS is lost")
