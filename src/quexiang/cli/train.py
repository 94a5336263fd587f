"""`quexiang train`: a bot that learns a town's game by playing it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.common import AsJson, Chosen, Lang, VariantName, choose, echo_json
from quexiang.cli.errors import missing, new_file
from quexiang.cli.live import LiveRun
from quexiang.cli.play import Force
from quexiang.cli.question import Players
from quexiang.cli.runs import RayAddress, executor_for
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.errors import UserError
from quexiang.match.executor import Executor

if TYPE_CHECKING:  # numpy is there only with an extra
    from quexiang.learning import Course, Progress

HELP: Final = """\
让电脑自己打、自己学，学成的写成一个 Python 模块。 Train a bot by self-play.

Four players share one policy, which is changed after every generation of rounds. The same seed
gives the same weights, in one process, in several, and on a cluster. See docs/training.md.

例 Examples:

  quexiang train anhua --out learnt.py

  quexiang train hangzhou --rounds 100000 --jobs 2 --out learnt_hangzhou.py

  quexiang train anshun --rounds 1000000 --generation 8192 --ray auto --out learnt_anshun.py

  quexiang arena anhua --bots learnt:Learnt,random --matches 100
"""
Out = Annotated[
    str,
    typer.Option("--out", metavar="FILE.py", help="学成的写到这里。 The module that is written."),
]
Rounds = Annotated[int, typer.Option(min=1, help="打多少局来学。 Rounds to learn from.")]
Generation = Annotated[
    int, typer.Option(min=1, help="每打几局改一次。 Rounds between two changes of the weights.")
]
Seed = Annotated[str, typer.Option(help="同一种子同样结果。 Same seed, same weights.")]
Jobs = Annotated[int, typer.Option(min=1, help="几个进程。 Processes.")]


def train_command(  # noqa: PLR0913 - one argument for each option of the command line
    variant: VariantName,
    *,
    out: Out,
    rounds: Rounds = 20000,
    generation: Generation = 512,
    seed: Seed = "0",
    jobs: Jobs = 1,
    ray: RayAddress = None,
    option: Chosen = None,
    players: Players = None,
    force: Force = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Train a bot by self-play."""
    if find_spec("pettingzoo") is None:
        raise missing("pettingzoo", "env")
    from quexiang.learning import Course  # noqa: PLC0415 - numpy is optional

    town, words = town_named(variant), Words(lang)
    options, seats = choose(town, option, players)
    course = Course(
        town=town.key,
        options=dict(options),
        players=seats,
        rounds=rounds,
        generation=generation,
        seed=seed,
    )
    executor = executor_for(jobs, ray)
    new_file(_module(out), force=force)
    try:
        last = _learn(course, executor, words.pick(town.zh, town.en), words, quiet=as_json)
        _write(course, last, Path(out))
    finally:
        if not Path(out).stat().st_size:
            Path(out).unlink()
    _tell(course, last, out, words, as_json=as_json)


def _module(out: str) -> str:
    """A file that Python can import."""
    path = Path(out)
    if path.suffix != ".py" or not path.stem.isidentifier():
        zh = f"--out {out}：要一个 Python 模块的名字，如 learnt.py"
        raise UserError(zh, f"--out {out}: name a Python module, such as learnt.py")
    return out


def _learn(
    course: Course, executor: Executor, title: str, words: Words, *, quiet: bool
) -> Progress:
    """Learn, and show how far it is."""
    from quexiang.learning import train  # noqa: PLC0415 - likewise

    told = Text("")
    total = course.generations * course.works
    with LiveRun(title, total, lambda: told, quiet=quiet) as live:
        for progress in train(course, executor):
            told = Text(words("train_so_far", decided=f"{progress.decided:.1%}"))
            live.advance(course.works)
    return progress


def _write(course: Course, last: Progress, path: Path) -> None:
    from quexiang.learning.bot import module_text  # noqa: PLC0415 - likewise

    told = f"Learnt from {course.played} rounds of {course.town}, seed {course.seed}."
    path.write_text(module_text(last.policy, path.stem, told), "utf-8")


def _tell(course: Course, last: Progress, out: str, words: Words, *, as_json: bool) -> None:
    if as_json:
        weights = last.policy.named()
        echo_json({"course": course, "weights": weights, "decided": last.decided})
        return
    text = words("train_done", out=out, bot=f"{Path(out).stem}:Learnt", town=course.town)
    show.console().print(text)
