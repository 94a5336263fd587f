# cython: language_level=3, boundscheck=False, wraparound=False
"""What copying.py does, in C."""

from libc.string cimport memcpy, memset


cpdef copy(Byte[::1] out, Py_ssize_t at, bytearray source, Py_ssize_t start, Py_ssize_t size):
    if size:
        memcpy(&out[at], <char*> source + start, size)


cpdef clear(unsigned char* image, Py_ssize_t at, Py_ssize_t size):
    memset(image + at, 0, size)
