"""What a hand is made of: completeness, waits, distance and readings."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

COMPILED = ("concealed", "kernel", "special", "reach", "futures", "rows")


def _load_plain(name: str) -> None:
    """Load a module from its .py file although a compiled one lies beside it."""
    full = f"{__name__}.{name}"
    spec = spec_from_file_location(full, os.path.join(__path__[0], f"{name}.py"))  # noqa: PTH118
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[full] = module
    spec.loader.exec_module(module)


if os.environ.get("QUEXIANG_PURE"):
    for _name in COMPILED:
        _load_plain(_name)

from quexiang.hand.concealed import Hand  # noqa: E402 - after the choice of the kernel
from quexiang.hand.readings import Reading  # noqa: E402 - likewise
from quexiang.hand.shape import Shape  # noqa: E402 - likewise
from quexiang.hand.splits import Set  # noqa: E402 - likewise


def is_compiled() -> bool:
    """Tell whether the kernel runs compiled."""
    return not str(sys.modules[f"{__name__}.kernel"].__file__).endswith(".py")


__all__ = ["Hand", "Reading", "Set", "Shape", "is_compiled"]
