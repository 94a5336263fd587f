"""Draws what link previews are made of: a card for each town and all tiles, by a Chromium.

python tools/make_previews.py          writes src/quexiang/server/data/previews.npz
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quexiang.variants import variants

ROOT: Final = Path(__file__).parent.parent
TARGET: Final = ROOT / "src/quexiang/server/data/previews.npz"
CARD: Final = (1200, 630)
TILE: Final = (72, 96)
STYLE: Final = """<style>
* { margin: 0 }
body { width: 1200px; height: 630px; background: #b5cdc1; color: #14312c; overflow: hidden;
  font-family: "Noto Serif CJK SC", serif }
h1 { position: absolute; left: 64px; top: 56px; font-size: 84px }
p { position: absolute; left: 68px; top: 176px; font-size: 36px }
img { position: absolute; right: 56px; top: 48px; width: 480px; height: 320px; border-radius: 18px }
b { position: absolute; left: 68px; top: 300px; font-size: 34px; color: #b4231a }
</style>"""

Pixels = NDArray[np.uint8]


def shot(folder: Path, html: str, width: int, height: int) -> Pixels:
    """The picture of a page."""
    page, picture = folder / "page.html", folder / "page.png"
    page.write_text(f'<!doctype html><meta charset="utf-8">{html}', "utf-8")
    chromium = shutil.which("chromium") or "chromium-browser"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    size = [f"--window-size={width},{height}", f"--screenshot={picture}"]
    command = [chromium, *flags, *size, page.as_uri()]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own page
    return decoded(picture.read_bytes())[:height, :width]


def decoded(png: bytes) -> Pixels:
    """The pixels of a plain PNG of eight bits."""
    width, height, _, colour = struct.unpack(">IIBB", png[16:26])
    depth, packed, at = {2: 3, 6: 4}[colour], b"", 8
    while at < len(png):
        size = struct.unpack(">I", png[at : at + 4])[0]
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * depth)
    found = np.zeros((height, width * depth), np.uint8)
    for y in range(height):
        found[y] = _row(int(rows[y, 0]), rows[y, 1:], found[y - 1] if y else found[y], depth)
    return found.reshape(height, width, depth)[:, :, :3]


def _row(kind: int, row: Pixels, above: Pixels, depth: int) -> Pixels:
    """Undo the filter of a row."""
    if kind == 0:
        return row
    if kind == 2:
        return row + above
    line = [0] * depth + row.tolist()
    up = [0] * depth + above.tolist()
    for x in range(depth, len(line)):
        left, over, corner = line[x - depth], up[x], up[x - depth]
        line[x] = (line[x] + _guess(kind, left, over, corner)) & 255
    return np.array(line[depth:], np.uint8)


def _guess(kind: int, left: int, over: int, corner: int) -> int:
    if kind == 1:
        return left
    if kind == 3:
        return (left + over) // 2
    guess = left + over - corner
    return min((left, over, corner), key=lambda one: abs(guess - one))


def faces(folder: Path) -> dict[str, Pixels]:
    """All tiles as pictures, by name."""
    sprite = (ROOT / "web/src/ui/tiles.svg").read_text("utf-8")
    names = re.findall(r'<symbol id="(\w+)"', sprite)
    width, height = TILE
    uses = "".join(
        f'<svg width="{width}" height="{height}" '
        f'style="position:absolute;top:0;left:{at * width}px">'
        f'<use href="#{name}"/></svg>'
        for at, name in enumerate(names)
    )
    row = shot(folder, f"{STYLE}{sprite}{uses}", width * len(names), height)
    return {name: row[:, at * width : (at + 1) * width] for at, name in enumerate(names)}


def main() -> None:
    """Draw everything and write it into the package."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = {f"tile_{name}": face for name, face in faces(folder).items()}
        for key, town in variants().items():
            picture = (ROOT / f"src/quexiang/variants/{key}/picture.svg").as_uri()
            words = f"<h1>雀乡 · {town.zh}</h1><p>{town.tagline.zh}</p><b>{town.en} mahjong</b>"
            drawn[f"town_{key}"] = shot(folder, f'{STYLE}{words}<img src="{picture}">', *CARD)
        words = "<h1>雀乡</h1><p>五个地方的麻将</p><b>Quexiang, five regional mahjong games</b>"
        drawn["town_"] = shot(folder, STYLE + words, *CARD)
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(TARGET, **drawn)  # type: ignore[arg-type]  # names are free


if __name__ == "__main__":
    main()
