"""The notebook of examples/ runs from its first cell to its last, and draws what it says."""

import json
from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib import font_manager

NOTEBOOK = Path(__file__).parents[2] / "examples" / "ready_and_danger.ipynb"


def cells() -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("NOTEBOOK_ROUNDS", "2")
    plt.switch_backend("agg")
    with plt.rc_context():
        yield
    plt.close("all")


@pytest.mark.slow
@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("fonts", ["", "DejaVu"], ids=["any fonts", "no Chinese font"])
def test_the_notebook_draws_its_charts(monkeypatch: pytest.MonkeyPatch, fonts: str) -> None:
    known = [font for font in font_manager.fontManager.ttflist if font.name.startswith(fonts)]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", known)
    names: dict[str, object] = {}

    for cell in cells():
        exec(compile(cell, NOTEBOOK.name, "exec"), names)  # noqa: S102 - what a kernel does

    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 3
    for figure in figures:
        figure.canvas.draw()  # a missing glyph warns, and a warning is an error
        assert figure.axes[0].get_title()
        assert figure.axes[0].lines
    assert (names["chinese"] is None) >= bool(fonts)
