"""The state of a game of Mastermind: the board so far, and the code or why it is not visible."""

from __future__ import annotations

from enum import Enum

from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board, Row

BREAKER, SETTER = "breaker", "setter"
SEATS = (BREAKER, SETTER)
SEAT_TITLES = {BREAKER: "break a code", SETTER: "set a code"}


class Secret(Enum):
    """The state of a code that is not visible."""

    OPEN = "open"
    """not set yet"""
    HIDDEN = "hidden"
    """set, but not visible to this seat"""
    IN_MIND = "kept"
    """kept in mind by the setter, who answers every guess"""


@dataclass(frozen=True, slots=True)
class State:
    """The state between two moves.

    ``open_guess`` a guess that the setter has not answered yet
    ``tries``      the number of guesses that the breaker has
    ``whites``     whether answers include white pegs
    """

    board: Board
    secret: Row | Secret = Secret.OPEN
    open_guess: Row | None = None
    tries: int = 10
    whites: bool = True


@dataclass(frozen=True, slots=True)
class Move:
    """``verb`` is ``set``, ``keep``, ``guess`` or ``answer``, or empty: then the turn determines it."""

    verb: str
    text: str = ""


VERBS = ("set", "keep", "guess", "answer")
