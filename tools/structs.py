"""The C types of msgspec's structs: where in an object each of their fields lies.

CPython lays out the slots of a class in alphabetical order, after those of its base. So the
annotations tell where a field is, and Cython reads `event.tile` without a look-up. The size of a
struct is compared when a compiled module is imported; `tests/test_compiled.py` compares the places.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

MODULES = ("text", "engine/actions", "engine/events", "engine/marks")
"""The modules with structs that compiled code looks at, the imported ones first."""


class Struct(NamedTuple):
    """A struct: its module, its base if it has one, and its fields in the order of memory."""

    module: str
    base: str
    fields: Mapping[str, str]
    """The annotation of each."""

    @property
    def is_plain(self) -> bool:
        """Tell whether it has no fields, so that a derived one may name it as its base."""
        return not self.fields


Structs = Mapping[str, Struct]


def structs(source: Path) -> dict[str, Struct]:
    """All structs by name."""
    found: dict[str, Struct] = {}
    for module in MODULES:
        path = source / "quexiang" / f"{module}.py"
        name = ".".join(("quexiang", *module.split("/")))
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                base = ast.unparse(node.bases[0]) if node.bases else ""
                if base == "Struct" or base in found:
                    inherited = found[base].fields if base in found else {}
                    fields = {**inherited, **dict(sorted(_own(node)))}
                    found[node.name] = Struct(name, base, fields)
    return found


def _own(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The fields that a class declares, with their annotations."""
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            annotation = ast.unparse(line.annotation)
            if not annotation.startswith("ClassVar"):
                yield line.target.id, annotation


def declarations(module: str, known: Structs) -> str:
    """The `.pxd` of a module's structs."""
    own = {name: struct for name, struct in known.items() if struct.module == module}
    slots = [_slots(name, struct, own) for name, struct in own.items()]
    classes = [line for name, struct in own.items() for line in _class(name, struct, own)]
    return "".join(["cdef extern from *:\n", '    """\n', *slots, '    """\n', *classes])


def _slots(name: str, struct: Struct, known: Structs) -> str:
    """The C struct behind an object."""
    fields = struct.fields.items()
    slots = [
        f" {f'quexiang_{kind}' if kind in known else 'PyObject'} *{key};" for key, kind in fields
    ]
    return f"    typedef struct {{ PyObject_HEAD{''.join(slots)} }} quexiang_{name};\n"


def _class(name: str, struct: Struct, known: Structs) -> Iterator[str]:
    base = known.get(struct.base)
    derived = f"({struct.base})" if base is not None and base.is_plain else ""
    options = f"[object quexiang_{name}, check_size error]"
    yield f"    ctypedef class {struct.module}.{name}{derived} {options}:\n"
    for field, kind in struct.fields.items():
        yield f"        cdef {kind if kind in known else 'object'} {field}\n"
    if struct.is_plain:
        yield "        pass\n"
