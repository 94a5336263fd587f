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

from narrowing import Narrowing
from structs import Structs, declarations, structs

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


def cimports(names: dict[str, str], classes: dict[str, set[str]], own: str) -> Iterator[str]:
    """The lines that tell Cython which names are compiled classes, but for those already told."""
    for name, module in names.items():
        line = f"from {module} cimport {name}\n"
        if name in classes.get(module, ()) and line not in own:
            yield line


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


class Copy:
    """A module as it is given to Cython, and the names in it that are imported."""

    def __init__(self, text: str, known: Structs) -> None:
        self.lines = text.encode().splitlines(keepends=True)
        self.known = known
        self.names: dict[str, str] = {}
        """The modules of the names that are imported, or were looked up there."""
        self._modules: dict[str, str] = {}
        """The modules of structs by the names that they are imported under."""
        self._changes: dict[tuple[int, int], tuple[int, str]] = {}
        tree = ast.parse(text)
        self._read_imports(tree)
        self._make_numbers(tree)
        self._name_structs(tree)
        self._cast(tree)

    def text(self) -> str:
        """The source with all changes."""
        lines = self.lines[:]
        for (line, column), (end, new) in sorted(self._changes.items(), reverse=True):
            old = lines[line - 1]
            lines[line - 1] = old[:column] + new.encode() + old[end:]
        return b"".join(lines).decode().replace("\nfrom ", "\nimport cython; from ", 1)

    def _change(self, node: ast.expr, new: str) -> None:
        assert node.end_col_offset is not None
        self._changes[node.lineno, node.col_offset] = node.end_col_offset, new

    def _read_imports(self, tree: ast.Module) -> None:
        modules = {struct.module for struct in self.known.values()}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if f"{node.module}.{alias.name}" in modules:
                        self._modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                    elif alias.asname is None:
                        self.names[alias.name] = node.module or ""

    def _make_numbers(self, tree: ast.Module) -> None:
        """Seats and tiles are the small numbers of C."""
        for node in types_in(tree):
            if isinstance(node, ast.Name) and node.id in SMALL:
                self._change(node, "cython.int")

    def _name_structs(self, tree: ast.Module) -> None:
        """A struct that is looked up in its module is called by its name instead."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and self._struct(node):
                self._change(node, node.attr)
                self.names[node.attr] = self.known[node.attr].module

    def _struct(self, node: ast.expr) -> str:
        """The struct that an expression names, if it is one."""
        match node:
            case ast.Name(name) if name in self.known and self.known[name].module == self.names.get(
                name
            ):
                return name
            case ast.Attribute(value=ast.Name(module), attr=name) if module in self._modules:
                struct = self.known.get(name)
                return name if struct and struct.module == self._modules[module] else ""
        return ""

    def _cast(self, tree: ast.Module) -> None:
        """A variable that is shown to be a struct is used as one."""
        for variable, kind in Narrowing(tree).found:
            if name := self._struct(kind):
                self._change(variable, f"cython.cast({name}, {variable.id})")


def write(target: Path, text: str) -> None:
    """Write a file unless it has this text already."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


def prepare(source: Path, target: Path) -> Iterator[tuple[str, str]]:
    """Write all compiled modules and their types to a folder; give their names and files."""
    known, classes = structs(source), declared(source)
    for name, struct in known.items():
        classes.setdefault(struct.module, set()).add(name)
    for module in {struct.module for struct in known.values()}:
        write(target.joinpath(*module.split(".")).with_suffix(".pxd"), declarations(module, known))
    files = [(name, Path(path)) for name, path in modules(source)]
    packages = {target / path.relative_to(source).parent for _, path in files}
    for package in packages | {target, target / "quexiang", target / "quexiang/variants"}:
        if not (package / "__init__.py").exists():
            write(package / "__init__.pxd", "")
    for name, path in files:
        written = target / path.relative_to(source)
        text, types = _prepared(path, known, classes)
        write(written.with_suffix(".pxd"), types)
        write(written, text)
        yield name, str(written)


def _prepared(path: Path, known: Structs, classes: dict[str, set[str]]) -> tuple[str, str]:
    """A module and its types as they are given to Cython."""
    text, types = path.read_text("utf-8"), path.with_suffix(".pxd")
    own = types.read_text("utf-8") if types.exists() else ""
    if "annotation_typing=False" in text:
        return text, own
    copy = Copy(text, known)
    return copy.text(), "".join(cimports(copy.names, classes, own)) + own
