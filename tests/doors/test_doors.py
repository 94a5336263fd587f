"""No door lets an odd thing at memory: compiled and plain give the same answers and refusals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from compiled import looking
from odd_things import DOORS

import quexiang

SAYER = Path(__file__).with_name("odd_things.py")
HANDS = """
from quexiang.hand import Hand, Shape, batch
import numpy as np
tiles = [tile for tile in range(34) for _ in range(4)]
"""
DESK = """
from quexiang.env import batch, observe
from quexiang.env.common import make_desk
import numpy as np
desk = make_desk("hangzhou", None, None, "1")
"""
CRASHES = (
    HANDS + "Shape().complete(None)",
    HANDS + "Shape().useful(Hand(tiles[:37]))",
    HANDS + "Shape().reach.best(Hand([33, 1]), [1], 0)",
    HANDS + "Hand([33]).pick((1, 2))",
    HANDS + "batch.codes_of(np.array([[2**30] * 4]), Shape())",
    HANDS + "batch.codes_of(np.full((5, 1), 3), Shape())",
    HANDS + "batch.waits_many(np.zeros((1, 34)), None)",
    HANDS + "batch.waits_many(np.full((1, 34), 257), Shape())",
    HANDS + "assert Shape(wild=[3]).is_wild(67)",
    "from quexiang.match.deal import words; words(b'seed', 'die').below(0)",
    DESK + "desk.observe(np.zeros(5000, np.uint8), 10**9, 0)",
    DESK + "desk.observe(None, 0, 0)",
    DESK + "desk.mask(np.zeros(5, np.int8), 0)",
    DESK + "desk.observe_hidden(np.zeros(5, np.uint8), 0, 0)",
    DESK + "observe(desk, 99)",
    DESK + "while desk.seat >= 0: desk.act(desk.legal()[0])\ndesk.sample(3)",
    DESK + "tables = batch('anhua', tables=2, seed='1'); tables.desks.clear()",
    DESK + "tables = batch('anhua', tables=2, seed='1'); tables.step(tables.sample() + 2.0**32)",
    DESK + "one, how = desk.__reduce__(); one(*how[:2], (99, *how[2][1:])).act(0)",
    DESK + "tables = batch('anhua', tables=2, seed='1'); one, how = tables.__reduce__()\n"
    "one((how[0][0], None), *how[1:]).step([0, 0])",
    DESK + "one, how = desk.__reduce__(); one(how[0], (*how[1][:3], None), how[2]).act(0)",
)
"""What ended the process, or was answered wrong."""
REFUSED = "  → refused"


def run(command: list[str], folder: Path, *, pure: bool) -> subprocess.CompletedProcess[str]:
    """A Python of its own, compiled or not."""
    source = str(Path(quexiang.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": source, "QUEXIANG_PURE": "1" if pure else ""}
    return subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, *command],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )


def compare(door: str, seed: str, count: int, folder: Path) -> None:
    """Say the same to both."""
    said = [str(SAYER), door, seed, str(count)]
    compiled, plain = (run(said, folder, pure=pure) for pure in (False, True))

    assert plain.returncode == 0, plain.stderr
    assert compiled.returncode == 0, compiled.stdout[-500:] + compiled.stderr
    for ours, theirs in zip(compiled.stdout.splitlines(), plain.stdout.splitlines(), strict=True):
        stricter = door == "pickles" and ours == REFUSED  # C has types where Python has none
        assert stricter or ours == theirs


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_odd_things_come_to_the_same_compiled_and_plain(door: str, tmp_path: Path) -> None:
    compare(door, "sample", 60, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("door", DOORS)
def test_many_odd_things_come_to_the_same_compiled_and_plain(door: str, tmp_path: Path) -> None:
    compare(door, "many", 5000, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("code", CRASHES)
def test_what_once_crashed_is_refused(code: str, tmp_path: Path) -> None:
    done = run(["-c", code], tmp_path, pure=False)

    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].partition(":")[0].endswith("Error"), done.stderr


def test_a_checked_module_looks_at_every_index() -> None:
    top = "# cython: boundscheck=False, wraparound=False, cdivision=True\n"

    assert looking(top) == "# cython: boundscheck=True, wraparound=True, cdivision=True\n"
