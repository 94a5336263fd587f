# The C types of desk.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.actions cimport Action, Choose, Chow, Discard, Kong, Pass, Pong, Win
from quexiang.engine.round cimport Round
from quexiang.engine.table cimport Table
from quexiang.env.copying cimport Byte, Flag, Image, Place, bytes_of, clear, flags_of
from quexiang.env.identity cimport Identities
from quexiang.env.planes cimport Planes

cdef int NOBODY, SIZE, DISCARD, TAKE, DONE, WIDTH, OBSERVED
cdef list CHOWS, NOTHING
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
    cdef int _matches, _dealt
    cdef list _actions
    cdef dict _firsts
    cdef Identities _identities
    cdef list _legal

    cdef _furnish(self, object variant, object options, int players, bint keep_log, bint skip_forced)
    cdef _resume(self, tuple played, tuple asked)
    cpdef deal(self)
    cdef _deal(self)
    cpdef act(self, int number)
    cdef _answer(self, Action action)
    cdef _step(self, int number)
    @cython.locals(round_=Round, table=Table, answers=dict, seat=int, offers=list)
    cdef _next(self)
    cpdef list legal(self)
    cpdef mask(self, Flag[::1] out, Place base)
    cdef int write_mask(self, Image out, Place base) except -1
    cdef int _mark(self, Image out, Place base) except -1
    @cython.locals(number=int)
    cdef int _mark_each(self, Image out, Place base) except -1
    @cython.locals(number=int)
    cdef int _mark_steps(self, Image out, Place base) except -1
    @cython.locals(number=int, offers=list, offer=object)
    cpdef int sample(self, unsigned long long chance) except -1
    cpdef observe(self, Byte[::1] out, Place base, int seat)
    @cython.locals(table=Table)
    cdef int write(self, Image out, Place base, int seat) except -1
    @cython.locals(discard=Discard, chow=Chow, kong=Kong, first=int, tile=int, declared=str, low=int, high=int)
    cdef int _number(self, object offer) except? -2

@cython.locals(desk=Desk)
cpdef _restored(tuple how, tuple played, tuple asked)
