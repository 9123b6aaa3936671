"""Pictures of boards: every part is visible and distinguished by more than colour."""

from __future__ import annotations

from itertools import combinations
from math import dist

import numpy as np
import pytest

from satplay.drawing.png import to_png
from satplay.drawing.scene import Circle, Polyline, Scene, Shape, Text
from satplay.drawing.svg import to_svg
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.colours import PALETTE, colour, ink, luminance
from satplay.puzzles.flow.drawing import HOLE, NO_COLOUR, THICK, WALL, draw
from satplay.puzzles.flow.geometry import STEP, BoardLayout
from satplay.puzzles.flow.paths import Flow, flow_of
from tests.drawing.colour_vision import EYES, lab


@pytest.mark.parametrize("eye", EYES.values(), ids=EYES)
@pytest.mark.parametrize(("colours", "least"), [(6, 33), (12, 19), (20, 15)])
def test_colours_are_distinguishable_with_every_colour_vision(
    eye: list[list[float]], colours: int, least: float
) -> None:
    seen = [lab(fill, eye) for fill in PALETTE[:colours]]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= least
    assert min(float(np.linalg.norm(a - lab("#ffffff", eye))) for a in seen) >= 20


def test_letters_are_legible_on_every_colour() -> None:
    for fill in PALETTE:
        light, dark = sorted((luminance(fill), luminance(ink(fill))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_colours_repeat_after_the_last_one() -> None:
    assert [colour(number) for number in range(60)] == [*PALETTE] * 3


def of_kind(scene: Scene, kind: type[Shape], colour: str | None = None) -> list[Shape]:
    return [
        shape
        for shape in scene.shapes
        if isinstance(shape, kind)
        and (
            colour is None
            or (isinstance(shape, Polyline) and colour in (shape.style.stroke, shape.style.fill))
        )
    ]


def count_path_strokes(scene: Scene, colour: str) -> int:
    """Return the number of path strokes in a colour."""
    return sum(
        isinstance(shape, Polyline) and shape.style.stroke == colour and shape.style.width == THICK
        for shape in scene.shapes
    )


def test_every_dot_has_its_letter() -> None:
    scene = draw(Board(2, 3, ((0, 2), (3, 5)), labels=("x", "12")), None)
    assert len(of_kind(scene, Circle)) == 4
    letters = sorted(shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.bold)
    assert letters == ["12", "12", "x", "x"]
    assert "3 by 2 cells, 2 colours" in scene.title


def test_paths_have_the_colour_of_their_dots() -> None:
    board = Board(2, 3, ((0, 2), (3, 5)))
    scene = draw(board, flow_of(board, [(0, 1, 2), (3, 4, 5)]))
    assert (count_path_strokes(scene, colour(0)), count_path_strokes(scene, colour(1))) == (2, 2)


def test_wrong_answers_are_drawn_too() -> None:
    board = Board(2, 3, ((0, 2), (3, 5)))
    every = Flow(frozenset(range(board.grid.links)))
    assert count_path_strokes(draw(board, every), NO_COLOUR) == board.grid.links
    assert count_path_strokes(draw(board, Flow(frozenset())), NO_COLOUR) == 0


def test_holes_are_dark_and_walls_are_bars() -> None:
    scene = draw(Board(3, 3, (), holes=frozenset({4}), walls=frozenset({(0, 1), (0, 3), (0, 8)})), None)
    assert len(of_kind(scene, Polyline, HOLE)) == 1
    assert len(of_kind(scene, Polyline, WALL)) == 2, "between A1 and C3 there is nothing to wall off"


def test_the_vertical_path_over_a_bridge_is_drawn_above_the_horizontal_one() -> None:
    board = Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}), fill=False)
    scene = draw(board, flow_of(board, [(1, 4, 7), (3, 4, 5)]))
    strokes = [shape.style.stroke for shape in scene.shapes if isinstance(shape, Polyline)]
    last_across = max(at for at, stroke in enumerate(strokes) if stroke == colour(1))
    assert last_across < min(at for at, stroke in enumerate(strokes) if stroke == colour(0))


def test_a_path_through_joined_borders_leaves_on_both_sides() -> None:
    board = Board(3, 4, ((0, 3),), warp=True, fill=False)
    scene = draw(board, flow_of(board, [(0, 3)]))
    strokes = [s for s in scene.shapes if isinstance(s, Polyline) and s.style.stroke == colour(0)]
    far = sorted(stroke.points[1][0] for stroke in strokes)
    assert len(far) == 2 and far[0] < BoardLayout(board).centre(0)[0] - STEP / 2
    assert far[1] > BoardLayout(board).centre(3)[0] + STEP / 2
    # A wall at a joined border is visible on both sides and closes the opening.
    walled = Board(3, 4, (), warp=True, walls=frozenset({(0, 3)}))
    assert len(of_kind(draw(walled, None), Polyline, WALL)) == 2


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 4), (4, 3), (5, 1), (1, 5)])
def test_neighbouring_hexagons_are_one_step_apart_and_share_a_side(rows: int, columns: int) -> None:
    board = Board(rows, columns, (), hexagonal=True)
    layout = BoardLayout(board)
    joined = {tuple(sorted(pair)) for pair in board.grid.cells.tolist()}
    for first, second in combinations(range(rows * columns), 2):
        apart = dist(layout.centre(first), layout.centre(second))
        assert (abs(apart - STEP) < 0.01) == ((first, second) in joined)
        corners = [a for a in layout.outline(first) if any(dist(a, b) < 0.01 for b in layout.outline(second))]
        assert (len(corners) == 2) == ((first, second) in joined)


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 5, ((0, 4),), bridges=frozenset({6}), holes=frozenset({9})),
        Board(3, 4, ((0, 4),), warp=True),
        Board(3, 4, ((0, 4),), hexagonal=True, holes=frozenset({6})),
        Board(1, 1, ()),
    ],
)  # fmt: skip
def test_pictures_contain_all_parts_of_a_board(board: Board) -> None:
    scene = draw(board, Flow(frozenset(range(board.grid.links))))
    for cell in range(board.rows * board.columns):
        for x, y in BoardLayout(board).outline(cell):
            assert 0 <= x <= scene.width and 0 <= y <= scene.height
    assert to_svg(scene).startswith("<svg") and to_png(scene).startswith(b"\x89PNG")
