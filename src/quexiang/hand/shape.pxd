# The C types of shape.py; without a compiler this file is not read.

from quexiang.hand.reach cimport Reach
from quexiang.hand.special cimport Special

cdef class Shape(Special):
    cdef readonly Reach reach
