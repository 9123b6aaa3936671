"""The next guess to play at a board, and how good it is.

Where all candidates can be listed the figures are exact.  Where they cannot, some are drawn by chance
(``sampling``), and the figures are those of the sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.contracts.oracle import Oracle
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.codebreaking.partition import Partition, canonical, guesses
from satplay.puzzles.mastermind.codebreaking.sampling import sample
from satplay.puzzles.mastermind.codebreaking.strategy import Over, Strategy, badness
from satplay.puzzles.mastermind.enumeration import code_search
from satplay.puzzles.mastermind.enumeration.code_search import Codes

ROOM = 1 << 27
"""Bytes for candidates."""


@dataclass(frozen=True, slots=True)
class ChosenGuess:
    """A guess, and what its answer will tell.

    ``candidates``  how many codes are left; None where that is not known
    ``known``       how many of them the figures are about: all of them where ``exact``
    ``bits``        the expected information of the answer
    ``expected``    how many of the known candidates are left on average after it
    ``worst``       how many at worst
    ``parts``       how many answers are possible
    ``may_be_right`` whether the guess is a candidate itself
    ``tried``       how many guesses were compared; of guesses that differ only in the names of symbols that
                    nothing tells apart, one
    ``over``        which guesses these were: all codes may be more than can be looked at
    ``exact``       the figures are about all candidates
    """

    guess: Row
    candidates: int | None
    known: int
    bits: float
    expected: float
    worst: int
    parts: int
    may_be_right: bool
    tried: int
    over: Over
    exact: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a suggestion may take.

    ``candidates`` more are not listed; ``steps`` of the search that lists them; ``guesses`` more are not
    tried where all codes are guesses; ``pairs`` of a guess and a candidate are looked at; ``sample``
    candidates are drawn where not all are listed, ``asks`` of them by an engine at most
    """

    candidates: int
    steps: int
    guesses: int
    pairs: int
    sample: int
    asks: int

    @classmethod
    def usual(cls) -> Effort:
        """About a second or two, compiled or not."""
        if find_spec("satplay.puzzles.mastermind._kernel") is None:
            return cls(candidates=1 << 14, steps=1 << 17, guesses=1 << 14, pairs=1 << 24, sample=100, asks=16)
        return cls(candidates=1 << 20, steps=1 << 24, guesses=1 << 21, pairs=1 << 30, sample=200, asks=16)


def choose_guess(
    board: Board,
    strategy: Strategy,
    over: Over,
    rng: Random,
    oracle: Oracle,
    encode: Callable[[Board], Encoding[Code]],
    effort: Effort | None = None,
) -> ChosenGuess | None:
    """The best guess, or None where no code is consistent with the board.

    Where the board tells black pegs only, the next answer will not tell more.
    """
    effort = Effort.usual() if effort is None else effort
    listed = code_search.listed(board, _listable(board, effort), effort.steps)
    exact = listed is not None
    candidates = sample(board, effort.sample, effort.asks, rng, oracle, encode) if listed is None else listed
    if not len(candidates):
        return None
    whites = all(guess.white is not None for guess in board.guesses)
    partition = Partition(candidates, len(board.symbols), whites=whites)
    pool = _candidates(board, candidates, strategy, exact, effort.pairs, rng)
    everything = _all(board, candidates, effort) if over is Over.ALL and exact else None
    if everything is None or strategy is Strategy.CONSISTENT:
        over, tried = Over.CANDIDATES, pool
    else:
        # The first of the best is played, so candidates come first.
        tried = np.concatenate([pool, everything])
    measures = partition.measure(tried)
    best = int(badness(strategy, measures).argmin())
    return ChosenGuess(
        guess=tuple(tried[best].tolist()),
        candidates=len(candidates) if exact else code_search.count(board, effort.steps // 16),
        known=len(candidates),
        bits=measures.bits(best, len(candidates)),
        expected=int(measures.squares[best]) / len(candidates),
        worst=int(measures.largest[best]),
        parts=int(measures.parts[best]),
        may_be_right=best < len(pool),
        tried=len(tried) if over is Over.CANDIDATES else len(tried) - len(pool),
        over=over,
        exact=exact,
    )


def _candidates(
    board: Board, candidates: Codes, strategy: Strategy, exact: bool, pairs: int, rng: Random
) -> Codes:
    """The candidates to be tried: one of those that differ only in names, and as many as can be, in order."""
    if strategy is Strategy.CONSISTENT:
        return candidates[[rng.randrange(len(candidates))]]
    pool = candidates[canonical(candidates, len(board.symbols), _used(board))] if exact else candidates
    most = max(1, pairs // len(candidates))
    if len(pool) > most:
        pool = pool[sorted(rng.sample(range(len(pool)), most))]
    return pool


def _all(board: Board, candidates: Codes, effort: Effort) -> Codes | None:
    """All codes to be tried, or None where they are too many."""
    symbols = len(board.symbols)
    absent = sum(1 << symbol for symbol in range(symbols) if not (candidates == symbol).any())
    return guesses(
        board.length,
        symbols,
        repeats=board.repeats,
        used=_used(board),
        absent=absent,
        most=min(effort.guesses, effort.pairs // len(candidates)),
    )


def _listable(board: Board, effort: Effort) -> int:
    """How many candidates there is room for: as many bytes each as positions and symbols."""
    return min(effort.candidates, ROOM // (board.length + len(board.symbols)))


def _used(board: Board) -> int:
    """The symbols of all guesses, as bits."""
    return sum(1 << symbol for symbol in {symbol for guess in board.guesses for symbol in guess.row})
