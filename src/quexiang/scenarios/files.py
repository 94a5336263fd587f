"""Reading scenario files: YAML documents whose every value knows its line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml

from quexiang.errors import of_system
from quexiang.scenarios.document import (
    REQUIRED,
    SETUP_KEYS,
    TOTALS_KEYS,
    BadScenario,
    Document,
    at,
    unknown_key,
)
from quexiang.text import Text

NO_TEXT: Final = Text("不是 UTF-8 文本", "is no text in UTF-8")
FAST: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where it is there: ten times faster."""
DEEPEST: Final = 100
"""Lists in lists that libyaml may compose: it knows no end."""


def documents(path: str) -> Iterator[Document | BadScenario]:
    """The scenarios of a file; a mistake in the YAML ends it with an error."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        why = of_system(error)
        yield BadScenario(Text(f"{path}: 读不了：{why.zh}", f"{path}: cannot be read: {why.en}"))
        return
    except UnicodeDecodeError:
        yield BadScenario(at(f"{path}: ", NO_TEXT))
        return
    yield from documents_of(path, text)


def documents_of(path: str, text: str) -> Iterator[Document | BadScenario]:
    """The scenarios of a text; `path` names it in messages."""
    try:
        for node in _nodes(text):
            if not _is_empty(node):
                document = read_mapping(path, node)
                yield document if isinstance(document, BadScenario) else _checked(document)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        yield BadScenario(at(f"{path}:{line}: ", not_yaml(problem)))


def _nodes(text: str) -> Iterator[yaml.Node]:
    """The documents of a text; the slow reader says better what is wrong."""
    try:
        loader = yaml.SafeLoader if _is_deep(text) else FAST
    except yaml.YAMLError:
        loader = yaml.SafeLoader
    found: Iterator[yaml.Node] = yaml.compose_all(text, Loader=loader)
    return found


def _is_deep(text: str) -> bool:
    depth = 0
    for event in yaml.parse(text, Loader=FAST):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            return True
    return False


def read_question(path: str) -> Document:
    """Read a question from a YAML or JSON file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError:
        raise BadScenario(at(f"{path}: ", NO_TEXT)) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else path
        raise BadScenario(at(f"{place}: ", not_yaml(getattr(error, "problem", error)))) from None
    if node is None:
        raise BadScenario(at(f"{path}:1: ", Text("是空的", "is empty")))
    document = read_mapping(path, node)
    if isinstance(document, BadScenario):
        raise document
    return document


def not_yaml(problem: object) -> Text:
    """What the reader of YAML complains about; it speaks English."""
    first = str(problem).splitlines()[0]
    return Text(f"不是 YAML：{first}", f"not YAML: {first}")


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
