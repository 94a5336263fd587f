# The C types of calls.pyx; without a compiler this file is not read.

from quexiang.engine.table cimport Table

ctypedef object (*Offers)(object, Table, int)
ctypedef object (*Binds)(object, Table, int, object)
ctypedef object (*After)(object, Table, object)

cdef note_offers(object method, Offers code)
cdef note_binds(object method, Binds code)
cdef note_forbids(object method, Binds code)
cdef note_after(object method, After code)

cdef class Call:
    cdef readonly object method
    cdef object asked
    cdef void* code

    cpdef offers(self, Table table, int seat)
    cpdef binds(self, Table table, int seat, object action)
    cpdef forbids(self, Table table, int seat, object action)
    cpdef after(self, Table table, object event)
