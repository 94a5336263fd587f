"""Compiles what plays and scores; without a C compiler the same files run as plain Python.

`tools/compiled.py` says which modules these are, and where their C types come from. With
QUEXIANG_PURE in the environment nothing is compiled; with QUEXIANG_CHECKED what is compiled looks
at every index and every None, and at every byte that it touches (`make checked`).

A wheel or an sdist has the web client in it: it is built if Node is there, and otherwise the build
stops. Whoever wants a package without a page says QUEXIANG_WITHOUT_PAGE=1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
CHECKED = bool(os.environ.get("QUEXIANG_CHECKED"))
BUILD = Path("build/checked" if CHECKED else "build")
TYPES = BUILD / "types"
FLAGS = ("-O1", "-g0", "-DCYTHON_CLINE_IN_TRACEBACK=0")
"""-O2 takes twice as long to compile, and rounds are no faster for it. A traceback names the line
of Python; that of C as well would take a fifth longer to compile."""
SANITIZED = ("-fno-wrapv", "-fsanitize=address,undefined") if CHECKED else ()
"""Has every access to memory looked at, and every overflow."""
PAGE = ROOT / "src/quexiang/server/static/index.html"
NO_PAGE = """\
做不出带网页的包：src/quexiang/server/static 里没有网页，也没有 Node 20 来做。
装上 Node 20，或先 make web；不要网页就设 QUEXIANG_WITHOUT_PAGE=1。
The package would lack its web client: there is none in src/quexiang/server/static, and no
Node 20 to build it. Install Node 20, or run make web first; without a page:
QUEXIANG_WITHOUT_PAGE=1."""
sys.path.insert(0, str(ROOT / "tools"))


def build_page() -> None:
    """Build the web client if it is missing, or stop."""
    if PAGE.exists() or os.environ.get("QUEXIANG_WITHOUT_PAGE"):
        return
    npm = shutil.which("npm")
    if npm is None or not (ROOT / "web/package.json").exists():
        raise SystemExit(NO_PAGE)
    run = [npm, "--prefix", str(ROOT / "web"), "--no-audit", "--no-fund"]
    if not (ROOT / "web/node_modules").exists():
        subprocess.run([*run, "install", "--no-save", "--silent"], check=True)  # noqa: S603 - npm
    subprocess.run([*run, "run", "--silent", "build"], check=True)  # noqa: S603 - npm
    if not PAGE.exists():
        raise SystemExit(NO_PAGE)


class Wheel(bdist_wheel):
    """A wheel that is whole."""

    def run(self) -> None:
        """Build the page first."""
        build_page()
        super().run()


class Source(sdist):
    """An sdist that is whole."""

    def run(self) -> None:
        """Build the page first."""
        build_page()
        super().run()


def readme() -> str:
    """README.md for an index page, where pictures and links need their full addresses."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    home = project["urls"]["Homepage"]
    raw = home.replace("github.com", "raw.githubusercontent.com") + "/main/"
    text = (ROOT / "README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\g<1>{raw}", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\g<1>{home}/blob/main/", text)


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
            Extension(
                name,
                [path],
                extra_compile_args=[*FLAGS, *SANITIZED],
                extra_link_args=[*SANITIZED],
            )
            for name, path in prepare(ROOT / "src", TYPES, checked=CHECKED)
        ],
        build_dir=str(BUILD / "c"),
        compiler_directives={"nonecheck": CHECKED},
        include_path=[str(TYPES)],
        language_level=3,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )
    for extension in found:
        extension.optional = not CHECKED  # Cython forgets it
    return found


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": Build, "bdist_wheel": Wheel, "sdist": Source},
        long_description=readme(),
        long_description_content_type="text/markdown",
        ext_modules=extensions(),
        options={
            "build": {"build_base": str(BUILD)},
            "build_ext": {"parallel": os.cpu_count() or 1},
        },
    )
