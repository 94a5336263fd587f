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
sys.path.insert(0, str(ROOT / "tools"))

try:
    from Cython.Build import cythonize

    from compiled import modules, write_types
except ImportError:
    EXTENSIONS = []
else:
    write_types(SOURCE, TYPES)
    EXTENSIONS = cythonize(
        [
            Extension(name, [path], optional=True, extra_compile_args=["-g0"])
            for name, path in modules(SOURCE)
        ],
        build_dir=str(ROOT / "build" / "c"),
        include_path=[str(SOURCE), str(TYPES)],
        language_level=3,
        quiet=True,
    )

setup(ext_modules=EXTENSIONS)
