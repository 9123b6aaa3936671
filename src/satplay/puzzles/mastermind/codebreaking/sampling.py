"""A random sample of consistent codes, as diverse as possible, if there are too many to list.

A search that tries symbols in random order at shuffled positions finds codes of boards that leave much open.
If it fails, an engine is asked about the same board with symbols and positions renamed at random: an engine
prefers certain models, and the renaming varies these.  Neither method samples uniformly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.contracts.oracle import Oracle
from satplay.errors import GaveUp
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.enumeration.code_search import Codes, new_search

STEPS = 10
"""Steps of one random search per position; a restart is better than a long search."""
DIVES = 40
"""Restarts of a random search."""
PATIENCE = 8
"""Known codes found in a row before the sample is considered complete."""
ENOUGH = 3
"""Failures of the random search after which only the engine is asked."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Position i is renamed to ``positions[i]``, symbol x to ``symbols[x]``.

    >>> renaming = Renaming((1, 2, 0), (1, 0))
    >>> renaming.row((0, 0, 1)), renaming.back((0, 1, 1))
    ((0, 1, 1), (0, 0, 1))
    """

    positions: tuple[int, ...]
    symbols: tuple[int, ...]

    @classmethod
    def random(cls, board: Board, rng: Random) -> Renaming:
        """A random renaming of a board's positions and symbols."""
        return cls(_permutation(board.length, rng), _permutation(len(board.symbols), rng))

    def board(self, board: Board) -> Board:
        """The board with renamed guesses."""
        return replace(
            board, guesses=tuple([replace(guess, row=self.row(guess.row)) for guess in board.guesses])
        )

    def row(self, row: Row) -> Row:
        """The renamed row."""
        renamed = {self.positions[i]: self.symbols[symbol] for i, symbol in enumerate(row)}
        return tuple([renamed[i] for i in range(len(row))])

    def back(self, row: Row) -> Row:
        """The row whose renamed row this is."""
        return tuple([self.symbols.index(row[i]) for i in self.positions])


def sample(
    board: Board,
    most: int,
    asks: int,
    rng: Random,
    oracle: Oracle,
    encode: Callable[[Board], Encoding[Code]],
) -> Codes:
    """At most ``most`` different consistent codes in lexicographic order; empty only if there are none.

    The oracle is asked at most ``asks`` times, at least 1.  If it runs out of time, the codes found so far
    are returned if there are any.
    """
    found: set[Row] = set()
    failures = known = 0
    while len(found) < most and known < PATIENCE:
        renaming = Renaming.random(board, rng)
        renamed = renaming.board(board)
        row = _find_randomly(renamed, rng) if failures < ENOUGH else None
        if row is None:
            failures += 1
            if asks == 0:
                break
            asks -= 1
            row = _ask(renamed, oracle, encode, may_give_up=bool(found))
            if row is None:
                break
        ours = renaming.back(row)
        known = known + 1 if ours in found else 0
        found.add(ours)
    return np.array(sorted(found), np.uint8).reshape(-1, board.length)


def _find_randomly(board: Board, rng: Random) -> Row | None:
    """A code found by random search; None if none is found, which proves nothing."""
    for _ in range(DIVES):
        rows = new_search(board, rng.getrandbits(64)).take(1, STEPS * board.length)
        if len(rows):
            return tuple(rows[0].tolist())
    return None


def _ask(
    board: Board, oracle: Oracle, encode: Callable[[Board], Encoding[Code]], *, may_give_up: bool
) -> Row | None:
    """A code found by the oracle; None if unsatisfiable, or out of time and ``may_give_up``."""
    try:
        code = oracle.solution(encode(board))
    except GaveUp:
        if may_give_up:
            return None
        raise
    return None if code is None else code.row


def _permutation(size: int, rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(size), size))
