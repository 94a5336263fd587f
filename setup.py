"""Compiles what plays and scores; without a C compiler the same files run as plain Python.

`tools/compiled.py` says which modules these are, and where their C types come from.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
TYPES = ROOT / "build" / "types"
COMPILED = ROOT / "build" / "c"
sys.path.insert(0, str(ROOT / "tools"))

try:
    from Cython.Build import cythonize

    from compiled import prepare
except ImportError:
    EXTENSIONS = []
else:
    MODULES = [*prepare(SOURCE, TYPES)]
    EXTENSIONS = cythonize(
        [
            Extension(name, [path], optional=True, extra_compile_args=["-O2", "-g0"])
            for name, path in MODULES
        ],
        build_dir=str(COMPILED),
        include_path=[str(TYPES)],
        language_level=3,
        quiet=True,
    )

setup(ext_modules=EXTENSIONS)
