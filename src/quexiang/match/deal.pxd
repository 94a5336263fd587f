# The C types of deal.py; without a compiler this file is not read.

cimport cython

cdef unsigned long long WORDS

@cython.locals(place=int, other=int, at=int, word="unsigned long long", limit="unsigned long long")
cpdef list shuffled(object tiles, bytes seed)
