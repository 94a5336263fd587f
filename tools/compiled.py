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
    "variants/*/{chickens,opening,patterns,play,settlement}",
    "match/{deal,match,play}",
    "bots/{bot,random_bot}",
)
"""The modules that are compiled: those that every move of a simulated round goes through."""
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


def write_types(source: Path, target: Path) -> None:
    """Write the `.pxd` of every compiled module that has none, leaving unchanged ones alone."""
    classes = declared(source)
    for name, path in modules(source):
        if name in classes:
            continue
        text = "".join(sorted(imported(Path(path), classes)))
        written = target.joinpath(*name.split(".")).with_suffix(".pxd")
        written.parent.mkdir(parents=True, exist_ok=True)
        for folder in written.relative_to(target).parents:
            (target / folder / "__init__.pxd").touch()
        if not written.exists() or written.read_text("utf-8") != text:
            written.write_text(text, "utf-8")
