"""A module as it is given to Cython: the same source, with the types of C that it can have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from loops import variables
from methods import CALLS, CLOSED, SMALL, Method, movable, move, named
from narrowing import Narrowing

PLAYER = "quexiang.engine.player.Player"
IN_C = {
    "Seat": ("int", "cython.int"),
    "Tile": ("int", "cython.int"),
    "Mask": ("unsigned long long", "cython.ulonglong"),
    "bool": ("bint", "cython.bint"),
    "bytearray": ("bytearray", "bytearray"),
}
"""How C, and how a copy, calls the plain types of arguments."""
FAILED = {
    "Seat": "except? -1",
    "Tile": "except? -1",
    "Mask": "except? 0xffffffffffffffff",
    "bool": "except -1",
}
"""How a C function says that it has failed, by what it gives otherwise."""
Names = Mapping[str, set[str]]
"""The classes and functions that can be used from C, by their module."""


class Copy:
    """The copy of one module, and what it must cimport."""

    def __init__(
        self, name: str, text: str, modules: set[str], types: Names, own: str = ""
    ) -> None:
        """Copy the module of this name; `own` is the `.pxd` beside it."""
        self._lines = text.encode().splitlines(keepends=True)
        self._types = types
        self._imported: dict[str, str] = {}
        """The full names of what is imported."""
        self._looked_up: dict[str, str] = {}
        """Likewise of what is looked up in a module, by the name that it gets."""
        self._passed: dict[str, str] = {}
        """Likewise of functions that are passed on as they are in Python."""
        self._changes: dict[tuple[int, int], tuple[int, str]] = {}
        self.functions: list[str] = []
        """The declarations of the functions that become C functions."""
        tree = ast.parse(text)
        self._methods = [m for m in movable(tree) if f"cdef class {m.owner}" not in own]
        self._read_imports(name, tree)
        self._name_lookups(tree, modules)
        self._make_numbers(tree)
        self._cast(tree)
        self._declare(tree, own)
        self._know_players(tree)
        self._call_own()
        self._know_loops(tree)

    def cimports(self) -> list[str]:
        """The lines that tell Cython which names are compiled."""
        found = {local: full for local, full in self._imported.items() if self._is_class(full)}
        notes = sorted({f"note_{m.node.name}" for m in self._methods if m.is_asked})
        lines = [f"from {CALLS} cimport {note}\n" for note in notes]
        return lines + [
            f"from {module} cimport {name} as {local}\n"
            for local, full in (found | self._looked_up).items()
            for module, _, name in (full.rpartition("."),)
            if self._is_compiled(full)
        ]

    def text(self) -> str:
        """The source with all changes."""
        lines = self._lines[:]
        for (line, column), (end, new) in sorted(self._changes.items(), reverse=True):
            old = lines[line - 1]
            lines[line - 1] = old[:column] + new.encode() + old[end:]
        move(self._methods, lines)
        return b"".join(lines).decode().replace("\nfrom ", "\nimport cython; from ", 1)

    def _change(self, node: ast.expr, new: str) -> None:
        """Put something else in the place of an expression, and of what was changed within it."""
        assert node.end_lineno == node.lineno
        assert node.end_col_offset is not None
        line, start, end = node.lineno, node.col_offset, node.end_col_offset
        for place in [place for place in self._changes if (line, start) <= place < (line, end)]:
            del self._changes[place]
        self._changes[line, start] = end, new

    def _read_imports(self, name: str, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                package = name.split(".")[: -node.level or None] if node.level else []
                module = ".".join([*package, *([node.module] if node.module else [])])
                for alias in node.names:
                    self._imported[alias.asname or alias.name] = f"{module}.{alias.name}"

    def _name_lookups(self, tree: ast.Module, modules: set[str]) -> None:
        """What is looked up in a module, or called, gets a name of its own."""
        callees = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(alias), attr=name):
                    module = self._imported.get(alias, "")
                    full = f"{module}.{name}"
                    if module in modules and (name.isupper() or self._is_class(full)):
                        self._look_up(node, full)
                    elif self._is_compiled(full) and node not in callees:
                        self._passed[f"{named(full)}_passed"] = full
                        self._change(node, f"{named(full)}_passed")
                case ast.Call(func=ast.Name(name) as called):
                    self._call(node, called, self._imported.get(name, ""))
                case ast.Call(func=ast.Attribute(ast.Name(alias), name) as called):
                    self._call(node, called, f"{self._imported.get(alias, '')}.{name}")
        last = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)][-1:]
        for node in last if self._looked_up or self._passed else ():
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            place = node.end_lineno, node.end_col_offset
            self._changes[place] = node.end_col_offset, "".join(self._imports())

    def _call(self, node: ast.Call, called: ast.expr, full: str) -> None:
        starred = any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        )
        if self._is_compiled(full) and not self._is_class(full) and not starred:
            self._look_up(called, full)

    def _look_up(self, node: ast.expr, full: str) -> None:
        self._looked_up[named(full)] = full
        self._change(node, named(full))

    def _is_compiled(self, full: str) -> bool:
        module, _, name = full.rpartition(".")
        return name in self._types.get(module, ())

    def _is_class(self, full: str) -> bool:
        return self._is_compiled(full) and full.rpartition(".")[2].lstrip("_")[:1].isupper()

    def _imports(self) -> Iterator[str]:
        plain = {
            local: full for local, full in self._looked_up.items() if not self._is_compiled(full)
        }
        for local, full in (plain | self._passed).items():
            module, _, name = full.rpartition(".")
            yield f"; from {module} import {name} as {local}"

    def _make_numbers(self, tree: ast.Module) -> None:
        """Seats, tiles and masks are numbers of C."""
        for node in _annotations(tree):
            if isinstance(node, ast.Name) and node.id in SMALL:
                self._change(node, SMALL[node.id])

    def _type(self, node: ast.expr | None) -> str:
        """The compiled class that an expression names, if it is one."""
        match node:
            case ast.Name(name) if self._is_class(self._imported.get(name, ".")):
                return name
            case ast.Attribute(ast.Name(alias), name):
                full = f"{self._imported.get(alias, '')}.{name}"
                return named(full) if self._is_class(full) else ""
            case ast.BinOp(left=kind, op=ast.BitOr(), right=ast.Constant(None)):
                return self._type(kind)
        return ""

    def _cast(self, tree: ast.Module) -> None:
        """A variable that is shown to be a struct is used as one."""
        for variable, kind in Narrowing(tree).found:
            if name := self._type(kind):
                self._change(variable, f"cython.cast({name}, {variable.id})")
        made = dict(pair for node in tree.body for pair in _constant(node))
        constants = {name: self._type(kind) for name, kind in made.items() if self._type(kind)}
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(name) as constant) if name in constants:
                    self._change(constant, f"cython.cast({constants[name]}, {name})")

    def _know_loops(self, tree: ast.Module) -> None:
        """Variables of loops have the type of what is gone through."""
        moved = [method.node for method in self._methods]
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            found = variables(function, self._type)
            classes = {full for full in found.values() if self._is_class(full)}
            self._looked_up |= {named(full): full for full in classes}
            if found and function not in moved and ast.get_docstring(function):
                end = function.body[0]
                assert end.end_lineno is not None
                assert end.end_col_offset is not None
                types = "".join(f"; {name}: {named(full)}" for name, full in found.items())
                self._changes[end.end_lineno, end.end_col_offset] = end.end_col_offset, types

    def _know_players(self, tree: ast.Module) -> None:
        """What lies at a place of `table.seats` is a player."""
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(
                    value=ast.Subscript(value=ast.Attribute(ast.Name("table"), "seats")) as seat,
                    ctx=ast.Load(),
                ) if self._is_compiled(PLAYER) and seat.end_lineno == seat.lineno:
                    assert seat.end_col_offset is not None
                    start, end = seat.col_offset, seat.end_col_offset
                    self._looked_up["player_Player"] = PLAYER
                    self._changes[seat.lineno, start] = start, "cython.cast(player_Player, "
                    self._changes[seat.lineno, end] = end, ")"

    def _call_own(self) -> None:
        """What a rule asks itself is asked in C."""
        own = {(m.owner, m.node.name): m for m in self._methods if not m.is_asked}
        for method in self._methods:
            for node in ast.walk(method.node):
                match node:
                    case ast.Call(func=ast.Attribute(ast.Name("self"), name) as called):
                        if (method.owner, name) in own:
                            self._call_in_c(called, own[method.owner, name])

    def _call_in_c(self, called: ast.Attribute, method: Method) -> None:
        assert called.end_col_offset is not None
        end = called.end_col_offset + len("(")
        self._changes[called.lineno, called.col_offset] = end, f"{method.chosen}(self, "

    def _declare(self, tree: ast.Module, own: str) -> None:
        """Functions that take plain arguments become C functions."""
        for function in callable_functions(tree):
            if f" {function.name}(" in own:
                continue
            given = function.args
            taken = [self._argument(argument) for argument in given.args]
            for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
                taken.append(self._argument(argument) + ("" if default is None else "=*"))
            if given.kwonlyargs:
                self._name_all(given)
            given_back = function.returns
            kind, failed = "", ""
            if isinstance(given_back, ast.Name) and given_back.id in FAILED:
                kind, written = IN_C[given_back.id]
                failed = f" {FAILED[given_back.id]}"
                self._change(given_back, written)
            elif given_back is not None:
                self._change(given_back, "object")
            self.functions.append(f"cpdef {kind} {function.name}({', '.join(taken)}){failed}\n")

    def _argument(self, argument: ast.arg) -> str:
        """An argument of a C function."""
        kind = argument.annotation
        if isinstance(kind, ast.Name) and kind.id in IN_C:
            known, written = IN_C[kind.id]
        else:
            known = self._type(kind) or "object"
            written = "object" if known == "object" else ""
        if written and kind is not None:
            self._change(kind, written)
        return f"{known} {argument.arg}"

    def _name_all(self, given: ast.arguments) -> None:
        """Arguments that Python takes by name only; C does not know the difference."""
        first = given.kwonlyargs[0]
        star = self._lines[first.lineno - 1].rindex(b"*", 0, first.col_offset)
        self._changes[first.lineno, star] = first.col_offset, ""


def _constant(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """A constant of a module, with the class of which it is made."""
    match node:
        case ast.AnnAssign(target=ast.Name(name), value=ast.Call(func=kind)) if name.isupper():
            yield name, kind


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """The types of arguments and of variables in functions."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        arguments = function.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None:
                yield argument.annotation
        for node in ast.walk(function):
            if isinstance(node, ast.AnnAssign):
                yield node.annotation


def callable_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that can be C functions."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            given = node.args
            plain = not (given.vararg or given.kwarg or given.defaults)
            if plain and not any(
                isinstance(n, CLOSED) for line in node.body for n in ast.walk(line)
            ):
                yield node
