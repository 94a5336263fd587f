"""Imports the server once, then forks it for each line `port database-url` on its input."""

import os
import signal
import sys

from quexiang.server.serve import run
from quexiang.server.settings import Settings
from quexiang.variants import variants


def serve(port: int, url: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.stdin.close()
    run(Settings.for_tests(url), "127.0.0.1", port)


def main() -> None:
    variants()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        port, url = line.split()
        child = os.fork()
        if not child:
            serve(int(port), url)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
