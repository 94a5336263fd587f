# The C types of before.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.events cimport Meld, Won
from quexiang.engine.player cimport Player
from quexiang.engine.table cimport Table
from quexiang.env.copying cimport clear
from quexiang.hand.concealed cimport Hand

ctypedef unsigned char* Image
ctypedef Py_ssize_t Place

cdef int WIDTH, MARKS, NUMBERS, HIDDEN_KONGS

cdef class Before:
    cdef int _seat
    cdef Place _at, _length
    cdef dict _slots
    cdef str _pile
    cdef tuple _melds, _taken
    cdef list _river
    cdef dict _piles, _marks
    cdef bint _shown

    @cython.locals(player=Player)
    cdef refresh(self, Image image, Table table, bint shown)
    @cython.locals(at=Place, meld=Meld, kind=str, hidden=int)
    cdef _write_melds(self, Image image, Player player, bint shown)
    @cython.locals(at=Place, river=list, index=Place, tile=int)
    cdef _rewrite_river(self, Image image, Player player)
    @cython.locals(at=Place, latest=Place, river=list, place=Place, tile=int)
    cdef _add_to_river(self, Image image, Player player)
    @cython.locals(at=Place)
    cdef _write_piles(self, Image image, Player player)
    @cython.locals(at=Place, seat=int, hand=Hand, won=Won, score=int)
    cdef _write_numbers(self, Image image, Table table, Player player)

@cython.locals(tile=int)
cpdef count(Image image, Place at, tuple tiles)
@cython.locals(number=int)
cpdef int mark(object value) except -1
@cython.locals(column=Place)
cpdef write_marks(Image image, Place at, dict marks, dict slots)
