"""Scenarios: the executable rulebook. A short YAML text sets up a round, plays it, checks it."""
