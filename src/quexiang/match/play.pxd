# The C types of play.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.round cimport Round

@cython.locals(decisions=int, seat=int)
cpdef play_round(Round round_, object choosers)
