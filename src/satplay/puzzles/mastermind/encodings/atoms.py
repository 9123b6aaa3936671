"""The meaning of the variables in the encodings of Mastermind."""

from __future__ import annotations

from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board


@dataclass(frozen=True, slots=True)
class HasSymbol:
    """A position holds a symbol; ``str`` is the name in the source, which counts positions from 1.

    >>> atom = HasSymbol(Board(4), 2, 7)
    >>> atom.sentence, atom.negation, str(atom)
    ('position 3 is 7', 'position 3 is not 7', 'p[3,7]')
    """

    board: Board
    position: int
    symbol: int

    @property
    def sentence(self) -> str:
        return f"position {self.position + 1} is {self.board.symbols[self.symbol]}"

    @property
    def negation(self) -> str:
        return f"position {self.position + 1} is not {self.board.symbols[self.symbol]}"

    def __str__(self) -> str:
        return f"p[{self.position + 1},{self.board.symbols[self.symbol]}]"


@dataclass(frozen=True, slots=True)
class Occurs:
    """A symbol occurs in the code at least ``times`` times.

    >>> Occurs("7", 1).negation, Occurs("7", 2).sentence, str(Occurs("7", 2))
    ('7 is not in the code', '7 is in the code at least twice', 'n[7,2]')
    """

    symbol: str
    times: int

    @property
    def sentence(self) -> str:
        if self.times == 1:
            return f"{self.symbol} is in the code"
        return f"{self.symbol} is in the code at least {_times(self.times)}"

    @property
    def negation(self) -> str:
        if self.times == 1:
            return f"{self.symbol} is not in the code"
        return f"{self.symbol} is in the code at most {_times(self.times - 1)}"

    def __str__(self) -> str:
        return f"n[{self.symbol},{self.times}]"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
