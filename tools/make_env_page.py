"""Fills in the tables of docs/env.md from the code."""

from __future__ import annotations

import re
from pathlib import Path

from quexiang.env.layout import (
    HEIGHT,
    HIDDEN_HEIGHT,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    VERSION,
    table_of_columns,
    table_of_planes,
)
from quexiang.env.numbering import table_of_numbers

PAGE = Path(__file__).parents[1] / "docs" / "env.md"


def filled(text: str) -> str:
    """The page with its tables as the code has them."""
    planes = f"{HEIGHT} planes and {HIDDEN_HEIGHT} hidden ones, version {VERSION}.\n\n"
    tables = {
        "numbers": table_of_numbers(),
        "planes": planes + table_of_planes(),
        "table": table_of_columns(TABLE_COLUMNS),
        "seat": table_of_columns(SEAT_COLUMNS),
    }
    for key, table in tables.items():
        mark = f"<!-- {key} -->"
        text = re.sub(rf"{mark}.*?(?=\n\n[^|0-9]|\Z)", f"{mark}\n\n{table}", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
