"""What the build tells Cython about Python's objects is so."""

import ctypes
import sys
from importlib import import_module
from pathlib import Path

import pytest
from copies import Copy
from structs import structs

from quexiang.engine.events import Dealt, Discarded, Started
from quexiang.engine.table import Table
from quexiang.tiles import parse_tile, parse_tiles
from quexiang.variants import variant_named
from quexiang.variants.lanzhou.play import XIZAO, Xizao

SOURCE = Path(__file__).parents[1] / "src"
STRUCTS = structs(SOURCE)
HEAD = object.__basicsize__
EVENTS = "quexiang.engine.events"
READY_HAND = "123m456m789m22p56s9s"
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


@pytest.mark.parametrize(
    ("line", "prepared"),
    [
        ("for seat in table.seats_after(0):", "; seat: cython.int"),
        ("for drawn in row:", "; drawn: events_Drawn"),
        ("for drawn in row if row else ():", "; drawn: events_Drawn"),
    ],
)
def test_the_variable_of_a_loop_has_the_type_of_what_is_gone_through(
    line: str, prepared: str
) -> None:
    signature = "def f(table, row: tuple[ev.Drawn, ...]):"
    text = (
        f'\nfrom quexiang.engine import events as ev\n{signature}\n    """F."""\n    {line} pass\n'
    )

    copy = Copy("quexiang.town", text, {EVENTS}, {EVENTS: {"Drawn"}})

    assert f'"""F."""{prepared}\n' in copy.text()


def test_a_variable_that_is_something_else_too_has_no_type() -> None:
    text = '\ndef f(table):\n    """F."""\n    for s in table.seats_after(0): pass\n    s = None\n'

    assert "cython.int" not in Copy("quexiang.town", text, set(), {}).text()


@pytest.mark.parametrize(
    ("kind", "declared"),
    [
        ("bool", "bint f() except -1"),
        ("Tile", "int f() except? -1"),
        ("Mask", "unsigned long long f() except? 0xffffffffffffffff"),
        ("str", " f()"),
    ],
)
def test_a_function_gives_a_number_of_c_where_it_gives_a_tile_a_mask_or_a_truth(
    kind: str, declared: str
) -> None:
    copy = Copy("quexiang.town", f"\ndef f() -> {kind}:\n    return g()\n", set(), {})

    assert copy.functions == [f"cpdef {declared}\n"]


def test_a_derived_rule_may_replace_what_a_rule_asks_itself() -> None:
    class Dry(Xizao):
        """Nobody ever bathes."""

        def _washes(self, table: Table, event: Discarded) -> bool:
            return False

    table = variant_named("lanzhou").ruleset(variant_named("lanzhou").choose({}), 4).new_table()
    table.fold([Started(4, 0, 0, (0,) * 4, 136), Dealt(0, 14, tuple(parse_tiles(READY_HAND)))])
    thrown = Discarded(0, parse_tile("9s"))
    table.apply(thrown)

    assert [*Xizao().after(table, thrown)] == [XIZAO.set(0)]
    assert [*Dry().after(table, thrown)] == []
