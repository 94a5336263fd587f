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

from copies import Copy, callable_functions
from structs import declarations, structs

HOT = (
    "./{tiles}",
    "hand/{picking,concealed,kernel,special,shape,reach,futures,rows}",
    "engine/{apply,board,calls,due,player,question,round,rule,ruleset,table,view,wall}",
    "rules/{claims,opening,ready,turns}",
    "scoring/{amount,patterns,payments,wins}",
    "variants/*/{__init__,chickens,opening,patterns,play,settlement}",
    "match/{deal,match,play}",
    "bots/{bot,random_bot}",
    "env/{before,copying,desk,identity,numbering,planes,steps,tables}",
    "present/{canvas,choices,feed,painter,waits}",
    "rooms/{ask,clock,core,feed,horizon,room,state}",
)
"""The modules that are compiled: those that every move goes through, simulated or at a table."""
UNCHECKED = ("boundscheck=False", "wraparound=False")
"""What modules say at their top to have indices taken as they are."""
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


def write(target: Path, text: str) -> None:
    """Write a file unless it has this text already."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


def prepare(source: Path, target: Path, *, checked: bool = False) -> Iterator[tuple[str, str]]:
    """Write all compiled modules and their types to a folder; give their names and files.

    Those that are checked look at every index, whatever the modules say.
    """
    known, types = structs(source), declared(source)
    for name, struct in known.items():
        types.setdefault(struct.module, set()).add(name)
    for module in {struct.module for struct in known.values()}:
        write(target.joinpath(*module.split(".")).with_suffix(".pxd"), declarations(module, known))
    files = [(name, Path(path)) for name, path in modules(source)]
    for name, path in files:
        if is_typed(path) and not path.with_suffix(".pyx").exists():
            found = callable_functions(ast.parse(path.read_text("utf-8")))
            types.setdefault(name, set()).update(function.name for function in found)
    packages = {target / path.relative_to(source).parent for _, path in files}
    for package in packages | {target, target / "quexiang", target / "quexiang/variants"}:
        if not (package / "__init__.py").exists():
            write(package / "__init__.pxd", "")
    every = {dotted(source, path) for path in source.rglob("*.py")}
    for name, plain in files:
        path = next(iter(plain.parent.glob(f"{plain.stem}.pyx")), plain)
        written = target / path.relative_to(source)
        text, own = _prepared(name, path, every, types)
        write(written.with_suffix(".pxd"), own)
        write(written, looking(text) if checked else text)
        yield name, str(written)


def looking(text: str) -> str:
    """A module that looks at every index."""
    for option in UNCHECKED:
        text = text.replace(option, option.replace("False", "True"), 1)
    return text


def is_typed(path: Path) -> bool:
    """Tell whether a module's annotations are types for Cython; otherwise its `.pxd` says all."""
    return "annotation_typing=False" not in path.read_text("utf-8")


def _prepared(
    name: str, path: Path, every: set[str], types: dict[str, set[str]]
) -> tuple[str, str]:
    """A module and its types as they are given to Cython."""
    text, pxd = path.read_text("utf-8"), path.with_suffix(".pxd")
    own = pxd.read_text("utf-8") if pxd.exists() else ""
    if not is_typed(path) or path.suffix == ".pyx":
        return text, own
    copy = Copy(name, text, every, types, own)
    return copy.text(), "".join([*copy.cimports(), own, *copy.functions])
