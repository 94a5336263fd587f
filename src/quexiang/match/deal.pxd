# The C types of deal.py; without a compiler this file is not read.

cimport cython

ctypedef unsigned long long Word

cdef Word WORDS

@cython.locals(row=list, words=tuple, at=int, place=int, other=int, word=Word)
cpdef list shuffled(object tiles, bytes seed)
