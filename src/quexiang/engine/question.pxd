# The C types of question.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.calls cimport Call
from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table

@cython.final
cdef class Veto:
    cdef readonly str mark
    cdef readonly Call question
    cdef readonly Call forbids

@cython.final
cdef class Vetoes:
    cdef readonly tuple every
    cdef readonly tuple unmarked

    @cython.locals(veto=Veto, marks=dict, found=list)
    cdef list binding(self, Table table, int seat, object action)

@cython.final
cdef class Question:
    cdef readonly object stage
    cdef readonly str key
    cdef readonly bint may_pass
    cdef readonly bint closes
    cdef readonly tuple offering
    cdef readonly dict vetoing

    @cython.locals(call=Call, binding=list)
    cpdef veto(self, Table table, int seat, object action)
    @cython.locals(call=Call, offers=list)
    cpdef list offers(self, Table table, int seat, list refused)
    @cython.locals(call=Call, binding=list)
    cdef list _permitted(self, Table table, int seat, object group, list refused)
