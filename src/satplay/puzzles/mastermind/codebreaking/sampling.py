"""Some of the codes that give every guess its answer, as different as may be, where all are too many to list.

A search that tries symbols by chance at positions in any order finds codes of boards that leave much open.
Where it gets lost, an engine is asked about the same board with symbols and positions renamed by chance: it
has its own habits, and the renaming turns them into many.  Neither way is fair to all codes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.contracts.oracle import Oracle
from satplay.errors import GaveUp
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.enumeration.code_search import Codes, new_census

STEPS = 10
"""How many steps a search by chance may take, for each position: beginning anew is better than going on."""
DIVES = 40
"""How often it begins anew."""
PATIENCE = 8
"""So many codes in a row that were known already: there are hardly more."""
ENOUGH = 3
"""How often chance may get lost before only the engine is asked."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Position i is called ``positions[i]``, symbol x ``symbols[x]``.

    >>> renaming = Renaming((1, 2, 0), (1, 0))
    >>> renaming.row((0, 0, 1)), renaming.back((0, 1, 1))
    ((0, 1, 1), (0, 0, 1))
    """

    positions: tuple[int, ...]
    symbols: tuple[int, ...]

    @classmethod
    def by_chance(cls, board: Board, rng: Random) -> Renaming:
        """Any renaming of a board's positions and symbols."""
        return cls(_shuffled(board.length, rng), _shuffled(len(board.symbols), rng))

    def board(self, board: Board) -> Board:
        """The same guesses in other words."""
        return replace(
            board, guesses=tuple([replace(guess, row=self.row(guess.row)) for guess in board.guesses])
        )

    def row(self, row: Row) -> Row:
        """A row in other words."""
        called = {self.positions[i]: self.symbols[symbol] for i, symbol in enumerate(row)}
        return tuple([called[i] for i in range(len(row))])

    def back(self, row: Row) -> Row:
        """A row of the other words in ours."""
        return tuple([self.symbols.index(row[i]) for i in self.positions])


def sample(
    board: Board,
    most: int,
    asks: int,
    rng: Random,
    oracle: Oracle,
    encode: Callable[[Board], Encoding[Code]],
) -> Codes:
    """At most so many different codes in lexicographic order; none exactly where there is none.

    The oracle is asked at most ``asks`` times, which are more than none.  Whoever runs out of time with
    something in hand returns that.
    """
    found: set[Row] = set()
    lost = known = 0
    while len(found) < most and known < PATIENCE:
        renaming = Renaming.by_chance(board, rng)
        renamed = renaming.board(board)
        row = _stumbled_upon(renamed, rng) if lost < ENOUGH else None
        if row is None:
            lost += 1
            if asks == 0:
                break
            asks -= 1
            row = _asked(renamed, oracle, encode, may_give_up=bool(found))
            if row is None:
                break
        ours = renaming.back(row)
        known = known + 1 if ours in found else 0
        found.add(ours)
    return np.array(sorted(found), np.uint8).reshape(-1, board.length)


def _stumbled_upon(board: Board, rng: Random) -> Row | None:
    """A code found by chance, if one is."""
    for _ in range(DIVES):
        rows = new_census(board, rng.getrandbits(64)).take(1, STEPS * board.length)
        if len(rows):
            return tuple(rows[0].tolist())
    return None


def _asked(
    board: Board, oracle: Oracle, encode: Callable[[Board], Encoding[Code]], *, may_give_up: bool
) -> Row | None:
    """A code of the oracle; None where there is none, or no time is left and that is no harm."""
    try:
        code = oracle.solution(encode(board))
    except GaveUp:
        if may_give_up:
            return None
        raise
    return None if code is None else code.row


def _shuffled(size: int, rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(size), size))
