# The C types of planes.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.due cimport Turn
from quexiang.engine.events cimport Meld, Won
from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table
from quexiang.engine.wall cimport Wall
from quexiang.hand.concealed cimport Hand

ctypedef unsigned char Byte
ctypedef Py_ssize_t Place

cdef int WIDTH, MARKS, MOST_MARKS, TABLE, FIRST_SEAT, SEAT_HEIGHT

cdef class Planes:
    cdef int _rounds
    cdef bint _shown_kongs
    cdef dict _slots
    cdef set _public
    cdef tuple _piles
    cdef dict _stages

    @cython.locals(players=int, place=int, of=int, at=Place, own=bint, shown=bint, player=Player)
    cpdef write(self, Byte[::1] out, Place base, Table table, int seat, str stage, list taken, int number)
    @cython.locals(player=Player, hand=Hand, counts="unsigned char*", turn=Turn, tile=int)
    cdef _tiles(self, Byte[::1] out, Place base, Table table, int seat, list taken)
    @cython.locals(dice=tuple, thrown=Place)
    cdef _numbers(self, Byte[::1] out, Place at, Table table, str stage, int number)
    @cython.locals(melds=tuple, meld=Meld, kind=str, first=bint)
    cdef _before(self, Byte[::1] out, Place at, Player player, bint shown)
    @cython.locals(river=list, latest=Place, place=Place, tile=int, index=Place)
    cdef _river(self, Byte[::1] out, Place at, Player player)
    @cython.locals(meld=Meld)
    cdef _count_hidden(self, Byte[::1] out, Place at, Player player)
    @cython.locals(hand=Hand, won=Won, score=int)
    cdef _seat(self, Byte[::1] out, Place at, Table table, int of, Player player, bint own)
    @cython.locals(number=int, slot=int)
    cdef _marked(self, Byte[::1] out, Place at, dict marks, bint own)
    @cython.locals(players=int, place=int, player=Player, meld=Meld, rest=tuple, tile=int)
    cpdef write_hidden(self, Byte[::1] out, Place base, Table table, Wall wall, int seat)

@cython.locals(tile=int)
cdef _count(Byte[::1] out, Place at, tuple tiles)

cdef int _began(str began)
