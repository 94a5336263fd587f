"""The tables of package data, unpacked once and shared by all shapes."""

import zlib
from functools import cache
from pathlib import Path

from quexiang.hand.exact import Family, honour_needs

MOST_SETS = 5
SUIT_KEYS = 5**9
HONOUR_KEYS = 5**7
MOST_FILLED = 12

EYES: dict[str, frozenset[int] | None] = {
    "any": None,
    "eyes147": frozenset({1, 4, 7}),
    "eyes258": frozenset({2, 5, 8}),
    "eyes369": frozenset({3, 6, 9}),
}

_DATA = Path(__file__).with_name("data")


def write(path: Path, table: bytes) -> None:
    """Pack a table into a file."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(table, 9))


def read(path: Path) -> bytes:
    """Unpack a table from a file."""
    return zlib.decompress(path.read_bytes())


@cache
def suit_codes(eyes: frozenset[int] | None) -> bytes:
    """Return the needs of a suit by key, for one choice of eyes."""
    for name, ranks in EYES.items():
        if ranks == eyes:
            return _padded(read(_DATA / f"{name}.bin"))
    raise ValueError(f"eyes must be ranks 147, 258 or 369, not {sorted(eyes or ())}")


@cache
def honour_codes(*, eyes: bool) -> bytes:
    """Return the needs of the honours by key; without `eyes` they never hold the pair."""
    codes = _padded(read(_DATA / "honours.bin"))
    return codes if eyes else codes.translate(bytes(code | 0xF0 for code in range(256)))


def _padded(codes: bytes) -> bytes:
    """Make room for a key with five copies of the last rank, which nobody may believe."""
    return codes + b"\xff" * (len(codes) // 5)


@cache
def combined() -> bytes:
    """Return the code of two parts together, at `one << 8 | other`."""
    return read(_DATA / "combined.bin")


@cache
def lessened() -> bytes:
    """Return by code the least that one more tile can leave: of each need one less."""
    return bytes(code - (code & 15 > 0) - 16 * (code > 15) for code in range(256))


@cache
def gains(eyes: frozenset[int] | None, keys: int) -> bytearray:  # noqa: ARG001 - a room for each
    """Return room for what one more tile gains, three bytes a key; 0 is unknown."""
    return bytearray(3 * keys)


@cache
def family_codes(families: tuple[Family, ...], *, eyes: bool) -> bytearray:  # noqa: ARG001 - two rooms
    """Return room for the codes of honours in families, by fillers used and key; 255 is unknown."""
    return bytearray(b"\xff") * (HONOUR_KEYS * (MOST_FILLED + 1) if families else 1)


def family_code(z: int, families: tuple[Family, ...], filled: int, *, eyes: bool) -> int:
    """Return the code of honours in families that so many fillers must join."""
    sets, pair = honour_needs(digits(z, 7), families, filled, eyes=eyes)
    return sets | pair << 4


def digits(key: int, ranks: int) -> list[int]:
    """Return the counts that a key stands for."""
    return [key // 5**rank % 5 for rank in range(ranks)]


@cache
def distances() -> tuple[bytes, list[bytes]]:
    """Return the class of each key, and by class the tiles missing, without and with a pair."""
    table = read(_DATA / "distance.bin")
    width = 2 * (MOST_SETS + 1)
    classes = table[SUIT_KEYS:]
    return table[:SUIT_KEYS], [classes[at : at + width] for at in range(0, len(classes), width)]
