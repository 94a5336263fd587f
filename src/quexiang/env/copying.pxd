# The C types of copying.pyx; without a compiler this file is not read.

ctypedef unsigned char Byte
ctypedef signed char Flag
ctypedef unsigned char* Image
ctypedef Py_ssize_t Place

cpdef Image bytes_of(Byte[::1] row)
cpdef Image flags_of(Flag[::1] row)
cpdef void copy(Image out, Place at, Image source, Place start, Place size) noexcept
cpdef void clear(Image image, Place at, Place size) noexcept
cpdef void copy_flags(Image out, Image source, Place size) noexcept
