"""Scenarios: the executable rulebook. A short YAML text sets up a round, plays it, checks it."""

from quexiang.scenarios.run import Row, run_file, run_paths

__all__ = ["Row", "run_file", "run_paths"]
