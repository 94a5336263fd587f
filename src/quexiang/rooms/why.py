"""Why an action is refused or not offered, in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.reasons import why_not
from quexiang.engine.refusals import ENGINE_REASONS, NOT_ASKED
from quexiang.engine.wish import Wish
from quexiang.match.match import Match
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.refusal import NO_ACTION, Reason, Refused
from quexiang.rooms.feed import Feeds
from quexiang.text import Text
from quexiang.tiles import parse_tile


def because(
    match: Match, feeds: Feeds, seat: Seat, offers: Sequence[Offer], frame: incoming.Why
) -> outgoing.Because:
    """Why an action is not offered, at the last moment that the seat has seen."""
    table = feeds.table_seen(seat, on_offer=_is_claim(feeds, seat, frame))
    meant = _wish(frame).means(table, match.rules.declarations)
    if not meant:
        raise Refused(NO_ACTION)
    if any(act.allowed(offers, action) for action in meant):
        text = Text("可以，就在选项里", "It is among your choices")
        return outgoing.Because(id=frame.id, offered=True, zh=text.zh, en=text.en)
    found = reason(match, meant[0], why_not(match.rules, table, seat, meant[0], []))
    return outgoing.Because(
        id=frame.id,
        offered=False,
        zh=found.zh,
        en=found.en,
        rule=found.rule,
        title_zh=found.title.zh,
        title_en=found.title.en,
    )


def _is_claim(feeds: Feeds, seat: Seat, frame: incoming.Why) -> bool:
    if frame.do in ("pong", "chow"):
        return True
    feed = feeds.of(seat)
    on_turn = feed is not None and feed.table.turn.seat == seat
    return (frame.do == "kong" and frame.kind == "exposed") or (frame.do == "win" and not on_turn)


def _wish(why: incoming.Why) -> Wish:
    """What a `why` is about."""
    named = why.tiles or ([] if why.tile is None else [why.tile])
    kind = why.kind if why.do == "kong" else None
    value = why.points if why.value is None else why.value
    return Wish(why.declare or why.do, tuple(map(parse_tile, named)), value, kind)


def reason(match: Match, action: Action, rule: str) -> Reason:
    """A refusal by a rule of the rulebook, or by the engine, in words."""
    wish = action.label(match.rules.declarations)
    if rule in ENGINE_REASONS:
        why = ENGINE_REASONS[rule]
        code = "stale" if rule == NOT_ASKED else "not_allowed"
        return Reason(code, f"不能{wish.zh}：{why.zh}", f"{wish.en}: {why.en}")
    variant = match.variant
    title = Text(variant.rule_title(rule, "zh"), variant.rule_title(rule, "en"))
    zh, en = f"不能{wish.zh}：{title.zh}", f"{wish.en}: {title.en}"
    if other := variant.otherwise(rule, match.options):
        zh, en = f"{zh}（{other.zh}）", f"{en} ({other.en})"
    return Reason("not_allowed", zh, en, rule, title)
