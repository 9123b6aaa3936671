"""The cases of the report: which positions are black, which are white, and where the white symbols are.

A guess with b black and w white pegs on n positions has C(n, b) choices of black positions P; for each of
them C(n-b, w) choices of white positions among the rest; and for each of these the placements of the white
symbols in the rest, none in its own position.  One of all these cases must hold.  Their number is factorial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.encodings.position_symbols import Lits, declare_symbols, finish_encoding
from satplay.puzzles.mastermind.rules import answer

Places = NDArray[np.intp]

MAX_CLAUSES = 40_000_000
"""The largest number of clauses for one guess."""


@dataclass(frozen=True, slots=True)
class Cases:
    """All cases of one answer: a row of positions for each.

    ``black``  the black positions P, and ``rest`` the others
    ``white``  the white positions, and ``stands`` the positions of their symbols in the code
    ``absent`` the positions of the rest whose symbols have no peg
    ``free``   the positions of the rest where the code has no symbol with a peg
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
    """The cases of a guess with these numbers of black and white pegs.

    >>> cases(2, 0, 1).white.tolist(), cases(2, 0, 1).stands.tolist()
    ([[0], [1]], [[1], [0]])
    """
    k = n - black
    clauses = max_clauses(n, black, white)
    if clauses > MAX_CLAUSES:
        found = f"{black} black and {white} white pegs on {n} positions: up to {clauses} clauses"
        raise BadInput(
            "guess for this encoding", found=found, expected=f"at most {MAX_CLAUSES}; counting has no limit"
        )
    chosen = _table(combinations(range(n), black), black)
    rest = _complement(n, chosen)
    white_at, stands_at = _displacements(k, white)
    return Cases(
        black=np.repeat(chosen, len(white_at), axis=0),
        rest=np.repeat(rest, len(white_at), axis=0),
        white=_select_from_each(rest, white_at),
        stands=_select_from_each(rest, stands_at),
        absent=_select_from_each(rest, _complement(k, white_at)),
        free=_select_from_each(rest, _complement(k, stands_at)),
    )


def max_cases(n: int, black: int, white: int) -> int:
    """The report's number of cases, B * W * Perm, which includes symbols in their own positions.

    >>> max_cases(2, 0, 1), len(cases(2, 0, 1))
    (4, 2)
    """
    k = n - black
    return comb(n, black) * comb(k, white) * perm(k, white)


def max_clauses(n: int, black: int, white: int) -> int:
    """An upper bound on the number of clauses for one guess."""
    return max_cases(n, black, white) * (n + white + (n - black - white) ** 2)


@lru_cache(maxsize=64)
def _displacements(k: int, white: int) -> tuple[Places, Places]:
    """All choices of white positions among k, and the new positions of their symbols, none its own."""
    chosen = _table(combinations(range(k), white), white)
    ways = _table(permutations(range(k), white), white)
    one, other = np.repeat(chosen, len(ways), axis=0), np.tile(ways, (len(chosen), 1))
    apart = (one != other).all(axis=1)
    return one[apart], other[apart]


def _table(rows: Iterable[tuple[int, ...]], width: int) -> Places:
    flat = np.fromiter(chain.from_iterable(rows), np.intp)
    return flat.reshape(-1, width) if width else np.empty((1, 0), np.intp)


def _complement(n: int, chosen: Places) -> Places:
    """For every row the numbers below n that are not in it, ascending."""
    there = np.ones((len(chosen), n), np.bool_)
    there[np.arange(len(chosen))[:, None], chosen] = False
    return np.nonzero(there)[1].reshape(len(chosen), n - chosen.shape[1])


def _select_from_each(rest: Places, at: Places) -> Places:
    return rest[:, at].reshape(len(rest) * len(at), at.shape[1])


def encode_by_cases(board: Board, parts: Callable[[Lits, Guess, Cases], Iterable[Lits]]) -> Encoding[Code]:
    """Every answer is a disjunction over its cases; ``parts`` yields the literals of the cases."""
    formula, holds = declare_symbols(board)
    for number, guess in enumerate(board.guesses):
        found = cases(board.length, guess.black, guess.white or 0)
        with formula.stating(answer(board, number)):
            _add_disjunction(formula, parts(holds, guess, found), len(found))
    return finish_encoding(board, formula, holds)


def _add_disjunction(formula: Formula, parts: Iterable[Lits], count: int) -> None:
    """One of ``count`` cases holds: row i of each part has literals that are true in case i.

    There is a Tseitin variable for every case; several may be true for one code.
    """
    first = formula.var_count + 1
    formula.declare(formula.var_count + count)
    case = np.arange(first, first + count, dtype=np.int32)
    formula.add_rows(case[None, :])
    for lits in parts:
        for column in np.moveaxis(lits.reshape(count, -1), 1, 0):
            formula.add_rows(np.stack([-case, column], axis=1))
