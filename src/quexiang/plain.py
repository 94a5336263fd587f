"""The choice between the compiled modules and the plain Python that they are made from."""

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


class PlainFinder:
    """Finds the modules of this package as .py files, although compiled ones lie beside them."""

    @staticmethod
    def find_spec(
        name: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG004 - a finder is asked with it
    ) -> ModuleSpec | None:
        """The source file of a module, None for modules of others."""
        if not name.startswith(f"{PACKAGE}."):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, [".py"])) for folder in path or ())
        specs = (finder.find_spec(name) for finder in finders)
        return next((spec for spec in specs if spec is not None), None)


def prefer() -> None:
    """Load plain Python from now on."""
    sys.meta_path.insert(0, PlainFinder)
