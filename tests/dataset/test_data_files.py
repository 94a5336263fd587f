"""Files of rows: the same by any number of processes, and whole or not there at all."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from quexiang import data
from quexiang.bots import make_bot
from quexiang.data import files, make
from quexiang.data.batches import batch
from quexiang.data.schema import arrow_schema, table_text
from quexiang.errors import UserError
from quexiang.match.duplicate import ArenaSetup, Work
from quexiang.match.executor import Here, Processes
from quexiang.variants import variant_named

DOCS = Path(__file__).parents[2] / "docs" / "data.md"


@pytest.mark.parametrize("kind", data.KINDS)
def test_any_number_of_processes_writes_the_same_bytes(
    kind: data.Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(files.GROUP, kind, {"decisions": 500, "rounds": 10}[kind])
    alone, together = tmp_path / "1.parquet", tmp_path / "2.parquet"

    first = data.simulate(alone, "lanzhou", rounds=24, drawn=True, rows=kind)
    second = data.simulate(
        together, "lanzhou", rounds=24, drawn=True, rows=kind, executor=Processes(2)
    )

    assert alone.read_bytes() == together.read_bytes()
    assert first == second
    assert pq.read_metadata(alone).num_row_groups > 2


def test_memory_holds_no_more_than_a_row_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(files.GROUP, "rounds", 4)
    kept: list[int] = []
    add = files.Writer.add

    def watched(self: files.Writer, rows: pa.RecordBatch) -> None:
        add(self, rows)
        kept.append(self._count)

    monkeypatch.setattr(files.Writer, "add", watched)
    data.simulate(tmp_path / "some.parquet", "anshun", rounds=40, rows="rounds")

    assert max(kept) < 4


def test_a_run_that_fails_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"

    with pytest.raises(ZeroDivisionError):  # noqa: SIM117, PT012 - while it is written
        with files.Writer(file, "rounds", [], {}) as out:
            out.add(batch([], "rounds"))
            assert list(tmp_path.iterdir()) == [out.part]
            raise ZeroDivisionError

    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_file_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    out = files.Writer(tmp_path / "some.parquet", "rounds", [], {})

    with pytest.raises(data.BadData, match="no data of Quexiang"):
        data.read(out.part)
    assert not out.path.exists()


def test_a_file_is_not_overwritten_by_chance(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    data.simulate(file, "anshun", rounds=1)

    with pytest.raises(UserError, match="there already"):
        data.simulate(file, "anshun", rounds=1)
    with pytest.raises(UserError, match="only Parquet"):
        data.simulate(tmp_path / "some.csv", "anshun", rounds=1)
    data.simulate(file, "anshun", rounds=2, rows="rounds", force=True)

    assert len(list(data.rows(file))) == 2


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there is no folder .*nowhere; make it first"):
        data.simulate(tmp_path / "nowhere" / "some.parquet", "anshun", rounds=1)


def test_a_file_says_what_it_is_and_how_it_was_made(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    data.simulate(
        file, "anhua", rounds=1, seed="x", bots=("plain", "random"), options={"players": 3}
    )

    told = data.facts(file)

    town = variant_named("anhua")
    assert told["schema"] == data.SCHEMA
    assert told["rows"] == "decisions"
    assert told["towns"]["anhua"]["version"] == town.version
    assert told["players"] == 3
    assert told["options"] == dict(town.choose({}, 3))
    assert (told["seed"], told["bots"]) == ("x", ["plain", "random"])
    (bots,) = {row.bots for row in data.rows(file)}
    assert bots == ("plain", "random", "plain")


@pytest.mark.parametrize("kind", data.KINDS)
def test_no_matches_are_a_file_without_rows(kind: data.Kind, tmp_path: Path) -> None:
    file = tmp_path / "none.parquet"

    with files.Writer(file, kind, [], {}) as out:
        out.add(batch([], kind))

    assert data.read(file).count_rows() == 0
    assert list(data.rows(file)) == []


def test_other_parquet_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), file)

    with pytest.raises(data.BadData, match="no data of Quexiang"):
        data.read(file)


def test_an_arena_writes_all_seatings_of_a_wall(tmp_path: Path) -> None:
    town = variant_named("zhangzhou")
    bots = ("plain", "random", "random", "random")
    setup = ArenaSetup.of(town, town.choose({}), bots, "5")
    works = [Work(setup, wall, make_bot) for wall in (1, 2)]
    file = tmp_path / "arena.parquet"

    with make.contested(file, setup, "rounds") as out:
        for _, some in make.play_walls(works, Here(), "rounds"):
            out.add(some)

    rows = list(data.rows(file))
    assert [row.match for row in rows] == [
        f"{wall}/{way}" for wall in (1, 2) for way in range(1, 5)
    ]
    assert len({row.seed for row in rows}) == 2
    assert {row.bots.index("plain") for row in rows} == {0, 1, 2, 3}
    for row in rows:
        data.replay(row)


def test_typed_rows_have_the_columns_of_the_schema() -> None:
    for row, kind in ((data.DecisionRow, data.KINDS[0]), (data.RoundRow, data.KINDS[1])):
        assert set(row.__struct_fields__) == set(arrow_schema(data.COLUMNS[kind]).names)


@pytest.mark.parametrize("kind", data.KINDS)
def test_the_dataset_card_has_the_columns_as_they_are(kind: data.Kind) -> None:
    found = re.search(rf"## .*`{kind}`.*\n\n((?:\|.*\n)+)", DOCS.read_text("utf-8"))

    assert found is not None
    assert found[1].rstrip() == table_text(kind)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"rounds": 0}, "at least one round"),
        ({"bots": ()}, "at least one round and one bot"),
        ({"rows": "round"}, "rows is one of decisions, rounds, not 'round'"),
        ({"bots": "nobody"}, "unknown bot 'nobody'"),
        ({"options": {"players": 0}}, "not 0"),
        ({"bots": ["random"] * 5}, "5 bots cannot sit on 4 seats"),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_nothing(
    asked: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=told):
        data.simulate(tmp_path / "some.parquet", "hangzhou", **asked)

    assert list(tmp_path.iterdir()) == []


def test_towns_bots_and_seeds_are_named_as_elsewhere(tmp_path: Path) -> None:
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"

    data.simulate(one, "杭州", rounds=1, bots="random", seed=7)
    data.simulate(other, "hangzhou", rounds=1, bots=("random",), seed="7")

    assert one.read_bytes() == other.read_bytes()


def test_a_file_that_cannot_be_finished_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"

    with pytest.raises(IsADirectoryError):  # noqa: SIM117 - while it is written
        with files.Writer(file, "rounds", [], {}):
            file.mkdir()

    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(UserError, match="is a folder"):
        data.simulate(file, "anshun", rounds=1, force=True)


def test_decisions_and_rounds_are_not_read_as_one(tmp_path: Path) -> None:
    one, other, third = (tmp_path / f"{name}.parquet" for name in "abc")
    data.simulate(one, "hangzhou", rounds=1)
    data.simulate(other, "anhua", rounds=1)
    data.simulate(third, "anhua", rounds=1, rows="rounds")

    both = data.read(one, other)

    assert both.count_rows() == data.read(one).count_rows() + data.read(other).count_rows()
    assert both.to_table().column("town").to_pylist() == [row.town for row in data.rows(one, other)]
    with pytest.raises(data.BadData, match="some files have decisions and some rounds"):
        data.read(one, third)


def test_without_arrow_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; import quexiang.data"

    done = subprocess.run(  # noqa: S603 - our own package
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert "pip install 'quexiang[data]'" in done.stderr.splitlines()[-1]
