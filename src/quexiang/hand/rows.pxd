# The C types of rows.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport Kernel

cdef int[9] POW

@cython.locals(odd=int, size=int, wilds=int, key=int, count=int, tile=int, face=int, at=int, suit=int, rank=int)
cpdef void natural_rows(const unsigned char[:, ::1] counts, const int[::1] special, int[:, ::1] keys, unsigned char[:, ::1] sums) noexcept

@cython.locals(one=int, other=int)
cpdef void code_rows(const unsigned char[::1] suit, const unsigned char[::1] honours, const unsigned char[::1] combined, const int[:, ::1] keys, unsigned char[::1] codes) noexcept

@cython.locals(hand=Hand, row=Py_ssize_t)
cpdef wait_rows(Kernel shape, const unsigned char[:, ::1] counts, unsigned long long[::1] masks)
@cython.locals(hand=Hand, row=Py_ssize_t)
cpdef complete_rows(Kernel shape, const unsigned char[:, ::1] counts, unsigned char[::1] found)
@cython.locals(held=bytearray, odd=int, size=int, m=int, p=int, s=int, z=int, rank=int, tile=int)
cdef void _load(Hand hand, const unsigned char[:, ::1] counts, Py_ssize_t row)
