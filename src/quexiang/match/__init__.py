"""Rounds in a row: the deal from a seed, dealer and totals, the log and its replay."""
