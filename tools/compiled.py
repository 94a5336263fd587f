"""What is compiled, and the C types of modules that have no `.pxd` of their own.

Classes that a `.pxd` declares are compiled to C structs. A module that imports one of them and
names it in its annotations gets at its fields without a look-up, once Cython knows where the class
comes from: that is all that the written `.pxd` files say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOT = (
    "hand/{concealed,kernel,special,shape,reach,futures,rows}",
    "engine/{apply,board,due,player,question,round,rule,ruleset,table,view,wall}",
    "rules/{claims,opening,ready,turns}",
    "scoring/{amount,patterns,payments,wins}",
    "variants/*/{__init__,chickens,opening,patterns,play,settlement}",
    "match/{deal,match,play}",
    "bots/{bot,random_bot}",
)
"""The modules that are compiled: those that every move of a simulated round goes through."""
SMALL = ("Seat", "Tile")
DECLARED = re.compile(r"^cdef class (\w+)", re.MULTILINE)


def modules(source: Path) -> Iterator[tuple[str, str]]:
    """The compiled modules by dotted name, each with its file."""
    for pattern in HOT:
        folder, _, names = pattern.partition("/{") if "*" not in pattern else _split(pattern)
        for name in names.rstrip("}").split(","):
            for path in sorted((source / "quexiang").glob(f"{folder}/{name}.py")):
                yield dotted(source, path), str(path)


def _split(pattern: str) -> tuple[str, str, str]:
    return pattern.rpartition("/{")


def dotted(source: Path, path: Path) -> str:
    """The name of a module by its file."""
    return ".".join(path.relative_to(source).with_suffix("").parts)


def declared(source: Path) -> dict[str, set[str]]:
    """The compiled classes by the module that declares them."""
    return {
        dotted(source, path): set(DECLARED.findall(path.read_text("utf-8")))
        for path in source.rglob("*.pxd")
    }


def imported(path: Path, classes: dict[str, set[str]]) -> Iterator[str]:
    """The lines that tell Cython which imported names are compiled classes."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in classes:
            for alias in node.names:
                if alias.name in classes[node.module]:
                    yield f"from {node.module} cimport {alias.name}\n"


def types_in(tree: ast.Module) -> Iterator[ast.expr]:
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


def with_numbers(text: str) -> str:
    """The same source with seats and tiles as the small numbers of C that they are."""
    lines = text.encode().splitlines(keepends=True)
    found = {
        (node.lineno, node.col_offset): len(node.id)
        for node in types_in(ast.parse(text))
        if isinstance(node, ast.Name) and node.id in SMALL
    }
    for line, column in sorted(found, reverse=True):
        old = lines[line - 1]
        end = column + found[line, column]
        lines[line - 1] = old[:column] + b"cython.int" + old[end:]
    return b"".join(lines).decode().replace("\nfrom ", "\nimport cython; from ", 1)


def write(target: Path, text: str) -> None:
    """Write a file unless it has this text already."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


def prepare(source: Path, target: Path) -> Iterator[tuple[str, str]]:
    """Write all compiled modules and their types to a folder; give their names and files."""
    classes = declared(source)
    for name, path in modules(source):
        written = target.joinpath(*name.split(".")).with_suffix(".py")
        for folder in written.relative_to(target).parents:
            write(target / folder / "__init__.pxd", "")
        text = Path(path).read_text("utf-8")
        own = Path(path).with_suffix(".pxd")
        types = own.read_text("utf-8") if own.exists() else "".join(imported(Path(path), classes))
        write(written.with_suffix(".pxd"), types)
        write(written, with_numbers(text) if "annotation_typing=False" not in text else text)
        yield name, str(written)
