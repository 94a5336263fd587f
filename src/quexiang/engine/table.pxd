# The C types of table.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.board cimport Board
from quexiang.engine.marks cimport Mark
from quexiang.hand.concealed cimport Hand

@cython.final
cdef class Table(Board):
    cpdef Table copy(self)
    cpdef Hand hand(self, int seat)
    cpdef tuple seats_after(self, int seat)
    cpdef bint is_wild(self, int tile) except -1
    cpdef unsigned long long waits(self, int seat) except? 0xffffffffffffffff
    cpdef unsigned long long kept_waits(self, int seat, object reckon) except? 0xffffffffffffffff
    cpdef bint is_complete(self, int seat) except -1
    cpdef bint is_completed_by(self, int seat, int tile) except -1
    cpdef ready_discards(self, int seat)
    cpdef Hand standing(self, int seat)
    cpdef Hand resting(self, int seat)
    cpdef bint has(self, int seat, Mark mark)
    cpdef int number(self, object seat, Mark mark) except? -1
    cpdef tuple listed(self, object seat, Mark mark)
