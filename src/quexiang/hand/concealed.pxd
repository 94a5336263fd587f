# The C types of concealed.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.picking cimport picked

cdef int[9] POW
cdef int KINDS

@cython.final
cdef class Hand:
    cdef readonly bytearray counts
    cdef readonly int size
    cdef readonly int flowers
    cdef readonly int m
    cdef readonly int p
    cdef readonly int s
    cdef readonly int z
    cdef readonly int odds

    @cython.locals(held=int)
    cpdef add(self, int tile)
    @cython.locals(held=int)
    cpdef remove(self, int tile)
    @cython.locals(tile=int, counts="const unsigned char*")
    cpdef list pick(self, tuple row)
    @cython.locals(tile=int, counts="const unsigned char*")
    cpdef list tiles(self)
    @cython.locals(other=Hand)
    cpdef Hand copy(self)
