# The C types of kernel.py; without a compiler this file is not read.

cdef int[9] POW
cdef const unsigned char* COMBINED

cdef class Hand:
    cdef readonly bytearray counts
    cdef readonly int size
    cdef readonly int flowers
    cdef readonly int m
    cdef readonly int p
    cdef readonly int s
    cdef readonly int z
    cdef readonly int odds

    cpdef add(self, int tile)
    cpdef remove(self, int tile)
    cdef void _count(self, int tile, int step)
    cpdef Hand copy(self)


cdef class Shape:
    cdef readonly int sets
    cdef readonly frozenset wild
    cdef readonly object eyes
    cdef readonly bint eyes_held
    cdef readonly bint seven_pairs
    cdef readonly bint pairs_and_triplet
    cdef readonly object stand
    cdef readonly tuple families
    cdef readonly tuple fillers
    cdef readonly object eye_kinds
    cdef const unsigned char* _suit
    cdef const unsigned char* _honours
    cdef const unsigned char* _roles
    cdef unsigned char* _family_codes
    cdef object _kept
    cdef unsigned long long _wild_mask
    cdef int _wild
    cdef int _wild2
    cdef int _from
    cdef int _to
    cdef bint _plain
    cdef bint _special
    cdef bint _by_pairs

    cpdef bint complete(self, Hand hand)
    cpdef bint standard(self, Hand hand)
    cpdef bint pairs(self, Hand hand)
    cpdef bint complete_with(self, Hand hand, int tile)
    cpdef bint sets_only(self, Hand hand, int aside=*)
    cpdef bint pairs_only(self, Hand hand, int aside=*)
    cdef (int, int, int, int, int) _natural(self, Hand hand)
    cdef int _code(self, int m, int p, int s, int z)
    cdef int _family_code(self, int m, int p, int s, int z, int at, int filled)
    cdef int _honour_code(self, int z, int filled)
    cdef bint _made(self, Hand hand, (int, int, int, int, int) keys)
    cdef bint _held(self, bytearray before, (int, int, int, int, int) keys)
    cdef bint _pairs_after(self, Hand hand, int tile)
    cdef bint _has_three(self, Hand hand, int tile)
    cdef unsigned long long _table_waits(self, Hand hand)
    cdef unsigned long long _tried_waits(self, Hand hand)
    cdef unsigned long long _pair_waits(self, Hand hand)
    cdef unsigned long long _fitting(self, const unsigned char* table, int key, int others, int wilds, int ranks)
