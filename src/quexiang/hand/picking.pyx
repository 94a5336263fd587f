# cython: language_level=3, boundscheck=False, wraparound=False, allow_none_for_extension_args=False
"""What picking.py does, in C."""

from quexiang import tiles

cdef int KINDS = tiles.KINDS


cpdef list picked(tuple row, bytearray counts):
    cdef int tile
    if len(row) < KINDS or len(counts) < KINDS:
        raise ValueError(f"a row has something for {KINDS} kinds, not for {len(row)}")
    return [row[tile] for tile in range(KINDS) if counts[tile]]
