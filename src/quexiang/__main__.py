"""`python -m quexiang`."""

from quexiang.cli import main

main()
