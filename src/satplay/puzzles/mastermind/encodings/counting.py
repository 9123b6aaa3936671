"""The encoding by counting: cardinality constraints on black pegs, and on all pegs, of each guess.

Black pegs are counted over "position i holds the guess's symbol".  The number of all pegs is the sum over all
symbols of the smaller of the numbers of occurrences in guess and code (Knuth 1976-77).  The number of
occurrences of a symbol in the code is a unary number, shared by all guesses; a guess with g occurrences uses
its first g digits.  Over all symbols of a guess these are as many literals as there are positions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.logic.cardinality import pattern
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.atoms import Occurs
from satplay.puzzles.mastermind.encodings.position_symbols import Lits, declare_symbols, finish_encoding
from satplay.puzzles.mastermind.enumeration.code_search import find_code_by_annealing
from satplay.puzzles.mastermind.rules import answer

LONG = 12
"""Codes with fewer positions are solved as fast without annealing."""

TRIES, STEPS = 4, 1_000
"""The number of annealing runs, and the steps of a run per position and guess."""


def encode(board: Board) -> Encoding[Code]:
    """Two cardinality constraints per answer; for long codes with a warm start found by annealing."""
    encoding = encode_with_occurrences(board)[0]
    return encoding if board.length < LONG else replace(encoding, warm_start=partial(warm_start, board))


def warm_start(board: Board) -> list[Lit]:
    """The literals of a code found by annealing; empty if none is found."""
    steps = STEPS * (board.length + len(board.guesses))
    for seed in range(TRIES):
        row = find_code_by_annealing(board, seed, steps)
        if row is not None:
            return [i * len(board.symbols) + symbol + 1 for i, symbol in enumerate(row)]
    return []


def encode_with_occurrences(
    board: Board, *, one_by_definition: bool = False
) -> tuple[Encoding[Code], dict[int, Lits]]:
    """The encoding, and for every symbol of a guess the literals "occurs at least once", "twice", ...

    ``one_by_definition`` as for ``declare_symbols``.
    """
    formula, holds = declare_symbols(board, one_by_definition=one_by_definition)
    occurs = _occurrences(board, formula, holds)
    positions = np.arange(board.length)
    for number, guess in enumerate(board.guesses):
        with formula.stating(answer(board, number)):
            pattern.exactly(board.length, guess.black).lay(formula, holds[positions, guess.row])
            if guess.pegs is not None:
                in_both = [occurs[symbol][:times] for symbol, times in Counter(guess.row).items()]
                pattern.exactly(board.length, guess.pegs).lay(formula, np.concatenate(in_both))
    return finish_encoding(board, formula, holds), occurs


def _occurrences(board: Board, formula: Formula, holds: Lits) -> dict[int, Lits]:
    """The unary numbers of occurrences, as large as the guesses with white pegs need them."""
    most: Counter[int] = Counter()
    for guess in board.guesses:
        if guess.white is not None:
            most |= Counter(guess.row)
    occurs: dict[int, Lits] = {}
    with formula.defining():
        for symbol, times in sorted(most.items()):
            counter = pattern.unary(board.length, times)
            occurs[symbol] = counter.lay(formula, np.ascontiguousarray(holds[:, symbol]))
            for more, lit in enumerate(occurs[symbol].tolist()):
                if lit > holds.size:  # on one position it is the same as holding it
                    formula.name(lit, Occurs(board.symbols[symbol], more + 1))
    return occurs
