"""The towns: one folder each, found by name; none imports another."""
