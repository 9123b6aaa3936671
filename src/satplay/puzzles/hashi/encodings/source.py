"""The encoding of the page "Concept for SAT-Reduction" as published, and each of its parts separately.

The page has two variables for every pair of islands that can be joined and does not order them, so that one
bridge between two islands has two models.  Its parts:

``degrees``       n of the k variables at an island: n suffixes of their list, and k - n negated suffixes
``connectivity``  n islands: n - 1 lists of pairs, each shorter by one, with a bridge in each list
``crossing``      a xor b for all variables a and b of two ways that cross
``crossing_test`` two ways cross if both coordinates of the vertical one enclose the horizontal one

None of them is correct.  One true variable at the end satisfies all suffixes; n - 1 bridges need not connect;
"xor" requires a bridge on one of two ways that cross; and a vertical way has one column, so the test finds
nothing.

The page assumes valid boards.  An island without neighbours is rejected.  If a number is larger than its k,
or there are fewer than n - 1 pairs, some lists would begin beyond their end: such clauses are omitted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from satplay.contracts.encoding import Encoding, no_lazy_clauses
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.puzzles.hashi.board import Board, Bridges, Ints
from satplay.puzzles.hashi.encodings.atoms import Bridge
from satplay.puzzles.hashi.encodings.direct import (
    declare_links,
    finish_encoding,
    state_crossings,
    state_numbers,
    ways,
)
from satplay.puzzles.hashi.rules import all_connected, crossing, number


def encode(board: Board) -> Encoding[Bridges]:
    """The complete encoding as published."""
    _expect_page(board)
    formula = Formula()
    shape = (len(board.links), board.most)
    bridges = formula.block(shape, lambda link, which: Bridge(board, link, which))
    _state_degrees(board, formula, bridges)
    _state_connectivity(board, formula, bridges)
    _state_xor(board, formula, bridges, _printed_test(board))
    return replace(finish_encoding(board, formula, bridges), lazy_clauses=no_lazy_clauses, connectivity=None)


# -- one part as published, the others correct: variables mean "at least" ------------------------------


def encode_degrees(board: Board) -> Encoding[Bridges]:
    """NUMBER as published, the other rules correct."""
    _expect_page(board)
    formula, at_least = declare_links(board)
    _state_degrees(board, formula, at_least)
    state_crossings(board, formula, at_least)
    return finish_encoding(board, formula, at_least)


def encode_connectivity(board: Board) -> Encoding[Bridges]:
    """CONNECTED as published, the other rules correct."""
    _expect_page(board)
    formula, at_least = declare_links(board)
    state_numbers(board, formula, at_least)
    _state_connectivity(board, formula, at_least)
    state_crossings(board, formula, at_least)
    return replace(finish_encoding(board, formula, at_least), lazy_clauses=no_lazy_clauses, connectivity=None)


def encode_crossing(board: Board) -> Encoding[Bridges]:
    """CROSSING as published, for the ways that do cross; the other rules correct."""
    _expect_page(board)
    formula, at_least = declare_links(board)
    state_numbers(board, formula, at_least)
    _state_xor(board, formula, at_least, board.crossings)
    return finish_encoding(board, formula, at_least)


def encode_crossing_test(board: Board) -> Encoding[Bridges]:
    """CROSSING correct, but for the pairs of ways that the published test finds."""
    _expect_page(board)
    formula, at_least = declare_links(board)
    state_numbers(board, formula, at_least)
    state_crossings(board, formula, at_least, _printed_test(board))
    return finish_encoding(board, formula, at_least)


# -- the page ------------------------------------------------------------------------------------------


def _expect_page(board: Board) -> None:
    """Raise ``BadInput`` unless the board follows the page: two bridges, cycles, numbers on all islands."""
    if board.most != 2:
        found = f"at most {board.most} bridges between two islands"
    elif not board.loops:
        found = "loops forbidden"
    elif None in board.islands.values():
        found = "an island without a number"
    elif not all(board.incident):
        found = "an island that nothing can be joined to"
    else:
        return
    expected = "at most 2 bridges, loops allowed, islands with a number and a neighbour"
    raise BadInput("hashi board for the encodings of the source", found=found, expected=expected)


def _state_degrees(board: Board, formula: Formula, bridges: Ints) -> None:
    """Rule 1.2: (x1 or .. or xk) .. (xn or .. or xk), and k - n such clauses of negations."""
    place = {link: at for at, link in enumerate(_pairs(board))}
    for cell, wanted, links in zip(board.cells, board.islands.values(), board.incident, strict=True):
        assert wanted is not None  # the page numbers every island
        at_island = bridges[sorted(links, key=place.__getitem__)].ravel().tolist()
        with formula.stating(number(board, cell)):
            formula.add_all(_suffixes(at_island, wanted))
            formula.add_all(_suffixes([-lit for lit in at_island], len(at_island) - wanted))


def _suffixes(lits: Sequence[Lit], count: int) -> list[Clause]:
    """The first ``count`` suffixes of a list that are not empty, the longest first.

    >>> _suffixes([1, 2, 3], 2), _suffixes([1, 2], 3), _suffixes([1, 2], -1)
    ([[1, 2, 3], [2, 3]], [[1, 2], [2]], [])
    """
    return [lits[start:] for start in range(min(count, len(lits)))]


def _pairs(board: Board) -> list[int]:
    """The links in the order of the page's example: by their first island, to the right before down.

    >>> board = Board(2, 2, {0: 1, 1: 2, 2: 1, 3: 2})
    >>> [str(Bridge(board, link, 0)) for link in _pairs(board)]
    ['00|10|0', '00|01|0', '10|11|0', '01|11|0']
    """
    first = board.links[:, 0].tolist()
    return sorted(range(len(first)), key=first.__getitem__)


def _state_connectivity(board: Board, formula: Formula, bridges: Ints) -> None:
    """Rule 2.1: n - 1 clauses over the pairs, both variables of each."""
    with formula.stating(all_connected(board)):
        for pairs in _shorter(_pairs(board), len(board.cells) - 1):
            formula.add(*bridges[list(pairs)].ravel().tolist())


def _shorter(pairs: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """The list of all pairs, then shortened by one at the end and at the start in turn.

    The page shows three clauses and no rule; this is the simplest rule that yields them.

    >>> list(_shorter([1, 2, 3, 4], 3)), list(_shorter([1], 3))
    ([[1, 2, 3, 4], [1, 2, 3], [2, 3]], [[1]])
    """
    for i in range(min(count, len(pairs))):
        yield pairs[i // 2 : len(pairs) - (i + 1) // 2]


def _state_xor(board: Board, formula: Formula, bridges: Ints, crossings: Ints) -> None:
    """Rule 3.1: (a1 xor b1) (a2 xor b1) (a1 xor b2) (a2 xor b2), each in two clauses."""
    a, b = bridges[crossings[:, 0]], bridges[crossings[:, 1]]
    clauses = [
        sign * np.stack([a[:, i], b[:, j]], axis=1)
        for j, i in product(range(2), repeat=2)
        for sign in (-1, 1)
    ]
    rows = np.stack(clauses, axis=1).reshape(-1, 2).astype(np.int32)
    pairs = crossings.tolist()
    formula.add_rows(rows, stating=lambda i: crossing(board, *ways(board, pairs[i])), each=len(clauses))


def _printed_test(board: Board) -> Ints:
    """The pairs of a horizontal and a vertical link that pass the published test.

    For a vertical way a and a horizontal way b it requires y_a.from < y_b.from = y_b.to < y_a.to and
    x_a.from < x_b.from = x_b.to < x_a.to.  Only horizontal ways within one column can pass, and there are
    none.  The correct test has a's column between the columns of b.
    """
    y, x = np.divmod(np.array(board.cells, np.int32)[board.links].reshape(-1, 2), np.int32(board.columns))
    down = np.flatnonzero(y[:, 0] != y[:, 1])
    across = np.flatnonzero((y[:, 0] == y[:, 1]) & (x[:, 0] == x[:, 1]))
    found = [
        (b, a)
        for a, b in product(down.tolist(), across.tolist())
        if y[a, 0] < y[b, 0] < y[a, 1] and x[a, 0] < x[b, 0] < x[a, 1]
    ]
    return np.array(found, np.int32).reshape(-1, 2)
