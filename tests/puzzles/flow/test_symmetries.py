"""Flow: boards are the same up to rotation, reflection and the names of colours, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from math import cos, pi, sin, sqrt
from random import Random

from satplay.puzzles.flow.audit_boards import boards
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.symmetries import canonical
from tests.puzzles.forms import expect_same_classes, turned


def moved_board(board: Board, rows: int, columns: int, moved: dict[Cell, Cell]) -> Board:
    def pair(one: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        first, second = sorted(moved[cell] for cell in one)
        return first, second

    return replace(
        board,
        rows=rows,
        columns=columns,
        dots=tuple(map(pair, board.dots)),
        labels=(),
        holes=frozenset(moved[cell] for cell in board.holes),
        bridges=frozenset(moved[cell] for cell in board.bridges),
        walls=frozenset(map(pair, board.walls)),
    )


def images(board: Board) -> Iterator[Board]:
    cells = range(board.rows * board.columns)
    places = [turned(board.rows, board.columns, board.place(cell)) for cell in cells]
    for number in range(8):
        rows, columns = places[0][number][:2]
        moved = {cell: places[cell][number][2] * columns + places[cell][number][3] for cell in cells}
        yield moved_board(board, rows, columns, moved)


def variants() -> Iterator[Board]:
    """Small boards with walls, holes, bridges and joined borders."""
    for rows, columns in ((1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)):
        cells = range(rows * columns)
        for ends in combinations(cells, 2):
            for warp in (False, True):
                plain = Board(rows, columns, (ends,), warp=warp)
                yield plain
                free = [cell for cell in cells if cell not in ends]
                yield from (replace(plain, walls=frozenset([wall])) for wall in combinations(cells, 2))
                yield from (replace(plain, holes=frozenset(some)) for some in combinations(free, 2))
                yield from (replace(plain, bridges=frozenset([cell])) for cell in free)
                yield from (
                    replace(plain, holes=frozenset([one]), bridges=frozenset([other]))
                    for one in free
                    for other in free
                    if one != other
                )


def test_boards_share_a_form_exactly_if_one_is_an_image_of_the_other() -> None:
    assert expect_same_classes(chain(boards(6), variants()), canonical, images) > 1000


def test_a_square_has_as_many_forms_as_burnside_counts() -> None:
    """The 512 sets of cells of a 3x3 square fall into 102 classes."""
    chosen = [some for size in range(10) for some in combinations(range(9), size)]
    assert len({canonical(Board(3, 3, (), holes=frozenset(some))) for some in chosen}) == 102


def test_colours_have_no_names() -> None:
    first = Board(2, 2, ((0, 1), (2, 3)), ("A", "B"))
    assert canonical(first) == canonical(Board(2, 2, ((0, 1), (2, 3)), ("x", "y")))
    assert canonical(first) == canonical(Board(2, 2, ((0, 2), (1, 3))))  # a quarter turn
    assert canonical(first) != canonical(Board(2, 2, ((0, 3), (1, 2))))


# -- hexagons ----------------------------------------------------------------------------------------


def centre(board: Board, cell: Cell) -> tuple[float, float]:
    row, column = board.place(cell)
    return 1.5 * column, sqrt(3) * (row + (0 if column % 2 else 0.5))


def hexagon_descriptions(board: Board) -> Iterator[tuple[object, ...]]:
    """What is at which point, after turning the points and shifting them to the origin."""
    cells = [cell for cell in range(board.rows * board.columns) if cell not in board.holes]
    for turn in range(6):
        for sign in (1, -1):
            points = {}
            for cell in range(board.rows * board.columns):
                x, y = centre(board, cell)
                angle = turn * pi / 3
                points[cell] = sign * (x * cos(angle) - y * sin(angle)), x * sin(angle) + y * cos(angle)
            left = min((points[cell][0] for cell in cells), default=0)
            top = min((points[cell][1] for cell in cells), default=0)
            at = {cell: (round(20 * (x - left)), round(20 * (y - top))) for cell, (x, y) in points.items()}
            pairs = [
                frozenset(frozenset(at[cell] for cell in pair) for pair in part)
                for part in (board.dots, board.walls)
            ]
            yield frozenset(at[cell] for cell in cells), *pairs, board.fill, board.touch


def hexagonal_boards() -> Iterator[Board]:
    for rows, columns in ((1, 3), (2, 2), (3, 1), (2, 3), (3, 2), (3, 3)):
        cells = range(rows * columns)
        for ends in combinations(cells, 2):
            plain = Board(rows, columns, (ends,), hexagonal=True)
            yield plain
            free = [cell for cell in cells if cell not in ends]
            yield from (
                replace(plain, walls=frozenset([(min(ends), other)])) for other in cells if other > ends[0]
            )
            for number in (1, 2, 3, 4):
                yield from (replace(plain, holes=frozenset(some)) for some in combinations(free, number))


def test_hexagons_share_a_form_exactly_if_one_is_an_image_of_the_other() -> None:
    assert expect_same_classes(hexagonal_boards(), canonical, hexagon_descriptions) > 300


FLOWER = Board(3, 3, (), hexagonal=True, holes=frozenset({6, 8}))
"""A hexagon with the six around it."""


def test_a_flower_of_seven_hexagons_has_as_many_forms_as_burnside_counts() -> None:
    cells = [cell for cell in range(9) if cell not in FLOWER.holes]
    around = next(cell for cell in cells if sum(cell in link for link in FLOWER.grid.cells.tolist()) == 6)
    assert around == 4
    pairs = {canonical(replace(FLOWER, dots=(ends,), labels=())) for ends in combinations(cells, 2)}
    assert len(pairs) == 4  # the middle and another one, or two at a distance of 1, 2 or 3 around it


def test_large_boards_have_the_form_of_their_images() -> None:
    rng = Random(1)
    for _ in range(40):
        rows, columns = rng.randint(1, 15), rng.randint(2, 15)
        cells = rng.sample(range(rows * columns), rng.randint(2, rows * columns))
        ends = cells[: len(cells) // 4 * 2]
        dots = tuple(zip(ends[::2], ends[1::2], strict=True))
        board = Board(rows, columns, dots, holes=frozenset(cells[len(ends) :][:4]))
        assert {canonical(image) for image in images(board)} == {canonical(board)}
