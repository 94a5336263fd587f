"""What a rulebook consists of: a variant, its options, its texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Final, TypedDict, TypeVar, Unpack

from msgspec import Struct

from quexiang.engine.actions import Declaration
from quexiang.engine.ruleset import Fact, Origin, Ruleset
from quexiang.errors import BadOption
from quexiang.scoring.patterns import Pattern, pattern_names
from quexiang.text import Named, Text

NO_WORDS: Final = Text("", "")
MELDS: Final = ("chow", "pong", "exposed", "concealed")
OptionValue = bool | int | str
AnyValue = TypeVar("AnyValue", bound=OptionValue)
RULE_HEADING: Final = re.compile(r"^### ([A-Z]{2,3}-\d+) (.+)$")


class Reading(Named, frozen=True):
    """One way to read a sentence of the rulebook."""

    note: Text = NO_WORDS
    refuses: str = ""
    """The rule that this reading refuses something by, and another does not."""


class Option(Named, frozen=True, kw_only=True):
    """One thing that the room's creator may choose."""

    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    """The allowed values, where they are few; otherwise `low` to `high`."""
    low: int = 0
    high: int = 0
    offered: tuple[int, ...] = ()
    """The numbers to offer first."""
    labels: tuple[Text, ...] = ()
    """For each of `values` its label."""
    note: Text = NO_WORDS
    rule: str = ""
    needs: str = ""
    """The key of the switch without which a value only lies idle."""
    readings: tuple[Reading, ...] = ()
    """读法: for each of `values` what it means, if the option chooses how a sentence is read."""

    def note_of(self, value: OptionValue) -> Text:
        """What the option means with this value."""
        return self.readings[self.values.index(value)].note if self.readings else self.note

    def parse(self, value: object) -> OptionValue:
        """Read a value as text, or refuse it with what would be allowed."""
        if isinstance(self.default, bool):
            return self._flag(value)
        text = "off" if value is False else str(value)
        for allowed in self.values:
            if str(allowed) == text:
                return allowed
        if not self.values and re.fullmatch(r"-?\d+", text) and self.low <= int(text) <= self.high:
            return int(text)
        raise self._refused(text)

    def _flag(self, value: object) -> bool:
        text = str(value).lower()
        if text in ("true", "on", "yes", "1"):
            return True
        if text in ("false", "off", "no", "0"):
            return False
        raise self._refused(str(value))

    def _refused(self, text: str) -> BadOption:
        zh = f"{self.zh}不能是{text}，可以是{self._allowed('到')}"
        return BadOption(self.key, Text(zh, f"{text!r} is not allowed; allowed: {self.allowed()}"))

    def allowed(self) -> str:
        """The allowed values in words."""
        return self._allowed("to")

    def _allowed(self, to: str) -> str:
        if isinstance(self.default, bool):
            return "true, false"
        return ", ".join(map(str, self.values)) if self.values else f"{self.low} {to} {self.high}"

    def choices(self) -> tuple[OptionValue, ...]:
        """All values, or for a wide range the ones worth trying."""
        if isinstance(self.default, bool):
            return (False, True)
        return self.values or tuple(sorted({self.low, *self.offered, int(self.default), self.high}))


class More(TypedDict, total=False):
    """What an option may say besides its name and its values."""

    note: Text
    needs: str
    offered: tuple[int, ...]


def switch(
    rule: str,
    key: str,
    zh: str,
    en: str,
    *,
    on: bool = False,
    labels: tuple[Text, ...] = (),
    **more: Unpack[More],
) -> Option:
    """Yes or no; `labels` name off and on."""
    values = (False, True) if labels else ()
    return Option(key, zh, en, default=on, values=values, labels=labels, rule=rule, **more)


def number(
    rule: str, key: str, zh: str, en: str, default: int, span: tuple[int, int], **more: Unpack[More]
) -> Option:
    """A number of a range, both ends included."""
    low, high = span
    return Option(key, zh, en, default=default, low=low, high=high, rule=rule, **more)


def choice(
    rule: str,
    key: str,
    zh: str,
    en: str,
    values: Mapping[AnyValue, Text] | tuple[AnyValue, ...],
    *,
    default: AnyValue | None = None,
    **more: Unpack[More],
) -> Option:
    """One of a few values, each with its label where it has one; the first by default."""
    first = next(iter(values)) if default is None else default
    labels = tuple(values.values()) if isinstance(values, Mapping) else ()
    every = tuple(values)
    return Option(key, zh, en, default=first, values=every, labels=labels, rule=rule, **more)


def reading(rule: str, key: str, zh: str, en: str, *readings: Reading) -> Option:
    """读法: how the room reads a sentence of the rulebook, by default as the first says."""
    return Option(
        *(key, zh, en),
        default=readings[0].key,
        values=tuple(one.key for one in readings),
        labels=tuple(one.name for one in readings),
        rule=rule,
        readings=readings,
    )


def rounds(rule: str, high: int, *, note: Text = NO_WORDS) -> Option:
    """局数: how many rounds a match has, eight by default."""
    usual = (4, 8, 16)
    return number(rule, "rounds", "局数", "Rounds", 8, (1, high), offered=usual, note=note)


class Options(Mapping[str, OptionValue]):
    """A complete, checked choice of options; immutable."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, OptionValue]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> OptionValue:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def flag(self, key: str) -> bool:
        """A switch."""
        value = self._values[key]
        assert isinstance(value, bool)
        return value

    def number(self, key: str) -> int:
        """A number."""
        value = self._values[key]
        assert isinstance(value, int)
        return value

    def choice(self, key: str) -> str:
        """One of several words."""
        return str(self._values[key])


class Preset(Named, frozen=True):
    """Well-known house rules of a town."""

    options: Mapping[str, OptionValue] = {}
    """What differs from the defaults."""
    note: Text = NO_WORDS

    def __hash__(self) -> int:
        return hash(self.key)


class RuleText(Struct, frozen=True):
    """One rule as the rulebook prints it."""

    id: str
    title: str
    text: str
    section: str


def no_conflicts(options: Options, players: int) -> Text | None:  # noqa: ARG001 - nothing to look at
    """The default: every combination is allowed."""
    return None


def plain_totals(options: Options, raw: tuple[int, ...]) -> tuple[int, ...]:  # noqa: ARG001 - likewise
    """The default end of a match: the sums as they are."""
    return raw


class Variant(Named, frozen=True, kw_only=True):
    """One town's game: a table of contents."""

    prefix: str
    version: str
    players: tuple[int, ...] = (4,)
    options: tuple[Option, ...]
    patterns: tuple[Pattern, ...]
    declarations: tuple[Declaration, ...] = ()
    """What its players may declare or choose, besides what all mahjong knows."""
    ruleset: Callable[[Options, int], Ruleset]
    conflict: Callable[[Options, int], Text | None] = no_conflicts
    """Why options do not go together, or None."""
    totals: Callable[[Options, tuple[int, ...]], tuple[int, ...]] = plain_totals
    """What the sums of the rounds become at the end of the match."""
    blocks: tuple[Named, ...] = (Named("win", "胡牌", "Win"),)
    """The money flows with their headings."""
    order: int = 100
    """Where the town stands in lists."""
    tagline: Text
    """A line for the lobby."""
    wild: Text = NO_WORDS
    """The sign for a wild tile: 财, 王, 金."""
    phrases: tuple[Named, ...] = ()
    """What is said at its tables, besides the phrases of all towns."""
    melds: tuple[str, ...] = MELDS
    """The kinds of melds, an added kong counted as an exposed one."""
    turns_tiles: bool = False
    """翻牌: tiles turned after a win count for or against it (鸟, 鸡)."""
    presets: tuple[Preset, ...] = ()
    """House rules that many play by."""
    package: str = ""
    """Where its texts, scenarios, picture and lessons lie."""

    def seats(self, players: int | None) -> int:
        """The players of a room: as many as are wished for, or else as many as can play."""
        return max(self.players) if players is None else players

    def choose(self, given: Mapping[str, object], players: int | None = None) -> Options:
        """Check the given options and fill in the rest, or refuse with the reason."""
        known = {option.key: option for option in self.options}
        for key in given:
            if key not in known:
                problem = f"{self.key} has no such option; it has: {', '.join(known)}"
                raise BadOption(key, Text(f"{self.zh}没有{key}这个选项", problem))
        options = Options(
            {key: option.parse(given.get(key, option.default)) for key, option in known.items()}
        )
        seats = self.seats(players)
        if seats not in self.players:
            allowed = ", ".join(map(str, self.players))
            zh = f"{self.zh}麻将可以{allowed}个人打，不是{seats}个人"
            en = f"{self.key} is played by {allowed}, not {seats}"
            raise BadOption("players", Text(zh, en))
        reason = self.conflict(options, seats)
        if reason is not None:
            raise BadOption("options", reason)
        return options

    def readings(self, options: Mapping[str, OptionValue]) -> Iterator[tuple[Option, Reading]]:
        """How a room reads the sentences that can be read otherwise."""
        for option in self.options:
            if option.readings:
                value = options.get(option.key, option.default)
                yield option, option.readings[option.values.index(value)]

    def told(self, options: Mapping[str, OptionValue]) -> tuple[Fact, ...]:
        """RD-2: the readings that are not the default, as they stand beside the table."""
        return tuple(
            Fact(
                option.key,
                f"按：{option.zh}，{one.zh}",
                f"{option.en}: {one.en}",
                None,
                option.rule,
            )
            for option, one in self.readings(options)
            if one.key != option.default
        )

    def otherwise(self, rule: str, options: Mapping[str, OptionValue]) -> Text | None:
        """What another room may read otherwise, if a reading of this one refuses by the rule."""
        for option, chosen in self.readings(options):
            others = [one for one in option.readings if one is not chosen]
            if chosen.refuses == rule:
                zh, en = "、".join(one.zh for one in others), ", ".join(one.en for one in others)
                return Text(
                    f"这里按“{chosen.zh}”打，别的房间可以选“{zh}”",
                    f"this room reads it as “{chosen.en}”, another may choose “{en}”",
                )
        return None

    def __reduce__(self) -> str | tuple[object, ...]:
        kept: bool = getattr(import_module(self.package), "VARIANT", None) is self
        return (_variant_of, (self.package,)) if kept else super().__reduce__()

    def room(self, options: Options, players: int) -> Ruleset:
        """The rules of a room with these options."""
        ruleset = self.ruleset(options, players)
        ruleset.players = players
        ruleset.made_by = rules_of, (self, options, players)
        ruleset.origin = Origin(self.key, self.version, dict(options))
        ruleset.rule_ids = frozenset(self.rules())
        ruleset.package = self.package
        ruleset.readings = self.told(options)
        ruleset.declarations = {one.key: one for one in self.declarations}
        return ruleset

    def pattern_names(self, keys: Iterable[str]) -> tuple[Text, ...]:
        """What the patterns of a win are called, a repeated one once with its number."""
        return pattern_names(keys, self.patterns)

    def rules(self, language: str = "zh") -> dict[str, RuleText]:
        """The rulebook's rules by id, in Chinese or English."""
        return _rule_texts(self.package, language)

    def file(self, name: str) -> Traversable:
        """A file of the town's folder."""
        return resources.files(self.package).joinpath(name)

    def rule_title(self, rule: str, language: str = "zh") -> str:
        """The short name of a rule."""
        text = self.rules(language).get(rule)
        return text.title if text else ""


def _variant_of(package: str) -> Variant:
    """The town of a package."""
    variant: Variant = import_module(package).VARIANT
    return variant


@lru_cache(maxsize=64)
def rules_of(variant: Variant, options: Options, players: int) -> Ruleset:
    """The rules of a room, made once for all matches with these options."""
    return variant.room(options, players)


@cache
def _rule_texts(package: str, language: str) -> dict[str, RuleText]:
    source = resources.files(package).joinpath(f"rules.{language}.md").read_text("utf-8")
    rules: dict[str, RuleText] = {}
    section, heading, body = "", None, list[str]()
    for line in [*source.splitlines(), "## "]:
        match = RULE_HEADING.match(line)
        if match or line.startswith("## "):
            if heading:
                rules[heading[1]] = RuleText(
                    heading[1], heading[2], "\n".join(body).strip(), section
                )
            heading, body = match, []
            section = section if match else line[3:].strip()
        elif heading:
            body.append(line)
    return rules
