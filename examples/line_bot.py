"""A bot in any language: reads JSON lines, answers the asks; `docs/bots.md` describes the lines.

quexiang arena hangzhou --bots 'cmd:python examples/line_bot.py,random' --matches 5

It wins when it can, claims nothing, and discards honours first, then the ends of the suits.
"""

import json
import sys
from typing import Any

Line = dict[str, Any]


def main() -> None:
    """Answer until the input ends."""
    for text in sys.stdin:
        line = json.loads(text)
        match line["type"]:
            case "hello":
                say({"type": "hello", "name": "line bot"})
            case "ask":
                say({"type": "answer", "id": line["id"], **answer(line["choices"])})
            case _:
                pass  # start, event, bye: a better bot would look at the events


def answer(choices: list[Line]) -> Line:
    """The number of a choice; an open throw also names its tiles, here none."""
    best = min(range(len(choices)), key=lambda number: rank(choices[number]))
    return {"choice": best, "tiles": []} if "sizes" in choices[best] else {"choice": best}


def rank(choice: Line) -> float:
    """The lower, the better."""
    match choice["do"]:
        case "win":
            return 0
        case "pass":
            return 1
        case "discard":
            number, suit = int(choice["tile"][0]), choice["tile"][1]
            return 2 if suit == "z" else 3 - abs(number - 5) / 10
        case _:
            return 4


def say(line: Line) -> None:
    """Write one line, at once."""
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
