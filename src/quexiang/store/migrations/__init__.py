"""The tables through time; `quexiang serve` brings a database up to date by itself."""
