"""Answers, doubts, leaving: what a seat does in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine import actions as act
from quexiang.engine import events as ev
from quexiang.engine.round import ENGINE_REASONS, NOT_ASKED, NotAllowed
from quexiang.engine.wish import Wish
from quexiang.match.log import Answer, Closed, Departure
from quexiang.present.choices import chosen, why_not
from quexiang.protocol import log as ln
from quexiang.protocol import outgoing
from quexiang.protocol.refusal import NO_ACTION, NO_CHOICE, NO_MATCH, STALE, Reason, Refused
from quexiang.rooms.asking import start_clock
from quexiang.rooms.broadcast import stream_for
from quexiang.rooms.horizon import ON_OFFER, moment
from quexiang.text import Text
from quexiang.tiles import parse_tile

if TYPE_CHECKING:
    from quexiang.engine.actions import Action, Seat
    from quexiang.engine.table import Table
    from quexiang.protocol import incoming
    from quexiang.protocol.log import Actor
    from quexiang.rooms import effects
    from quexiang.rooms.asking import Given
    from quexiang.rooms.room import Room


def answer(room: Room, line: int, frame: incoming.Answer) -> None:
    """Take a person's answer; it also takes his seat back from the trustee."""
    seat = room.seat(line)
    given = room.given.get(seat)
    if given is None or given.ask != frame.ask:
        raise Refused(STALE)
    action = chosen(given.offers, frame.choice, frame.tiles)
    if action is None:
        raise Refused(NO_CHOICE)
    bank = room.state.chairs[seat].bank
    overdrawn = max(0, round(1000 * (room.now - given.deadline)))
    try:
        act_for(room, seat, action, "person", frame.id)
    except NotAllowed as refusal:
        raise Refused(reason(room, action, refusal.rule)) from None
    if overdrawn:
        room.log(ln.Banked(seat, max(0, bank - overdrawn)))
    take_back(room, seat)
    for other in room.lines_of(seat):
        if other != line:
            room.send(other, outgoing.Withdrawn(ask=frame.ask, reason="answered"))


def act_for(room: Room, seat: Seat, action: Action, by: Actor, message: str = "") -> None:
    """Play an action for a seat, then decide the question if nothing can change it any more."""
    given = room.given[seat]
    room.play(
        Answer(seat, action),  # type: ignore[arg-type]
        ln.Acted(seat, given.ask, by, message),
    )
    del room.given[seat]
    match = room.state.match
    assert match is not None
    if isinstance(action, act.Choose):
        room.changed = True  # 已选
    if room.state.asked() and match.round.table.answers and match.round.decided:
        room.play(Closed())
    withdraw(room)


def neutral(room: Room, given: Given) -> Action:
    """What is done for a seat that does not choose."""
    assert room.state.match is not None
    match = room.state.match
    return match.rules.neutral(match.round.table, given.seat, given.offers)


def withdraw(room: Room) -> None:
    """Tell the seats whose ask was decided without them."""
    asked = room.state.asked()
    for seat, given in list(room.given.items()):
        if seat not in asked or room.state.chairs[seat].ask != given.ask:
            del room.given[seat]
            late = outgoing.Withdrawn(ask=given.ask, reason="decided", zh="慢了一步", en="Too late")
            room.send_seat(seat, late)


def thought(room: Room, message: effects.Thought) -> None:
    """Take a bot's answer, if it is still wanted."""
    given = room.given.get(message.seat)
    if given is not None and given.ask == message.ask:
        action = neutral(room, given) if message.action is None else message.action
        act_for(room, message.seat, action, "bot")


def take_back(room: Room, seat: Seat) -> None:
    """The player is back: the trustee goes."""
    chair = room.state.chairs[seat]
    if chair.trustee and not chair.gone:
        room.log(ln.Entrusted(seat, on=False))
        room.changed = True


def back(room: Room, line: int, frame: incoming.Back) -> None:  # noqa: ARG001 - the frame says it all
    """我回来了: take the seat back before the next decision."""
    seat = room.seat(line)
    take_back(room, seat)
    given = room.given.get(seat)
    if given is not None:
        start_clock(room, given)


# Why not.


def why(room: Room, line: int, frame: incoming.Why) -> bool:
    """Say why an action is not offered, at the last moment that the seat has seen."""
    seat = room.seat(line)
    if room.state.match is None or not room.state.match.rounds:
        raise Refused(NO_MATCH)
    table = _seen(room, seat, _is_claim(room, seat, frame))
    meant = _wish(frame).means(table, room.state.match.rules.declarations)
    if not meant:
        raise Refused(NO_ACTION)
    given = room.given.get(seat)
    if given is not None and any(act.allowed(given.offers, action) for action in meant):
        text = Text("可以，就在选项里", "It is among your choices")
        room.send(line, outgoing.Because(id=frame.id, offered=True, zh=text.zh, en=text.en))
        return True
    found = reason(room, meant[0], why_not(room.state.match.rules, table, seat, meant[0]))
    room.send(
        line,
        outgoing.Because(
            id=frame.id,
            offered=False,
            zh=found.zh,
            en=found.en,
            rule=found.rule,
            title_zh=found.title.zh,
            title_en=found.title.en,
        ),
    )
    return True


def _wish(why: incoming.Why) -> Wish:
    """What a `why` is about."""
    named = why.tiles or ([] if why.tile is None else [why.tile])
    kind = why.kind if why.do == "kong" else None
    value = why.points if why.value is None else why.value
    return Wish(why.declare or why.do, tuple(map(parse_tile, named)), value, kind)


def _is_claim(room: Room, seat: Seat, frame: incoming.Why) -> bool:
    if frame.do in ("pong", "chow"):
        return True
    stream = stream_for(room, seat)
    on_turn = stream is not None and stream.table.turn.seat == seat
    return (frame.do == "kong" and frame.kind == "exposed") or (frame.do == "win" and not on_turn)


def _seen(room: Room, seat: Seat, is_claim: bool) -> Table:  # noqa: FBT001 - one question, two moments
    """The table as the seat saw it: now, or when a tile was last on offer."""
    assert room.state.match is not None
    events = room.state.events
    end = room.horizon.end
    if is_claim:
        places = (at for at in range(end - 1, -1, -1) if isinstance(events[at], ON_OFFER))
        place = next(places, None)
        end = end if place is None else min(end, moment(events, place)[0])
    seen = (event.seen_by(seat) for event in events[:end])
    return room.state.match.rules.new_table().fold(event for event in seen if event is not None)


def reason(room: Room, action: Action, rule: str) -> Reason:
    """A refusal by a rule of the rulebook, or by the engine, in words."""
    match = room.state.match
    assert match is not None
    wish = action.label(match.rules.declarations)
    if rule in ENGINE_REASONS:
        zh, en = ENGINE_REASONS[rule]
        code = "stale" if rule == NOT_ASKED else "not_allowed"
        return Reason(code, f"不能{wish.zh}：{zh}", f"{wish.en}: {en}")
    variant = match.variant
    title = Text(variant.rule_title(rule, "zh"), variant.rule_title(rule, "en"))
    return Reason(
        "not_allowed", f"不能{wish.zh}：{title.zh}", f"{wish.en}: {title.en}", rule, title
    )


# Leaving.


def leave(room: Room, line: int, frame: incoming.Leave) -> bool:
    """Leave for good: in a match it is asked twice."""
    seat = room.seat(line)
    if room.state.match is not None and not frame.sure:
        room.send(line, _leaving(room, seat))
        return True
    if room.state.match is None:
        room.log(ln.Stood(seat))
    else:
        _leave_match(room, seat)
    heir = room.heir()
    if room.connections[line].person.id == room.state.owner and heir is not None:
        room.log(ln.OwnerPassed(heir))
    room.changed = True
    return False


def _leave_match(room: Room, seat: Seat) -> None:
    match = room.state.match
    assert match is not None
    if match.rounds and not match.round.over:
        room.play(Departure(seat))
    room.log(ln.Gone(seat))
    withdraw(room)
    room.given.pop(seat, None)


def _leaving(room: Room, seat: Seat) -> outgoing.Leaving:
    match = room.state.match
    assert match is not None
    paid: list[ev.Paid] = []
    if match.rounds and not match.round.over:
        events = match.rules.leave(match.round.table, seat)
        paid = [event for event in events if isinstance(event, ev.Paid)]
    if not paid:
        text = Text("走了就不能回这一局，电脑替你打完", "You cannot return; the computer plays on")
        return outgoing.Leaving(charged=False, zh=text.zh, en=text.en)
    points = sum(payment.amount for payment in paid)
    text = Text(f"现在走算逃跑，要赔{points}分", f"Leaving now costs {points} points")
    return outgoing.Leaving(charged=True, zh=text.zh, en=text.en, rule=paid[0].rule)
