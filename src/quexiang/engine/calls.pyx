# cython: language_level=3
"""What calls.py does, in C.

A compiled module notes down the C functions behind its rules' methods (tools/methods.py). A method
without one, such as that of a class written in Python, is called as Python does.
"""

cdef dict CODES = {}
"""The addresses of C functions, by the method that they stand behind."""


cdef note_offers(object method, Offers code):
    CODES[method] = <size_t> code


cdef note_binds(object method, Binds code):
    CODES[method] = <size_t> code


cdef note_forbids(object method, Binds code):
    CODES[method] = <size_t> code


cdef note_after(object method, After code):
    CODES[method] = <size_t> code


cdef note_candidates(object method, Candidates code):
    CODES[method] = <size_t> code


cdef note_exhausted(object method, Exhausted code):
    CODES[method] = <size_t> code


cdef class Call:
    def __init__(self, asked, str name):
        self.asked = asked
        self.method = getattr(asked, name)
        own = getattr(self.method, "__func__", None)
        cdef size_t code = CODES.get(own, 0) if own is not None else 0
        self.code = <void*> code

    def __call__(self, *given):
        return self.method(*given)

    cpdef offers(self, Table table, int seat):
        if self.code is not NULL:
            return (<Offers> self.code)(self.asked, table, seat)
        return self.method(table, seat)

    cpdef binds(self, Table table, int seat, object action):
        if self.code is not NULL:
            return (<Binds> self.code)(self.asked, table, seat, action)
        return self.method(table, seat, action)

    cpdef forbids(self, Table table, int seat, object action):
        if self.code is not NULL:
            return (<Binds> self.code)(self.asked, table, seat, action)
        return self.method(table, seat, action)

    cpdef after(self, Table table, object event):
        if self.code is not NULL:
            return (<After> self.code)(self.asked, table, event)
        return self.method(table, event)

    cpdef candidates(self, object stage, Table table):
        if self.code is not NULL:
            return (<Candidates> self.code)(self.asked, stage, table)
        return self.method(stage, table)

    cpdef exhausted(self, Table table):
        if self.code is not NULL:
            return (<Exhausted> self.code)(self.asked, table)
        return self.method(table)
