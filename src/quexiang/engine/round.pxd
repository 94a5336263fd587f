# The C types of round.py; without a compiler this file is not read.

cimport cython
from quexiang.engine.actions cimport Action, Discard
from quexiang.engine.apply cimport discard, draw
from quexiang.engine.calls cimport Call
from quexiang.engine.events cimport Due, Event
from quexiang.engine.question cimport Question
from quexiang.engine.table cimport Table
from quexiang.engine.wall cimport Wall

cdef bint _offered(list offers, Action action) except -1

@cython.final
cdef class Round:
    cdef public object rules
    cdef dict _following
    cdef tuple _after_answer
    cdef tuple _after_draw
    cdef tuple _after_discard
    cdef dict _questions
    cdef Question _turn
    cdef Question _discards
    cdef bint _plain
    cdef Call _candidates
    cdef Call _exhausted
    cdef public Wall wall
    cdef public object dice
    cdef public list log
    cdef public dict asked
    cdef public list refused
    cdef public Table table

    cpdef answer(self, int seat, Action action)
    cpdef close(self)
    cdef _emit(self, Event event)
    @cython.locals(call=Call)
    cdef _follow(self, Event event, tuple calls)
    cdef _emit_all(self, object events)
    cdef _draw(self, int seat, bint back)
    cdef _discard(self, int seat, Discard action)
    cdef _advance(self)
    cdef _fulfil(self, Due due)
    cdef _phase(self)
    cdef _deal(self)
    cdef bint _ask(self) except -1
    cdef _index(self, object rules)
    cdef _resolve(self)
    cdef _by_priority(self, object stage)
