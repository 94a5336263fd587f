# cython: language_level=3, boundscheck=False, wraparound=False
"""What copying.py does, in C: a row is where its bytes lie."""

from libc.string cimport memcpy, memset


cpdef Image bytes_of(Byte[::1] row):
    return &row[0]


cpdef Image flags_of(Flag[::1] row):
    return <Image> &row[0]


cpdef void copy(Image out, Place at, Image source, Place start, Place size) noexcept:
    memcpy(out + at, source + start, size)


cpdef void clear(Image image, Place at, Place size) noexcept:
    memset(image + at, 0, size)


cpdef void copy_flags(Image out, Image source, Place size) noexcept:
    memcpy(out, source, size)
