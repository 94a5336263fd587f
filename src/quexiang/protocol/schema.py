"""JSON schemas of the frames, generated from their types.

python -m quexiang.protocol.schema docs/schema && npm --prefix web run frames

The second command makes the TypeScript declarations beside this file from frames.json.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Any, Final, Union

import msgspec
from msgspec import Struct

from quexiang.engine import actions as act
from quexiang.engine import events as ev
from quexiang.engine.wire import SEAT_FIELDS, TILE_FIELDS, TILES_FIELDS, SeatLetter, TileText
from quexiang.protocol.codec import AnyIncoming, AnyOutgoing

TILE_PATTERN: Final = msgspec.json.schema(TileText)["pattern"]
REF: Final = "#/$defs/"
ALIASES: Final[dict[str, dict[str, Any]]] = {
    "Seat": {"enum": list("ABCD")},
    "Tile": {
        "description": "A number from 1 and a suit: m 万, p 筒, s 条, z 字 (东南西北白发中), f 花.",
        "type": "string",
        "pattern": TILE_PATTERN,
    },
}


def told_type(struct: type[Struct]) -> type[Struct]:
    """The type of an event or action as it travels: tiles as text, seats as letters."""
    fields: list[tuple[str, Any, Any]] = []
    for field in msgspec.structs.fields(struct):
        default = () if field.required else (field.default,)
        fields.append((field.encode_name, _told_field(field.encode_name, field.type), *default))
    config = struct.__struct_config__
    return msgspec.defstruct(
        struct.__name__,
        fields,
        tag_field=config.tag_field,
        tag=config.tag,
        namespace={"__doc__": struct.__doc__},
    )


def _told_field(name: str, kind: Any) -> Any:  # noqa: ANN401 - a type of any kind
    maybe = type(None) in getattr(kind, "__args__", ())
    if name in TILE_FIELDS:
        return TileText | None if maybe else TileText
    if name in SEAT_FIELDS:
        return SeatLetter | None if maybe else SeatLetter
    if name in TILES_FIELDS:
        return list[TileText] | None if maybe else list[TileText]
    return NESTED.get(name, kind)


NESTED: Final[dict[str, Any]] = {}
MELD: Final[Any] = told_type(ev.Meld)
ACTION: Final[Any] = Union[tuple(told_type(kind) for kind in act.Action.__subclasses__())]  # noqa: UP007 - of a list
NESTED.update(meld=MELD, melds=list[MELD], action=ACTION, offered=list[ACTION])
TOLD_EVENTS: Final = [kind for kind in ev.Event.__subclasses__() if kind is not ev.Due]
EVENT: Final[Any] = Union[tuple(told_type(kind) for kind in TOLD_EVENTS)]  # noqa: UP007 - likewise


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON schemas of what a client says, what it is told, and the events in that."""
    kinds = {"client": AnyIncoming, "server": AnyOutgoing, "events": EVENT}
    return {name: msgspec.json.schema(kind) for name, kind in kinds.items()}


def frames() -> dict[str, Any]:
    """One schema of all that travels, in which each type has a name of its own."""
    kinds = {"FromClient": AnyIncoming, "FromServer": AnyOutgoing, "GameEvent": EVENT}
    out, defs = msgspec.json.schema_components(kinds.values(), ref_template=REF + "{name}")
    unions = dict(zip(kinds, out, strict=True))
    names = {key: _name(key, definition, unions) for key, definition in defs.items()}
    told = {names[key]: _renamed(definition, names) for key, definition in defs.items()}
    for name in ("OutgoingEvents", "OutgoingChanges"):
        told[name]["properties"]["events"]["items"] = {"$ref": REF + "GameEvent"}
    told["OutgoingChanges"]["properties"]["table"] = {"$ref": REF + "TableChange"}
    told |= _changes(told["TableView"], told["SeatView"])
    named = {key: {**told[key], "title": key} for key in told}
    unions = {key: _renamed(union, names) for key, union in unions.items()}
    return {
        "title": "Frame",
        "description": "What travels over the socket.",
        "anyOf": [{"$ref": REF + "FromClient"}, {"$ref": REF + "FromServer"}],
        "$defs": ALIASES | unions | named,
    }


def _changes(table: dict[str, Any], seat: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The types of a table and a seat of which only some fields are told."""
    ref = {"$ref": REF + "SeatChange"}
    fields = {"seats": {"type": "object", "properties": dict.fromkeys("ABCD", ref)}}
    return {
        "TableChange": _part(table, "The fields of a table that are new.", fields),
        "SeatChange": _part(seat, "The fields of a seat that are new.", {}),
    }


def _part(whole: dict[str, Any], text: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        **whole,
        "description": text,
        "properties": whole["properties"] | fields,
        "required": [],
    }


def _name(key: str, definition: dict[str, Any], unions: dict[str, dict[str, Any]]) -> str:
    """Frames, events and actions get a prefix, so that no two types share a name."""
    fields = definition.get("properties", {})
    if "type" in fields:
        tag = str(fields["type"]["enum"][0]).title().replace("_", "")
        is_incoming = {"$ref": REF + key} in unions["FromClient"]["anyOf"]
        return ("Incoming" if is_incoming else "Outgoing") + tag
    return "Event" + key if "event" in fields else "Action" + key if "do" in fields else key


def _renamed(part: Any, names: dict[str, str]) -> Any:  # noqa: ANN401 - any part of a schema
    """The part by its new names, without the discriminators, which name types as plain texts."""
    match part:
        case {"$ref": ref}:
            return {"$ref": REF + names[ref.removeprefix(REF)]}
        case {"pattern": str(pattern)} if pattern == TILE_PATTERN:
            return {"$ref": REF + "Tile"}
        case {"enum": ["A", "B", "C", "D"]}:
            return {"$ref": REF + "Seat"}
        case dict():
            kept = (key for key in part if key != "discriminator")
            return {key: _renamed(part[key], names) for key in kept}
        case list():
            return [_renamed(value, names) for value in part]
    return part


def typescript() -> str:
    """TypeScript declarations of the same."""
    return resources.files(__package__).joinpath("frames.d.ts").read_text("utf-8")


def files() -> dict[str, str]:
    """All generated files by name."""
    return {
        f"{name}.json": msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
        for name, schema in (schemas() | {"frames": frames()}).items()
    }


def main() -> None:
    """Write the files into a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/schema")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
