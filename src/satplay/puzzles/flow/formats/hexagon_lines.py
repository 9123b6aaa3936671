"""Lines on hexagonal boards: the drawing for terminals, written and read.

The reader looks for each link where the drawing has it, then draws what it found: the text must be that
drawing, so nothing in it is ignored.
"""

from __future__ import annotations

from itertools import zip_longest

from satplay.contracts.texts import lines, quote
from satplay.drawing.terminal import to_text
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats.link_characters import ARMS, DOWN, UP
from satplay.puzzles.flow.formats.text import SOLUTION, bad
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.sketch.hexagons import PLAIN_TURNS, HexagonGrid, hexagons
from satplay.puzzles.flow.sketch.marks import Marks

PLAIN_ARMS = {sign: arms for arms, sign in PLAIN_TURNS.items()}


def write(board: Board, flow: Flow, *, plain: bool = False) -> str:
    """The drawing that ``play`` shows, in box drawing characters or ASCII.

    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(1, 3, ((0, 2),), hexagonal=True)
    >>> print(write(board, flow_of(board, [(0, 1, 2)])), end="")
      A   B   C
        ┌───┐
    1 A─┘   └─A
    """
    return "".join(line + "\n" for line in _drawing(board, flow, plain=plain))


def _drawing(board: Board, flow: Flow, *, plain: bool) -> list[str]:
    return to_text(hexagons(Marks(board, flow, plain=plain)))


def read(board: Board, text: str) -> Flow:
    """The links of a drawing."""
    plain = text.isascii()
    rows = [line.text.rstrip() for line in lines(text)]
    while rows and not rows[-1]:
        rows.pop()
    marks = Marks(board, Flow(frozenset()), plain=plain)
    grid = HexagonGrid(marks)

    def sign(line: int, column: int) -> str:
        return rows[line][column] if line < len(rows) and column < len(rows[line]) else " "

    def is_drawn(link: int) -> bool:
        turns = grid.joints(link)
        if not turns:
            (line, column), _ = grid.ends(link)
            return sign(line + 1, column) == marks.upright
        if plain:
            return all(PLAIN_ARMS.get(sign(*at), 0) & arms & (UP | DOWN) for at, arms in turns)
        return all(ARMS.get(sign(*at), 0) & arms == arms for at, arms in turns)

    flow = Flow(frozenset(link for link in range(len(board.grid.cells)) if is_drawn(link)))
    for number, (found, expected) in enumerate(
        zip_longest(rows, _drawing(board, flow, plain=plain), fillvalue=""), 1
    ):
        if found != expected:
            pairs = enumerate(zip_longest(found, expected, fillvalue=" "), 1)
            column, (one, other) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
            raise bad(number, column, quote(one), f"{quote(other)} in a drawing of the paths", SOLUTION)
    return flow
