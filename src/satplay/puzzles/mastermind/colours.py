"""The colours of pegs, for pictures and terminals; every peg also shows its symbol.

Ten colours that match their names, found by search: they are far apart in CIELAB for normal and for
colour-deficient vision (simulated after Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", 2009).
"""

from __future__ import annotations

from typing import NamedTuple

from satplay.puzzles.mastermind.board import Board

DARK, LIGHT = "#111111", "#ffffff"


class Peg(NamedTuple):
    """The colour of a peg, and of the symbol on it."""

    ground: str
    ink: str


PEGS = {
    "R": Peg("#be0f02", LIGHT),
    "G": Peg("#449a7b", DARK),
    "B": Peg("#0235d8", LIGHT),
    "Y": Peg("#f8d801", DARK),
    "O": Peg("#f78b38", DARK),
    "P": Peg("#b238b0", LIGHT),
    "W": Peg("#f7f7f7", DARK),
    "K": Peg("#111111", LIGHT),
    "C": Peg("#5cd9fb", DARK),
    "N": Peg("#613e2f", LIGHT),
}
"""The pegs of colours, by letter; other symbols use them in this order, cyclically."""

_IN_ORDER = tuple(PEGS.values())


def peg(board: Board, symbol: int) -> Peg:
    """The peg of a symbol; if all symbols of the board are letters of colours, it has its own colour.

    >>> peg(Board(4, "KWY"), 1) == PEGS["W"], peg(Board(4), 1) == PEGS["G"]
    (True, True)
    """
    if all(letter in PEGS for letter in board.symbols):
        return PEGS[board.symbols[symbol]]
    return _IN_ORDER[symbol % len(_IN_ORDER)]
