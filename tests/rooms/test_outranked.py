"""Whoever was outranked is told by whom and by what, when everybody sees it."""

from __future__ import annotations

from simulated_room import Player, World

from quexiang.engine import actions as act
from quexiang.protocol import incoming, outgoing
from quexiang.rooms.outranked import withdrawn
from quexiang.text import Text


def eager(player: Player, delay: float) -> None:
    """Claims whatever he can, after a while."""
    player.delay = lambda ask: 0.2 if ask.stage == "turn" else delay
    player.choose = lambda ask: next((c.index for c in ask.choices if c.do != "pass"), 0)


def played(seed: str, *, bots: bool = False) -> list[Player]:
    world = World("zhangzhou", {"rounds": 1}, seed=seed)
    people = world.seat_people(1 if bots else None)
    for player, delay in zip(people, (4.0, 0.3, 4.0, 0.3), strict=False):
        eager(player, delay)
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)
    return people


def claims(frame: outgoing.Outgoing) -> list[tuple[str, str]]:
    """Who took something by the events of a frame."""
    found = []
    for event in frame.events if isinstance(frame, outgoing.Events) else ():
        if event["event"] == "melded" and event["meld"].get("source"):
            kind = event["meld"]["kind"]
            found.append((event["seat"], "kong" if kind == "exposed" else kind))
        if event["event"] == "won" and event["by"] != "self_draw":
            found.append((event["seat"], "win"))
    return found


def test_what_outranked_a_claim_is_said_after_all_have_seen_it() -> None:
    told = 0
    for number in range(6):
        for player in played(f"rank {number}"):
            for place, frame in enumerate(player.frames):
                if isinstance(frame, outgoing.Withdrawn) and frame.reason == "decided":
                    assert frame.by is not None
                    told += 1
                    before = [claim for f in player.frames[:place] for claim in claims(f)]
                    assert before[-1] == (frame.by.seat, frame.by.do)
                    assert frame.zh.startswith("abcd"["ABCD".index(frame.by.seat)])

    assert told


def test_the_words_say_what_goes_before_what() -> None:
    offers = [act.Chow(1, 2), act.PASS]
    pong = withdrawn(7, offers, (2, "pong"), Text("老梅", "Mei"))
    near = withdrawn(7, [act.WIN, act.PASS], (2, "win"), Text("老梅", "Mei"))
    nobody = withdrawn(7, offers, None, Text("", ""))

    assert (pong.zh, pong.en) == ("老梅碰了，碰比吃优先", "Mei: a pong goes before a chow")
    assert pong.by == outgoing.Outranked("C", "pong")
    assert near.zh == "老梅胡了，离出牌的人更近"
    assert (nobody.zh, nobody.by) == ("慢了一步", None)
