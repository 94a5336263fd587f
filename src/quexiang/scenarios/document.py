"""Reading scenario files: YAML documents whose every value knows its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import yaml
from msgspec import Struct

from quexiang.engine.actions import SEATS, Seat
from quexiang.errors import UserError, of_system
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


def documents(path: str) -> Iterator[Document | BadScenario]:
    """The scenarios of a file; a mistake in the YAML ends it with an error."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        why = of_system(error)
        yield BadScenario(Text(f"{path}: 读不了：{why.zh}", f"{path}: cannot be read: {why.en}"))
        return
    except UnicodeDecodeError:
        yield BadScenario(at(f"{path}: ", Text("不是 UTF-8 文本", "is no text in UTF-8")))
        return
    yield from documents_of(path, text)


def documents_of(path: str, text: str) -> Iterator[Document | BadScenario]:
    """The scenarios of a text; `path` names it in messages."""
    try:
        for node in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if not _is_empty(node):
                document = read_mapping(path, node)
                yield document if isinstance(document, BadScenario) else _checked(document)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        yield BadScenario(at(f"{path}:{line}: ", not_yaml(problem)))


def not_yaml(problem: object) -> Text:
    """What the reader of YAML complains about; it speaks English."""
    first = str(problem).splitlines()[0]
    return Text(f"不是 YAML：{first}", f"not YAML: {first}")


def unknown_key(known: Iterable[str], zh: str = "", en: str = "") -> Text:
    """A key that nobody asked for, named in both languages where its place does not name it."""
    listed = ", ".join(sorted(known))
    return Text(f"没有{zh}这个键；有的是 {listed}", f"unknown key{en}; known: {listed}")


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.value


def read_mapping(path: str, node: yaml.Node) -> Document | BadScenario:
    """One YAML mapping with the line of each key, whatever its keys mean."""
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        return BadScenario(
            at(
                f"{path}:{line}: ",
                Text("例子要写成键和值", "a scenario is a list of keys and values"),
            )
        )
    document = Document(path, line, {}, {})
    for key_node, value_node in node.value:
        key = str(key_node.value)
        if key in document.values:
            return BadScenario(
                at(
                    f"{path}:{key_node.start_mark.line + 1}: ",
                    Text(f"{key} 写了两次", f"{key} stands twice"),
                )
            )
        document.lines[key] = key_node.start_mark.line + 1
        try:
            document.values[key] = yaml.constructor.SafeConstructor().construct_document(value_node)
        except yaml.YAMLError as error:
            return document.bad(key, not_yaml(error))
        if key == "play" and isinstance(value_node, yaml.SequenceNode):
            document.step_lines = tuple(step.start_mark.line + 1 for step in value_node.value)
    return document


def _checked(document: Document) -> Document | BadScenario:
    known = TOTALS_KEYS if document.is_totals else SETUP_KEYS
    for key in document.values:
        if key not in known:
            return document.bad(key, unknown_key(known))
    for key in ("title", "variant"):
        if not isinstance(document.values.get(key), str) or not document.values[key]:
            return document.bad(key, REQUIRED)
    return document
