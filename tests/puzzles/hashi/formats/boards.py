"""Boards and bridges of all kinds, for tests of formats."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from satplay.puzzles.hashi.board import SIDES, Board, Bridges


@st.composite
def boards(draw: st.DrawFn, *, numbered: bool = False, usual: bool = False) -> Board:
    """Rectangles with islands that may touch and any possible number; with ``usual`` rules, or any."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    most = 2 if usual else draw(st.integers(1, 4))
    number = st.integers(1, SIDES * most)
    cells = st.sampled_from(range(rows * columns))
    islands = draw(st.dictionaries(cells, number if numbered else st.none() | number))
    return Board(rows, columns, islands, most, usual or draw(st.booleans()))


@st.composite
def boards_with_bridges(draw: st.DrawFn) -> tuple[Board, Bridges]:
    """A board, and any bridges between islands of one row or column, also ones that violate rules."""
    board = draw(boards())
    pairs = [pair for pair in combinations(board.cells, 2) if _in_line(board, *pair)]
    pair = st.sampled_from(pairs) if pairs else st.nothing()
    counts = draw(st.dictionaries(pair, st.integers(1, 6)))
    return board, Bridges.of([(first, second, count) for (first, second), count in counts.items()])


def _in_line(board: Board, first: int, second: int) -> bool:
    (row, column), (other_row, other_column) = board.place(first), board.place(second)
    return row == other_row or column == other_column
