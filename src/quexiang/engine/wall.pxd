# The C types of wall.py; without a compiler this file is not read.

cdef class Wall:
    cdef tuple _tiles
    cdef int _front
    cdef int _back

    cpdef front(self)
    cpdef back(self)
