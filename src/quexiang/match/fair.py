"""A shuffle that nobody can bend: commitments, numbers, and the seed that they make together.

`docs/deal.md` has the same in words. The parts of a text are joined by zero bytes before hashing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import Struct

from quexiang.engine.actions import SEATS
from quexiang.text import Text

NOTHING = "-"


def digest(*parts: object) -> str:
    """SHA-256 over the parts, in hexadecimal digits."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def server_commitment(match: str, number: int, secret: str) -> str:
    """What the server publishes of its secret before anybody else commits."""
    return digest("quexiang secret 1", match, number, secret)


def commitment(match: str, number: int, seat: str, value: str) -> str:
    """What a client publishes of its number before it is revealed."""
    return digest("quexiang commit 1", match, number, seat, value)


def bot_value(match: str, number: int, seat: str, server_hash: str) -> str:
    """A bot's number, fixed by the server's commitment."""
    return digest("quexiang bot 1", match, number, seat, server_hash)


def round_seed(
    match: str,
    number: int,
    secret: str,
    hashes: Mapping[str, str],
    values: Mapping[str, str],
) -> bytes:
    """The seed: all numbers in the order of the seats; where one is missing, its commitment.

    A client that has committed has thereby fixed both numbers that can count for it, and cannot
    know the server's secret when it reveals or does not.
    """
    parts = [values.get(seat) or hashes.get(seat) or NOTHING for seat in SEATS]
    return bytes.fromhex(digest("quexiang seed 1", match, number, secret, *parts))


class SeedProof(Struct, frozen=True, kw_only=True):
    """Everything from which the seed of a round was made."""

    match: str
    number: int
    server_hash: str
    secret: str
    hashes: dict[str, str]
    values: dict[str, str]
    bots: frozenset[str]
    seed: bytes


def problems(proof: SeedProof) -> list[Text]:
    """What does not fit together in the proof of a round; nothing if it is in order."""
    match, number, hashes = proof.match, proof.number, proof.hashes
    found: list[Text] = []
    if server_commitment(match, number, proof.secret) != proof.server_hash:
        zh = "服务器的秘密与它先前的承诺不符"
        found.append(Text(zh, "the server's secret does not fit its commitment"))
    for seat, value in proof.values.items():
        if seat in proof.bots:
            if value != bot_value(match, number, seat, proof.server_hash):
                en = f"the number of bot {seat} is not the one that the rule gives"
                found.append(Text(f"电脑 {seat} 的数不是按规矩来的", en))
        elif commitment(match, number, seat, value) != hashes.get(seat):
            en = f"the number of {seat} does not fit its commitment"
            found.append(Text(f"{seat} 的数与先前的承诺不符", en))
    if round_seed(match, number, proof.secret, hashes, proof.values) != proof.seed:
        zh = "种子不是由这些数得来的"
        found.append(Text(zh, "the seed does not follow from the numbers"))
    return found
