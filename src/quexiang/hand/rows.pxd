# The C types of rows.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport Kernel

ctypedef unsigned char Byte
ctypedef unsigned long long Mask

@cython.locals(hand=Hand, row=Py_ssize_t)
cpdef complete_rows(Kernel shape, const Byte[:, ::1] counts, Byte[::1] found)

@cython.locals(hand=Hand, row=Py_ssize_t)
cpdef wait_rows(Kernel shape, const Byte[:, ::1] counts, Mask[::1] masks)

@cython.locals(hand=Hand, row=Py_ssize_t, wilds=int)
cpdef natural_rows(Kernel shape, const Byte[:, ::1] counts, int[:, ::1] keys, Byte[:, ::1] sums)

@cython.locals(row=Py_ssize_t, one=int, other=int)
cpdef void code_rows(const Byte[::1] suit, const Byte[::1] honours, const Byte[::1] combined, const int[:, ::1] keys, Byte[::1] codes) noexcept

@cython.locals(held="unsigned char*", m=int, p=int, s=int, z=int, odds=Byte, size=Byte, count=Byte, rank=int, tile=int)
cdef inline void _load(Hand hand, const Byte[:, ::1] counts, Py_ssize_t row) noexcept
