"""My best hands: in each town the most valuable win of mine that was the best of its match."""

from __future__ import annotations

from typing import Final

from litestar import get
from msgspec import Struct

from quexiang.engine.wire import letter
from quexiang.protocol import log
from quexiang.protocol.room import BestWin
from quexiang.server.history import READ
from quexiang.server.requests import AnyRequest
from quexiang.server.services import Served
from quexiang.store.history import EndedMatch

NEWEST: Final = 200
END: Final = '"line":"end"'


class BestHand(Struct):
    """A win of mine, and the match in which it was the best."""

    match: str
    variant: str
    started: float
    win: BestWin


@get("/api/me/best", guards=READ)
async def my_best(services: Served, request: AnyRequest) -> list[BestHand]:
    """My best hand of every town, of the newest matches."""
    person = await services.person(request)
    best: dict[str, BestHand] = {}
    for ended in await services.store.history.ends(person.id, NEWEST):
        win = _own_best(ended)
        if win and (ended.variant not in best or win.value > best[ended.variant].win.value):
            best[ended.variant] = BestHand(ended.id, ended.variant, ended.started, win)
    return list(best.values())


def _own_best(ended: EndedMatch) -> BestWin | None:
    """The best win of a match, if it is mine."""
    for line in ended.lines.splitlines():
        entry = log.reader().entry(line) if END in line else None
        if isinstance(entry, log.MatchEnded) and entry.best is not None:
            return entry.best if entry.best.seat == letter(ended.my_seat) else None
    return None


ROUTES: Final = [my_best]
