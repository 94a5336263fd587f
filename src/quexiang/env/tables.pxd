# The C types of tables.py; without a compiler this file is not read.

cimport cython
from quexiang.env.desk cimport Byte, Desk, Flag

ctypedef unsigned long long Chance

cdef int SIZE, SEATS
cdef Py_ssize_t OBSERVED
cdef Chance MASK

cdef class Batch:
    cdef readonly int tables
    cdef readonly list desks
    cdef readonly object observations, masks, rewards, dones, seats
    cdef object _given
    cdef Chance _chance

    @cython.locals(table=Py_ssize_t, desk=Desk, chance=Chance)
    cdef _draw(self, int[::1] given)
    @cython.locals(table=Py_ssize_t, desk=Desk)
    cdef _act(self, const int[::1] actions)
    @cython.locals(table=Py_ssize_t, desk=Desk)
    cdef _write_all(self, Byte[::1] planes, Flag[::1] flags, Flag[::1] seats)
