# The C types of player.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand

@cython.final
cdef class Player:
    cdef public Hand hand
    cdef public int hidden
    cdef public tuple melds
    cdef public list river
    cdef public tuple taken
    cdef public dict piles
    cdef public dict marks
    cdef public object waits
    cdef public bint far

    cpdef Player copy(self)
    cpdef forget(self, object tiles)
