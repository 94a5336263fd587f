"""What is shown, to whomever and at whatever moment, can be shown; and a fault stops no table."""

from __future__ import annotations

import random

import pytest
from msgspec.json import decode, encode
from simulated_room import Player, World

from quexiang.bots import make_bot
from quexiang.engine.events import Event
from quexiang.engine.view import View
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.present.canvas import Canvas, fold
from quexiang.present.feed import Chronicle, Feed, OpenFeed
from quexiang.present.painter import Painter
from quexiang.present.story import Storyteller
from quexiang.present.table import TableView
from quexiang.protocol import incoming, outgoing
from quexiang.study.rehearsal import rehearse
from quexiang.variants import variants

FOUR = """
title: 自己拿了四张还单吊它
variant: {variant}
dealer: B
hands:
  A: 123m 456m 789m {more} 8888s
"""


@pytest.mark.parametrize("variant", ["anhua", "hangzhou", "zhangzhou"])
def test_a_wait_for_a_kind_held_four_times_can_be_shown(variant: str) -> None:
    more = "123p" if variant == "zhangzhou" else ""
    view = rehearse(FOUR.format(variant=variant, more=more), "A").steps[0].view

    held = [wait for wait in view.waits if wait.tile == "8s"]
    assert [(wait.unseen, wait.value) for wait in held] == [(0, None)]


def rounds_of(variant: str, seed: str, count: int) -> Match:
    """Rounds with options by chance, played by chance and by sense."""
    town = variants()[variant]
    players, options = draw_options(town, {}, None, seed)
    match = Match(town, town.choose(options, players), players, seed)
    source = random.Random(seed)
    bots = [make_bot(source.choice(("random", "plain")), f"{seed}{seat}") for seat in range(4)]
    while not match.over and len(match.rounds) < count:
        round_ = match.start_round()
        views = [View(round_.rules, round_.log or [], seat) for seat in range(players)]
        while round_.asked:
            seat = source.choice(round_.pending)
            match.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))
    return match


@pytest.mark.parametrize("variant", list(variants()))
def test_every_seat_can_be_shown_every_moment(variant: str) -> None:
    """And what is drawn once for all, and told as a change, is what would be drawn anew."""
    for number in range(3):
        match = rounds_of(variant, f"shown {number}", 2)
        painter = Painter(match.variant, match.rules)
        for round_ in match.rounds:
            show_all(match, painter, round_.log or [])


def show_all(match: Match, painter: Painter, events: list[Event]) -> None:
    seats = [None, *range(match.rules.players)]
    story = Storyteller(match.variant, match.rules)
    canvas, chronicle = Canvas(painter, 1), Chronicle(story)
    streams = [Beholder(canvas, Feed(match.rules, seat, 0, chronicle)) for seat in seats]
    streams.append(Beholder(Canvas(painter, 1), OpenFeed(match.rules, story)))
    for end in range(1, len(events) + 1):
        for stream in random.Random(end).sample(streams, len(streams) - 1):
            stream.look(events, end)


class Beholder:
    """Somebody who looks up now and then, and is told what has changed meanwhile."""

    def __init__(self, canvas: Canvas, feed: Feed) -> None:
        self.canvas = canvas
        self.feed = feed
        self.view: TableView | None = None

    def look(self, events: list[Event], end: int) -> None:
        canvas, feed, before = self.canvas, self.feed, self.feed.version
        feed.advance(events, end)
        if feed.version == before:
            return
        old, new = canvas.last(feed.seat), canvas.draw(feed)
        if old is None or self.view is None:
            self.view = new.whole()
        else:
            self.view = fold(self.view, decode(encode(canvas.change(old, new))))
        assert self.view == canvas.painter.show(feed.table, feed.seat, 1)


@pytest.mark.parametrize("part", ["waits", "facts", "_can_draw", "waits_after"])
def test_without_the_remarks_of_the_rules_the_tiles_are_still_shown(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Painter, part, fail)
    world, people = played_out()

    assert world.is_over
    assert {str(fault) for fault in world.faults} == {"cannot be shown"}
    views = [frame.view for frame in people[1].frames if isinstance(frame, outgoing.Events)]
    assert views[-1].stage == "over"
    assert all(view.seats[1].tiles is not None for view in views if view.seats[1].count)


@pytest.mark.parametrize("part", ["alike", "seat"])
def test_a_table_that_cannot_be_shown_is_played_on(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Painter, part, fail)
    world, people = played_out()

    assert world.is_over
    assert world.faults
    assert people[0].of(outgoing.Over)


def fail(*_: object, **__: object) -> None:
    raise RuntimeError("cannot be shown")


def played_out() -> tuple[World, list[Player]]:
    """A match of one round in a world that bears faults, and its people."""
    world = World(options={"rounds": 1})
    world.strict = False
    people = world.seat_people()
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)
    return world, people
