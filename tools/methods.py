"""The methods that the engine asks of rules, as C functions behind the methods of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable

CALLS = "quexiang.engine.calls"
TAKEN = {
    "offers": "table: Table, seat: cython.int",
    "binds": "table: Table, seat: cython.int, action",
    "forbids": "table: Table, seat: cython.int, action",
    "after": "table: Table, event",
    "candidates": "stage, table: Table",
    "exhausted": "table: Table",
}
"""What each of them takes."""
CLOSED = (ast.Yield, ast.YieldFrom, ast.Lambda, ast.GeneratorExp, ast.FunctionDef)
"""What a C function cannot hold."""


def movable(tree: ast.Module) -> list[tuple[str, ast.FunctionDef]]:
    """The methods that can be C functions, with the names of their classes."""
    return [
        (node.name, method)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in TAKEN and _is_plain(method)
    ]


def _is_plain(method: ast.FunctionDef) -> bool:
    """Tell whether a method takes what the engine gives it, and holds nothing that C cannot."""
    taken = [part.partition(":")[0] for part in TAKEN[method.name].split(", ")]
    inside = [part for line in method.body for part in ast.walk(line)]
    return [argument.arg for argument in method.args.args] == ["self", *taken] and not any(
        isinstance(part, CLOSED) or getattr(part, "id", "") == "super" for part in inside
    )


def move(methods: Iterable[tuple[str, ast.FunctionDef]], lines: list[bytes]) -> None:
    """Move what methods do to functions at the end; all other lines stay where they are."""
    for name, method in methods:
        first = method.body[1 if ast.get_docstring(method) and len(method.body) > 1 else 0]
        start, end = first.lineno - 1, method.end_lineno
        function, taken = f"{name}_{method.name}", TAKEN[method.name]
        body = [line.removeprefix(b"    ") for line in lines[start:end]]
        given = ", ".join(argument.arg for argument in method.args.args)
        call = f"        return {function}({given})\n".encode()
        lines[start:end] = [call, *[b"\n"] * (len(body) - 1)]
        lines += [f"\n@cython.cfunc\ndef {function}(self, {taken}):\n".encode(), *body]
        lines.append(f"\nnote_{method.name}({name}.{method.name}, {function})\n".encode())
