# The C types of planes.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.due cimport Turn
from quexiang.engine.events cimport Meld, Won
from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table
from quexiang.engine.wall cimport Wall
from quexiang.env.before cimport Before, Marks, count
from quexiang.env.copying cimport Byte, Image, Place, bytes_of, clear, copy
from quexiang.hand.concealed cimport Hand

cdef int NOBODY, WIDTH, MARKS, TABLE, SHARED, BLOCK, SEATS, OBSERVED, HIDDEN, TAKEN, NUMBERS, HIDDEN_KONGS
cdef int HERE, DEALER, TURN, OFFERER, OUT, GONE, WINS, IN_DEBT

cdef class Planes:
    cdef object _rules
    cdef int _rounds
    cdef bint _shown_kongs
    cdef dict _stages
    cdef list _seats
    cdef Marks _marks
    cdef bytearray _image
    cdef int _dealer, _on_turn, _offerer
    cdef Turn _turn
    cdef str _stage
    cdef object _drawn, _indicator
    cdef bint _took
    cdef tuple _wild, _offered, _turned, _set_aside, _dice, _out, _gone, _wins, _scores

    cpdef write(self, Byte[::1] out, Place base, Table table, int seat, str stage, list taken, int number)
    @cython.locals(image=Image, counts=Image, player=Player, hand=Hand, before=Before, marks=Marks, at=Place)
    cdef int write_at(self, Image out, Place base, Table table, int seat, str stage, list taken, int number) except -1
    @cython.locals(shown=bint, place=Place, before=Before)
    cdef int _lay(self, Image image, Table table) except -1
    cdef int _copy(self, Image out, Place base, Image image, int seat) except -1
    @cython.locals(meld=Meld, tile=int)
    cdef int _own_kongs(self, Image out, Place at, Player player) except -1
    @cython.locals(tile=int)
    cdef int _own_tiles(self, Image image, object drawn, list taken) except -1
    cdef int _tiles(self, Image image, Table table) except -1
    @cython.locals(tile=int)
    cdef int _wilds(self, Image image, Table table) except -1
    @cython.locals(now=int)
    cdef int _whose(self, Image image, Table table) except -1
    @cython.locals(seat=int, at=Place, score=int)
    cdef int _write_scores(self, Image image, tuple scores) except -1
    @cython.locals(won=Won, seat=int)
    cdef int _write_wins(self, Image image, tuple wins) except -1
    cdef int _numbers(self, Image image, Table table, str stage, int number) except -1
    @cython.locals(turn=Turn)
    cdef int _write_turn(self, Image image, Turn turn) except -1
    @cython.locals(thrown=Place)
    cdef int _write_dice(self, Image image, tuple dice) except -1
    @cython.locals(players=int, place=int, player=Player, meld=Meld, rest=tuple, tile=int)
    cpdef write_hidden(self, Byte[::1] out, Place base, Table table, Wall wall, int seat)

cdef int recount(Image image, Place at, tuple tiles) except -1
cdef int move(Image image, int column, int before, int now) except -1
@cython.locals(seat=int)
cdef int name_seats(Image image, int column, int players, tuple seats) except -1

@cython.locals(tile=int)
cdef int _add(Byte[::1] out, Place at, tuple tiles) except -1

cdef int _began(str began)
