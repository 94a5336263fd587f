"""Of which kind the variable of a loop is, where the source of a function shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

SEATS = ("around", "seats_after", "seats_from")
"""The questions to a table that give seats."""
ELEMENTS = {"melds": "quexiang.engine.events.Meld", "seats": "quexiang.engine.player.Player"}
"""The classes of what lies in these attributes."""
NUMBER = "cython.int"
SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)


def variables(function: ast.FunctionDef) -> dict[str, str]:
    """The variables of loops through seats, players or melds, each with its type."""
    inside = [*_inside(function)]
    loops = [node for node in inside if isinstance(node, ast.For)]
    kinds = [
        (node.target.id, _kind(node.iter)) for node in loops if isinstance(node.target, ast.Name)
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


def _kind(through: ast.expr) -> str:
    match through:
        case ast.IfExp(body=body, orelse=ast.Tuple(elts=[])):
            return _kind(body)
        case ast.Call(func=ast.Attribute(attr=name)) if name in SEATS:
            return NUMBER
        case ast.Call(func=ast.Name("range"), args=[ast.Attribute(attr="players")]):
            return NUMBER
        case ast.Attribute(attr=name):
            return ELEMENTS.get(name, "")
    return ""
