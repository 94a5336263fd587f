"""The command line: `quexiang …`."""

from quexiang.cli.app import main

__all__ = ["main"]
