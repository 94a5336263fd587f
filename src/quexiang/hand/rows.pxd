# The C types of rows.py; without a compiler this file is not read.

cimport cython

cdef int[9] POW

@cython.locals(odd=int, size=int, wilds=int, key=int, count=int, tile=int, face=int, at=int, suit=int, rank=int)
cpdef void natural_rows(const unsigned char[:, ::1] counts, const int[::1] special, int[:, ::1] keys, unsigned char[:, ::1] sums) noexcept

@cython.locals(one=int, other=int)
cpdef void code_rows(const unsigned char[::1] suit, const unsigned char[::1] honours, const unsigned char[::1] combined, const int[:, ::1] keys, unsigned char[::1] codes) noexcept
