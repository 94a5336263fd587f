"""The methods of rules as C functions behind the methods of Python.

Those that the engine asks are found by `engine/calls.pyx`. A method that a rule keeps to itself is
called by its other methods without a look-up, unless the rule is of a class derived from it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from loops import variables

CALLS = "quexiang.engine.calls"
TAKEN = {
    "offers": "table: Table, seat: cython.int",
    "binds": "table: Table, seat: cython.int, action",
    "forbids": "table: Table, seat: cython.int, action",
    "after": "table: Table, event",
    "candidates": "stage, table: Table",
    "exhausted": "table: Table",
}
"""What the methods that the engine asks take."""
SMALL = {"Seat": "cython.int", "Tile": "cython.int", "Mask": "cython.ulonglong"}
"""Numbers for which those of C will do."""
CLOSED = (ast.Yield, ast.YieldFrom, ast.Lambda, ast.GeneratorExp, ast.FunctionDef)
"""What a C function cannot hold."""


def named(full: str) -> str:
    """The name that something gets where it is used in C."""
    return full if full.startswith("cython.") else "_".join(full.split(".")[-2:])


class Method(NamedTuple):
    """A method that can be a C function."""

    owner: str
    """The name of its class."""
    node: ast.FunctionDef

    @property
    def is_asked(self) -> bool:
        """Tell whether the engine asks it."""
        return self.node.name in TAKEN

    @property
    def function(self) -> str:
        """The name of the C function."""
        return f"{self.owner}_{self.node.name}"

    @property
    def chosen(self) -> str:
        """The name of the C function that calls it, or what a derived class has in its place."""
        return f"{self.function}_or_derived"

    @property
    def names(self) -> list[str]:
        """The names of what it takes."""
        return [argument.arg for argument in _arguments(self.node)]

    @property
    def taken(self) -> str:
        """What it takes, with types."""
        if self.is_asked:
            return f"self, {TAKEN[self.node.name]}"
        return ", ".join(["self", *map(_typed, _arguments(self.node)[1:])])

    def lines(self, body: Iterable[bytes]) -> Iterator[bytes]:
        """The C functions."""
        yield f"\n@cython.cfunc\ndef {self.function}({self.taken}):\n".encode()
        for name, kind in variables(self.node).items():
            yield f"    {name}: {named(kind)}\n".encode()
        yield from body
        if self.is_asked:
            method = f"{self.owner}.{self.node.name}"
            yield f"\nnote_{self.node.name}({method}, {self.function})\n".encode()
            return
        given = ", ".join(self.names[1:])
        yield f"\n@cython.cfunc\ndef {self.chosen}({self.taken}):\n".encode()
        yield f"    if type(self) is {self.owner}:\n".encode()
        yield f"        return {self.function}(self, {given})\n".encode()
        yield f"    return self.{self.node.name}({self._by_name()})\n".encode()

    def _by_name(self) -> str:
        named = {argument.arg for argument in self.node.args.kwonlyargs}
        return ", ".join(f"{name}={name}" if name in named else name for name in self.names[1:])


def movable(tree: ast.Module) -> list[Method]:
    """The methods that can be C functions, of all classes that the engine asks something."""
    return [
        Method(node.name, method)
        for node in tree.body
        if isinstance(node, ast.ClassDef) and any(_is_asked(part) for part in node.body)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and (_is_asked(method) or _is_own(method))
    ]


def _is_asked(method: ast.stmt) -> bool:
    """Tell whether a method is one that the engine asks, and holds nothing that C cannot."""
    if not isinstance(method, ast.FunctionDef) or method.name not in TAKEN:
        return False
    taken = [part.partition(":")[0] for part in TAKEN[method.name].split(", ")]
    return [argument.arg for argument in method.args.args] == ["self", *taken] and _is_open(method)


def _is_own(method: ast.FunctionDef) -> bool:
    """Tell whether a method is one for the class itself, and always takes as much."""
    given = method.args
    whole = not (given.vararg or given.kwarg or given.defaults or any(given.kw_defaults))
    private = method.name.startswith("_") and not method.name.endswith("__")
    return private and whole and not method.decorator_list and _is_open(method)


def _is_open(method: ast.FunctionDef) -> bool:
    inside = [part for line in method.body for part in ast.walk(line)]
    return not any(
        isinstance(part, CLOSED) or getattr(part, "id", "") == "super" for part in inside
    )


def _arguments(method: ast.FunctionDef) -> list[ast.arg]:
    return [*method.args.args, *method.args.kwonlyargs]


def _typed(argument: ast.arg) -> str:
    """An argument with its type, if that is a class or a small number."""
    match argument.annotation:
        case ast.Name("bool"):
            return f"{argument.arg}: cython.bint"
        case ast.Name(name) if name in SMALL:
            return f"{argument.arg}: {SMALL[name]}"
        case ast.Name(name) if name[0].isupper():
            return f"{argument.arg}: {name}"
    return argument.arg


def move(methods: Iterable[Method], lines: list[bytes]) -> None:
    """Move what methods do to functions at the end; all other lines stay where they are."""
    for method in methods:
        node = method.node
        first = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0]
        start, end = first.lineno - 1, node.end_lineno
        body = [line.removeprefix(b"    ") for line in lines[start:end]]
        call = f"        return {method.function}({', '.join(method.names)})\n".encode()
        lines[start:end] = [call, *[b"\n"] * (len(body) - 1)]
        lines += method.lines(body)
