"""What the program says of a kept log, in the form in which players see it."""

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.variants import variant_named

PROOF = ("shuffle", "commits", "seal")


def command(name: str, text: str, *options: str, at: str = "") -> str:
    """What a command prints about a log, given as its file or as the option `at`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        path.write_text(text, "utf-8")
        result = CliRunner().invoke(app, [name, *([at] if at else []), str(path), *options])
    assert result.exit_code == 0, result.output
    return result.output


def of_log(text: str) -> dict[str, Any]:
    """Everything that a log comes to when it is played again."""
    told = json.loads(command("replay", text, "--json"))
    return {
        "variant": told["variant"],
        "players": told["players"],
        "options": told["options"],
        "exported": exported(command("export", text)),
        "totals": told["totals"],
        "rounds": [of_round(told["variant"], one) for one in told["rounds"]],
    }


def without_readings(told: dict[str, Any]) -> dict[str, Any]:
    """The same without its readings: records of that version name none, which means the default."""
    readings = [option for option in variant_named(told["variant"]).options if option.readings]
    options = dict(told["options"])
    assert [options.pop(option.key) for option in readings] == [one.default for one in readings]
    return told | {"options": options}


def exported(text: str) -> dict[str, int]:
    """How many lines of each type an export has."""
    return dict(Counter(json.loads(line)["type"] for line in text.splitlines()))


def of_round(town: str, told: dict[str, Any]) -> dict[str, Any]:
    """A round's result; its script only by its hash."""
    script = "\n".join(told.pop("play"))
    for win in told["wins"]:
        win["patterns"] = shown(town, win["patterns"])
    return told | {"play": hashlib.sha256(script.encode()).hexdigest()}


def shown(town: str, patterns: Sequence[str]) -> list[str]:
    """Patterns by their Chinese names, a repeated one once and with its number.

    >>> shown("hangzhou", ["平胡", "财飘×2"]), shown("hangzhou", ["pinghu", "caipiao", "caipiao"])
    (['平胡', '财飘×2'], ['平胡', '财飘×2'])
    """
    names = {pattern.key: pattern.zh for pattern in variant_named(town).patterns}
    found = [names.get(one, one) for one in patterns]
    times = {name: found.count(name) for name in found}
    return [name if number == 1 else f"{name}×{number}" for name, number in times.items()]


def without_proofs(log: str) -> str:
    """A server's log without the lines of its shuffles."""
    lines = log.splitlines(keepends=True)
    return "".join(line for line in lines if json.loads(line)["line"] not in PROOF)
