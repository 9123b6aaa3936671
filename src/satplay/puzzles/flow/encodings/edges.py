"""The encoding with one variable per link, and the colour of a cell as a binary number.

A dot has one link and every other cell two; linked cells have the same number, and under the strict rule
neighbours that are not linked have different ones.  Loops without a dot are excluded by lazy clauses.

Under the strict rule at most k - 2 links of a ring of k links are used: with k - 1 its last two cells would
have one colour and not be joined, or the ring would be a loop.  These redundant clauses make sparse boards
easy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.atoms import Bit, Differ, Joined, Used
from satplay.puzzles.flow.encodings.links import Places, Statement, cutting, decoding, state_degrees
from satplay.puzzles.flow.grid import Ints
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import colour, touch

AT_A_TIME = 1 << 13
"""Links whose clauses are added at a time: some milliseconds."""


def encode(board: Board) -> Encoding[Flow]:
    """All rules but LOOP, which is stated by lazy clauses."""
    formula = Formula()
    links = formula.block((board.grid.links,), lambda link: Joined(board, link))
    state_degrees(board, formula, links)
    _colours(board, formula, links)
    if not board.touch:
        for rings in board.grid.rings:
            _rings(board, formula, links[rings], rings)

    answer = range(1, links.size + 1)  # the first variables
    return Encoding(formula, decoding(links), answer, lazy_clauses=cutting(board, links))


def _rings(board: Board, formula: Formula, lits: Ints, rings: Ints) -> None:
    """No path uses all links of a ring but one: that one would be between unjoined cells of one colour."""
    size = rings.shape[1]
    left_out = rings[:, ::-1]  # in the order of ``combinations``, the last is left out first
    chosen = np.array(list(combinations(range(size), size - 1)), np.intp)
    formula.add_rows(
        -lits[:, chosen].reshape(-1, size - 1),
        stating=lambda i: touch(board, int(left_out[i // size, i % size])),
    )


# -- colours -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Codes:
    """``bits[node]`` are the variables of a cell's number; ``value[node]`` a dot's bits as 1 and -1."""

    bits: Ints
    value: Ints
    is_dot: NDArray[np.bool_]


def _colours(board: Board, formula: Formula, links: Ints) -> None:
    grid = board.grid
    width = max(0, (len(board.dots) - 1).bit_length())
    codes = _codes(board, formula, width)
    free = None
    if not board.touch and not board.fill:
        free = formula.block((grid.nodes,), lambda node: Used(board, node))
        with formula.defining():
            formula.add_rows(np.stack([np.tile(-links, 2), free[grid.ends.T.ravel()]], axis=1))
    first, second = grid.ends.T
    both = np.flatnonzero(codes.is_dot[first] & codes.is_dot[second])
    neither = np.flatnonzero(~codes.is_dot[first] & ~codes.is_dot[second])
    one = np.flatnonzero(codes.is_dot[first] ^ codes.is_dot[second])

    same = (codes.value[first[both]] == codes.value[second[both]]).all(axis=1)
    _state(board, formula, -links[both[~same]][:, None], both[~same], colour)
    if not board.touch:
        _state(board, formula, links[both[same]][:, None], both[same], touch)
    _beside_dots(board, formula, links, codes, one, free)
    _elsewhere(board, formula, links, codes, neither, free)


def _codes(board: Board, formula: Formula, width: int) -> _Codes:
    grid = board.grid
    is_dot = np.zeros(grid.nodes, np.bool_)
    value = np.zeros((grid.nodes, width), np.int32)
    dots = np.array(board.dots, np.intp).reshape(-1, 2)
    is_dot[dots] = True
    bits_of_numbers = np.arange(len(dots))[:, None] >> np.arange(width) & 1
    value[dots] = (2 * bits_of_numbers - 1)[:, None, :]
    others = np.flatnonzero(grid.is_node & ~is_dot)
    bits = np.zeros((grid.nodes, width), np.int32)
    bits[others] = formula.block((others.size, width), lambda i, bit: Bit(board, int(others[i]), bit))
    return _Codes(bits, value, is_dot)


def _state(board: Board, formula: Formula, rows: Ints, at: Places, rule: Statement, each: int = 1) -> None:
    formula.add_rows(rows, stating=lambda i: rule(board, int(at[i])), each=each)


def _in_pieces(count: int) -> Iterator[slice]:
    """Ranges that cover this many links, a few at a time, so that Ctrl-C is noticed soon."""
    return (slice(start, start + AT_A_TIME) for start in range(0, count, AT_A_TIME))


def _beside_dots(
    board: Board, formula: Formula, links: Ints, codes: _Codes, at: Places, free: Ints | None
) -> None:
    """Links between a dot and another cell: the cell has the dot's number exactly if they are linked."""
    first, second = board.grid.ends[at].T
    dot, cell = np.where(codes.is_dot[first], (first, second), (second, first))
    alike = codes.bits[cell] * codes.value[dot]  # true: this bit equals the dot's
    width = alike.shape[1]
    rows = np.stack([np.repeat(-links[at], width), alike.ravel()], axis=1)
    _state(board, formula, rows, at, colour, max(width, 1))
    if not board.touch:
        unused = [] if free is None else [-free[cell][:, None]]
        _state(board, formula, np.hstack([links[at][:, None], -alike, *unused]), at, touch)


def _elsewhere(
    board: Board, formula: Formula, links: Ints, codes: _Codes, at: Places, free: Ints | None
) -> None:
    """Links between two cells that are not dots: the same number exactly if they are linked."""
    first, second = board.grid.ends[at].T
    width = codes.bits.shape[1]
    for some in _in_pieces(at.size if width else 0):
        link = np.repeat(links[at[some]], width)
        a, b = codes.bits[first[some]].ravel(), codes.bits[second[some]].ravel()
        rows = np.stack([-link, -a, b, -link, a, -b], axis=1).reshape(-1, 3)
        _state(board, formula, rows, at[some], colour, 2 * width)
    if board.touch:
        return
    differ = formula.block((at.size, width), lambda i, bit: Differ(board, int(at[i]), bit))
    with formula.defining():
        for some in _in_pieces(at.size if width else 0):
            d = differ[some].ravel()
            a, b = codes.bits[first[some]].ravel(), codes.bits[second[some]].ravel()
            formula.add_rows(np.stack([-d, a, b, -d, -a, -b], axis=1).reshape(-1, 3))
    for some in _in_pieces(at.size):
        unused = [] if free is None else [-free[board.grid.ends[at[some]]]]
        _state(board, formula, np.hstack([links[at[some]][:, None], differ[some], *unused]), at[some], touch)
