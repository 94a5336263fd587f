"""Compiles what plays and scores; without a C compiler the same files run as plain Python.

C types stand in a `.pxd` beside a module of `hand/` and `engine/`. For the other modules the
types are those of their annotations: `tools/types_of.py` writes which of the names that a module
imports are compiled classes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
TYPES = ROOT / "build" / "types"
COMPILED = ROOT / "build" / "c"
STAMP = COMPILED / ".types"
sys.path.insert(0, str(ROOT / "tools"))

try:
    from Cython.Build import cythonize

    from compiled import prepare
except ImportError:
    EXTENSIONS = []
else:

    MODULES = [*prepare(SOURCE, TYPES)]
    def types_changed() -> bool:
        """Tell whether a `.pxd` is newer than what was compiled: all struct layouts may differ."""
        newest = max(path.stat().st_mtime for path in TYPES.rglob("*.pxd"))
        return not STAMP.exists() or STAMP.stat().st_mtime < newest

    EXTENSIONS = cythonize(
        [
            Extension(name, [path], optional=True, extra_compile_args=["-g0"])
            for name, path in MODULES
        ],
        build_dir=str(COMPILED),
        force=types_changed(),
        include_path=[str(TYPES)],
        language_level=3,
        quiet=True,
    )
    STAMP.touch()

setup(ext_modules=EXTENSIONS)
