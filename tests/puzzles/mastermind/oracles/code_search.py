"""All codes consistent with a board, in plain Python: the oracle for ``kernel/code_search.hpp``.

  A guess still misses some black pegs, and some pegs of any colour.  At a
position it gives at most one peg of each; so if none is missing, or as many as there are positions left,
it determines the possible symbols here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind.board import symbols_in
from satplay.puzzles.mastermind.enumeration.code_search import UNKNOWN_PEGS
from tests.puzzles.mastermind.oracles.splitmix import SplitMix


class CodeSearch:
    """The same interface and results as the native class."""

    def __init__(
        self,
        length: int,
        symbols: int,
        repeats: bool,
        guesses: NDArray[np.uint8],
        black: NDArray[np.int32],
        pegs: NDArray[np.int32],
        seed: int | None = None,
    ) -> None:
        self.done = False
        self._length = length
        self._all = (1 << symbols) - 1
        self._repeats = repeats
        self._guesses: list[list[int]] = guesses.tolist()
        known_rows = [
            row if number != UNKNOWN_PEGS else [] for row, number in zip(self._guesses, pegs, strict=True)
        ]
        self._wanted = [Counter(row) for row in known_rows]
        self._random = None if seed is None else SplitMix(seed)
        self._steps = 0
        self._search = self._below([], tuple(map(int, black)), tuple(map(int, pegs)))

    def take(self, rows: int, steps: int) -> NDArray[np.uint8]:
        """Return the codes found in the next ``steps``, at most ``rows``."""
        found: list[list[int]] = []
        end = self._steps + steps
        while len(found) < rows and self._steps < end and not self.done:
            try:
                row = next(self._search)
            except StopIteration:
                self.done = True
                break
            if row is not None:
                found.append(row)
        return np.array(found, np.uint8).reshape(-1, self._length)

    def count(self, steps: int) -> int:
        """Return the number of codes found in the next ``steps``."""
        end, found = self._steps + steps, 0
        while self._steps < end and not self.done:
            found += len(self.take(1, end - self._steps))
        return found

    def _below(
        self, row: list[int], black: tuple[int, ...], pegs: tuple[int, ...]
    ) -> Iterator[list[int] | None]:
        """Yield all codes with this prefix, and None at each step, so that the caller can limit the steps."""
        if len(row) == self._length:
            yield row
            return
        at, times = len(row), Counter(row)
        for symbol in self._ordered(self._open(row, times, black, pegs)):
            self._steps += 1
            yield None
            blacks = [left - (guess[at] == symbol) for left, guess in zip(black, self._guesses, strict=True)]
            given = [wanted[symbol] > times[symbol] for wanted in self._wanted]
            total_pegs = [left - peg for left, peg in zip(pegs, given, strict=True)]
            yield from self._below([*row, symbol], tuple(blacks), tuple(total_pegs))

    def _open(
        self, row: list[int], times: Counter[int], black: tuple[int, ...], pegs: tuple[int, ...]
    ) -> int:
        """Return the symbols that are possible at the next position, as a bit mask."""
        at, left, open_ = len(row), self._length - len(row), self._all
        if not self._repeats:
            for symbol in row:
                open_ &= ~(1 << symbol)
        for guess, wanted, blacks, total_pegs in zip(self._guesses, self._wanted, black, pegs, strict=True):
            missing = sum(1 << symbol for symbol, most in wanted.items() if most > times[symbol])
            for still, gives in ((blacks, 1 << guess[at]), (total_pegs, missing)):
                if still == 0:
                    open_ &= ~gives
                if still >= left:
                    open_ &= gives if still == left else 0
        return open_

    def _ordered(self, open_: int) -> Iterator[int]:
        symbols = symbols_in(open_)
        while symbols:
            yield symbols.pop(0 if self._random is None else self._random.below(len(symbols)))
