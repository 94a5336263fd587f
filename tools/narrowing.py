"""Where the source of a function shows, by `isinstance`, of which class a variable is.

mypy narrows a variable's type there. Cython does not, so it is told with a cast.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


class Narrowing(ast.NodeVisitor):
    """Finds the uses `variable.field` where the class of the variable is shown."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[ast.Name, ast.expr]] = []
        """The variables in such uses, each with its class."""
        self._shown: dict[str, ast.expr] = {}
        self._assigned: set[str] = set()
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function begins with nothing shown; what it assigns to is left alone."""
        before = self._assigned
        names = [name for name in ast.walk(node) if isinstance(name, ast.Name)]
        self._assigned = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        self._within(node.body, {})
        self._assigned = before

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A use."""
        if isinstance(node.value, ast.Name) and node.value.id in self._shown:
            self.found.append((node.value, self._shown[node.value.id]))
        self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What follows in the block knows it."""
        self.visit(node.test)
        self._shown = self._after(node.test)

    def visit_If(self, node: ast.If) -> None:
        """The body knows it, or what follows a body that leaves when it is not so."""
        self.visit(node.test)
        self._within(node.body, self._after(node.test))
        self._within(node.orelse, self._shown)
        if isinstance(node.test, ast.UnaryOp) and isinstance(node.body[-1], ast.Return):
            self._shown = self._after(node.test.operand)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """So does the first branch of an expression."""
        self.visit(node.test)
        self._within([node.body], self._after(node.test))
        self.visit(node.orelse)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """So does what stands behind it and an `and`."""
        shown = self._shown
        for value in node.values:
            self._within([value], shown)
            if isinstance(node.op, ast.And):
                shown = shown | dict(self._tests(value))

    def visit_For(self, node: ast.For) -> None:
        """A loop may not be gone through at all."""
        self.visit(node.iter)
        self._within(node.body, self._shown)

    def _within(self, nodes: Iterable[ast.AST], shown: dict[str, ast.expr]) -> None:
        before, self._shown = self._shown, shown
        for node in nodes:
            self.visit(node)
        self._shown = before

    def _after(self, test: ast.expr) -> dict[str, ast.expr]:
        return self._shown | dict(self._tests(test))

    def _tests(self, test: ast.expr) -> Iterator[tuple[str, ast.expr]]:
        """What a condition shows where it holds."""
        match test:
            case ast.BoolOp(op=ast.And(), values=values):
                for value in values:
                    yield from self._tests(value)
            case ast.Call(func=ast.Name("isinstance"), args=[ast.Name(name), kind]):
                if name not in self._assigned:
                    yield name, kind
