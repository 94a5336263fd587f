"""The tables of package data are what the build script makes, and what the definitions say."""

import subprocess
import sys
from pathlib import Path
from random import Random

import build_tables
import pytest

from quexiang.hand import exact, tables

DATA = Path(tables.__file__).with_name("data")


def test_a_rebuild_gives_the_same_tables(tmp_path: Path) -> None:
    build_tables.build(tmp_path)

    names = sorted(path.name for path in DATA.glob("*.bin"))
    assert names == sorted(path.name for path in tmp_path.iterdir())
    for name in names:
        assert tables.read(tmp_path / name) == tables.read(DATA / name), name


@pytest.mark.parametrize("eyes", tables.EYES.values())
def test_suits_need_what_the_recursion_says(eyes: frozenset[int] | None) -> None:
    chance = Random(5)
    codes = tables.suit_codes(eyes)
    for _ in range(1000):
        counts = tuple(chance.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(9))
        key = sum(count * 5**rank for rank, count in enumerate(counts))

        sets, pair = exact.suit_needs(counts, eyes)

        assert codes[key] == sets | pair << 4
        assert tables.digits(key, 9) == list(counts)


@pytest.mark.parametrize("eyes", [True, False])
def test_honours_need_what_the_recursion_says(*, eyes: bool) -> None:
    codes = tables.honour_codes(eyes=eyes)
    for key in range(0, tables.HONOUR_KEYS, 37):
        sets, pair = exact.honour_needs(tables.digits(key, 7), (), 0, eyes=eyes)

        assert codes[key] == sets | pair << 4


def test_other_eyes_have_no_table() -> None:
    with pytest.raises(ValueError, match="147, 258 or 369"):
        tables.suit_codes(frozenset({1, 9}))


def test_the_hand_needs_no_numpy() -> None:
    program = (
        "import sys; from quexiang.hand import Hand, Shape;"
        "shape = Shape(); shape.waits(Hand([0])); shape.distance(Hand([0]));"
        "sys.exit('numpy' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", program], check=False)  # noqa: S603 - our own

    assert done.returncode == 0
