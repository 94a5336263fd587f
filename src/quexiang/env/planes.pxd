# The C types of planes.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.due cimport Turn
from quexiang.engine.events cimport Meld
from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table
from quexiang.engine.wall cimport Wall
from quexiang.env.before cimport Before, Image, Place, count, mark, write_marks
from quexiang.env.copying cimport Byte, clear, copy
from quexiang.hand.concealed cimport Hand

cdef int WIDTH, MARKS, TABLE, SHARED, BLOCK, SEATS, NUMBERS, HIDDEN_KONGS

cdef class Planes:
    cdef object _rules
    cdef int _rounds
    cdef bint _shown_kongs
    cdef dict _marks, _slots, _open, _stages
    cdef list _seats
    cdef bytearray _image
    cdef object _indicator
    cdef tuple _wild, _offered, _turned, _set_aside

    @cython.locals(image="unsigned char*", place=Place, before=Before, shown=bint, player=Player)
    cpdef write(self, Byte[::1] out, Place base, Table table, int seat, str stage, list taken, int number)
    @cython.locals(image=bytearray, players=int, following=Place, at=Place, rest=Place)
    cdef _copy(self, Byte[::1] out, Place base, int seat)
    @cython.locals(meld=Meld, tile=int, column=Place)
    cdef _own(self, Byte[::1] out, Place at, Player player)
    @cython.locals(player=Player, hand=Hand, counts="unsigned char*", turn=Turn, tile=int)
    cdef _tiles(self, Image image, Table table, int seat, list taken)
    @cython.locals(tile=int)
    cdef _wilds(self, Image image, Table table)
    @cython.locals(dice=tuple, thrown=Place)
    cdef _numbers(self, Image image, Table table, str stage, int number)
    @cython.locals(players=int, place=int, player=Player, meld=Meld, rest=tuple, tile=int)
    cpdef write_hidden(self, Byte[::1] out, Place base, Table table, Wall wall, int seat)

cdef recount(Image image, Place at, tuple tiles)

@cython.locals(tile=int)
cdef _add(Byte[::1] out, Place at, tuple tiles)

cdef int _began(str began)
