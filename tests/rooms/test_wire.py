"""What travels can be read back, and a view shows no more than its seat knows."""

import random

from quexiang.bots import make_bot
from quexiang.engine.view import View
from quexiang.engine.wire import action_in, action_out, event_in, event_out
from quexiang.match.match import Match
from quexiang.present.painter import Painter
from quexiang.variants import variants


def played(key: str, seed: str) -> Match:
    variant = variants()[key]
    match = Match(variant, variant.choose({}), max(variant.players), seed)
    round_ = match.start_round()
    bot, source = make_bot("random", seed), random.Random(seed)
    view = View(round_.rules, [], 0)
    while round_.asked:
        seat = source.choice(round_.pending)
        match.answer(seat, bot.choose(view, round_.asked[seat]))
    return match


def test_events_and_actions_survive_the_wire() -> None:
    for key in variants():
        log = played(key, "wire").round.log
        assert log is not None

        for event in log:
            assert event_in(event_out(event)) == event
            action = getattr(event, "action", None)
            assert action is None or action_in(action_out(action)) == action


def test_others_tiles_are_counted_and_not_shown() -> None:
    for key, variant in variants().items():
        round_ = played(key, "shown").round
        assert round_.log is not None
        log = round_.log[: len(round_.log) // 2]
        painter = Painter(variant, round_.rules)

        mine = painter.show(View(round_.rules, log, 1).table, 1, 1)
        watched = painter.show(View(round_.rules, log, None).table, None, 1)

        assert [seat.tiles is None for seat in mine.seats] == [
            i != 1 for i in range(len(mine.seats))
        ]
        assert all(seat.tiles is None for seat in watched.seats)
        assert [seat.count for seat in mine.seats] == [seat.count for seat in watched.seats]
        assert mine.me == "B"
        assert watched.me is None
        assert watched.waits == []
