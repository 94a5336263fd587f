"""A whole server in a world of faults: nothing acknowledged is lost, nobody waits for ever."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

from run import run, seeds
from worlds import World

MATCHES = 500
HERE = Path(__file__).parent


def test_five_hundred_matches_hold() -> None:
    found = run(MATCHES, "WORLD", jobs=1)

    assert found["violations"] == 0
    assert isinstance(found["matches"], int)
    assert found["matches"] >= MATCHES
    assert found["faults"]


def test_a_seed_is_the_same_history_in_every_process() -> None:
    others = [_histories("1"), _histories("2")]

    here = str([World(seed).run().history for seed in islice(seeds("AGAIN"), 3)])
    assert [other.communicate()[0].strip() for other in others] == [here, here]


def _histories(hashes: str) -> subprocess.Popen[str]:
    """Another process, whose sets have another order."""
    imports = "from itertools import islice; from run import seeds; from worlds import World"
    program = f"{imports}; print([World(s).run().history for s in islice(seeds('AGAIN'), 3)])"
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        cwd=HERE,
        env=os.environ | {"PYTHONHASHSEED": hashes},
        stdout=subprocess.PIPE,
        text=True,
    )
