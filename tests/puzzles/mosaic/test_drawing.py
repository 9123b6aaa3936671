"""Pictures: what is shaded, given and highlighted, and the variant in words."""

from __future__ import annotations

from satplay.drawing.scene import Circle, Rect, Scene, Text
from satplay.drawing.terminal import to_text
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.drawing import HIGHLIGHT, SHADED, draw, mark
from satplay.puzzles.mosaic.rules import count
from satplay.puzzles.mosaic.sketch import sketch

BOARD = PUZZLE.formats[1].read("mosaic connected:1.#/..-")


def fills(scene: Scene, colour: str) -> int:
    return sum(isinstance(shape, Rect) and shape.style.fill == colour for shape in scene.shapes)


def test_shaded_cells_are_dark() -> None:
    assert fills(draw(BOARD, None), SHADED) == 1
    assert fills(draw(BOARD, frozenset({(0, 1), (0, 2)})), SHADED) == 2


def test_clues_names_and_given_marks_are_drawn() -> None:
    shapes = draw(BOARD, None).shapes
    assert [shape.text for shape in shapes if isinstance(shape, Text)] == ["A", "B", "C", "1", "2", "1"]
    assert sum(isinstance(shape, Circle) for shape in shapes) == 2


def test_the_cells_of_a_rule_instance_are_framed() -> None:
    framed = mark(BOARD, None, [count(BOARD, (0, 0))])
    assert sum(isinstance(s, Rect) and s.style.stroke == HIGHLIGHT for s in framed.shapes) == 4


def test_the_variant_is_named() -> None:
    assert draw(BOARD, frozenset()).title == "Mosaic, 3 by 2 cells, connected, solved"
    assert to_text(sketch(BOARD, None, False)) == [
        "  A B C",
        "1 1 · █",
        "2 · · -",
        "all shaded cells are connected",
    ]
