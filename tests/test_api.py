"""`import quexiang`: the game as a program imports it."""

from __future__ import annotations

import doctest
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import quexiang
from quexiang.engine.actions import DISCARD

DOCS = Path(__file__).parents[1] / "docs"
TOOLS = Path(__file__).parents[1] / "tools"


def played(town: str, seed: int, answers: int) -> quexiang.Game:
    """A game after so many answers of random players, over two rounds if need be."""
    game = quexiang.Game(town, options={"rounds": 2}, seed=seed)
    bots = [quexiang.bot("random", seed=seat) for seat in range(game.players)]
    for _ in range(answers):
        if not game.asked:
            if game.over:
                break
            game.deal()
        seat = game.asked[-1]
        game.do(seat, bots[seat].choose(game.view(seat), game.offers(seat)))
    return game


def test_the_tour_runs() -> None:
    failed, tried = doctest.testfile(str(DOCS / "api" / "tour.md"), module_relative=False)

    assert tried > 30
    assert failed == 0


def test_the_reference_is_what_the_docstrings_say(tmp_path: Path) -> None:
    made = tmp_path / "reference.md"
    subprocess.run([sys.executable, TOOLS / "make_reference.py", made], check=True)  # noqa: S603 - ours

    assert (DOCS / "api" / "reference.md").read_text("utf-8") == made.read_text("utf-8")


def test_what_is_public_is_there_and_nothing_is_loaded_before_it_is_asked_for() -> None:
    assert all(getattr(quexiang, name) is not None for name in quexiang.__all__)
    assert {*quexiang.__all__} <= {*dir(quexiang)}
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = quexiang.Nothing

    code = "import sys, quexiang; print(*(name for name in sys.modules if 'quexiang' in name))"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert {*done.stdout.split()} == {"quexiang", "quexiang.plain"}


@pytest.mark.parametrize("town", quexiang.towns())
@pytest.mark.parametrize("answers", [3, 50, 170])
def test_undo_takes_back_one_step_after_another(town: str, answers: int) -> None:
    game = played(town, 5, answers)
    kept = [game.to_json()]
    later = game.copy()
    bots = [quexiang.bot("random", seed=seat) for seat in range(game.players)]
    for _ in range(4):
        if later.over and not later.asked:
            break
        if later.asked:
            seat = later.asked[0]
            later.do(seat, bots[seat].choose(later.view(seat), later.offers(seat)))
        else:
            later.deal()
        kept.append(later.to_json())

    while kept:
        assert later.to_json() == kept.pop()
        assert quexiang.Game.from_json(later.to_json()).table == later.table
        later.undo()

    assert later.to_json() != game.to_json()


def test_all_can_be_taken_back_to_the_first_deal() -> None:
    game, fresh = played("anhua", 1, 120), played("anhua", 1, 0)

    for _ in range(game.to_json().count('{"line":"answer"') + game.number - 1):
        game.undo()

    with pytest.raises(quexiang.UserError, match="nothing to take back"):
        game.undo()
    assert (game.to_json(), game.table) == (fresh.to_json(), fresh.table)


def test_a_game_pickles_and_copies() -> None:
    game = played("lanzhou", 3, 40)

    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - ours

    assert again.to_json() == game.to_json() == game.copy().to_json()
    assert again.view(0).table == game.copy().view(0).table


def test_mistakes_are_told() -> None:
    game = quexiang.Game("hangzhou", seed="tour")

    with pytest.raises(quexiang.NotAllowed, match="A may not discard 1m: not asked"):
        game.do(0, DISCARD[0])
    with pytest.raises(quexiang.UserError, match="the round is not over"):
        game.deal()
    with pytest.raises(quexiang.UserError, match="unknown variant 'paris'"):
        quexiang.Game("paris")
    with pytest.raises(quexiang.UserError, match="has no such option"):
        quexiang.Game("hangzhou", options={"wings": 3})
    with pytest.raises(quexiang.UserError, match="a fifth 1m"):
        quexiang.waits("11111m")


def test_a_game_is_drawn_for_a_seat_and_for_a_spectator() -> None:
    game = played("zhangzhou", 2, 400)

    assert str(game).startswith("漳州  墙上")
    assert game.over
    assert f"A{game.changes[0]:+d}" in game.sketch(0).en
    assert "?" not in game.sketch(0).en


def test_an_open_choice_is_no_answer() -> None:
    game = quexiang.Game("兰州", seed=4)
    kept, seat = game.to_json(), game.asked[0]
    (offer,) = game.offers(seat)
    assert isinstance(offer, quexiang.OpenChoice)

    with pytest.raises(quexiang.UserError, match="take its smallest"):
        game.do(seat, offer)  # type: ignore[arg-type]

    assert game.to_json() == kept
    game.do(seat, offer.smallest())


def test_a_refusal_pickles() -> None:
    refusal = quexiang.NotAllowed(2, DISCARD[3], "HZ-39")

    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - ours

    assert str(again) == str(refusal)
    assert (again.seat, again.action, again.rule) == (2, DISCARD[3], "HZ-39")


@pytest.mark.parametrize("seed", ["a\u2028b", "a\x85b", "a\nb", ""])
def test_any_seed_is_kept_on_paper(seed: str) -> None:
    kept = quexiang.Game("anshun", seed=seed).to_json()

    assert quexiang.Game.from_json(kept).to_json() == kept


def test_nobody_sits_at_no_table() -> None:
    with pytest.raises(quexiang.UserError, match="not 0"):
        quexiang.Game("hangzhou", players=0)
