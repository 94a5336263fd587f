"""The layers of docs/architecture.md: imports go downwards only, and a round is pure."""

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

SRC = Path(__file__).parents[1] / "src"
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
ROOT = "quexiang"

# From the bottom to the top; parts of one layer do not know each other.
LAYERS = (
    ("plain",),
    ("text",),
    ("errors",),
    ("tiles",),
    ("hand",),
    ("engine",),
    ("scoring",),
    ("rules",),
    ("rulebook", "weights"),
    ("variants", "presets"),
    ("match", "bots"),
    ("scenarios", "store", "sketch"),
    ("game",),
    ("present", "env"),
    ("protocol", "learning"),
    ("study", "data"),
    ("rooms",),
    ("cluster",),
    ("server", "client"),
    ("cli",),
    ("", "__main__"),
)
RANKS = {part: rank for rank, parts in enumerate(LAYERS) for part in parts}
PURE = RANKS["match"]

# All that would make a round irreproducible.
CHANCE = frozenset({"random", "secrets", "uuid"})
CLOCKS = frozenset({"asyncio", "concurrent", "datetime", "sched", "threading", "time"})
FILES = frozenset({"glob", "importlib", "io", "mmap", "pathlib", "pkgutil", "shutil", "tempfile"})
WORLD = frozenset({"ctypes", "http", "locale", "logging", "os", "platform", "socket", "urllib"})
OTHERS = frozenset({"multiprocessing", "queue", "select", "signal", "sqlite3", "subprocess"})
IMPURE = CHANCE | CLOCKS | FILES | WORLD | OTHERS
IMPURE_CALLS = frozenset({"open", "input", "print", "__import__"})

# What a module below match/ may use all the same, and why.
ALLOWED: Mapping[str, frozenset[str]] = {
    # chooses once, at import, the compiled or the plain modules
    "quexiang.plain": frozenset({"importlib"}),
    # unpacks the kernel's tables, which are package data
    "quexiang.hand.tables": frozenset({"pathlib"}),
    # the kernel runs as Python and compiled
    "quexiang.hand.kernel": frozenset({"cython"}),
    # whole arrays of hands at once
    "quexiang.hand.batch": frozenset({"numpy"}),
    "quexiang.hand.rows": frozenset({"numpy"}),
    # reads the texts of the rulebooks, which are package data
    "quexiang.rulebook": frozenset({"importlib"}),
    # finds the towns, which are folders
    "quexiang.variants": frozenset({"importlib", "pkgutil"}),
}
# Third-party packages that any module below match/ may use: actions and events are its structs.
SHARED = frozenset({"msgspec"})


class Module(NamedTuple):
    """A source file by its dotted name."""

    name: str
    tree: ast.Module
    is_package: bool = False

    @property
    def part(self) -> str:
        return part_of(self.name)

    @property
    def is_pure(self) -> bool:
        return RANKS.get(self.part, PURE) < PURE


def part_of(name: str) -> str:
    """Name the layer's part that a dotted name belongs to, the empty one for the root."""
    return [*name.split("."), ""][1]


def variant_of(name: str) -> str:
    """Name the variant that a dotted name belongs to, if any."""
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["variants"] and len(parts) > 2 else ""


def read_modules(src: Path) -> dict[str, Module]:
    found = {}
    for path in sorted((src / ROOT).rglob("*.py")):
        dotted = path.relative_to(src).with_suffix("").parts
        is_package = dotted[-1] == "__init__"
        name = ".".join(dotted[:-1] if is_package else dotted)
        found[name] = Module(name, ast.parse(path.read_text("utf-8"), str(path)), is_package)
    return found


def base_of(node: ast.ImportFrom, module: Module) -> str:
    """Make the `from` of an import absolute."""
    if not node.level:
        return node.module or ""
    steps = node.level - module.is_package
    package = module.name.split(".")[: len(module.name.split(".")) - steps]
    return ".".join([*package, *([node.module] if node.module else [])])


def imports(module: Module, known: Mapping[str, Module]) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of all that a module imports, wherever the import stands."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = base_of(node, module)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if inner in known else base


def inner_imports(known: Mapping[str, Module]) -> Iterator[tuple[Module, str, str]]:
    for module in known.values():
        for line, target in imports(module, known):
            if target.split(".")[0] == ROOT:
                yield module, target, f"{module.name}:{line} imports {target}"


def unplaced(known: Mapping[str, Module]) -> list[str]:
    return sorted({module.part for module in known.values()} - RANKS.keys())


def upward(known: Mapping[str, Module]) -> list[str]:
    return [
        where
        for module, target, where in inner_imports(known)
        if part_of(target) != module.part
        and RANKS.get(part_of(target), len(LAYERS)) >= RANKS.get(module.part, -1)
    ]


def cycle(known: Mapping[str, Module]) -> list[str]:
    """Find modules that import each other in a circle, for types or within functions too."""
    graph = TopologicalSorter[str]()
    for module, target, _ in inner_imports(known):
        if target in known and target != module.name:
            graph.add(module.name, target)
    try:
        graph.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def variants_by_name(known: Mapping[str, Module]) -> list[str]:
    return [
        where
        for module, target, where in inner_imports(known)
        if variant_of(target) not in ("", variant_of(module.name))
    ]


def foreign(known: Mapping[str, Module]) -> list[str]:
    """Tell which pure modules import what is neither ours, nor plain Python, nor allowed."""
    plain = sys.stdlib_module_names - IMPURE | SHARED | {ROOT}
    return [
        f"{module.name}:{line} imports {target}"
        for module in known.values()
        if module.is_pure
        for line, target in imports(module, known)
        if target.split(".")[0] not in plain | ALLOWED.get(module.name, frozenset())
    ]


def impure_calls(known: Mapping[str, Module]) -> list[str]:
    return [
        f"{module.name}:{node.lineno} calls {node.func.id}()"
        for module in known.values()
        if module.is_pure
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in IMPURE_CALLS
    ]


def sources(**texts: str) -> dict[str, Module]:
    """Make modules of texts; two underscores stand for a dot."""
    names = {f"{ROOT}.{name.replace('__', '.')}": text for name, text in texts.items()}
    return {name: Module(name, ast.parse(text)) for name, text in names.items()}


@pytest.fixture(scope="module")
def known() -> dict[str, Module]:
    return read_modules(SRC)


def test_every_part_has_its_layer(known: dict[str, Module]) -> None:
    assert known
    assert unplaced(known) == []


def test_the_page_lists_the_layers_as_they_are() -> None:
    top, *_ = PAGE.read_text("utf-8").split("\n## ")
    listed = [line.split("  ")[2] for line in top.splitlines() if line.startswith("    ")]

    parts_of_the_package = LAYERS[:-1]
    assert listed == [", ".join(parts) for parts in reversed(parts_of_the_package)]


def test_imports_go_downwards_only(known: dict[str, Module]) -> None:
    assert upward(known) == []


def test_no_modules_import_each_other(known: dict[str, Module]) -> None:
    assert cycle(known) == []


def test_nobody_imports_a_variant_by_name(known: dict[str, Module]) -> None:
    assert variants_by_name(known) == []


def test_below_match_only_plain_python_and_msgspec_are_imported(known: dict[str, Module]) -> None:
    assert foreign(known) == []


def test_below_match_nothing_is_opened_or_printed(known: dict[str, Module]) -> None:
    assert impure_calls(known) == []


@pytest.mark.parametrize(
    "line",
    [
        "from quexiang.match import deal",
        "from quexiang import match",
        "import quexiang.match.deal",
        "from ..match import deal",
        "def late():\n    from quexiang.match import deal",
        "from quexiang import __version__",
    ],
)
def test_an_import_upwards_is_found(line: str) -> None:
    tree = sources(engine__table=line, match__deal="", match="")

    assert [found.split(":")[0] for found in upward(tree)] == ["quexiang.engine.table"]


@pytest.mark.parametrize(
    "line",
    [
        "from quexiang.rooms.room import Room",
        "from quexiang.rooms import room",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .room import Room",
        "def late():\n    import quexiang.rooms.room",
    ],
)
def test_a_cycle_within_a_package_is_found(line: str) -> None:
    tree = sources(
        rooms__votes=line, rooms__room="from quexiang.rooms import clock", rooms__clock=""
    )
    assert cycle(tree) == []

    tree |= sources(rooms__clock="from quexiang.rooms.votes import Votes")
    assert set(cycle(tree)) == tree.keys()


def test_neighbours_in_a_layer_do_not_know_each_other() -> None:
    tree = sources(bots__plain="import quexiang.match", match="import quexiang.engine")

    assert upward(tree) == ["quexiang.bots.plain:1 imports quexiang.match"]


def test_a_part_without_a_layer_is_found() -> None:
    assert unplaced(sources(helpers__text="", tiles="")) == ["helpers"]


def test_a_variant_that_borrows_from_another_is_found() -> None:
    tree = sources(
        variants__anshun__play="from quexiang.variants.anshun import options\n"
        "from quexiang.variants.hangzhou.play import Caipiao",
        variants__anshun__options="",
    )

    assert variants_by_name(tree) == [
        "quexiang.variants.anshun.play:2 imports quexiang.variants.hangzhou.play"
    ]


@pytest.mark.parametrize("name", ["random", "time", "os.path", "pathlib", "numpy", "yaml"])
def test_chance_clock_and_files_are_found_below_match(name: str) -> None:
    tree = sources(engine__table=f"import {name}", bots__plain=f"import {name}")

    assert foreign(tree) == [f"quexiang.engine.table:1 imports {name}"]


def test_numpy_belongs_to_the_batch_calls_of_hand() -> None:
    assert foreign(sources(hand__batch="import numpy as np")) == []


def test_opening_a_file_is_found_below_match() -> None:
    tree = sources(scoring__payment="open('x')", cli__play="print(open('x'))")

    assert impure_calls(tree) == ["quexiang.scoring.payment:1 calls open()"]
