"""The encoding of "Report project 1 LVM 2025/2026", as printed.

Formulas (1) and (2) are read as their sentences mean them: one number at every position.  Formula (4): for
one set P of b positions, with a the guess, p[c, a_c] for all c in P and not p[q, a_c] for all c in P and q
not in P.  Formula (5) adds for the white positions d, each with a distinct position e, not p[d, a_d] and
p[e, a_d].

This is not equivalent to the answer.  It does not exclude black pegs at positions outside P, which would
need not p[q, a_q], nor other occurrences of symbols without a peg.  And it forbids further occurrences of a
symbol with a black peg, so that such codes are lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.encodings.placements import Cases, encode_by_cases
from satplay.puzzles.mastermind.encodings.position_symbols import Lits


def encode(board: Board) -> Encoding[Code]:
    """Every answer is a disjunction over its cases; by (3) and (4) if white pegs are unknown."""
    return encode_by_cases(board, _parts)


def _parts(holds: Lits, guess: Guess, found: Cases) -> Iterator[Lits]:
    row = np.array(guess.row)
    if guess.white is None and guess.black == 0:
        yield -holds[found.rest, row[found.rest]]  # (3)
    yield holds[found.black, row[found.black]]
    yield -holds[found.rest[:, :, None], row[found.black][:, None, :]]
    yield -holds[found.white, row[found.white]]
    yield holds[found.stands, row[found.white]]
