"""A match in the terminal: prints the story, asks for choices, reads answers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import cast

from rich.console import Console
from rich.text import Text

from quexiang.bots import Bot
from quexiang.cli import result, show
from quexiang.cli.advice import draw_hint
from quexiang.cli.bots import faults_text
from quexiang.cli.errors import reason
from quexiang.cli.ready import draw_ready
from quexiang.cli.replay import heading
from quexiang.cli.rules import find_rule
from quexiang.cli.screen import Screen
from quexiang.cli.texts import Words
from quexiang.cli.turns import Turns
from quexiang.cli.waits import Waiting
from quexiang.engine.actions import (
    SEATS,
    Action,
    AnyAction,
    Choose,
    Chow,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pong,
    Seat,
    Win,
    allowed,
)
from quexiang.engine.refusals import ENGINE_REASONS
from quexiang.engine.wire import letter
from quexiang.engine.wish import Wish, read_wish
from quexiang.errors import BadNotation, UserError
from quexiang.match.log import Recorder
from quexiang.match.play import views_of
from quexiang.present.painter import Painter
from quexiang.present.story import Storyteller
from quexiang.variants import declarations_at

COMMANDS = {
    "help": ("?", "？", "help", "帮助"),
    "waits": ("waits", "听什么", "叫"),
    "hint": ("hint", "建议", "??", "？？"),
    "why": ("why", "为何", "为什么"),
    "rules": ("rules", "rule", "规则"),
    "table": ("table", "桌"),
    "quit": ("quit", "exit", "q", "退出"),
}
COMMAND_OF = {word: command for command, words in COMMANDS.items() for word in words}


class Quit(Exception):
    """The player quits."""


class Game:
    """One match with a person on one seat."""

    def __init__(
        self, recorder: Recorder, seat: Seat, bots: dict[Seat, Bot], words: Words, out: Console
    ) -> None:
        self.recorder = recorder
        self.match = recorder.match
        self.seat = seat
        self.bots = bots
        self.words = words
        self.out = out
        self.told = 0
        self.known = declarations_at(self.match.rules)
        self.story = Storyteller(self.match.variant, self.match.rules)
        self.painter = Painter(self.match.variant, self.match.rules)

    def say(self, key: str, **values: object) -> None:
        """Print a sentence."""
        self.out.print(Text(self.words(key, **values)))

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        self.say("welcome", seed=self.match.seed, seat=SEATS[self.seat])
        try:
            while not self.match.over:
                self._play_round()
        except (Quit, EOFError, KeyboardInterrupt):
            self.out.print()
            self.say("goodbye")
            return
        totals = enumerate(self.match.totals())
        self.say("totals", totals="  ".join(f"{SEATS[seat]} {total:+d}" for seat, total in totals))

    def dismiss(self) -> None:
        """Stop the bots and report the faults of external ones."""
        for seat, bot in self.bots.items():
            bot.close()
            if bot.faults:
                self.say("faults", seat=SEATS[seat], faults=faults_text(bot.faults, self.words))

    # A round.

    def _play_round(self) -> None:
        self.recorder.start_round()
        playing = self.match.round
        views = views_of(playing)
        self.screen = Screen(self.out, views[self.seat], self.seat, self.words)
        self.turns = Turns(self.story, self.words, self.seat)
        self.told = 0
        self.out.print()
        number, table = len(self.match.rounds), self.screen.table
        self.out.print(heading(self.match.variant, number, table, self.words))
        while playing.asked:
            asked = dict(playing.asked)
            for seat in [seat for seat in asked if seat != self.seat]:
                choice = self.bots[seat].choose(views[seat], asked[seat])
                self._answer(seat, choice)
            if self.seat in asked:
                self._tell()
                self._answer(self.seat, self._ask(asked[self.seat]))
        self._finish_round()

    def _answer(self, seat: Seat, action: Action) -> None:
        self.recorder.answer(seat, cast("AnyAction", action))

    def _tell(self) -> None:
        """Print what this seat has seen since the last call."""
        seen = self.screen.view.seen()
        for line in self.turns.lines(seen[self.told :]):
            self.out.print(line)
        self.told = len(seen)

    def _finish_round(self) -> None:
        self._tell()
        self.screen.draw_hands()
        table = self.screen.table
        result.draw_payments(self.out, self.story, table, self.words, letter(self.seat))
        if sys.stdin.isatty() and not self.match.over:
            self._read("next_round")

    # A question.

    def _ask(self, offers: Sequence[Offer]) -> Action:
        """Ask until the answer is one of the offers."""
        number = len(self.match.rounds)
        total = self.match.options.get("rounds", number)
        town = self.words.pick(self.match.variant.zh, self.match.variant.en)
        title = self.words("round_of", variant=town, number=number, total=total)
        self.screen.draw(title)
        choices = self._choices(offers)
        self._show_choices(offers)
        while True:
            action = self._understood(self._read("prompt"), choices, offers)
            if action is not None:
                return action

    def _read(self, key: str) -> str:
        """Read a line; echo it if the input is not a terminal."""
        self.out.file.flush()
        text = input(self.words(key)).strip()
        if not sys.stdin.isatty():
            self.out.print(Text(text))
        return text

    def _choices(self, offers: Sequence[Offer]) -> list[Offer | None]:
        """What each number means: on a turn first the tiles as they stand, then the rest."""
        rest: list[Offer | None] = [offer for offer in offers if not _is_plain_discard(offer)]
        if len(rest) == len(offers):
            return rest
        standing: list[Offer | None] = [
            Discard(tile) if Discard(tile) in offers else None for tile in self.screen.hand()
        ]
        return standing + rest

    def _show_choices(self, offers: Sequence[Offer]) -> None:
        self._show_offered(offers)
        text = Text("  ")
        if isinstance(offers[0], OpenChoice):
            text.append_text(self._open(offers[0]))
        for number, offer in enumerate(self._choices(offers), 1):
            if isinstance(offer, Action) and not _is_plain_discard(offer):
                text.append(f"{number} ", style="bold cyan")
                text.append_text(show.action(offer, self.words, self.known)).append("   ")
        if any(_is_plain_discard(offer) for offer in offers):
            text.append(self.words("choose_discard"), style="dim")
        self.out.print(text)

    def _open(self, offer: OpenChoice) -> Text:
        """What may be chosen freely, and how to say it."""
        text = show.action(offer, self.words, self.known).append("   ")
        none = self.known[offer.key].none
        hint = self.words("choose_tiles")
        if none is not None and 0 in offer.sizes:
            hint += self.words("choose_none", none=none.pick(self.words.language))
        return text.append(hint, style="dim")

    def _show_offered(self, offers: Sequence[Offer]) -> None:
        """Whose tile it is about, when it is about a tile."""
        table = self.screen.table
        claims = any(isinstance(offer, Win | Pong | Kong | Chow) for offer in offers)
        if _on_turn(offers) or not claims or not table.offered:
            return
        text = Text(f"  {self.words('offered', seat=SEATS[table.offerer])} ", style="bold")
        self.out.print(text.append_text(show.several(table.offered, self.words, table.wild)))

    def _understood(
        self, text: str, choices: list[Offer | None], offers: Sequence[Offer]
    ) -> Action | None:
        """The action that was typed; None for anything else."""
        text = self._without_number(text, choices)
        head, _, rest = text.partition(" ")
        command = COMMAND_OF.get(head.lower())
        try:
            if command is not None:
                self._command(command, rest.strip(), offers)
            elif text.replace(" ", "").isdecimal():
                return self._by_number(text, choices, offers)
            elif text:
                return self._by_notation(read_wish(text, self.known), offers)
        except UserError as error:
            self.out.print(Text(error.told.pick(self.words.language), style="red"))
            if isinstance(error, BadNotation) and error.at == 0:
                self.say("not_understood")
        return None

    def _without_number(self, text: str, choices: list[Offer | None]) -> str:
        """A choice that was typed with the number before it, without that number."""
        number, _, rest = text.partition(" ")
        if number.isdecimal() and 1 <= int(number) <= len(choices):
            offer = choices[int(number) - 1]
            if offer is not None and rest == show.action(offer, self.words, self.known).plain:
                return rest
        return text

    def _by_number(
        self, text: str, choices: list[Offer | None], offers: Sequence[Offer]
    ) -> Action | None:
        numbers, first = [int(number) for number in text.split()], offers[0]
        if isinstance(first, OpenChoice):
            hand = self.screen.hand()
            if numbers == [0]:
                return self._offered([Choose(first.key)], offers)
            if all(1 <= number <= len(hand) for number in numbers):
                tiles = tuple(sorted(hand[number - 1] for number in {*numbers}))
                return self._offered([Choose(first.key, tiles=tiles)], offers)
        elif len(numbers) == 1 and 1 <= numbers[0] <= len(choices):
            chosen = choices[numbers[0] - 1]
            if isinstance(chosen, Action):
                return chosen
            return self._offered([Discard(self.screen.hand()[numbers[0] - 1])], offers)
        self.say("no_number", number=text)
        return None

    def _by_notation(self, wish: Wish, offers: Sequence[Offer]) -> Action | None:
        first = offers[0]
        if isinstance(first, OpenChoice) and wish.verb == "discard":  # tiles without a word
            wish = Wish(first.key, wish.tiles)
        fitting = list(wish.fitting(offers))
        if len(fitting) > 1 and not wish.tiles:
            self.say("which")
        elif fitting:
            return fitting[0]
        else:
            self._explain(wish.means(self.screen.table, self.known))
        return None

    def _offered(self, actions: list[Action], offers: Sequence[Offer]) -> Action | None:
        """The first action if it is offered; otherwise say why it is not."""
        if actions and allowed(offers, actions[0]):
            return actions[0]
        self._explain(actions)
        return None

    def _explain(self, actions: list[Action]) -> None:
        """Say for what reason none of these can be done now: a rule rather than the tiles."""
        playing = self.match.round
        if not actions:
            self.say("which")
            return
        if _on_turn(playing.asked[self.seat]) and isinstance(actions[0], Pong | Chow):
            self.say("nothing_offered")
            return
        reasons = [playing.why_not(self.seat, action) for action in actions]
        why = next((each for each in reasons if each not in ENGINE_REASONS), reasons[-1])
        self.out.print(Text(f"  {self._reason(why)}", style="yellow"))
        rule = self.match.variant.rules(self.words.language).get(why)
        if rule is not None:
            self.out.print(Text(f"  {rule.text}", style="dim"))

    def _reason(self, rule: str) -> str:
        why = reason(self.match.variant, self.match.options, rule)
        return why.pick(self.words.language)

    # Other things that can be typed.

    def _command(self, command: str, rest: str, offers: Sequence[Offer]) -> None:
        match command:
            case "help":
                self.say("help")
            case "waits":
                self._waits(offers)
            case "hint":
                draw_hint(self.out, self.screen.view, offers, self.words, rest)
            case "why":
                self._why(rest, offers)
            case "rules":
                rule = find_rule(self.match.variant, rest, self.words)
                self.out.print(Text(f"  {rule.id} {rule.title}\n{rule.text}"))
            case "table":
                self.screen.draw(self.words("table_now"))
                self._show_choices(offers)
            case _:
                raise Quit

    def _waits(self, offers: Sequence[Offer]) -> None:
        if draw_ready(self.out, self.painter, self.screen.view, offers, self.words):
            return
        table, screen = self.screen.table, self.screen
        player = table.seats[self.seat]
        waiting = Waiting(self.match.rules, screen.hand(), player.melds, table.wild, screen.seen())
        waiting.draw_outlook(self.out, self.words)

    def _why(self, text: str, offers: Sequence[Offer]) -> None:
        if not text:
            self.say("why_what")
            return
        wish = read_wish(text, self.known)
        if wish.match(offers) is not None:
            self.say("you_may")
        else:
            self._explain(wish.means(self.screen.table, self.known))


def _on_turn(offers: Sequence[Offer]) -> bool:
    return any(isinstance(offer, Discard) for offer in offers)


def _is_plain_discard(offer: Offer | None) -> bool:
    return isinstance(offer, Discard) and not offer.declare
