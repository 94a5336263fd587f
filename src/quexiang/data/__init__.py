"""Rounds as data: Parquet files of decisions or rounds, made, read and replayed.

>>> from quexiang import data
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     made = data.simulate(f"{folder}/some.parquet", "hangzhou", rounds=2, seed="1")
...     row = list(data.rows(f"{folder}/some.parquet"))[9]
>>> row.seat, row.hand, row.answer
(2, '259m23678p1579s4z', 'chow 67p')
>>> round_ = data.replay(row)
>>> [offer.text() for offer in round_.asked[row.seat]] == list(row.offered)
True

`docs/data.md` has the columns and the whole story.
"""

try:
    import pyarrow as _arrow  # noqa: F401, ICN001 - asked for first, so that its absence is explained
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"quexiang.data needs {error.name}; pip install 'quexiang[data]'", name=error.name
    ) from None

from quexiang.data.answers import BadData
from quexiang.data.files import facts, read
from quexiang.data.logs import MatchLog
from quexiang.data.make import export, simulate
from quexiang.data.rows import DecisionRow, PaymentRow, RoundRow, WinRow, replay, rows, typed
from quexiang.data.schema import COLUMNS, KINDS, SCHEMA, Column, Kind
from quexiang.match.executor import Executor, Here, Processes, RayCluster

__all__ = [
    "COLUMNS",
    "KINDS",
    "SCHEMA",
    "BadData",
    "Column",
    "DecisionRow",
    "Executor",
    "Here",
    "Kind",
    "MatchLog",
    "PaymentRow",
    "Processes",
    "RayCluster",
    "RoundRow",
    "WinRow",
    "export",
    "facts",
    "read",
    "replay",
    "rows",
    "simulate",
    "typed",
]
