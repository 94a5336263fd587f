"""What came before a claim that was not asked for any more, once everybody can see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Offer, Seat
from quexiang.engine.due import SEATS_AFTER
from quexiang.engine.wire import letter
from quexiang.protocol.outgoing import Outranked, Withdrawn
from quexiang.text import Text

TOO_LATE: Final = Text("慢了一步", "Too late")
CLAIMS: Final = {
    "win": Text("胡", "win"),
    "kong": Text("杠", "kong"),
    "pong": Text("碰", "pong"),
    "chow": Text("吃", "chow"),
}
RANK: Final = {"win": 0, "kong": 1, "pong": 1, "chow": 2}
NEXT, ACROSS, PREVIOUS = Text("下家", "Next"), Text("对家", "Across"), Text("上家", "Previous")
PLACES: Final = {2: (ACROSS,), 3: (NEXT, PREVIOUS), 4: (NEXT, ACROSS, PREVIOUS)}


def claim_in(events: Sequence[ev.Event]) -> tuple[Seat, str] | None:
    """Who took the tile that lay on offer last, and how, if the events say so."""
    for event in reversed(events):
        match event:
            case ev.Won(seat=seat, by="discard" | "rob_kong"):
                return seat, "win"
            case ev.Melded(seat=seat, meld=meld) if meld.source is not None:
                if meld.kind != "added":
                    return seat, "kong" if meld.kind == "exposed" else meld.kind
            case ev.Discarded() | ev.KongDeclared():
                return None
    return None


def place_of(seat: Seat, me: Seat, players: int) -> Text:
    """Where a seat is, seen from another."""
    return PLACES[players][SEATS_AFTER[players][me].index(seat)]


def withdrawn(
    number: int, offers: Sequence[Offer], claim: tuple[Seat, str] | None, who: Text
) -> Withdrawn:
    """Tell a seat that its ask is over, and what went before its claim."""
    wanted = min((o.verb for o in offers if o.verb in RANK), key=RANK.__getitem__, default=None)
    if claim is None or wanted is None:
        return Withdrawn(ask=number, reason="decided", zh=TOO_LATE.zh, en=TOO_LATE.en)
    seat, do = claim
    text = _words(who, do, wanted)
    by = Outranked(letter(seat), do)
    return Withdrawn(ask=number, reason="decided", zh=text.zh, en=text.en, by=by)


def _words(who: Text, do: str, wanted: str) -> Text:
    done, mine = CLAIMS[do], CLAIMS[wanted]
    if RANK[do] < RANK[wanted]:
        zh, en = f"{done.zh}比{mine.zh}优先", f"a {done.en} goes before a {mine.en}"
    else:
        zh, en = "离出牌的人更近", "sits nearer to the discarder"
    return Text(f"{who.zh}{done.zh}了，{zh}", f"{who.en}: {en}")
