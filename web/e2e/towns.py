"""The towns of the server, with their lessons, for tests that go through all of them."""

import sys

import msgspec

from quexiang.study.lessons import lessons
from quexiang.variants import variants

if __name__ == "__main__":
    towns = [{"key": one.key, "lessons": lessons(one)} for one in variants().values()]
    sys.stdout.buffer.write(msgspec.json.encode(towns))
