"""Names of rows and columns in pictures: the same places as in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import satplay
from satplay.drawing.headings import COLOUR, ROOM, SIZES, headings
from satplay.drawing.scene import Circle, Point, Polyline, Rect, Scene, Shape, Text
from satplay.inputs.reading import read_board

BOARDS = {
    "flow": "A...B\nC.BAD\n.....\n...CD\n",
    "flow hexagons": "X_5,0,1,4;20,14;24,8;23,6;17,7",
    "flow warp": "W_3,0,1,2;0,1;4,8",
    "hashi": "2......\n.......\n4.3.4.3\n.......\n3.6.5.2\n",
    "mosaic": "mosaic:1.#/..-/333",
}


def column_and_row_headings(scene: Scene) -> tuple[dict[str, float], dict[str, float]]:
    texts = [shape for shape in scene.shapes if isinstance(shape, Text) and shape.colour == COLOUR]
    columns = {text.text: text.at[0] for text in texts if text.text.isalpha()}
    return columns, {text.text: text.at[1] for text in texts if text.text.isdigit()}


def highlights(plain: Scene, marked: Scene) -> Iterator[Point]:
    """Return the centres of the shapes that only the marked picture has."""
    for shape in marked.shapes:
        if shape not in plain.shapes and (centre := centre_of(shape)) is not None:
            yield centre


def centre_of(shape: Shape) -> Point | None:
    match shape:
        case Circle(centre=centre):
            return centre
        case Rect(corner=(x, y), width=width, height=height):
            return x + width / 2, y + height / 2
        case Polyline(points=points, closed=True):
            return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        case _:
            return None


@pytest.mark.parametrize("name", BOARDS)
def test_headings_are_inside_the_picture(name: str) -> None:
    puzzle, board = read(name)
    scene = puzzle.draw(board, None)
    columns, rows = column_and_row_headings(scene)
    assert columns and rows
    assert all(ROOM <= x <= scene.width - ROOM for x in columns.values())
    assert all(ROOM <= y <= scene.height - ROOM for y in rows.values())


@pytest.mark.parametrize("name", BOARDS)
def test_the_places_of_a_hint_are_highlighted_where_its_sentence_says(name: str) -> None:
    puzzle, board = read(name)
    because = satplay.hint(board, subject=puzzle.name).because
    plain = puzzle.draw(board, None)
    columns, rows = column_and_row_headings(plain)
    checked = 0
    for instance in because:
        named = set(re.findall(r"[A-Z]+[0-9]+", instance.sentence))
        found = set()
        for x, y in highlights(plain, puzzle.mark(board, None, [instance])):
            letter = min(columns, key=lambda column: abs(columns[column] - x))
            # In the even columns of hexagons a row is half a cell lower than in the others.
            found |= {f"{letter}{row}" for row, at in rows.items() if round(at - y) in (0, 20)}
        assert named <= found
        checked += len(named)
    assert checked


def read(name: str) -> tuple[Any, Any]:
    return read_board(BOARDS[name], name.split(maxsplit=1)[0], None)


def test_long_names_fit_into_the_border() -> None:
    digit = 0.65  # the width of a digit by the size of its font; letters are stacked nowhere and have a cell
    for count in (9, 99, 999, 2000):
        rows = [text for text in headings([1.0], range(count)) if text.text.isdigit()]
        assert len({text.size for text in rows}) == 1
        assert max(len(text.text) for text in rows) * digit * rows[0].size <= ROOM
    assert set(SIZES) == {1, 2, 3, 4}
