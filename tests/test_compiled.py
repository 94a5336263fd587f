"""What the build tells Cython about Python's objects is so."""

import ctypes
import sys
from importlib import import_module
from pathlib import Path

import pytest
from copies import Copy
from structs import structs

SOURCE = Path(__file__).parents[1] / "src"
STRUCTS = structs(SOURCE)
HEAD = object.__basicsize__
EVENTS = "quexiang.engine.events"
POINTER = ctypes.sizeof(ctypes.c_void_p)


def place_of(member: object) -> int:
    """Where in an object the field of a member descriptor lies, as CPython notes it down."""
    note = ctypes.c_void_p.from_address(id(member) + HEAD + 3 * POINTER).value
    assert note is not None
    return ctypes.c_ssize_t.from_address(note + 2 * POINTER).value


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython is compiled for")
@pytest.mark.parametrize("name", STRUCTS)
def test_fields_lie_where_compiled_code_looks_for_them(name: str) -> None:
    struct = STRUCTS[name]
    found = getattr(import_module(struct.module), name)

    places = {field: place_of(getattr(found, field)) for field in found.__struct_fields__}

    assert places == {field: HEAD + at * POINTER for at, field in enumerate(struct.fields)}
    assert found.__basicsize__ == HEAD + len(struct.fields) * POINTER


@pytest.mark.parametrize(
    ("line", "prepared"),
    [
        ("assert isinstance(e, ev.Drawn); e.tile", "cython.cast(events_Drawn, e).tile"),
        ("return isinstance(e, ev.Drawn) and e.tile", " and cython.cast(events_Drawn, e).tile"),
        ("return e.tile if isinstance(e, ev.Drawn) else 0", "cython.cast(events_Drawn, e).tile if"),
        (
            "return e.tile or isinstance(e, ev.Drawn) or e.seat",
            "e.tile or isinstance(e, events_Drawn) or e.seat",
        ),
        (
            "if not isinstance(e, ev.Drawn): return\n    e.tile",
            "\n    cython.cast(events_Drawn, e).tile",
        ),
        ("if isinstance(e, ev.Drawn): pass\n    e.tile", "pass\n    e.tile"),
        ("e = f(); assert isinstance(e, ev.Drawn); e.tile", "; e.tile"),
    ],
)
def test_a_variable_is_a_struct_where_it_is_shown_to_be_one(line: str, prepared: str) -> None:
    text = f"\nfrom quexiang.engine import events as ev\ndef f(e):\n    {line}\n"

    copy = Copy("quexiang.town", text, {EVENTS}, {EVENTS: {"Drawn"}})

    assert prepared in copy.text()
    assert copy.cimports() == [f"from {EVENTS} cimport Drawn as events_Drawn\n"]
