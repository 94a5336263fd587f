# The C types of bot.py; without a compiler this file is not read.

cdef class Bot:
    cdef public object random
