"""The encoding of the report, corrected: one of all cases holds, and in it nothing else matches.

In a case (``placements.py``) exactly the black positions hold the symbols of the guess; the white symbols are
at the positions of the case; symbols without a peg are at none of the remaining positions.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.encodings.placements import Cases, encode_by_cases
from satplay.puzzles.mastermind.encodings.position_symbols import Lits


def encode(board: Board) -> Encoding[Code]:
    """Every answer is a disjunction over its cases."""
    return encode_by_cases(board, _parts)


def _parts(holds: Lits, guess: Guess, found: Cases) -> Iterator[Lits]:
    row = np.array(guess.row)
    yield holds[found.black, row[found.black]]
    yield -holds[found.rest, row[found.rest]]
    if guess.white is not None:
        yield holds[found.stands, row[found.white]]
        yield -holds[found.free[:, :, None], row[found.absent][:, None, :]]
