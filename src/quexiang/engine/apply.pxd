# The C types of apply.py; without a compiler this file is not read.

from quexiang.engine.board cimport Board
from quexiang.engine.due cimport Turn
from quexiang.engine.player cimport Player

cpdef draw(Board table, int seat, object tile, bint back)
cpdef discard(Board table, int seat, int tile)
