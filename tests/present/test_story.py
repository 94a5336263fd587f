"""Everything that happens is told in both languages, and nothing that one cannot know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.actions import PASS, SEATS
from quexiang.engine.round import Round
from quexiang.engine.wire import event_out
from quexiang.match import deal, exchange
from quexiang.match.check import CheckedRound
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.present.feed import Chronicle, Feed, OpenFeed
from quexiang.present.story import SILENT, Sentence, Storyteller
from quexiang.rulebook import Variant
from quexiang.tiles import KINDS, is_flower, tile_en, tile_text, tile_zh
from quexiang.variants import variant_named, variants

VARIANTS: Final = list(variants().values())
ROUNDS: Final = 4
TRIES: Final = 3
A, B, C, D = range(4)


def story_of(key: str) -> Storyteller:
    variant = variant_named(key)
    return Storyteller(variant, variant.room(variant.choose({}), max(variant.players)))


TOLD: Final[list[tuple[ev.Event, str, str]]] = [
    (ev.Seated(D), "{D}坐庄", "Dealer: {D}"),
    (ev.Rolled((5, 6)), "掷出 5、6", "Rolled 5, 6"),
    (ev.Rolled((5, 6), A), "{A}掷出 5、6", "{A} rolled 5, 6"),
    (
        ev.Dealt(A, 3, (4, 0, 2)),
        "{A}起手：一万、五万、三万",
        "{A}: dealt 1 characters, 5 characters, 3 characters",
    ),
    (ev.Indicated(4, (5,)), "翻出五万，六万当家", "5 characters turned up; wild: 6 characters"),
    (ev.SetAside(27), "东放在一边", "East is put aside"),
    (ev.Passed(A, C, 2, (4, 5)), "{A}给{C}：五万、六万", "{A}: 5 characters, 6 characters to {C}"),
    (ev.Passed(A, C, 2, None), "{A}给{C} 2 张牌", "{A}: 2 tiles to {C}"),
    (ev.Drawn(B, 9), "{B}摸到一筒", "{B} drew 1 dots"),
    (ev.Drawn(B, 9, back=True), "{B}补到一筒", "{B} drew 1 dots from the back"),
    (ev.Discarded(C, 4), "{C}打五万", "{C}: discard 5 characters"),
    (
        ev.Discarded(C, 4, "ready"),
        "{C}报听，打五万",
        "{C}: declare ready, discard 5 characters",
    ),
    (
        ev.Melded(C, ev.Meld("chow", (3, 4, 5), 4, B)),
        "{C}用四万、六万吃{B}的五万",
        "{C}: chow 5 characters from {B} with 4 characters, 6 characters",
    ),
    (
        ev.Melded(C, ev.Meld("pong", (4, 4, 4), 4, A)),
        "{C}碰{A}的五万",
        "{C}: pong 5 characters from {A}",
    ),
    (
        ev.Melded(C, ev.Meld("exposed", (4, 4, 4, 4), 4, A)),
        "{C}杠{A}的五万",
        "{C}: kong 5 characters from {A}",
    ),
    (
        ev.Melded(C, ev.Meld("added", (4, 4, 4, 4), 4, A)),
        "{C}补杠五万",
        "{C}: added kong 5 characters",
    ),
    (
        ev.Melded(C, ev.Meld("concealed", (4, 4, 4, 4))),
        "{C}暗杠五万",
        "{C}: concealed kong 5 characters",
    ),
    (
        ev.Melded(C, ev.Meld("concealed", ()), hidden=True),
        "{C}暗杠",
        "{C}: concealed kong",
    ),
    (ev.KongDeclared(C, 4), "{C}要补杠五万", "{C}: adding 5 characters to a kong"),
    (ev.Laid(A, (34, 35), "flowers"), "{A}花：春、夏", "{A}: flowers Spring, Summer"),
    (ev.TurnedUp(A, (4, 27), "kong"), "{A}翻出五万、东", "{A} turned up 5 characters, East"),
    (ev.Cast(A, (4, 27)), "{A}打出五万、东", "{A}: discard 5 characters, East"),
    (ev.Marked(A, "caishen", 1, public=True), "{A}：财神在外", "{A}: wildcard out"),
    (
        ev.Won(A, "self_draw", None, 4, (), 1),
        "{A}自摸五万",
        "{A} won by self-draw 5 characters",
    ),
    (
        ev.Won(A, "discard", B, 4, (), 1),
        "{A}胡{B}打的五万",
        "{A} won on 5 characters from {B}",
    ),
    (
        ev.Won(A, "rob_kong", B, 4, (), 1),
        "{A}抢{B}的杠，胡五万",
        "{A} robbed a kong, 5 characters from {B}",
    ),
    (ev.Out(A), "{A}这局打完了", "{A}: out of this hand"),
    (ev.Left(A), "{A}走了", "{A} left"),
    (
        ev.Ended("draw", A, 2),
        "荒庄。下局{A}坐庄，连庄 2",
        "Drawn hand. Next dealer: {A}, streak 2",
    ),
    (ev.Ended("win", B, 0), "下局{B}坐庄", "Next dealer: {B}"),
    (ev.Ended("win", None, 0), "这局打完了", "The hand is over"),
    (
        ev.Ended("abandoned", None, 0),
        "有人离桌，全场结束。",
        "A player left, the match is over.",
    ),
]
UNTOLD: Final[list[ev.Event]] = [
    ev.Started(4, None, 0, (0, 0, 0, 0), 136),
    ev.Began(83),
    ev.Dealt(A, 13, None),
    ev.Drawn(A, None),
    ev.Unmarked(A, "caishen", public=True),
    ev.Answered(A, PASS, (PASS,)),
    ev.Due("draw"),
    ev.Paid(A, B, 2, "HZ-71", "", ""),
    ev.Revealed(A, (1, 2, 3), ()),
]


@pytest.mark.parametrize(("event", "zh", "en"), TOLD, ids=lambda value: type(value).__name__)
def test_the_wording_of_every_event(event: ev.Event, zh: str, en: str) -> None:
    told = story_of(town_of(event)).tell(event)

    assert told is not None
    assert (told.zh, told.en) == (zh, en)


def town_of(event: ev.Event) -> str:
    """A town where this happens."""
    match event:
        case ev.Discarded(declared="ready"):
            return "lanzhou"
        case ev.Laid():
            return "zhangzhou"
        case _:
            return "hangzhou"


@pytest.mark.parametrize("event", UNTOLD, ids=lambda event: type(event).__name__)
def test_what_has_no_sentence(event: ev.Event) -> None:
    assert story_of("hangzhou").tell(event) is None


def test_every_kind_of_event_is_told_or_silent() -> None:
    told = {type(event) for event, _, _ in TOLD}

    assert told | set(SILENT) == set(ev.Event.__subclasses__())
    assert not told & set(SILENT)
    assert set(SILENT) <= {type(event) for event in UNTOLD}


def test_a_call_has_the_word_that_is_called() -> None:
    story = story_of("lanzhou")
    pong = story.tell(ev.Melded(C, ev.Meld("pong", (4, 4, 4), 4, A)))
    ready = story.tell(ev.Discarded(C, 4, "ready"))
    discard = story.tell(ev.Discarded(C, 4))

    assert msgspec.json.decode(msgspec.json.encode(pong)) == {
        "seat": "C",
        "zh": "{C}碰{A}的五万",
        "en": "{C}: pong 5 characters from {A}",
        "tiles": ["5m", "5m", "5m"],
        "call": "pong",
        "word": {"zh": "碰", "en": "Pong"},
    }
    assert ready is not None
    assert ready.word is not None
    assert (ready.call, ready.word.zh) == ("declare", "报听")
    assert msgspec.json.decode(msgspec.json.encode(discard)) == {
        "seat": "C",
        "zh": "{C}打五万",
        "en": "{C}: discard 5 characters",
        "tiles": ["5m"],
    }


def test_a_mark_that_counts_is_told_with_its_number() -> None:
    told = story_of("zhangzhou").tell(ev.Marked(B, "you", 2, public=True))

    assert told is not None
    assert (told.zh, told.en) == ("{B}：双游、三游 2", "{B}: shuangyou or sanyou 2")


def test_a_chosen_number_is_told_as_it_stood_on_the_button() -> None:
    story = story_of("anhua")
    two, none = (story.tell(ev.Marked(B, "piao", points, public=True)) for points in (2, 0))

    assert two is not None
    assert (two.zh, two.en) == ("{B}：飘2分", "{B}: stake 2")
    assert none is not None
    assert (none.zh, none.en) == ("{B}：不飘", "{B}: no stake")


def test_a_repeated_pattern_is_told_once_with_its_number() -> None:
    told = story_of("hangzhou").tell(ev.Won(A, "self_draw", None, 4, ("caipiao", "caipiao"), 4))

    assert told is not None
    assert told.zh == "{A}自摸五万，财飘×2"


def test_a_mark_of_the_table_is_told_when_it_is_just_there_or_not() -> None:
    story = story_of("zhangzhou")
    out = story.tell(ev.Marked(None, "gold_out", 1, public=True))

    assert out is not None
    assert (out.seat, out.zh, out.en) == (None, "金已出", "a gold is out")
    assert story.tell(ev.Marked(None, "fenbing", (4, 4), public=True)) is None


def test_turned_tiles_are_named_by_what_they_are_for() -> None:
    told = story_of("anhua").tell(ev.TurnedUp(D, (13,), "birds"))

    assert told is not None
    assert (told.zh, told.en) == ("{D}翻鸟：五筒", "{D} turned up birds: 5 dots")


# Rounds of every town.


def played(variant: Variant, seed: str, bot: str = "random") -> tuple[Match, CheckedRound]:
    players, options = draw_options(variant, {}, None, seed)
    match = Match(variant, variant.choose(options, players), players, seed)
    bots = [make_bot(bot, f"{seed}{seat}") for seat in range(players)]
    checked = CheckedRound(match.start_round(), bots, seed, deep=False)
    checked.play()
    return match, checked


def logs(variant: Variant) -> Iterator[tuple[Match, list[ev.Event]]]:
    for number in range(ROUNDS):
        bot = ("random", "plain")[number % 2]
        match, checked = played(variant, f"story {number}", bot)
        yield match, checked.round.log or []


def sentences(story: Storyteller, log: list[ev.Event], seat: int | None) -> list[Sentence | None]:
    seen = (event.seen_by(seat) for event in log)
    return [story.tell(event) for event in seen if event is not None]


NAMES: Final = [
    re.compile("|".join(sorted(map(name, range(KINDS)), key=len, reverse=True)))
    for name in (tile_zh, tile_en)
]
TEXTS: Final = [
    {name(tile): tile_text(tile) for tile in range(KINDS)} for name in (tile_zh, tile_en)
]
TILE: Final = re.compile(r"\b([1-9][mps]|[1-7]z|[1-8]f)\b")


def tiles_named(told: Sentence) -> set[str]:
    found = set(told.tiles)
    for text, pattern, texts in zip((told.zh, told.en), NAMES, TEXTS, strict=True):
        found |= {texts[name] for name in pattern.findall(text)}
    return found


def check(event: ev.Event, told: Sentence, players: int) -> None:
    assert told.zh
    assert told.en
    names = re.findall(r"\{(.*?)\}", told.zh)
    assert sorted(names) == sorted(re.findall(r"\{(.*?)\}", told.en))
    assert {*names, told.seat} <= {*SEATS[:players], None}
    assert bool(told.call) == bool(told.word)
    if not isinstance(event, ev.Marked):
        shown = set(TILE.findall(str(event_out(event))))
        assert tiles_named(told) <= shown, f"{told} names what {event} does not show"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_event_of_a_round_is_told_to_everybody_as_he_sees_it(variant: Variant) -> None:
    count = 0
    for match, log in logs(variant):
        story = Storyteller(variant, match.rules)
        for event in log:
            for seen in (event, *(event.seen_by(seat) for seat in (None, *range(match.players)))):
                told = None if seen is None else story.tell(seen)
                if seen is not None and told is not None:
                    check(seen, told, match.players)
                    count += 1

    assert count > 100


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_feeds_tell_each_event_with_its_sentence(variant: Variant) -> None:
    match, log = next(logs(variant))
    story = Storyteller(variant, match.rules)
    chronicle = Chronicle(story)
    feeds = [Feed(match.rules, seat, 0, chronicle) for seat in (None, *range(match.players))]
    for feed in [*feeds, OpenFeed(match.rules, story)]:
        feed.advance(log, len(log))
        seen = [event for event in map(feed.seen, log) if event is not None]

        assert [sent.sentence for sent in feed.sent] == [story.tell(event) for event in seen]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_exchanging_hidden_tiles_changes_no_sentence(variant: Variant) -> None:
    source = random.Random(variant.key)
    compared = 0
    for number in range(60):
        match, checked = played(variant, f"hidden {number}")
        twin = exchanged(match, checked, source)
        if twin is not None:
            seat, until, round_ = twin
            story = Storyteller(variant, match.rules)
            before = sentences(story, (checked.round.log or [])[:until], seat)

            assert sentences(story, round_.log or [], seat)[: len(before)] == before
            compared += 1
        if compared >= TRIES:
            break

    assert compared


def exchanged(
    match: Match, checked: CheckedRound, source: random.Random
) -> tuple[int, int, Round] | None:
    """The same play with two tiles exchanged that a seat cannot know, where it is possible."""
    if match.rules.removed or not checked.questions:
        return None
    until = source.choice(checked.questions)[0]
    seat = source.randrange(match.players)
    row = deal.shuffled(sorted(match.rules.tiles), match.seed_of(1))
    places = exchange.hidden_places(checked.round, row, seat, until)
    places = [place for place in places if not is_flower(row[place])]
    if len(places) < 2:
        return None
    one, other = source.sample(places, 2)
    if row[one] == row[other]:
        return None
    row[one], row[other] = row[other], row[one]
    dice = checked.round.dice
    twin = exchange._replay(checked.round, row, dice, checked.questions, seat, until)
    return None if twin is None or twin[1] else (seat, until, twin[0])
