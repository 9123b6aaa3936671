"""Pictures of guesses and codes: every part is visible and distinguished by more than colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from satplay.drawing.png import to_png
from satplay.drawing.scene import Circle, Rect, Scene, Text
from satplay.drawing.svg import to_svg
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.colours import PEGS
from satplay.puzzles.mastermind.drawing import (
    BLACK,
    DISC,
    FAULTY,
    HOLE,
    MARKED,
    PANEL,
    PIN,
    WHITE,
    draw,
    mark,
)
from satplay.puzzles.mastermind.rules import answer, check, place, repeat
from tests.drawing.colour_vision import EYES, lab
from tests.puzzles.mastermind.positions import positions

BOARD = Board(4, "RGBYOP", (Guess((0, 1, 2, 3), 2, 1), Guess((4, 4, 5, 5), 1)), repeats=False)


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def circles(scene: Scene, radius: float, fill: str | None) -> int:
    found = (shape for shape in scene.shapes if isinstance(shape, Circle))
    return sum(circle.radius == radius and circle.style.fill == fill for circle in found)


def highlighted(scene: Scene) -> list[type]:
    shapes = (shape for shape in scene.shapes if isinstance(shape, (Rect, Circle)))
    return [type(shape) for shape in shapes if shape.style.fill == MARKED]


# -- colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eye", EYES.values(), ids=EYES)
def test_pegs_are_distinguishable_with_every_colour_vision(eye: list[list[float]]) -> None:
    seen = [lab(peg.ground, eye) for peg in PEGS.values()]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= 20
    for group in ([MARKED, PANEL, BLACK], [FAULTY, PANEL]):
        seen = [lab(visible, eye) for visible in group]
        assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= 20


@pytest.mark.parametrize("letter", sorted(PEGS))
def test_symbols_are_legible_on_every_peg(letter: str) -> None:
    light, dark = (lab(visible, EYES["usual"])[0] for visible in PEGS[letter])
    assert abs(light - dark) >= 45


# -- visible parts -----------------------------------------------------------------------------------------


def test_every_guess_has_its_number_its_symbols_and_its_answer() -> None:
    scene = draw(BOARD, None)
    visible = texts(scene)
    assert [visible.count(sign) for sign in ("1", "2", "code", "no symbol twice")] == [1, 1, 1, 1]
    assert [visible.count(sign) for sign in "RGBYOP"] == [2, 2, 2, 2, 3, 3]  # once each below
    assert circles(scene, PIN, BLACK) == 3 and circles(scene, PIN, WHITE) == 1
    assert circles(scene, 1.6, HOLE) == 1
    assert visible.count("?") == 1  # of white pegs; the positions are empty rings: room to write
    assert circles(scene, DISC, None) == 4
    assert scene.title == "Mastermind, 4 positions, 6 symbols, 2 guesses"


def test_a_complete_code_is_visible() -> None:
    code = Code.of((0, 1, 2, 4))
    scene = draw(BOARD, code)
    assert texts(scene).count("?") == 1
    assert sum(isinstance(s, Circle) and s.radius == DISC for s in scene.shapes) == 12
    assert scene.title.endswith(", with a code")


def test_a_position_shows_its_possible_symbols_unless_they_are_many() -> None:
    board = Board(4, "0123456789AB")
    code = Code((0b110, 0, (1 << 12) - 1, (1 << 12) - 4))
    visible = texts(draw(board, code))
    assert [visible.count(sign) for sign in ("1", "2", "3")] == [2, 2, 1]
    assert visible.count("?") == 2 and "10 left" in visible


def test_a_different_answer_and_a_repeated_symbol_look_wrong() -> None:
    scene = draw(BOARD, Code.of((0, 1, 0, 4)))
    faulty_texts = [s.text for s in scene.shapes if isinstance(s, Text) and s.colour == FAULTY]
    assert faulty_texts == ["would be 2 black, 0 white", "would be 0 black"]
    assert sum(isinstance(s, Circle) and s.style.stroke == FAULTY for s in scene.shapes) == 2
    right = Board(2, guesses=(Guess((0, 0), 2, 0),))
    assert all(s.colour != FAULTY for s in draw(right, Code.of((0, 0))).shapes if isinstance(s, Text))


def test_the_places_of_rule_instances_are_highlighted() -> None:
    code = Code.of((0, 1, 0, 4))
    assert highlighted(mark(BOARD, code, [answer(BOARD, 1)])) == [Rect]
    assert highlighted(mark(BOARD, None, [place(BOARD, 2)])) == [Rect]
    assert highlighted(mark(BOARD, code, [repeat(BOARD, 0)])) == [Circle, Rect, Rect]
    assert highlighted(mark(BOARD, None, [repeat(BOARD, 0)])) == [Circle]


@settings(max_examples=60, deadline=None)
@given(positions())
def test_any_position_can_be_drawn_and_highlighted(position: tuple[Board, Code]) -> None:
    board, code = position
    scene = mark(board, code, check(board, code))
    for shape in scene.shapes:
        if isinstance(shape, Circle):
            x, y = shape.centre
            assert shape.radius <= x <= scene.width - shape.radius
            assert shape.radius <= y <= scene.height - shape.radius
    assert (scene == draw(board, code)) == (not check(board, code))
    assert draw(board, code).shapes != draw(board, None).shapes
    assert to_svg(scene).startswith("<svg")


def test_pictures_are_written_as_png() -> None:
    assert to_png(draw(BOARD, Code((1, 0, 0b11, 0b111111)))).startswith(b"\x89PNG")
