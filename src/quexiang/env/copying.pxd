# The C types of copying.pyx; without a compiler this file is not read.

ctypedef unsigned char Byte

cpdef copy(Byte[::1] out, Py_ssize_t at, bytearray source, Py_ssize_t start, Py_ssize_t size)
cpdef clear(unsigned char* image, Py_ssize_t at, Py_ssize_t size)
