# The C types of futures.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport Kernel, Mask
from quexiang.hand.reach cimport Reach

cdef int NONE, PONG, CHOW, DRAWN
cdef int KINDS, MOST_TURNS, MOST_GOALS, ANY, PAIRS, TRIPLETS, ALONE
cdef Mask ONE

cdef class Futures:
    cdef readonly Reach reach
    cdef Kernel shape
    cdef object pays
    cdef double total, loss, rate, again
    cdef int draws, known, others, turns, goals
    cdef bint chows
    cdef int[34] _unseen
    cdef int[34] _left
    cdef double[60] _alive
    cdef int[8] _kinds
    cdef double[8] _drawn
    cdef double[8] _by_throw

    cpdef double played(self, Hand hand, int goal, int open_, int skipped, bytes order) except? -9999
    cpdef double ready(self, Hand hand, double chance, double worth) except? -9999
    @cython.locals(tile=int)
    cdef void _start(self, int skipped) noexcept
    @cython.locals(reach=Reach, mask=Mask, step=int, far=int, survived=double, turn=int, seat=int, at=int, tile=int, own=bint, taken=int, value=double)
    cdef double _played(self, Hand hand, int goal, int open_, int skipped, bytes order) except? -9999
    cdef double _paid(self, Hand hand) except? -9999
    @cython.locals(reach=Reach, fixed=Mask, least=int, most=int, chosen=int, near=Mask, tile=int, far=int, width=int)
    cdef int _discard(self, Hand hand, int goal) except? -99
    @cython.locals(width=int, tile=int)
    cdef int _width(self, Mask mask) noexcept
    @cython.locals(rank=int)
    cdef int _taken(self, Hand hand, int goal, int tile, int far, int seat) except? -99
    @cython.locals(wild=Mask)
    cdef bint _nearer(self, Hand hand, int goal, int one, int two, int far) except? -1
    @cython.locals(mask=Mask, fits=Mask, drawn=double, thrown=double, by_draw="double[34]", by_throw="double[34]", tile=int, place=int, copies=int, chance=double, points=double, pay=double)
    cdef double _waiting(self, Hand hand, int turn, int open_) except? -9999
    cdef Mask _fitting(self, Hand hand, int goal, int open_, Mask waits) except? 0
    @cython.locals(reach=Reach, better=double, either=double, alone=double, place=int, waits=Mask, mask=Mask, stays=double, value=double, last=double, back=int, live=double, won=double)
    cdef double _rest_of(self, Hand hand, int turn, double chance, double worth) except? -9999
