"""Reading the entries of logs, those of format 1 as they would be written today.

Format 1 has the actions `piao` and `throw`, names patterns in Chinese (财飘×2) instead of
listing their keys, and lists the pairs of a mark as a row of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

import msgspec

from quexiang.engine.marks import Mark
from quexiang.variants import variants

FORMAT: Final = 2
OLDER: Final = 1
Entry = TypeVar("Entry")
Raw = dict[str, Any]


def lines_of(text: str) -> list[str]:
    r"""The lines of a log; what else ends a line for Python may stand in its texts.

    >>> len(lines_of('{"seed":"a\u2028b"}\n{}\n')), lines_of("")
    (2, [])
    """
    return text.removesuffix("\n").split("\n") if text else []


class Reader(Generic[Entry]):
    """Reads the entries of one log in their order; `kinds` is the union of what it may hold."""

    def __init__(self, kinds: Any) -> None:  # noqa: ANN401 - a union of types has no type
        self._kinds = kinds
        self._decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(kinds)
        self._format = OLDER
        self._keys: dict[str, str] = {}
        self._marks: dict[str, Mark] = {}

    def read(self, text: str) -> list[Entry]:
        """The entries of so many lines."""
        return [self.entry(line) for line in lines_of(text)]

    def entry(self, line: str) -> Entry:
        """One entry; raises `msgspec.DecodeError` where it is none."""
        if self._format == FORMAT:
            return self._decoder.decode(line)
        raw = msgspec.json.decode(line)
        if isinstance(raw, dict):
            self._upgrade(raw)
        entry: Entry = msgspec.convert(raw, self._kinds)
        return entry

    def _upgrade(self, raw: Raw) -> None:
        match raw:
            case {"line": "match" | "room", "variant": str(key)} if key in variants():
                variant = variants()[key]
                self._keys = {pattern.zh: pattern.key for pattern in variant.patterns}
                self._marks = variant.room(variant.choose({}), max(variant.players)).marking
                self._upgrade_format(raw)
            case {"line": "answer", "action": dict(action)}:
                raw["action"] = _action(action)
            case {"line": "event", "event": {"event": "answered"} as event}:
                event["action"] = _action(event["action"])
                event["offered"] = [_action(action) for action in event["offered"]]
            case {"line": "event", "event": {"event": "won", "patterns": list()} as holder}:
                holder["patterns"] = list(self._listed(holder["patterns"]))
            case {"line": "event", "event": {"event": "marked", "value": [*row]} as event}:
                mark = self._marks.get(str(event.get("mark")))
                if mark is not None and len(row) % 2 == 0:
                    event["value"] = mark.listed(row)
            case {"line": "end", "best": {"patterns": list()} as holder}:
                holder["patterns"] = list(self._listed(holder["patterns"]))
            case _:
                pass

    def _upgrade_format(self, raw: Raw) -> None:
        if raw.get("format") == OLDER:
            raw["format"] = FORMAT
        elif raw.get("format") == FORMAT:
            self._format = FORMAT

    def _listed(self, names: list[str]) -> Iterator[str]:
        for name in names:
            plain, _, count = name.partition("×")
            yield from [self._keys.get(plain, plain)] * int(count or 1)


def _action(action: Raw) -> Raw:
    match action:
        case {"do": "piao", "points": points}:
            return {"do": "choose", "key": "piao", "value": points}
        case {"do": "throw", "tiles": tiles}:
            return {"do": "choose", "key": "throw", "tiles": tiles}
        case _:
            return action
