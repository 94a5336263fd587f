# The C types of due.py; without a compiler this file is not read.

cimport cython

@cython.final
cdef class Turn:
    cdef readonly int seat
    cdef readonly str began
    cdef readonly object drawn
    cdef readonly tuple kongs
