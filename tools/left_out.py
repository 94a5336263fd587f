"""What `make test` leaves out, and why: noted as it happens, told at the end.

left_out.py begin
left_out.py note "the page in a browser" "no Chromium"
left_out.py report      fails under CI if anything was left out
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FILE = Path("build", "left-out.txt")


def note(what: str, why: str) -> None:
    """Write down what is left out."""
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("a", encoding="utf-8") as noted:
        noted.write(f"{what}: {why}\n")


def report() -> int:
    """Say what was left out; the status is 1 if nothing may be."""
    noted = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    if not noted:
        print("全部都跑了。 Nothing was left out.")
        return 0
    print(f"有 {len(noted)} 项没有跑： Left out:")
    for line in dict.fromkeys(noted):
        print(f"  {line}")
    if not os.environ.get("CI"):
        return 0
    print("CI 不许漏。 Under CI nothing may be left out.")
    return 1


def main(command: str, *words: str) -> int:
    """Do what the command says."""
    if command == "begin":
        FILE.unlink(missing_ok=True)
        return 0
    if command == "note":
        note(*words)
        return 0
    return report()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
