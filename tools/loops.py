"""Of which kind the variable of a loop is, where the source of a function shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

SEATS = ("around", "seats_after", "seats_from")
"""The questions to a table that give seats."""
ELEMENTS = {"melds": "quexiang.engine.events.Meld", "seats": "quexiang.engine.player.Player"}
"""The classes of what lies in these attributes."""
NUMBER = "cython.int"
Namer = Callable[[ast.expr], str]
SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)


def variables(function: ast.FunctionDef, name_of: Namer = lambda _: "") -> dict[str, str]:
    """The variables of loops through seats, players, melds or an argument, each with its type.

    `name_of` tells what a class is called, if it is a compiled one.
    """
    inside = [*_inside(function)]
    rows = {argument.arg: name_of(kind) for argument, kind in _rows(function)}
    loops = [node for node in inside if isinstance(node, ast.For)]
    kinds = [
        (node.target.id, _kind(node.iter, rows))
        for node in loops
        if isinstance(node.target, ast.Name)
    ]
    names = [node for node in inside if isinstance(node, ast.Name)]
    stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    return {
        name: kind
        for name, kind in kinds
        if kind and kinds.count((name, kind)) == stored.count(name)
    }


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a function but those with variables of their own."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from _inside(child)


def _rows(function: ast.FunctionDef) -> Iterator[tuple[ast.arg, ast.expr]]:
    """The arguments that hold several of a kind, with the kind."""
    for argument in function.args.args:
        match argument.annotation:
            case ast.Subscript(value=ast.Name("tuple"), slice=ast.Tuple(elts=[kind, _])):
                yield argument, kind
            case ast.Subscript(value=ast.Name("Iterable" | "Sequence" | "list"), slice=kind):
                yield argument, kind


def _kind(through: ast.expr, rows: Mapping[str, str]) -> str:
    match through:
        case ast.Name(name):
            return rows.get(name, "")
        case ast.IfExp(body=body, orelse=ast.Tuple(elts=[])):
            return _kind(body, rows)
        case ast.Call(func=ast.Attribute(attr=name)) if name in SEATS:
            return NUMBER
        case ast.Call(func=ast.Name("range"), args=[ast.Attribute(attr="players")]):
            return NUMBER
        case ast.Attribute(attr=name):
            return ELEMENTS.get(name, "")
    return ""
