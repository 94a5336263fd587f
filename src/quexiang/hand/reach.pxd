# The C types of reach.py; without a compiler this file is not read.

cimport cython
from quexiang.hand.concealed cimport Hand
from quexiang.hand.kernel cimport CKeys, Kernel

ctypedef unsigned long long Mask
ctypedef unsigned char Byte

cdef int[9] POW
cdef int MOST_KEPT, MOST_TILES, MOST_LACKS, STEP, WIDTH, HONOUR_KEYS, SUIT_KEYS, ANY, PAIRS, TRIPLETS, ALONE, SUIT
cdef Mask ONE

cdef int _check_unseen(list unseen) except -1
@cython.locals(sets=int, part=int, rest=int, both=int, least=int, paired=int)
cdef void _join(const Byte* one, int at, const Byte* other, int start, Byte* into, int to) noexcept
@cython.locals(part=int, rest=int, both=int, least=int)
cdef int _least(const Byte* one, int at, const Byte* other, int start, int sets) noexcept
@cython.locals(part=int, least=int)
cdef int _least_sets(const Byte* one, int at, const Byte* other, int start, int sets) noexcept

cdef class Lacks:
    cdef tuple _families, _kept
    cdef object _eyes
    cdef dict _numbers
    cdef Byte* _suits
    cdef Byte* _honours
    cdef Byte* alone
    cdef Byte* joined

    @cython.final
    @cython.locals(table="unsigned char*", number=int)
    cdef int of(self, int suit, int key) except -1
    @cython.final
    cdef int pair(self, int suit, int one, int other) except -1
    @cython.final
    @cython.locals(at=int)
    cdef int both(self, int one, int other) noexcept
    @cython.final
    @cython.locals(table="unsigned char*", lack=bytes, number=int, place=int)
    cdef int _work_out(self, int suit, int key) except -1

cdef class Reach:
    cdef readonly Kernel shape
    cdef Lacks _lacks
    cdef list _prints
    cdef bint _special, _by_pairs
    cdef readonly bint is_slow
    cdef dict _kept, _kept_useful

    cpdef int distance(self, Hand hand, int goal=*) except? -99
    cpdef Mask useful(self, Hand hand, int goal=*) except? 0
    @cython.locals(trial=Hand, tile=int, far=int, width=int)
    cpdef list ranked(self, Hand hand, int goal, list unseen, kinds)
    @cython.locals(width=int, tile=int)
    cpdef int width(self, Mask mask, list unseen)
    @cython.locals(trial=Hand, tile=int, far=int, width=int, chosen=int, least=int, most=int, far_of=list)
    cpdef tuple best(self, Hand hand, list unseen, Mask fixed, int goal=*)
    @cython.locals(least=int, tile=int)
    cpdef int nearest(self, Hand hand, Mask fixed, int goal=*) except? -99
    @cython.locals(trial=Hand, mask=Mask, width=int, tile=int, copies=int, later=double)
    cpdef tuple ahead(self, Hand hand, int goal, list unseen, Mask fixed)
    @cython.locals(least=int, most=int, near=Mask, tile=int, far=int)
    cdef int _best(self, Hand hand, int goal, list unseen, Mask fixed) except? -99
    @cython.final
    cdef int _check(self, Hand hand) except -1
    cdef int _distance(self, Hand hand, int goal) except? -99
    @cython.locals(now=int, mask=Mask)
    cdef Mask _useful(self, Hand hand, int goal) except? 0
    @cython.locals(mask=Mask, trial=Hand, tile=int)
    cdef Mask _tried(self, Hand hand, int goal, int now) except? 0
    cdef int _slowly(self, Hand hand) except? -99
    cdef Mask _slowly_useful(self, Hand hand) except? 0
    @cython.locals(front=int, back=int, joined="unsigned char*")
    cdef int _standard(self, Hand hand) except? -99
    @cython.locals(mask=Mask, lacks=Lacks, alone="unsigned char*", joined="unsigned char*", one=int, two=int, three=int, four=int, front=int, back=int, rest="unsigned char[12]", sets=int, limit=int, tile=int)
    cdef Mask _nearer(self, Hand hand, int now) except? 0
    @cython.locals(mask=Mask, rank=int, tile=int, at=int)
    cdef Mask _part(self, Hand hand, int suit, int key, const Byte* rest, int sets, int limit) except? 0
    @cython.locals(sets=int, wilds=int, triples=int, doubles=int, tile=int, count=int, wanted=int)
    cdef int _triplets(self, Hand hand) except? -99
    @cython.locals(front=int, back=int, joined="unsigned char*")
    cdef int _alone(self, Hand hand) except? -99
    @cython.locals(key=int)
    cdef int _one_suit(self, Hand hand, int suit) except? -99
