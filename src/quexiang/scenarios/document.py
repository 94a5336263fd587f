"""A scenario as it is written: its values, and the line of each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from quexiang.engine.actions import SEATS, Seat
from quexiang.errors import UserError
from quexiang.text import Text

COMMON_KEYS = ("title", "variant", "rules", "players", "options")
TILE_KEYS = ("hands", "indicator", "draws", "back", "turned", "left")
START_KEYS = ("dealer", "streak", "scores", "dice", "fill")
SETUP_KEYS = frozenset((*COMMON_KEYS, *TILE_KEYS, *START_KEYS, "play", "result"))
TOTALS_KEYS = frozenset((*COMMON_KEYS, "rounds", "totals"))
REQUIRED = Text("必须有", "is required")


class BadScenario(UserError):
    """A file that is no scenario, with the place of the mistake and, if it has one, its title."""

    def __init__(self, problem: Text, title: str = "") -> None:
        super().__init__(problem.zh, problem.en)
        self.title = title
        self.args = (problem, title)


class Document(Struct):
    """One scenario as written: its values and the line of each key."""

    file: str
    line: int
    values: dict[str, object]
    lines: dict[str, int]
    step_lines: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The title, as far as there is one."""
        return str(self.values.get("title", ""))

    @property
    def is_totals(self) -> bool:
        """Tell whether it is about the totals of a match instead of a round."""
        return "rounds" in self.values or "totals" in self.values

    def place(self, key: str = "") -> str:
        """Where a key stands, for messages."""
        return f"{self.file}:{self.lines.get(key, self.line)}"

    def bad(self, key: str, problem: Text) -> BadScenario:
        """An error that names the place."""
        place = f"{self.place(key)}: {key + ': ' if key else ''}"
        return BadScenario(at(place, problem), self.title)


def at(place: str, problem: Text) -> Text:
    """A problem after the place where it is."""
    return Text(f"{place}{problem.zh}", f"{place}{problem.en}")


def seat_amounts(amounts: Mapping[Seat, int]) -> str:
    """Amounts by seat as scenarios write them: `{A: 3, B: -3}`."""
    return "{" + ", ".join(f"{SEATS[seat]}: {amount}" for seat, amount in amounts.items()) + "}"


def unknown_key(known: Iterable[str], zh: str = "", en: str = "") -> Text:
    """A key that nobody asked for, named in both languages where its place does not name it."""
    listed = ", ".join(sorted(known))
    return Text(f"没有{zh}这个键；有的是 {listed}", f"unknown key{en}; known: {listed}")
