# The C types of question.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.calls cimport Call
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

    @cython.locals(binds=Call, forbids=Call)
    cpdef veto(self, Table table, int seat, object action)
    @cython.locals(call=Call)
    cpdef list offers(self, Table table, int seat, list refused)
    @cython.locals(binds=Call, forbids=Call)
    cdef _permit(self, Table table, int seat, object group, list offers, list refused)
