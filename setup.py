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
MACROS = [("CYTHON_WITHOUT_ASSERTIONS", "1")]
"""What only our own mistake can break is checked by the tests, which run the plain modules too."""
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
            Extension(
                name, [path], optional=True, extra_compile_args=["-g0"], define_macros=MACROS
            )
            for name, path in MODULES
        ],
        build_dir=str(COMPILED),
        include_path=[str(TYPES)],
        language_level=3,
        quiet=True,
    )

setup(ext_modules=EXTENSIONS)
