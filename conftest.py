"""What all tests share: doctests of compiled modules run with their plain form only."""

import os
from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules in whose place a compiled one is imported (not with `QUEXIANG_PURE`)."""
    if os.environ.get("QUEXIANG_PURE") or collection_path.suffix != ".py":
        return None
    compiled = collection_path.parent.glob(f"{collection_path.stem}.*.so")
    return True if any(compiled) else None
