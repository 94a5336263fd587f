# The C types of picking.pyx; without a compiler this file is not read.

cpdef list picked(tuple row, bytearray counts)
