"""The encoding by counting: cardinality constraints on black pegs, and on all pegs, of each guess.

Black pegs are a count over "position i holds the guess's symbol".  Pegs altogether are, for every symbol, the
smaller of the times it occurs in guess and code (Knuth 1976-77).  How often a symbol occurs in the code is
said once, in unary, for all guesses; of that number a guess which has the symbol g times sees the first g
digits, and over all its symbols these are again as many literals as there are positions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.logic.cardinality import pattern
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.atoms import Occurs
from satplay.puzzles.mastermind.encodings.position_symbols import Lits, decided, variables
from satplay.puzzles.mastermind.enumeration.code_search import find_code_by_annealing
from satplay.puzzles.mastermind.rules import answer

LONG = 12
"""Positions; on shorter codes clauses are as quick."""

TRIES, STEPS = 4, 1_000
"""How often annealing is tried, with so many steps for each position and guess."""


def encode(board: Board) -> Encoding[Code]:
    """Every answer is stated by two counts; a code that annealing finds is asked about first."""
    encoding = counted(board)[0]
    return encoding if board.length < LONG else replace(encoding, warm_start=lambda: warm_start(board))


def warm_start(board: Board) -> list[Lit]:
    """The literals of a code that was found without clauses, or none."""
    steps = STEPS * (board.length + len(board.guesses))
    for seed in range(TRIES):
        row = find_code_by_annealing(board, seed, steps)
        if row is not None:
            return [i * len(board.symbols) + symbol + 1 for i, symbol in enumerate(row)]
    return []


def counted(board: Board) -> tuple[Encoding[Code], dict[int, Lits]]:
    """The encoding, and for every symbol of a guess "it occurs at least once", "twice" and so on."""
    formula, holds = variables(board)
    occurs = _occurrences(board, formula, holds)
    positions = np.arange(board.length)
    for number, guess in enumerate(board.guesses):
        with formula.stating(answer(board, number)):
            pattern.exactly(board.length, guess.black).lay(formula, holds[positions, guess.row])
            if guess.pegs is not None:
                in_both = [occurs[symbol][:times] for symbol, times in Counter(guess.row).items()]
                pattern.exactly(board.length, guess.pegs).lay(formula, np.concatenate(in_both))
    return decided(board, formula, holds), occurs


def _occurrences(board: Board, formula: Formula, holds: Lits) -> dict[int, Lits]:
    """How often symbols occur, as far as guesses with white pegs ask."""
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
