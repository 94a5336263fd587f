"""The codes with which the server closes a socket, and its last frame."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from quexiang.protocol.codec import write
from quexiang.protocol.outgoing import Bye

CLOSED: Final = 1000
BROKEN: Final = 1011
RESTART: Final = 1012
SLOW: Final = 1013
BAD_FRAMES: Final = 4400
NOT_KNOWN: Final = 4401
NOT_ALLOWED: Final = 4403
NO_ROOM: Final = 4404
MOVED: Final = 4409
TOO_FAST: Final = 4429

BYES: Final = {
    CLOSED: Bye(code="closed", zh="房间关了", en="The room is closed"),
    BROKEN: Bye(
        code="broken",
        zh="出了点问题，牌局已保存",
        en="Something broke; the match is kept",
        retry_ms=2000,
    ),
    RESTART: Bye(
        code="restart",
        zh="服务器换班，牌局没丢",
        en="The server restarts; nothing is lost",
        retry_ms=2000,
    ),
    SLOW: Bye(code="slow", zh="网太慢了，重新连一下", en="Too slow; connect again", retry_ms=1000),
    BAD_FRAMES: Bye(code="bad_frame", zh="看不懂", en="Too many wrong frames"),
    NOT_KNOWN: Bye(code="not_known", zh="先起个名字吧", en="Say who you are first"),
    NOT_ALLOWED: Bye(code="not_allowed", zh="不能进来", en="You may not come in"),
    NO_ROOM: Bye(
        code="no_room", zh="没有这间房，或者已经散了", en="There is no such room any more"
    ),
    MOVED: Bye(code="moved", zh="换个地方接着打", en="Connect again", retry_ms=200),
    TOO_FAST: Bye(code="too_fast", zh="太快了", en="Too many frames", retry_ms=10_000),
}


def bye(code: int, at: str = "") -> bytes:
    """The last frame for a code; `at` is where the room lives, if that is another server."""
    return write(replace(BYES[code], at=at) if at else BYES[code])
