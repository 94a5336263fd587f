"""A long run as it goes on: a bar, and below it a table that is drawn anew; a line in a log."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quexiang.cli import show

PAUSE: Final = 0.5
"""Seconds between two tables."""
LOG_PAUSE: Final = 60.0
"""Seconds between two lines where the output is no terminal."""


class LiveRun:
    """Shows how far a run is and what it has found; in a log a line now and then."""

    def __init__(
        self,
        title: str,
        total: int,
        found: Callable[[], RenderableType],
        *,
        quiet: bool,
        done: int = 0,
    ) -> None:
        out = show.console(stderr=True)
        self.found, self.quiet = found, quiet
        self.is_seen = out.is_terminal and not quiet
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.progress = Progress(*columns, TimeRemainingColumn(), console=out, disable=quiet)
        self.task = self.progress.add_task(title, total=total, completed=min(done, total))
        self.live = Live(console=out, auto_refresh=False, transient=True)
        self._drawn = 0.0 if self.is_seen else time.monotonic()

    def __enter__(self) -> Self:
        if self.is_seen:
            self.live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_seen:
            self.live.stop()

    def advance(self, count: int = 1) -> None:
        """Count what is done, and draw now and then."""
        self.progress.advance(self.task, count)
        now = time.monotonic()
        if not self.quiet and now - self._drawn > (PAUSE if self.is_seen else LOG_PAUSE):
            self._drawn = now
            self._draw()

    def _draw(self) -> None:
        if self.is_seen:
            self.live.update(Group(self.progress.get_renderable(), self.found()), refresh=True)
            return
        task = self.progress.tasks[self.task]
        self.progress.console.print(f"{task.description}  {task.completed:.0f}/{task.total:.0f}")
