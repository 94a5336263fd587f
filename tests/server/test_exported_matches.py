"""`quexiang admin export --out`: a server's matches as data, without the people who played them."""

import gzip
import json
import sqlite3
from pathlib import Path

import pytest
from running import sqlite
from typer.testing import CliRunner, Result

from quexiang import data
from quexiang.cli.app import app

KEPT = Path(__file__).parents[1] / "kept" / "database"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    content = gzip.decompress((KEPT / "server.sqlite.gz").read_bytes())
    (tmp_path / "quexiang.sqlite").write_bytes(content)
    return tmp_path


def export(folder: Path, *arguments: str) -> Result:
    command = ["admin", "export", *arguments, "--lang", "en", "--database-url", sqlite(folder)]
    return CliRunner().invoke(app, command)


def asked(folder: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / "quexiang.sqlite")
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def test_every_decision_of_a_servers_matches_replays(folder: Path) -> None:
    file = folder / "played.parquet"
    told = export(folder, "--out", str(file))

    ended = asked(folder, "select id from matches where ended is not null")
    assert f"{len(ended)} matches; 0 do not replay" in told.output
    rows = [row for row in data.rows(file) if isinstance(row, data.DecisionRow)]
    for row in rows:
        data.replay(row)
    assert {row.match for row in rows} <= {str(number) for number in range(1, len(ended) + 1)}
    assert {"person", "random"} <= {row.bot for row in rows}


def test_rounds_come_to_what_the_server_counted(folder: Path) -> None:
    file = folder / "played.parquet"
    export(folder, "--out", str(file), "--rows", "rounds")

    found: dict[str, list[list[int]]] = {}
    for row in data.rows(file):
        data.replay(row)
        found.setdefault(row.match, []).append(list(row.points))
    ended = asked(folder, "select rounds from matches where ended is not null")
    counted = [json.loads(str(rounds)) for (rounds,) in ended]
    assert sorted(found.values()) == sorted(rounds for rounds in counted if rounds)


def test_nothing_in_the_file_tells_who_played(folder: Path) -> None:
    file = folder / "played.parquet"
    export(folder, "--out", str(file))

    text = json.dumps(data.read(file).to_table().to_pylist(), ensure_ascii=False)
    known = asked(
        folder,
        "select id from people union select name from people union select id from matches"
        " union select key from rooms union select name from match_seats where bot = ''",
    )
    assert len(known) > 10
    assert [word for (word,) in known if str(word) in text] == []
    assert {row.match_seed for row in data.rows(file)} == {None}


def test_a_person_or_a_file_must_be_named(folder: Path) -> None:
    neither, both = export(folder), export(folder, "x", "--out", "x.parquet")

    for refused in (neither, both):
        assert refused.exit_code == 2
        assert "name a person, or --out" in refused.output
