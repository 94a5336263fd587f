# The C types of tables.py; without a compiler this file is not read.

cimport cython
from quexiang.env.copying cimport Byte, Flag, Image, Place, bytes_of, copy_flags, flags_of
from quexiang.env.desk cimport Desk

ctypedef unsigned long long Chance

cdef int SIZE, SEATS
cdef Place OBSERVED
cdef Chance MASK

cdef class Batch:
    cdef readonly int tables
    cdef readonly tuple desks
    cdef readonly object observations, masks, rewards, dones, seats
    cdef object _given
    cdef Byte[::1] _planes
    cdef Flag[::1] _flags, _legal, _asked, _ended
    cdef float[::1] _points
    cdef int[::1] _drawn
    cdef Chance _chance

    cdef _hold(self, object desks, tuple arrays, Chance chance)
    @cython.locals(table=Place, desk=Desk, chance=Chance)
    cdef int _draw(self) except -1
    @cython.locals(table=Place, number=int, desk=Desk, legal=Image)
    cdef int _check(self, const int[::1] actions) except -1
    @cython.locals(table=Place, desk=Desk, planes=Image)
    cdef int _act(self, const int[::1] actions) except -1
    @cython.locals(seat=Place, first=Place, result=tuple)
    cdef int _end(self, Place table, Desk desk) except -1
    @cython.locals(table=Place, desk=Desk, planes=Image)
    cdef int _write(self) except -1
    cdef int _write_one(self, Place table, Desk desk, Image planes) except -1
    cdef int _mark(self) except -1
    @cython.locals(table=Place, desk=Desk)
    cdef int _recall(self) except -1

@cython.locals(batch=Batch)
cpdef _restored(object desks, tuple arrays, Chance chance)
