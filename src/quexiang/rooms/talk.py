"""Phrases, muting and pings."""

from __future__ import annotations

from quexiang.engine.wire import letter, seat_of
from quexiang.protocol import incoming, log, outgoing
from quexiang.protocol.phrases import phrases_of
from quexiang.protocol.refusal import NO_PHRASE, NO_SEAT, TOO_FAST, Refused
from quexiang.rooms.core import Connection, Core


class Talk:
    """When people spoke last."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._spoke: dict[str, float] = {}

    def say(self, connection: Connection, frame: incoming.Say) -> None:
        """说句话: send a phrase to everybody who has not muted the speaker."""
        core, speaker = self.core, connection.person.id
        seat = core.seat(connection)
        text = phrases_of(core.state.variant).get(frame.phrase)
        if text is None:
            raise Refused(NO_PHRASE)
        if core.now < self._spoke.get(speaker, 0.0) + core.pace.phrases:
            raise Refused(TOO_FAST)
        self._spoke[speaker] = core.now
        spoken = outgoing.Spoken(seat=letter(seat), phrase=frame.phrase, zh=text.zh, en=text.en)
        for other in core.connections:
            if speaker not in core.state.muted.get(other.person.id, ()):
                core.send(other, spoken)

    def mute(self, connection: Connection, frame: incoming.Mute) -> None:
        """Hear a seat no more, or again."""
        self.core.seat(connection)
        seat, chairs = seat_of(frame.seat), self.core.state.chairs
        person = chairs[seat].person if seat < len(chairs) else None
        if person is None:
            raise Refused(NO_SEAT)
        me = connection.person.id
        if frame.muted != (person.id in self.core.state.muted.get(me, ())):
            self.core.log(log.Muted(me, person.id, frame.muted))

    def ping(self, connection: Connection, frame: incoming.Ping) -> bool:
        """Answer a sign of life."""
        self.core.send(connection, outgoing.PingReply(n=frame.n, now=int(self.core.now * 1000)))
        return True
