# The C types of identity.pyx; without a compiler this file is not read.

from cpython.ref cimport PyObject
from quexiang.env.copying cimport Image, Place

cdef class Identities:
    cdef list _objects
    cdef PyObject* _addresses[1024]
    cdef short _places[1024]

    cdef int _find(self, PyObject* sought) noexcept
    cpdef int find(self, object sought) noexcept
    cpdef bint mark(self, list objects, Image out, Place base) noexcept

cpdef bint same_items(list kept, dict items) noexcept
