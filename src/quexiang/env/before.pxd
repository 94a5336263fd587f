# The C types of before.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.events cimport Meld
from quexiang.engine.player cimport Player
from quexiang.env.copying cimport Image, Place, clear
from quexiang.env.identity cimport same_items
from quexiang.hand.concealed cimport Hand

cdef int WIDTH, COLUMNS, NUMBERS, SIZE, MELDS, HIDDEN_KONGS

cdef class Marks:
    cdef Place _at
    cdef dict _slots, _open
    cdef readonly list kept
    cdef readonly bytearray own
    cdef readonly bint secret

    cdef int refresh(self, Image image, dict marks) except -1
    @cython.locals(column=Place, number=int, own=Image)
    cdef int _write(self, Image image, dict marks) except -1

cdef class Before:
    cdef Place _at, _length
    cdef str _pile
    cdef tuple _melds, _taken
    cdef list _river, _piles
    cdef bint _shown
    cdef readonly Marks marks
    cdef readonly int hidden_kongs

    @cython.locals(hand=Hand, marks=Marks)
    cdef int refresh(self, Image image, Player player, bint shown) except -1
    @cython.locals(at=Place, meld=Meld, kind=str)
    cdef int _write_melds(self, Image image, Player player, bint shown) except -1
    @cython.locals(at=Place, river=list, index=Place, tile=int)
    cdef int _rewrite_river(self, Image image, Player player) except -1
    @cython.locals(at=Place, latest=Place, river=list, place=Place, tile=int)
    cdef int _add_to_river(self, Image image, Player player) except -1
    @cython.locals(at=Place)
    cdef int _write_piles(self, Image image, Player player) except -1

@cython.locals(tile=int)
cpdef int count(Image image, Place at, tuple tiles) except -1
@cython.locals(number=int)
cpdef int mark(object value) except -1
cpdef list items_of(dict items)
