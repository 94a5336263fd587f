# The C types of random_bot.py; without a compiler this file is not read.

from quexiang.bots.bot cimport Bot

cdef class RandomBot(Bot):
    cdef object _chance
