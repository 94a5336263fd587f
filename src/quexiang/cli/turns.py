"""The story of a round in the terminal: one line for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from quexiang.cli import result, show
from quexiang.cli.texts import Words
from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.wire import SeatLetter, maybe_letter
from quexiang.present.story import Sentence, Storyteller

OPENING: Final = (ev.Seated, ev.Rolled, ev.Dealt)
"""What has a line of its own, whoever goes on."""


class Turns:
    """Joins what a seat does in its turn into a line; `me` is called 你."""

    def __init__(self, story: Storyteller, words: Words, me: Seat | None = None) -> None:
        self.story = story
        self.words = words
        self.me = maybe_letter(me)
        self.wild = story.rules.fixed_wild
        self.line: Text | None = None
        self.seat: SeatLetter | None = None
        self.marks: set[str] = set()

    def lines(self, events: Iterable[ev.Event]) -> Iterator[Text]:
        """The lines of these events; how the round ends is told below its payments."""
        for event in events:
            if isinstance(event, ev.Indicated):
                self.wild = event.wild
            if isinstance(event, ev.Won):
                yield from self._finished()
                yield from result.win_lines(self.story, event, self.words, self.me)
            elif not isinstance(event, ev.Ended):
                yield from self._told(event)
        yield from self._finished()

    def _told(self, event: ev.Event) -> Iterator[Text]:
        sentence = self.story.tell(event)
        if sentence is None or (isinstance(event, ev.Marked) and self._is_known(sentence)):
            return
        if self.line is not None and self._goes_on(sentence, event):
            self._add(sentence)
            return
        yield from self._finished()
        self.line = Text("  ").append_text(self._shown(sentence))
        self.seat = None if isinstance(event, OPENING) else sentence.seat

    def _is_known(self, mark: Sentence) -> bool:
        """Tell whether a mark was told before, or follows from what its seat has just declared."""
        known = mark.zh in self.marks
        self.marks.add(mark.zh)
        if self.line is None or self.seat != mark.seat:
            return known
        return known or self._shown(mark, named=False).plain in self.line.plain

    def _goes_on(self, sentence: Sentence, event: ev.Event) -> bool:
        if sentence.seat is None:
            return isinstance(event, ev.Marked)
        return sentence.seat == self.seat

    def _add(self, sentence: Sentence) -> None:
        """Go on in the line, without the name again."""
        assert self.line is not None
        comma = self.words.pick("，", ", ")
        self.line.append(comma).append_text(self._shown(sentence, named=False))

    def _shown(self, sentence: Sentence, *, named: bool = True) -> Text:
        return show.sentence(sentence, self.words, self.wild, me=self.me, named=named)

    def _finished(self) -> Iterator[Text]:
        if self.line is not None:
            yield self.line
        self.line = self.seat = None
