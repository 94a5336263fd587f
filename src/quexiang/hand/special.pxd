# The C types of special.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport CKeys, Kernel, Mask

cdef int[9] POW
cdef const unsigned char* COMBINED
cdef const unsigned char* LESS
cdef int MOST_FILLED, SETS, SETS_AND_PAIR
cdef int TWO_ODD, TWO_ODD_AND_EVEN, THREE_ODD
cdef Mask ONE, ALL

@cython.locals(wanted=int)
cdef int _unpaired(int tiles, int odd) noexcept

cdef class Special(Kernel):
    @cython.locals(tile=int, mask=Mask, rest=Hand)
    cpdef ready_discards(self, Hand hand)
    @cython.locals(m=int, p=int, s=int, z=int, wilds=int, by_pairs=bint)
    cpdef bint is_far(self, Hand hand)
    cpdef bint sets_only(self, Hand hand, int aside=*)
    cpdef bint pairs_only(self, Hand hand, int aside=*)
    @cython.final
    @cython.locals(wilds=int)
    cdef int _wilds(self, Hand hand) noexcept
    @cython.locals(odd=int, wilds=int)
    cdef bint _pairs_after(self, Hand hand, int tile)
    @cython.locals(tile=int)
    cdef bint _pair_held(self, Hand hand)
    @cython.locals(kind=int, count=int)
    cdef bint _has_three(self, Hand hand, int tile) noexcept
    @cython.locals(runs=int)
    cdef bint _has_run(self, Hand hand, int tile, int wilds, int odd)
    @cython.locals(found=int, start=int, face=int, odds=int, evens=int, kind=int, count=int)
    cdef int _runs(self, Hand hand, int tile) except -1
    @cython.locals(wilds=int, odd=int, tiles=int, best=int)
    cdef int _from_pairs(self, Hand hand) except? -99
    @cython.locals(best=int, held=int, tile=int, count=int, used=int, left=int)
    cdef int _with_triplet(self, Hand hand, int tiles, int odd) noexcept
    @cython.locals(best=int, runs=int, odds=int, used=int, left=int)
    cdef int _with_run(self, Hand hand, int tiles, int odd) except? -99
    @cython.locals(mask=Mask, tile=int)
    cdef Mask _pair_waits(self, Hand hand)
    @cython.locals(keys=CKeys, m=int, p=int, s=int, z=int, wilds=int, mask=Mask, tile=int, face=int)
    cdef Mask _special_waits(self, Hand hand)
    @cython.locals(mask=Mask, tile=int)
    cdef Mask _held_waits(self, Hand hand, CKeys keys)
    @cython.locals(mask=Mask, tile=int, held=int, used=int, place=int, rest=CKeys, m=int, p=int, s=int, z=int, wilds=int)
    cdef Mask _filled_waits(self, CKeys keys, int at, int filled, int half)
    @cython.locals(mask=Mask, m=int, p=int, s=int, z=int, wilds=int, honours=int, outer=int, inner=int, rest=int, need=int, joined=int)
    cdef Mask _part_waits(self, CKeys keys, int filled, int half)
    cdef Mask _ranks(self, int first, int key, int others, int wilds, int half) noexcept
    @cython.locals(mask=Mask, bit=Mask, rank=int, row=int, code=int)
    cdef Mask _honour_ranks(self, int z, int others, int wilds, int filled, int half)
    cdef int _honours_with(self, int z, int filled)
