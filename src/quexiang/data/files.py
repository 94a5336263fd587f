"""Parquet files: written row group by row group, whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from quexiang.data.answers import BadData
from quexiang.data.schema import COLUMNS, HISTORY, KINDS, SCHEMA, Kind, arrow_schema
from quexiang.errors import UserError
from quexiang.rulebook import Variant

GROUP: Final[dict[Kind, int]] = {"decisions": 2**16, "rounds": 2**13}
"""Rows of a row group: what is kept in memory, whatever the file's length."""
ABOUT: Final = b"quexiang"
"""Key of the file's metadata."""


class Writer:
    """Writes rows to a file that has its name only when it is whole."""

    def __init__(
        self,
        path: str | Path,
        kind: Kind,
        towns: Iterable[Variant],
        about: Mapping[str, object],
        *,
        force: bool = False,
    ) -> None:
        self.path = Path(path)
        _refuse(self.path, kind, force=force)
        self.part = self.path.with_name(f".{self.path.name}.part")
        self.kind = kind
        rulebooks = {town.key: _about_town(town) for town in towns}
        head = {"schema": SCHEMA, "rows": kind, "package": version("quexiang"), "towns": rulebooks}
        text = json.dumps({**head, **about}, ensure_ascii=False, sort_keys=True)
        self.schema = arrow_schema(COLUMNS[kind]).with_metadata({ABOUT: text.encode()})
        self._file = pq.ParquetWriter(
            self.part,
            self.schema,
            compression="zstd",
            use_dictionary=_leaves(self.schema),
            column_encoding={
                HISTORY.name: "DELTA_BYTE_ARRAY"
            },  # a row's is the one before and more
        )
        self._kept: list[pa.RecordBatch] = []
        self._count = 0

    def add(self, rows: pa.RecordBatch) -> None:
        """Add rows; they are written when they make a row group."""
        self._kept.append(rows)
        self._count += rows.num_rows
        size = GROUP[self.kind]
        while self._count >= size:
            table = self._table()
            self._file.write_table(table[:size], row_group_size=size)
            self._kept = table[size:].to_batches()
            self._count -= size

    def _table(self) -> pa.Table:
        plain = pa.Table.from_batches(self._kept, arrow_schema(COLUMNS[self.kind]))
        return plain.replace_schema_metadata(self.schema.metadata)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and self._count:
                self._file.write_table(self._table())
            self._file.close()
            if kind is None:
                self.part.replace(self.path)
        finally:
            self.part.unlink(missing_ok=True)


def _leaves(schema: pa.Schema) -> list[str]:
    """The columns of a file by their paths, those of lists and structs too, but the history."""
    empty = pa.BufferOutputStream()
    pq.write_table(schema.empty_table(), empty)
    found = pq.ParquetFile(pa.BufferReader(empty.getvalue())).schema
    paths = [found.column(place).path for place in range(len(found.names))]
    return [path for path in paths if path != HISTORY.name]


def _refuse(path: Path, kind: str, *, force: bool) -> None:
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise UserError(f"rows 只有 {known}，没有 {kind}", f"rows is one of {known}, not {kind!r}")
    if path.suffix != ".parquet":
        zh = f"{path}：只能写 Parquet，文件名用 .parquet 结尾"
        raise UserError(zh, f"{path}: only Parquet can be written; name it FILE.parquet")
    if path.is_dir():
        raise UserError(f"{path} 是个文件夹", f"{path} is a folder")
    if not path.parent.is_dir():
        zh = f"{path}：没有 {path.parent} 这个文件夹，先建好"
        raise UserError(zh, f"{path}: there is no folder {path.parent}; make it first")
    if path.exists() and not force:
        zh = f"{path} 已经有了；换个名字，或加 --force 盖掉"
        raise UserError(zh, f"{path} is there already; take another name, or --force")


def _about_town(town: Variant) -> dict[str, str]:
    digest = hashlib.sha256(town.file("rules.zh.md").read_bytes()).hexdigest()
    return {"version": town.version, "rules": digest}


def facts(path: str | Path) -> dict[str, Any]:
    """What a file says of itself.

    `schema`, `rows`, the version of the `package`, the `towns` with version and digest of their
    rulebooks; and how it was made: `made_by`, `players`, `options`, `seed`, `bots`.
    """
    try:
        found = (pq.read_schema(path).metadata or {}).get(ABOUT)
    except pa.ArrowInvalid:
        found = None
    if found is None:
        raise BadData(f"{path}：不是雀乡的数据", f"{path}: is no data of Quexiang")
    told: dict[str, Any] = json.loads(found)
    if told["schema"] != SCHEMA or told["rows"] not in KINDS:
        zh = f"{path}：第 {told['schema']} 版格式，这个程序认得第 {SCHEMA} 版"
        raise BadData(zh, f"{path}: schema {told['schema']}; this program knows {SCHEMA}")
    return told


def read(*paths: str | Path) -> ds.Dataset:
    """Files as an Arrow dataset, which is read as far as it is needed.

    `read(path).to_table()` is all of it in memory; `.to_pandas()` of that and `polars.from_arrow`
    take it over.
    """
    if len({facts(path)["rows"] for path in paths}) > 1:
        zh = "有的文件一行是一步，有的一行是一局，不能当一个读"
        raise BadData(zh, "some files have decisions and some rounds; read them apart")
    return ds.dataset([str(path) for path in paths], format="parquet")
