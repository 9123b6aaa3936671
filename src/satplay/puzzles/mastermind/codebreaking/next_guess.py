"""The next guess to play at a board, with its expected and worst-case results.

If all candidates can be listed, the figures are exact.  Otherwise some are drawn at random (``sampling``),
and the figures describe the sample.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.contracts.oracle import Oracle
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.codebreaking.partition import Partition, canonical, guesses
from satplay.puzzles.mastermind.codebreaking.sampling import sample
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over, badness
from satplay.puzzles.mastermind.enumeration.code_search import Codes, count_codes, list_codes

MAX_BYTES = 1 << 27
"""Memory for candidates."""


@dataclass(frozen=True, slots=True)
class ChosenGuess:
    """A guess, and what to expect of its answer.

    ``candidates``   the number of codes left; None if unknown
    ``known``        the number of candidates that the figures describe: all of them if ``exact``
    ``bits``         the expected information of the answer
    ``expected``     the expected number of known candidates after the answer
    ``worst``        the largest number of known candidates after the answer
    ``parts``        the number of possible answers
    ``may_be_right`` whether the guess is a candidate itself
    ``tried``        the number of guesses compared; guesses that differ only in interchangeable symbols
                     count once
    ``over``         the guesses considered: all codes may be too many
    ``exact``        whether the figures describe all candidates
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
    """Limits of a suggestion.

    ``candidates`` the largest number that is listed
    ``steps``      of the search that lists them
    ``guesses``    the largest number compared if any code may be a guess
    ``pairs``      of a guess and a candidate that are compared
    ``sample``     the number of candidates drawn if not all are listed
    ``asks``       the largest number of these that an engine finds
    """

    candidates: int
    steps: int
    guesses: int
    pairs: int
    sample: int
    asks: int


USUAL = Effort(candidates=1 << 20, steps=1 << 24, guesses=1 << 21, pairs=1 << 30, sample=200, asks=16)
"""Takes a second or two."""


def choose_guess(
    board: Board,
    strategy: GuessStrategy,
    over: Over,
    rng: Random,
    oracle: Oracle,
    encode: Callable[[Board], Encoding[Code]],
    effort: Effort = USUAL,
) -> ChosenGuess | None:
    """The best guess, or None if no code is consistent with the board.

    If some white pegs of the board are unknown, the white pegs of the next answer will be, too.
    """
    listed = list_codes(board, _listable(board, effort), effort.steps)
    exact = listed is not None
    candidates = sample(board, effort.sample, effort.asks, rng, oracle, encode) if listed is None else listed
    if not len(candidates):
        return None
    whites = all(guess.white is not None for guess in board.guesses)
    partition = Partition(candidates, len(board.symbols), whites=whites)
    pool = _candidates(board, candidates, strategy, exact, effort.pairs, rng)
    everything = _all(board, candidates, effort) if over is Over.ALL and exact else None
    if everything is None or strategy is GuessStrategy.CONSISTENT:
        over, tried = Over.CANDIDATES, pool
    else:
        # Ties go to the first guess, so candidates come first.
        tried = np.concatenate([pool, everything])
    measures = partition.measure(tried)
    best = int(badness(strategy, measures).argmin())
    return ChosenGuess(
        guess=tuple(tried[best].tolist()),
        candidates=len(candidates) if exact else count_codes(board, effort.steps // 16),
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
    board: Board, candidates: Codes, strategy: GuessStrategy, exact: bool, pairs: int, rng: Random
) -> Codes:
    """The candidates to compare, in order: one per class of interchangeable symbols, limited by ``pairs``."""
    if strategy is GuessStrategy.CONSISTENT:
        return candidates[[rng.randrange(len(candidates))]]
    pool = (
        candidates[canonical(candidates, len(board.symbols), _used_symbols(board))] if exact else candidates
    )
    most = max(1, pairs // len(candidates))
    if len(pool) > most:
        pool = pool[sorted(rng.sample(range(len(pool)), most))]
    return pool


def _all(board: Board, candidates: Codes, effort: Effort) -> Codes | None:
    """All codes to compare, or None if there are too many."""
    symbols = len(board.symbols)
    absent = sum(1 << symbol for symbol in range(symbols) if not (candidates == symbol).any())
    return guesses(
        board.length,
        symbols,
        repeats=board.repeats,
        used=_used_symbols(board),
        absent=absent,
        most=min(effort.guesses, effort.pairs // len(candidates)),
    )


def _listable(board: Board, effort: Effort) -> int:
    """The largest number of candidates to list; each takes a byte per position and per symbol."""
    return min(effort.candidates, MAX_BYTES // (board.length + len(board.symbols)))


def _used_symbols(board: Board) -> int:
    """The symbols of all guesses, as a bit mask."""
    return sum(1 << symbol for symbol in {symbol for guess in board.guesses for symbol in guess.row})
