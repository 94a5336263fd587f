# The C types of random_bot.py; without a compiler this file is not read.

cimport cython
from quexiang.bots.bot cimport Bot

cdef class RandomBot(Bot):
    cdef object _chance

    @cython.locals(chance=double, place=int)
    cpdef choose(self, object view, object offers)
