"""What is counted for the operator."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.frames_in = Counter("quexiang_frames_in", "Frames from clients", registry=registry)
        self.frames_out = Counter("quexiang_frames_out", "Frames to clients", registry=registry)
        self.bad_frames = Counter("quexiang_bad_frames", "Frames refused", registry=registry)
        self.faults = Counter("quexiang_faults", "Mistakes of our own", registry=registry)
        self.deaths = Counter(
            "quexiang_task_deaths", "Deaths of background tasks", ["task"], registry=registry
        )
        self.seconds = Histogram(
            "quexiang_action_seconds",
            "From a message to its broadcast",
            registry=registry,
            buckets=BUCKETS,
        )
        self.rooms = Gauge("quexiang_rooms", "Rooms in memory", registry=registry)
        self.sockets = Gauge("quexiang_sockets", "Open sockets", registry=registry)
        self.entries = Gauge("quexiang_log_entries", "Entries written", registry=registry)
        self.commits = Gauge("quexiang_log_commits", "Transactions written", registry=registry)

    def acted(self, seconds: float) -> None:
        """A message was taken, kept and told."""
        self.seconds.observe(seconds)

    def failed(self) -> None:
        """Something could not be shown, sent or thought."""
        self.faults.inc()

    def text(self, *, rooms: int, sockets: int, entries: int, commits: int) -> bytes:
        """Everything, as Prometheus reads it."""
        self.rooms.set(rooms)
        self.sockets.set(sockets)
        self.entries.set(entries)
        self.commits.set(commits)
        return generate_latest(self.registry)
