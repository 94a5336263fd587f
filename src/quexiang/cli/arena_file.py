"""The file of an arena's results: the set-up, then one line for each wall."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import msgspec

from quexiang.errors import UserError
from quexiang.match.duplicate import ArenaSetup, Result

_SETUP = msgspec.json.Decoder(ArenaSetup, strict=True)
_RESULT = msgspec.json.Decoder(Result, strict=True)


class Contest:
    """The results so far, kept in a file if one is given."""

    def __init__(self, setup: ArenaSetup, path: str | None) -> None:
        self.setup = setup
        self.results: list[Result] = []
        self._file: TextIO | None = None
        if path is not None:
            self._open(Path(path))

    def add(self, result: Result) -> None:
        """Enter the result of a wall."""
        self.results.append(result)
        if self._file is not None:
            self._write(result)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _open(self, path: Path) -> None:
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        whole = lines[:-1]
        if whole:
            self._check(path, whole[0])
            self.results = [_decoded(path, at, line) for at, line in enumerate(whole[1:], 2)]
        self._file = path.open("a", encoding="utf-8")
        if lines[-1]:  # the program was stopped while it wrote
            os.truncate(path, sum(len(line) + 1 for line in whole))
        if not whole:
            self._write(self.setup)

    def _check(self, path: Path, line: bytes) -> None:
        try:
            kept = _SETUP.decode(line)
        except msgspec.DecodeError as error:
            raise _bad(path, 1, "不是比赛的设置", "is no set-up of an arena", error) from None
        for name in ArenaSetup.__struct_fields__:
            old, new = getattr(kept, name), getattr(self.setup, name)
            if old != new:
                zh = f"{path}: 开始时 {name} 是 {old}，不是 {new}；换一个文件"
                en = f"{path}: was begun with {name} {old}, not {new}; take another file"
                raise UserError(zh, en)

    def _write(self, line: ArenaSetup | Result) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(line).decode() + "\n")
        self._file.flush()


def _bad(path: Path, at: int, zh: str, en: str, error: Exception) -> UserError:
    return UserError(f"{path}: 第 {at} 行：{zh}：{error}", f"{path}: line {at}: {en}: {error}")


def _decoded(path: Path, at: int, line: bytes) -> Result:
    try:
        result = _RESULT.decode(line)
    except msgspec.DecodeError as error:
        raise _bad(path, at, "不是一副牌的结果", "is no result of a wall", error) from None
    if result.wall != at - 1:
        zh, en = (
            f"是第 {result.wall} 副，不是第 {at - 1} 副",
            f"is wall {result.wall}, not {at - 1}",
        )
        raise UserError(f"{path}: 第 {at} 行：{zh}", f"{path}: line {at}: {en}")
    return result
