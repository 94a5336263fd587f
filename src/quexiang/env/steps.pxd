# The C types of steps.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.actions cimport OpenChoice
from quexiang.env.copying cimport Image

cdef int KINDS, LAST
cdef tuple SUITS

@cython.locals(tiles=list, choice=OpenChoice, need=int)
cpdef list next_tiles(object offer, list taken, int first=*)
@cython.locals(size=int, need=int)
cdef int _needed(tuple sizes, int count) except -1
@cython.locals(left=Image, tile=int, kept=bytearray)
cdef bytearray _left(tuple tiles, list taken)
@cython.locals(left=Image, lowest=int, rest=int, tile=int, suit=str, number=int, found=list)
cdef list _reaching(bytearray kept, list taken, int need, bint one_suit, int first)
cpdef bint is_whole(object offer, list taken) except -1
