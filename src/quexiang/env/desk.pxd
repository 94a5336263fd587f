# The C types of desk.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.actions cimport Action, Choose, Chow, Discard, Kong, Pass, Pong, Win
from quexiang.engine.round cimport Round
from quexiang.engine.table cimport Table
from quexiang.env.planes cimport Planes

ctypedef unsigned char Byte
ctypedef signed char Flag
ctypedef Py_ssize_t Place

cdef int NOBODY, SIZE, DISCARD, TAKE, DONE, WIDTH
cdef list CHOWS
cdef dict KONGS

cdef class Desk:
    cdef readonly object variant, options, match, numbering, rules
    cdef readonly int players
    cdef readonly bint keep_log, skip_forced
    cdef readonly Planes planes
    cdef readonly str seed
    cdef readonly Round round
    cdef readonly int seat
    cdef readonly list offers
    cdef readonly list taken
    cdef int _matches
    cdef list _actions
    cdef dict _firsts
    cdef list _legal

    cpdef deal(self)
    cdef _deal(self)
    cpdef act(self, int number)
    cdef _answer(self, Action action)
    @cython.locals(round_=Round, answers=dict, seat=int, offers=list)
    cdef _next(self)
    @cython.locals(number=int)
    cpdef mask(self, Flag[::1] out, Place base)
    @cython.locals(number=int)
    cpdef int sample(self, unsigned long long chance) except -1
    @cython.locals(table=Table, asked=bint)
    cpdef observe(self, Byte[::1] out, Place base, int seat)
    @cython.locals(discard=Discard, chow=Chow, kong=Kong, first=int, tile=int, declared=str, low=int, high=int)
    cdef int _number(self, object offer) except? -2
