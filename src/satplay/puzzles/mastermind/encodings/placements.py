"""The cases of the report: which positions are black, which white, and where the white symbols stand.

A guess with b black and w white pegs on n positions has C(n, b) choices of black positions P; for each of
them C(n-b, w) choices of white ones among the rest, and for each of these the ways to stand elsewhere in the
rest, none in its own place.  One of all these cases must hold.  Their number is factorial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.encodings.position_symbols import Lits, decided, variables
from satplay.puzzles.mastermind.rules import answer

Places = NDArray[np.intp]

MOST = 40_000_000
"""Clauses of one guess; beyond this nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Cases:
    """All cases of one answer: a row each, of positions.

    ``black``  P, and ``rest`` the others
    ``white``  some of the rest, and ``stands`` where their symbols stand
    ``absent`` the positions of the rest whose symbols got no peg
    ``free``   the positions of the rest where no symbol with a peg stands
    """

    black: Places
    rest: Places
    white: Places
    stands: Places
    absent: Places
    free: Places

    def __len__(self) -> int:
        return len(self.black)


def cases(n: int, black: int, white: int) -> Cases:
    """The cases of a guess with so many black and white pegs.

    >>> cases(2, 0, 1).white.tolist(), cases(2, 0, 1).stands.tolist()
    ([[0], [1]], [[1], [0]])
    """
    k = n - black
    clauses = most_clauses(n, black, white)
    if clauses > MOST:
        found = f"{black} black and {white} white pegs on {n} positions: up to {clauses} clauses"
        raise BadInput(
            "guess for this encoding", found=found, expected=f"at most {MOST}; counting has no limit"
        )
    chosen = _table(combinations(range(n), black), black)
    rest = _others(n, chosen)
    white_at, stands_at = _moved(k, white)
    return Cases(
        black=np.repeat(chosen, len(white_at), axis=0),
        rest=np.repeat(rest, len(white_at), axis=0),
        white=_of_each(rest, white_at),
        stands=_of_each(rest, stands_at),
        absent=_of_each(rest, _others(k, white_at)),
        free=_of_each(rest, _others(k, stands_at)),
    )


def most_cases(n: int, black: int, white: int) -> int:
    """As the report counts them, B * W * Perm; those in which a symbol stands in its own place are none.

    >>> most_cases(2, 0, 1), len(cases(2, 0, 1))
    (4, 2)
    """
    k = n - black
    return comb(n, black) * comb(k, white) * perm(k, white)


def most_clauses(n: int, black: int, white: int) -> int:
    """Clauses of one guess if all those were cases."""
    return most_cases(n, black, white) * (n + white + (n - black - white) ** 2)


@lru_cache(maxsize=64)
def _moved(k: int, white: int) -> tuple[Places, Places]:
    """Some of k positions, and where their symbols stand instead: no two at one, none at its own."""
    chosen = _table(combinations(range(k), white), white)
    ways = _table(permutations(range(k), white), white)
    one, other = np.repeat(chosen, len(ways), axis=0), np.tile(ways, (len(chosen), 1))
    apart = (one != other).all(axis=1)
    return one[apart], other[apart]


def _table(rows: Iterable[tuple[int, ...]], width: int) -> Places:
    flat = np.fromiter(chain.from_iterable(rows), np.intp)
    return flat.reshape(-1, width) if width else np.empty((1, 0), np.intp)


def _others(n: int, chosen: Places) -> Places:
    """For every row the numbers below n that are not in it, in order."""
    there = np.ones((len(chosen), n), np.bool_)
    there[np.arange(len(chosen))[:, None], chosen] = False
    return np.nonzero(there)[1].reshape(len(chosen), n - chosen.shape[1])


def _of_each(rest: Places, at: Places) -> Places:
    return rest[:, at].reshape(len(rest) * len(at), at.shape[1])


def by_cases(board: Board, parts: Callable[[Lits, Guess, Cases], Iterable[Lits]]) -> Encoding[Code]:
    """Every answer is a disjunction over its cases; ``parts`` says what is true in them."""
    formula, holds = variables(board)
    for number, guess in enumerate(board.guesses):
        found = cases(board.length, guess.black, guess.white or 0)
        with formula.stating(answer(board, number)):
            _one_of(formula, parts(holds, guess, found), len(found))
    return decided(board, formula, holds)


def _one_of(formula: Formula, parts: Iterable[Lits], count: int) -> None:
    """One of ``count`` cases holds: a row of each part is the literals that are true in this case.

    A variable for every case says that it does (Tseitin); several may be true of one code.
    """
    first = formula.var_count + 1
    formula.declare(formula.var_count + count)
    case = np.arange(first, first + count, dtype=np.int32)
    formula.add_rows(case[None, :])
    for lits in parts:
        for column in np.moveaxis(lits.reshape(count, -1), 1, 0):
            formula.add_rows(np.stack([-case, column], axis=1))
