# cython: language_level=3, boundscheck=False, wraparound=False
"""What identity.py does, in C: a table of addresses in which the next free place is taken."""

from cpython.dict cimport PyDict_Next
from libc.stdint cimport uintptr_t

cdef extern from "Python.h":
    PyObject* PyList_GET_ITEM(object, Py_ssize_t) noexcept
    Py_ssize_t PyList_GET_SIZE(object) noexcept
    Py_ssize_t PyDict_GET_SIZE "PyDict_Size" (object) noexcept

MOST = 512
cdef uintptr_t LAST = 1023


cdef inline uintptr_t first(PyObject* sought) noexcept:
    return (<uintptr_t> sought >> 4) & LAST


cdef class Identities:
    def __init__(self, objects):
        cdef PyObject* one
        cdef uintptr_t at
        cdef short place
        self._objects = list(objects)
        assert len(self._objects) <= MOST, "half of the table stays free"
        for place, kept in enumerate(self._objects):
            one = <PyObject*> kept
            if kept is None or self._find(one) >= 0:
                continue
            at = first(one)
            while self._addresses[at] is not NULL:
                at = (at + 1) & LAST
            self._addresses[at] = one
            self._places[at] = place

    def __reduce__(self):
        return Identities, (self._objects,)

    cdef int _find(self, PyObject* sought) noexcept:
        cdef uintptr_t at = first(sought)
        while self._addresses[at] is not NULL:
            if self._addresses[at] is sought:
                return self._places[at]
            at = (at + 1) & LAST
        return -1

    cpdef int find(self, object sought) noexcept:
        return self._find(<PyObject*> sought)

    cpdef bint mark(self, list objects, Image out, Place base) noexcept:
        cdef Py_ssize_t at
        cdef int place
        for at in range(PyList_GET_SIZE(objects)):
            place = self._find(PyList_GET_ITEM(objects, at))
            if place < 0:
                return False
            out[base + place] = 1
        return True


cpdef bint same_items(list kept, dict items) noexcept:
    cdef PyObject* key
    cdef PyObject* value
    cdef Py_ssize_t position = 0, at = 0
    if PyList_GET_SIZE(kept) != 2 * PyDict_GET_SIZE(items):
        return False
    while at < PyList_GET_SIZE(kept) and PyDict_Next(items, &position, &key, &value):
        if PyList_GET_ITEM(kept, at) is not key or PyList_GET_ITEM(kept, at + 1) is not value:
            return False
        at += 2
    return True
