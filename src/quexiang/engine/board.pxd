# The C types of board.py; without a compiler this file is not read.

from quexiang.engine.due cimport Turn
from quexiang.engine.events cimport Due
from quexiang.engine.player cimport Player
from quexiang.hand.shape cimport Shape

cdef class Board:
    cdef public object marking
    cdef public object shape_of
    cdef public int players
    cdef public int dealer
    cdef public bint seated
    cdef public int streak
    cdef public tuple scores
    cdef public tuple dice
    cdef public list seats
    cdef public int left
    cdef public int kongs
    cdef public object indicator
    cdef public tuple wild
    cdef public Shape shape
    cdef public Turn turn
    cdef public tuple offered
    cdef public int offerer
    cdef public dict answers
    cdef public dict marks
    cdef public tuple set_aside
    cdef public tuple turned
    cdef public tuple cast
    cdef public tuple wins
    cdef public tuple paid
    cdef public tuple gone
    cdef public tuple out
    cdef public tuple order
    cdef public int phase
    cdef public Due due
    cdef public str stage
    cdef public object end

    cpdef make_due(self, Due due)
    cpdef dict marks_of(self, object seat)
    cpdef expire(self, int seat, tuple lives)
