# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""What rows.py does, in C.

Eight counts are read as one word. Added up in pairs, pairs of pairs and halves, weighted by higher
and higher powers of five, they are the key of their ranks. Most rows are far from complete, which
four looks at the tables tell; only for the others a hand is filled and asked.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.string cimport memcpy
from quexiang.hand import tables
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport CKeys, Kernel, Mask

ctypedef unsigned char Byte

cdef enum:
    RANK_NINE = 390625
    UNKNOWN = 255

cdef unsigned int SUIT_KEYS = tables.SUIT_KEYS
cdef unsigned int HONOUR_KEYS = tables.HONOUR_KEYS
UNKNOWN_KEYS = "no hand has these keys"

_COMBINED = tables.combined()
cdef const Byte* COMBINED = _COMBINED
cdef Mask ONES = 0x0101010101010101ULL
cdef Mask TO_EIGHTH_BIT = 0x7B7B7B7B7B7B7B7BULL
"""Takes a count of five or more to the highest bit of its byte."""


cdef struct Row:
    int m, p, s, z, size, odds


def complete_rows(Kernel shape, const Byte[:, ::1] counts, Byte[::1] found):
    cdef Asked asked = Asked(shape, 0)
    cdef Py_ssize_t row
    for row in range(counts.shape[0]):
        found[row] = asked.reaches(&counts[row, 0]) and shape.complete(asked.hand)


def wait_rows(Kernel shape, const Byte[:, ::1] counts, Mask[::1] masks):
    cdef Asked asked = Asked(shape, 1)
    cdef Py_ssize_t row
    for row in range(counts.shape[0]):
        masks[row] = shape.waits(asked.hand) if asked.reaches(&counts[row, 0]) else 0


def natural_rows(Kernel shape, const Byte[:, ::1] counts, int[:, ::1] keys, Byte[:, ::1] sums):
    cdef Asked asked = Asked(shape, 0)
    cdef Py_ssize_t row
    cdef CKeys found
    for row in range(counts.shape[0]):
        asked.hold(&counts[row, 0], _read(&counts[row, 0]))
        found = shape._natural(asked.hand)
        keys[row, 0], keys[row, 1] = found[0], found[1]
        keys[row, 2], keys[row, 3] = found[2], found[3]
        sums[0, row], sums[1, row] = found[4], shape._odd(asked.hand)
        sums[2, row] = asked.hand.size


def code_rows(Kernel shape, const int[:, ::1] keys, Byte[::1] codes):
    cdef const Byte* suit = shape._suit
    cdef Py_ssize_t row
    cdef int one, other
    for row in range(keys.shape[0]):
        if not is_known(&keys[row, 0]):
            raise ValueError(UNKNOWN_KEYS)
        one = COMBINED[suit[keys[row, 0]] << 8 | suit[keys[row, 1]]]
        other = COMBINED[suit[keys[row, 2]] << 8 | shape._honours[keys[row, 3]]]
        codes[row] = COMBINED[one << 8 | other]


cdef inline bint is_known(const int* keys) noexcept:
    """Tell whether there are hands with these keys; what is negative is too large here."""
    cdef unsigned int m = keys[0], p = keys[1], s = keys[2], z = keys[3]
    return m < SUIT_KEYS and p < SUIT_KEYS and s < SUIT_KEYS and z < HONOUR_KEYS


cdef class Asked:
    """A shape, and the hand that holds the row which it is asked about."""

    cdef Kernel shape
    cdef Hand hand
    cdef int missing, most_odds, kinds
    cdef int[8] unusual
    cdef const Byte* honours

    def __init__(self, Kernel shape, int missing):
        """Look out for rows that lack so many tiles."""
        self.shape, self.missing, self.hand = shape, missing, Hand()
        self.most_odds = shape._most_odds - missing if shape._by_pairs else -1
        self.honours = shape._honours
        if shape.families:
            self.honours = shape._family_codes
        self.kinds = 0
        for tile in {*shape.wild, *(shape.stand or ()), *shape.fillers}:
            self.unusual[self.kinds] = tile
            self.kinds += 1

    cdef inline bint reaches(self, const Byte* counts) except -1:
        """Hold a row, unless a glance tells that it lacks more tiles."""
        cdef Row row = _read(counts)
        if row.size >= 0 and self.is_far(counts, row):
            return False
        return self.hold(counts, row)

    cdef inline bint is_far(self, const Byte* counts, Row row) noexcept:
        cdef const Byte* suit = self.shape._suit
        cdef int honours = self.honours[row.z], place, one, other
        if row.odds <= self.most_odds or honours == UNKNOWN:
            return False
        for place in range(self.kinds):
            if counts[self.unusual[place]]:
                return False
        one = COMBINED[suit[row.m] << 8 | suit[row.p]]
        other = COMBINED[suit[row.s] << 8 | honours]
        return COMBINED[one << 8 | other] >> 4 > self.missing

    cdef inline bint hold(self, const Byte* counts, Row row) except -1:
        cdef Hand hand = self.hand
        if row.size < 0:
            raise ValueError("a row has at most four of a kind")
        hand.m, hand.p, hand.s, hand.z = row.m, row.p, row.s, row.z
        hand.size, hand.odds = row.size, row.odds
        memcpy(PyByteArray_AS_STRING(hand.counts), counts, 34)
        return True


cdef inline Row _read(const Byte* counts) noexcept:
    """Read 34 counts; the size is −1 if one of them is more than four."""
    cdef Row row
    cdef Mask m = _word(counts), p = _word(counts + 9), s = _word(counts + 18)
    cdef Mask z = _word(counts + 26) >> 8
    cdef Mask nines = counts[8] | counts[17] << 8 | counts[26] << 16
    row.m = _key(m) + RANK_NINE * counts[8]
    row.p = _key(p) + RANK_NINE * counts[17]
    row.s = _key(s) + RANK_NINE * counts[26]
    row.z = _key(z)
    row.odds = _sum((m & ONES) + (p & ONES) + (s & ONES) + (z & ONES) + (nines & ONES))
    row.size = _sum(m + p + s + z + nines)
    if _over(m | p | s | z | nines) and (_over(m) or _over(p) or _over(s) or _over(z) or _over(nines)):
        row.size = -1
    return row


cdef inline Mask _word(const Byte* counts) noexcept:
    cdef Mask word
    memcpy(&word, counts, 8)
    return word


cdef inline int _key(Mask word) noexcept:
    word = word + 5 * (word >> 8) & 0x00FF00FF00FF00FFULL
    word = word + 25 * (word >> 16) & 0x0000FFFF0000FFFFULL
    return <int> (word + 625 * (word >> 32))


cdef inline int _sum(Mask word) noexcept:
    return <int> (word * ONES >> 56)


cdef inline bint _over(Mask word) noexcept:
    """Tell whether one of eight counts is more than four."""
    return (word | word + TO_EIGHTH_BIT) & ONES << 7 != 0
