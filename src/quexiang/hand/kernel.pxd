# The C types of kernel.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand

ctypedef unsigned long long Mask
ctypedef (int, int, int, int, int) CKeys

cdef int[9] POW
cdef const unsigned char* COMBINED
cdef int HONOUR_KEYS, SUIT_KEYS, KNOWN, OPEN_WHOLE, PART, WHOLE, UNKNOWN
cdef Mask ONE, ALL

cdef int _better(int one, int other) noexcept

cdef class Kernel:
    cdef readonly int sets
    cdef readonly frozenset wild
    cdef readonly object eyes
    cdef readonly bint eyes_held
    cdef readonly bint seven_pairs
    cdef readonly bint pairs_and_triplet
    cdef readonly bint pairs_and_run
    cdef readonly object stand
    cdef readonly tuple families
    cdef readonly tuple fillers
    cdef readonly tuple eye_kinds
    cdef readonly tuple prints
    cdef tuple _kept
    cdef const unsigned char* _suit
    cdef const unsigned char* _honours
    cdef const unsigned char* _roles
    cdef unsigned char* _family_codes
    cdef unsigned char* _gains
    cdef unsigned char* _honour_gains
    cdef Mask _wild_mask, _eye_mask, _filler_mask
    cdef int _wild, _wild2, _from, _to, _most_odds
    cdef int _wild_m, _wild_p, _wild_s, _wild_z
    cdef int _wild2_m, _wild2_p, _wild2_s, _wild2_z
    cdef int _stand_m, _stand_p, _stand_s, _stand_z
    cdef bint _special, _by_pairs, _simple

    @cython.locals(m=int, p=int, s=int, z=int, one=int, other=int, wilds=int, made=bint, role=int)
    cpdef bint complete(self, Hand hand)
    cpdef bint is_wild(self, int tile)
    cpdef bint standard(self, Hand hand)
    cpdef bint pairs(self, Hand hand)
    @cython.locals(keys=CKeys, face=int)
    cpdef bint complete_with(self, Hand hand, int tile)
    @cython.locals(m=int, p=int, s=int, z=int, other=int, wilds=int, whole=bint)
    cdef bint _naturally_with(self, Hand hand, int tile, int role)
    @cython.final
    @cython.locals(m=int, p=int, s=int, z=int, wilds=int, more=int, moved=int, counts=bytearray)
    cdef CKeys _natural(self, Hand hand) noexcept
    @cython.final
    @cython.locals(m=int, p=int, s=int, z=int, wilds=int, step=int)
    cdef CKeys _shift(self, CKeys keys, int tile, int copies) noexcept
    @cython.final
    cdef int _code(self, int m, int p, int s, int z)
    @cython.locals(best=int, tile=int, held=int, used=int, place=int, honours=int, code=int, rest=CKeys)
    cdef int _family_code(self, int m, int p, int s, int z, int at, int filled)
    @cython.locals(code=int, at=int)
    cdef int _honour_code(self, int z, int filled)
    @cython.final
    cdef bint _made(self, Hand hand, CKeys keys)
    @cython.locals(tile=int)
    cdef bint _held(self, Hand hand, CKeys keys)
    cdef bint _fifth(self, Hand hand, int face)
    @cython.locals(rank=int, best=int, rest=int, missing=int, start=int, other=int, used=int)
    cdef int _five(self, const unsigned char* table, int key, int face) noexcept
    @cython.final
    cdef int _odd(self, Hand hand) noexcept
    cdef bint _pairs_after(self, Hand hand, int tile)
    @cython.locals(mask=Mask, role=int, tile=int)
    cpdef Mask waits(self, Hand hand, bint exclude_held=*)
    @cython.final
    @cython.locals(mask=Mask)
    cdef Mask _table_waits(self, Hand hand)
    @cython.final
    @cython.locals(mask=Mask, code=int, gains=int, with_pair=bint, without=bint)
    cdef Mask _fitting(self, int first, int key, int others, int wilds) noexcept
    @cython.final
    @cython.locals(room="unsigned char*", gains=int)
    cdef int _gained(self, int first, int key) noexcept
    @cython.locals(table="const unsigned char*", room="unsigned char*", code=int, more=int, gains=int, rank=int, place=int)
    cdef int _work_out(self, int first, int key) noexcept
    cdef Mask _special_waits(self, Hand hand)
    cdef Mask _pair_waits(self, Hand hand)
    cdef int _from_pairs(self, Hand hand) except? -99
