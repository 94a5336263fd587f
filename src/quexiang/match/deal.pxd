# The C types of deal.py; without a compiler this file is not read.

cimport cython

cdef unsigned long long WORDS

cdef class Words:
    cdef object _source
    cdef Py_ssize_t _at
    cdef tuple _read

    cdef tuple _first(self, Py_ssize_t count)
    @cython.locals(word="unsigned long long")
    cpdef int below(self, int count) except -1

@cython.locals(place=int, other=int, stream=Words)
cpdef list shuffled(object tiles, bytes seed)
