"""Frames that a client might send, seldom right."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**53 + 1, 2**64, 10**400, -0.0, 1e308, "", "A", "E",
    "\x00", "\ud83c\udc04", "x" * 500, [], [[]], {}, {"a": 1}, ["1m"] * 30, "1m", "9z", "<script>",
)  # fmt: skip


def templates() -> list[dict[str, Any]]:
    """Every frame of a client, as the protocol shows it."""
    section = PROTOCOL.read_text("utf-8").split("### From the client\n")[1].split("\n### ")[0]
    block = re.findall(r"```json\n(.*?)```", section, re.DOTALL)[0]
    return [json.loads(line) for line in block.splitlines() if line.strip()]


TEMPLATES = templates()


def frame_text(source: random.Random) -> str:
    """Something that a client might send, seldom right."""
    frame = dict(source.choice(TEMPLATES))
    match source.randrange(8):
        case 0:
            return source.randbytes(source.randrange(80)).decode("latin-1")
        case 1:
            frame.pop(source.choice(list(frame)))
        case 2:
            frame[source.choice(list(frame))] = source.choice(ODD)
        case 3:
            one, other = source.choice(list(frame)), source.choice(list(frame))
            frame[one], frame[other] = frame[other], frame[one]
        case 4:
            frame[source.choice(["seat", "tiles", "extra", "ask", "id"])] = source.choice(ODD)
        case 5:
            other_frame = source.choice(TEMPLATES)
            frame |= {key: other_frame[key] for key in list(other_frame)[1:]}
        case 6:
            text = json.dumps(frame)
            place = source.randrange(len(text))
            return (
                text[:place] + source.choice(["", "\x00", "{", '"', "9" * 50]) + text[place + 1 :]
            )
        case _:
            frame["id"] = f"f{source.randrange(10**6)}"
    return json.dumps(frame)


def mutations() -> Iterator[str]:
    """Every frame with each field dropped, exchanged with each other, and made odd in turn."""
    for frame in TEMPLATES:
        for key in frame:
            yield json.dumps({other: value for other, value in frame.items() if other != key})
            for other in frame:
                yield json.dumps(frame | {key: frame[other], other: frame[key]})
            for value in ODD:
                yield json.dumps(frame | {key: value})
