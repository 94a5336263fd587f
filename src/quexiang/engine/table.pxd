# The C types of table.py; without a compiler this file is not read.

from quexiang.engine.board cimport Board
from quexiang.hand.concealed cimport Hand

cdef class Table(Board):
    cpdef Table copy(self)
    cpdef tuple seats_after(self, int seat)
    cpdef Hand resting(self, int seat)
