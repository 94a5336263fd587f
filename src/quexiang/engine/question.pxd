# The C types of question.py; without a compiler this file is not read.

from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table

cdef class Question:
    cdef readonly object stage
    cdef readonly str key
    cdef readonly bint is_turn
    cdef readonly bint may_pass
    cdef readonly bint closes
    cdef readonly tuple offering
    cdef readonly dict vetoing

    cpdef veto(self, Table table, int seat, object action)
    cpdef list offers(self, Table table, int seat, list refused)
    cdef _permit(self, Table table, int seat, object group, list offers, list refused)
