"""Boards of hexagons for terminals; even columns are a line lower, as in pictures.

A slanted link leaves a cell sideways, steps up or down half way, and continues sideways.  There is no room
for walls between hexagons: they are listed below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from satplay.drawing.places import put_headings
from satplay.drawing.terminal import Canvas, Line, Look
from satplay.puzzles.flow.board import Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, UP
from satplay.puzzles.flow.sketch.marks import Marks

WALLS_ON_A_LINE = 6

PLAIN_TURNS = {DOWN: ",", UP: "'", UP | DOWN: "+"}


def hexagons(marks: Marks) -> Sequence[Line]:
    """The picture, with headings."""
    canvas, board = Canvas(), marks.board
    columns = [marks.heading_width + column * (marks.width + 3) for column in range(board.columns)]

    def place(cell: Cell) -> tuple[int, int]:
        row, column = board.place(cell)
        lower = board.columns > 1 and column % 2 == 0
        return marks.top + 2 * row + lower, columns[column]

    put_headings(canvas, columns, [place(row * board.columns)[0] for row in range(board.rows)])
    for cell in range(board.rows * board.columns):
        marks.put_cell(canvas, *place(cell), cell)
    joints: dict[tuple[int, int], tuple[int, Look]] = {}
    for link in sorted(marks.flow.links):
        first, second = sorted(map(place, board.grid.cells[link].tolist()), key=lambda at: (at[1], at[0]))
        look = marks.link_look(link)
        if first[1] == second[1]:
            canvas.put(first[0] + 1, first[1], marks.upright, look)
            continue
        middle = first[1] + marks.width + 1
        canvas.put(first[0], middle - 1, marks.across, look)
        canvas.put(second[0], middle + 1, marks.across, look)
        down = second[0] > first[0]
        for at, arms in (
            ((first[0], middle), LEFT | (DOWN if down else UP)),
            ((second[0], middle), RIGHT | (UP if down else DOWN)),
        ):
            # Two links of one cell may meet here; they belong to one piece and look the same.
            joints[at] = (joints.get(at, (0, look))[0] | arms, look)
    for at, (arms, look) in joints.items():
        # ASCII has one corner sign, which would hide a link between two corners.
        turn = PLAIN_TURNS[arms & (UP | DOWN)] if marks.plain else marks.signs[arms]
        canvas.put(*at, turn, look)
    below = count(marks.top + 2 * board.rows + 1)
    for line, text in zip(below, [*_walls(marks), *_apart(marks)], strict=False):
        canvas.put(line, 0, text)
    return canvas.lines()


def _walls(marks: Marks) -> Iterator[str]:
    board = marks.board
    walls = [f"{board.name(first)}|{board.name(second)}" for first, second in sorted(board.walls)]
    for start in range(0, len(walls), WALLS_ON_A_LINE):
        yield f"{'walls' if start == 0 else '     '} {' '.join(walls[start : start + WALLS_ON_A_LINE])}"


def _apart(marks: Marks) -> Iterator[str]:
    """The links that are marked as not used."""
    ends = marks.board.grid.cells.tolist()
    named = ["-".join(map(marks.board.name, ends[link])) for link in sorted(marks.flow.apart)]
    for start in range(0, len(named), WALLS_ON_A_LINE):
        word = "not joined" if start == 0 else " " * len("not joined")
        yield f"{word} {' '.join(named[start : start + WALLS_ON_A_LINE])}"
