"""Compiles what plays and scores; without a C compiler the same files run as plain Python.

`tools/compiled.py` says which modules these are, and where their C types come from. With
QUEXIANG_PURE in the environment nothing is compiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
TYPES = Path("build", "types")
FLAGS = ("-O1", "-g0")
"""-O2 takes twice as long to compile, and rounds are hardly faster for it."""
sys.path.insert(0, str(ROOT / "tools"))


class Build(build_ext):
    """Deletes a compiled module before it is made anew: if that fails, its source runs."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one module."""
        made = Path(self.get_ext_fullpath(ext.name))
        if made.exists() and made.stat().st_mtime < Path(ext.sources[0]).stat().st_mtime:
            made.unlink()
        super().build_extension(ext)


def extensions() -> list[Extension]:
    """The compiled modules; none where there is no Cython."""
    if os.environ.get("QUEXIANG_PURE"):
        return []
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - may be missing
    except ImportError:
        return []
    from compiled import prepare  # noqa: PLC0415 - in tools/

    found: list[Extension] = cythonize(
        [
            Extension(name, [path], extra_compile_args=[*FLAGS])
            for name, path in prepare(ROOT / "src", TYPES)
        ],
        build_dir="build/c",
        include_path=[str(TYPES)],
        language_level=3,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )
    for extension in found:
        extension.optional = True  # Cython forgets it
    return found


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": Build},
        ext_modules=extensions(),
        options={"build_ext": {"parallel": os.cpu_count() or 1}},
    )
