"""Compile the kernel where its source and a C compiler are there."""

from pathlib import Path

from setuptools import Extension, setup

KERNEL = "src/quexiang/hand/kernel.py"

setup(
    ext_modules=[Extension("quexiang.hand.kernel", [KERNEL], optional=True)]
    if Path(KERNEL).exists()
    else []
)
