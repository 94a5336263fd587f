# The C types of shape.py; without a compiler this file is not read.

from quexiang.hand.special cimport Special

cdef class Shape(Special):
    cdef readonly object reach, distance, useful
    cdef readonly Shape any_eyes
