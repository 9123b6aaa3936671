"""A game of Mastermind: the board so far, and what there is to know of the code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from satplay.puzzles.mastermind.board import Board, Row

BREAKER, SETTER = "breaker", "setter"
SEATS = (BREAKER, SETTER)


class Secret(Enum):
    """The state of a code that is not visible."""

    OPEN = "open"
    """not set yet"""
    HIDDEN = "hidden"
    """set, and not for the eyes of this seat"""
    KEPT = "kept"
    """in the head of the setter, who answers every guess"""


@dataclass(frozen=True, slots=True)
class State:
    """One moment.

    ``asks``   a guess that the setter has not answered yet
    ``tries``  the number of guesses that the breaker has
    ``whites`` whether answers tell white pegs
    """

    board: Board
    secret: Row | Secret = Secret.OPEN
    asks: Row | None = None
    tries: int = 10
    whites: bool = True


@dataclass(frozen=True, slots=True)
class Move:
    """``verb`` is ``set``, ``keep``, ``guess`` or ``answer``, or nothing where the turn makes it clear."""

    verb: str
    text: str = ""


VERBS = ("set", "keep", "guess", "answer")
