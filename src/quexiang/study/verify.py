"""Checking a match without trusting the server: every proof, every deal, every event."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct, field

from quexiang.match import deal, fair
from quexiang.match import log as match_log
from quexiang.match.match import Match
from quexiang.match.reader import lines_of
from quexiang.protocol import log
from quexiang.text import Text

MATCH_ENTRIES: Final = match_log.MatchEntry.__args__
NO_PROOF: Final = Text(
    "没有凭据，种子也不是这一场的", "there is no proof, and the seed is not the match's"
)


class Verdict(Struct):
    """What was found; without problems the match is in order."""

    match: Match
    problems: list[Text] = field(default_factory=list)
    proven: int = 0
    """Rounds whose seed is proven by commitments."""
    derived: int = 0
    """Rounds without a server, whose seed follows from the match's."""


class ShuffleEntries:
    """The entries of one shuffle."""

    def __init__(self, begun: log.ShuffleBegun) -> None:
        self.begun = begun
        self.hashes: dict[str, str] | None = None
        self.sealed: log.ShuffleSealed | None = None

    def problems(self, match: str, opened: match_log.RoundOpened) -> list[Text]:
        """The inconsistencies found."""
        if self.begun.round != opened.number or self.hashes is None or self.sealed is None:
            return [Text("洗牌的凭据不全", "the shuffle is not complete")]
        values, hashes = self.sealed.values, self.hashes
        found = fair.problems(
            fair.SeedProof(
                match=match,
                number=opened.number,
                server_hash=self.begun.hash,
                secret=self.begun.secret,
                hashes=hashes,
                values=values,
                bots=frozenset(values.keys() - hashes.keys()),
                seed=bytes.fromhex(opened.seed),
            )
        )
        if set(self.sealed.missing) != hashes.keys() - values.keys():
            en = "the list of those who did not reveal is wrong"
            found.append(Text("没有公开自己的数的名单不对", en))
        return found


def read(text: str) -> list[log.AnyEntry]:
    """Read a log as the server gives it, or say in which line it goes wrong."""
    entries: list[log.AnyEntry] = []
    reader = log.reader()
    for number, line in enumerate(lines_of(text), 1):
        try:
            entries.append(reader.entry(line))
        except msgspec.DecodeError as error:
            raise match_log.bad_line(number, f"{error}", f"{error}") from None
    if not any(isinstance(entry, match_log.Opening) for entry in entries):
        raise match_log.bad_line(1, "里面没有对局", "there is no match in this file")
    return entries


def verify(text: str) -> Verdict:
    """Recompute a match and check its proofs; raises `BadLog` where it does not replay."""
    entries = read(text)
    played = [entry for entry in entries if isinstance(entry, MATCH_ENTRIES)]
    verdict = Verdict(match_log.replay(played).match)
    shuffle: ShuffleEntries | None = None
    for entry in entries:
        match entry:
            case log.ShuffleBegun():
                shuffle = ShuffleEntries(entry)
            case log.ShuffleClosed(hashes=hashes) if shuffle is not None:
                shuffle.hashes = hashes
            case log.ShuffleSealed() if shuffle is not None:
                shuffle.sealed = entry
            case match_log.RoundOpened():
                _check(verdict, shuffle, entry)
                shuffle = None
            case _:
                pass
    return verdict


def _check(verdict: Verdict, shuffle: ShuffleEntries | None, opened: match_log.RoundOpened) -> None:
    name = verdict.match.seed
    if shuffle is not None:
        found = shuffle.problems(name, opened)
        verdict.proven += not found
    else:
        fits = deal.round_seed(name, opened.number).hex() == opened.seed
        found = [] if fits else [NO_PROOF]
        verdict.derived += fits
    number = opened.number
    verdict.problems += [
        Text(f"第 {number} 局：{problem.zh}", f"round {number}: {problem.en}") for problem in found
    ]
