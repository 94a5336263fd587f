# The C types of calls.pyx; without a compiler this file is not read.

cimport cython
from quexiang.engine.table cimport Table

ctypedef object (*Offers)(object, Table, int)
ctypedef object (*Binds)(object, Table, int, object)
ctypedef object (*After)(object, Table, object)
ctypedef object (*Candidates)(object, object, Table)
ctypedef object (*Exhausted)(object, Table)

cdef note_offers(object method, Offers code)
cdef note_binds(object method, Binds code)
cdef note_forbids(object method, Binds code)
cdef note_after(object method, After code)
cdef note_candidates(object method, Candidates code)
cdef note_exhausted(object method, Exhausted code)

@cython.final
cdef class Call:
    cdef readonly object method
    cdef object asked
    cdef void* code

    cpdef offers(self, Table table, int seat)
    cpdef binds(self, Table table, int seat, object action)
    cpdef forbids(self, Table table, int seat, object action)
    cpdef after(self, Table table, object event)
    cpdef candidates(self, object stage, Table table)
    cpdef exhausted(self, Table table)
