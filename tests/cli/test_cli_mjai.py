"""mjai lines: written by `export`, read back by `import`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang.match.log import Recorder
from quexiang.variants import variants

Run = Callable[..., Result]
Play = Callable[[str, int, str], Recorder]


@pytest.mark.parametrize("name", sorted(variants()))
def test_a_match_goes_out_and_comes_back_the_same(
    run: Run, play_match: Play, tmp_path: Path, name: str
) -> None:
    log, lines = tmp_path / "match.jsonl", tmp_path / "match.mjson"
    log.write_text(play_match(name, 3, "plain").text(), encoding="utf-8")
    lines.write_text(run("export", str(log), "--answers").output, encoding="utf-8")

    back = run("import", str(lines))

    assert back.exit_code == 0, back.output
    assert back.output == log.read_text("utf-8")


def test_a_line_that_does_not_follow_is_named(run: Run, log: Path, tmp_path: Path) -> None:
    lines = run("export", str(log), "--answers").output.splitlines()
    place = next(at for at, line in enumerate(lines) if json.loads(line)["type"] == "dahai")
    lines[place] = lines[place].replace('"actor":', '"actor":1')
    file = tmp_path / "match.mjson"
    file.write_text("\n".join(lines), encoding="utf-8")

    result = run("import", str(file), "--lang", "en")

    assert result.exit_code == 2
    assert f"line {place + 1}: is replayed as" in result.output


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"type": "start_game"}', '{"quexiang": {}}']
)
def test_what_is_no_mjai_of_ours_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "match.mjson"
    file.write_text(text, encoding="utf-8")

    result = run("import", str(file))

    assert result.exit_code == 2
    assert "第 1 行" in result.output
