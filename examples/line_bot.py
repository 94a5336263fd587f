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
    """The number of a choice; an open one also names its tiles, here as few as may be."""
    best = min(range(len(choices)), key=lambda number: rank(choices[number]))
    if "sizes" not in choices[best]:
        return {"choice": best}
    return {"choice": best, "tiles": fewest(choices[best])}


def fewest(choice: Line) -> list[str]:
    """The first tiles that may be chosen, of one suit where they must be."""
    count, tiles = min(choice["sizes"]), choice["tiles"]
    for suit in "mps" if choice.get("one_suit") else ():
        suited = [tile for tile in tiles if tile[1] == suit]
        if len(suited) >= count:
            return suited[:count]
    return list(tiles[:count])


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
