"""What the page says of the environments is so, and its example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import make_env_page
import numpy as np

ROOT = Path(__file__).parents[2]


def test_the_page_has_the_tables_of_the_code() -> None:
    text = make_env_page.PAGE.read_text("utf-8")

    assert make_env_page.filled(text) == text


def test_the_example_learns_the_same_from_the_same_seed() -> None:
    train = runpy.run_path(str(ROOT / "examples" / "train.py"))["train"]

    (policy, rounds), (again, _) = (train("anhua", 150) for _ in range(2))

    assert rounds >= 4
    assert np.abs(policy.weights).sum() > 0
    assert (policy.weights == again.weights).all()
