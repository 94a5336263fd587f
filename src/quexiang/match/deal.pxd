# The C types of deal.py; without a compiler this file is not read.

cimport cython

cdef unsigned long long WORDS

cdef class Words:
    cdef object _source
    cdef bytes _read
    cdef Py_ssize_t _at

    @cython.locals(word="unsigned long long", at=Py_ssize_t, read=bytes)
    cpdef int below(self, int count) except -1

@cython.locals(place=int, other=int, stream=Words)
cpdef list shuffled(object tiles, bytes seed)
