"""Logs kept from earlier versions of the program replay to themselves.

`python tests/match/test_kept_logs.py NUMBER` writes new ones, NAME-NUMBER.jsonl, and touches no
old one: a log that no longer replays means that the rules changed without a new rules version.
Those of tests/kept come with what the version that wrote them said of them.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import saying

from quexiang.bots import make_bot
from quexiang.match.log import Opening, Recorder, read_log, replay
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.rulebook import Variant
from quexiang.scenarios.run import run_paths
from quexiang.variants import variant_named, variants

LOGS = Path(__file__).parents[1] / "data" / "logs"
KEPT = Path(__file__).parents[1] / "kept" / "logs"
EXPECTED: dict[str, Any] = json.loads((KEPT / "expected.json").read_text("utf-8"))
FIRST = [name for name in EXPECTED if name.endswith("-01")]


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_kept_log_replays_to_the_same_bytes(path: Path) -> None:
    text = path.read_text("utf-8")
    variant = variant_named(first_line(path).variant)

    today = replay(read_log(text)).text().splitlines()

    if '"format":1' in text.splitlines()[0]:
        today = [in_format_1(line, variant) for line in today]
    assert today == text.splitlines()


def in_format_1(line: str, variant: Variant) -> str:
    """A line as the program wrote it before Won.patterns held keys and Choose was an action."""

    def older(action: dict[str, Any]) -> dict[str, Any]:
        if action["do"] != "choose":
            return action
        field = {"piao": ("points", "value"), "throw": ("tiles", "tiles")}[action["key"]]
        return {"do": action["key"], field[0]: action[field[1]]}

    raw = json.loads(line)
    event = raw.get("event", {})
    if raw["line"] == "match":
        raw["format"] = 1
    elif raw["line"] == "answer":
        raw["action"] = older(raw["action"])
    elif event.get("event") == "answered":
        event["action"] = older(event["action"])
        event["offered"] = [older(action) for action in event["offered"]]
    elif event.get("event") == "won":
        event["patterns"] = [name.zh for name in variant.pattern_names(event["patterns"])]
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def test_every_variant_has_a_kept_log_of_its_rules_version() -> None:
    kept = {(line.variant, line.version) for line in map(first_line, LOGS.glob("*.jsonl"))}

    own = [variant for variant in variants().values() if variant.package.startswith("quexiang.")]
    assert {(variant.key, variant.version) for variant in own} <= kept


def kept(name: str) -> str:
    return gzip.decompress((KEPT / f"{name}.jsonl.gz").read_bytes()).decode()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_log_of_the_version_before_comes_to_what_that_said(name: str) -> None:
    assert saying.without_readings(saying.of_log(kept(name))) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_log_of_the_version_before_is_verified(name: str) -> None:
    verdict = json.loads(saying.command("verify", kept(name), "--json"))

    assert verdict["ok"]
    assert verdict["derived"] == len(EXPECTED[name]["rounds"])


@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST)
def test_a_log_of_the_version_before_is_reviewed_and_made_a_scenario(
    name: str, tmp_path: Path
) -> None:
    text, path = kept(name), tmp_path / "match.yaml"

    review = json.loads(saying.command("review", text, "--level", "skilled", "--all", "--json"))
    path.write_text(saying.command("scenario", text, at="--from"), "utf-8")

    assert review["decisions"] > 0
    assert [row.ok for row in run_paths([str(path)])] == [True]


def first_line(path: Path) -> Opening:
    first = read_log(path.read_text("utf-8").splitlines()[0])[0]
    assert isinstance(first, Opening)
    return first


def play(key: str) -> str:
    """A match of two rounds between bots that play sensibly."""
    variant = variant_named(key)
    players = max(variant.players)
    recorder = Recorder(Match(variant, variant.choose({"rounds": 2}), players, f"kept {key}"))
    bots = [make_bot("plain", f"kept {key} {seat}") for seat in range(players)]
    while not recorder.match.over:
        recorder.start_round()
        round_ = recorder.match.round
        views = views_of(round_)
        while round_.asked:
            for seat, offers in list(round_.asked.items()):
                recorder.answer(seat, bots[seat].choose(views[seat], offers))
    return recorder.text()


if __name__ == "__main__":
    for name in variants():
        file = LOGS / f"{name}-{sys.argv[1]}.jsonl"
        if not file.exists():
            file.write_text(play(name), encoding="utf-8")
