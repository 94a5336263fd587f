import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from quexiang.errors import UserError
from quexiang.match.executor import (
    LARGEST,
    QUICK,
    WAITING,
    Executor,
    Here,
    Pace,
    Processes,
    processes,
)


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_one_job_is_this_process() -> None:
    assert processes(1) == Here()
    assert processes(3) == Processes(3)


@pytest.mark.parametrize("executor", [Here(), Processes(2)], ids=str)
def test_outcomes_come_in_the_order_of_the_works(executor: Executor) -> None:
    assert list(executor.results(square, range(100), chunk=3)) == [n * n for n in range(100)]


@pytest.mark.parametrize(
    ("executor", "most"), [(Here(), 1), (Processes(2), 2 * WAITING * 3 * LARGEST)]
)
def test_works_are_taken_only_as_they_are_needed(executor: Executor, most: int) -> None:
    taken: list[int] = []

    def works() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    for done, _ in enumerate(executor.results(square, works(), chunk=3)):
        assert len(taken) - done <= most


def test_tasks_grow_while_they_are_quick_to_a_limit() -> None:
    pace, sizes = Pace(3), []
    for _ in range(10):
        sizes.append(pace.size)
        pace.took(pace.size, QUICK / 2)

    assert sizes[:4] == [3, 6, 12, 24]
    assert pace.size == 3 * LARGEST


def test_tasks_do_not_grow_for_a_slow_or_a_smaller_one() -> None:
    pace = Pace(4)

    pace.took(4, QUICK)
    pace.took(2, QUICK / 2)

    assert pace.size == 4


def test_a_killed_process_is_told_of() -> None:
    with pytest.raises(UserError, match="a process was killed"):
        list(Processes(2).results(die, range(10)))


LONG = """
import time
from quexiang.match.executor import Processes
for _ in Processes(2).results(time.sleep, [0, 3600, 3600], chunk=1):
    print("begun", flush=True)
"""


def test_processes_end_with_the_one_that_started_them() -> None:
    command = [sys.executable, "-c", LONG]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:  # noqa: S603 - our own
        assert parent.stdout is not None
        while parent.stdout.readline().strip() != b"begun":
            pass

        parent.kill()

        assert parent.stdout.read() == b""  # comes when the last who holds the pipe is gone
