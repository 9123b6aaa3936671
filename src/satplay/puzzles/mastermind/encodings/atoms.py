"""What the variables of Mastermind's encodings mean."""

from __future__ import annotations

from dataclasses import dataclass

from satplay.puzzles.mastermind.board import Board


@dataclass(frozen=True, slots=True)
class Holds:
    """A position holds a symbol; ``str`` is the name of the source, whose positions count from 1.

    >>> atom = Holds(Board(4), 2, 7)
    >>> atom.affirmed, atom.denied, str(atom)
    ('position 3 is 7', 'position 3 is not 7', 'p[3,7]')
    """

    board: Board
    position: int
    symbol: int

    @property
    def affirmed(self) -> str:
        return f"position {self.position + 1} is {self.board.symbols[self.symbol]}"

    @property
    def denied(self) -> str:
        return f"position {self.position + 1} is not {self.board.symbols[self.symbol]}"

    def __str__(self) -> str:
        return f"p[{self.position + 1},{self.board.symbols[self.symbol]}]"
