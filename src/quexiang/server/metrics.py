"""What is counted for the operator."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class BusMetrics:
    """Counters of what goes over the bus."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.bus_up = Gauge("quexiang_bus_up", "Whether NATS is reached", registry=registry)
        messages = Counter(
            "quexiang_bus_messages", "Messages on the bus", ["way"], registry=registry
        )
        sizes = Counter("quexiang_bus_bytes", "Bytes on the bus", ["way"], registry=registry)
        self._out = messages.labels("out"), sizes.labels("out")
        self._in = messages.labels("in"), sizes.labels("in")
        self.bus_unanswered = Counter(
            "quexiang_bus_unanswered", "Questions that nobody answered", registry=registry
        )

    def sent(self, size: int) -> None:
        """A message was put on the bus."""
        self._out[0].inc()
        self._out[1].inc(size)

    def received(self, size: int) -> None:
        """A message came by the bus."""
        self._in[0].inc()
        self._in[1].inc(size)

    def unanswered(self) -> None:
        """A question on the bus got no answer."""
        self.bus_unanswered.inc()

    def reached(self, *, is_up: bool) -> None:
        """The bus is there, or lost."""
        self.bus_up.set(is_up)


class Metrics(BusMetrics):
    """Counters of one server."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        super().__init__(registry)
        self.read = self.written = 0
        """Frames, counted without a lock until somebody looks."""
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
        self.late = Histogram(
            "quexiang_late_seconds",
            "How late the server came to a step that was due",
            registry=registry,
            buckets=BUCKETS,
        )
        self._add_work(registry)
        self.moves = Counter(
            "quexiang_room_moves", "Rooms that came or left", ["how"], registry=registry
        )
        self.links = Gauge(
            "quexiang_links", "Sockets by where their room lives", ["at"], registry=registry
        )
        self.leased = Gauge(
            "quexiang_leased", "Whether its rooms are its own by the database", registry=registry
        )
        self.rooms = Gauge("quexiang_rooms", "Rooms in memory", registry=registry)
        self.sockets = Gauge("quexiang_sockets", "Open sockets", registry=registry)
        self.entries = Gauge("quexiang_log_entries", "Entries written", registry=registry)
        self.commits = Gauge("quexiang_log_commits", "Transactions written", registry=registry)
        self.unkept = Gauge("quexiang_log_waiting", "Appends not yet written", registry=registry)

    def _add_work(self, registry: CollectorRegistry) -> None:
        self.work = Counter(
            "quexiang_work", "Thoughts and reviews", ["kind", "where"], registry=registry
        )
        self.work_declined = Counter(
            "quexiang_work_declined", "No worker did it", ["kind", "why"], registry=registry
        )
        self.work_seconds = Histogram(
            "quexiang_work_seconds",
            "From the wish to the result",
            ["kind"],
            registry=registry,
            buckets=LONG_BUCKETS,
        )

    def worked(self, kind: str, where: str, seconds: float) -> None:
        """Work is done: by a worker, here, in a thread, or nowhere in time."""
        self.work.labels(kind, where).inc()
        self.work_seconds.labels(kind).observe(seconds)

    def declined(self, kind: str, why: str) -> None:
        """No worker did it."""
        self.work_declined.labels(kind, why).inc()

    def acted(self, seconds: float) -> None:
        """A message was taken, kept and told."""
        self.seconds.observe(seconds)

    def came_late(self, seconds: float) -> None:
        """The server came so much later to a step than it was due."""
        self.late.observe(max(0.0, seconds))

    def moved(self, how: str) -> None:
        """A room has come to this server, or left it."""
        self.moves.labels(how).inc()

    def failed(self) -> None:
        """Something could not be shown, sent or thought."""
        self.faults.inc()

    def text(
        self,
        *,
        leased: bool,
        rooms: int,
        sockets: int,
        far: int,
        entries: int,
        commits: int,
        unkept: int,
    ) -> bytes:
        """Everything, as Prometheus reads it."""
        self.frames_in.inc(self.read)
        self.frames_out.inc(self.written)
        self.read = self.written = 0
        self.leased.set(leased)
        self.rooms.set(rooms)
        self.sockets.set(sockets)
        self.links.labels("elsewhere").set(far)
        self.links.labels("here").set(sockets - far)
        self.entries.set(entries)
        self.commits.set(commits)
        self.unkept.set(unkept)
        return generate_latest(self.registry)
