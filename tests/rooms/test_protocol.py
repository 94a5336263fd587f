"""docs/protocol.md and docs/schema say what the frames are."""

import re
from pathlib import Path

import msgspec

from quexiang.protocol import schema
from quexiang.protocol.codec import AnyIncoming, AnyOutgoing, read_incoming, read_outgoing

DOCS = Path(__file__).parents[2] / "docs"


def examples(heading: str) -> list[str]:
    """The JSON objects in the code blocks of a section."""
    section = (
        (DOCS / "protocol.md").read_text("utf-8").split(f"### {heading}\n")[1].split("\n### ")[0]
    )
    blocks = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    joined = "".join(re.sub(r"\n(?!\{)", " ", block) + "\n" for block in blocks)
    return [line for line in joined.splitlines() if line.strip()]


def tags(union: object) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in union.__args__}  # type: ignore[attr-defined]


def test_every_client_frame_has_an_example_that_can_be_read() -> None:
    read = [read_incoming(text) for text in examples("From the client")]

    assert {str(type(frame).__struct_config__.tag) for frame in read} == tags(AnyIncoming)


def test_every_server_frame_has_an_example_that_can_be_read() -> None:
    read = [read_outgoing(text) for text in examples("From the server")]

    assert {str(type(frame).__struct_config__.tag) for frame in read} == tags(AnyOutgoing)


def test_the_examples_are_written_as_the_server_writes() -> None:
    for text in examples("From the server"):
        known = msgspec.json.decode(msgspec.json.encode(read_outgoing(text)))

        assert msgspec.json.decode(text).keys() <= known.keys()


def test_the_schemas_in_the_docs_are_those_of_the_types() -> None:
    for name, text in schema.files().items():
        assert (DOCS / "schema" / name).read_text("utf-8") == text, (
            "run python -m quexiang.protocol.schema"
        )


def test_the_declared_types_are_those_of_the_schema() -> None:
    defined = schema.frames()["$defs"]
    declared = set(
        re.findall(r"^export (?:interface|type) (\w+)", schema.typescript(), re.MULTILINE)
    )

    assert declared == {"Frame", *defined}
    refs = set(re.findall(r'"#/\$defs/(\w+)"', msgspec.json.encode(schema.frames()).decode()))
    assert refs <= set(defined)
