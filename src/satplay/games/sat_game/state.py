"""A position of the SAT game, and the moves in it.

Persons and roles differ: the persons P and Q keep their seats, the roles Affirmative and Negative can be
switched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from satplay.contracts.game import Seat
from satplay.fast_dataclass import dataclass

P: Seat = "P"
Q: Seat = "Q"
SEATS: tuple[Seat, Seat] = (P, Q)


def other(seat: Seat) -> Seat:
    """The other person."""
    return Q if seat == P else P


@dataclass(frozen=True, slots=True)
class Clause:
    """A set of literals with a number that stays the same for the whole game; equal clauses stay distinct."""

    number: int
    lits: tuple[int, ...]

    @property
    def name(self) -> str:
        """``c4``."""
        return f"c{self.number}"


def clause(number: int, lits: Iterable[int]) -> Clause:
    """A clause with its literals in order, each once.

    >>> clause(1, [3, -2, 2, 3])
    Clause(number=1, lits=(2, -2, 3))
    """
    return Clause(number, tuple(sorted(set(lits), key=lambda lit: (abs(lit), lit < 0))))


class Role(Enum):
    """The side of a person; as a move, the role that was drawn."""

    AFFIRMATIVE = "affirmative"
    NEGATIVE = "negative"


class Phase(Enum):
    """The next kind of move."""

    DRAW = "draw"
    """The role that has the turn is drawn."""
    AFFIRMATIVE = "affirmative"
    """Affirmative sets a variable."""
    NEGATIVE = "negative"
    """Negative removes a clause or passes."""
    ANSWER = "answer"
    """Negative has passed: Affirmative accepts the switch or declines it."""
    REMOVAL = "removal"
    """The switch was accepted: the new Negative removes a clause, and may not pass."""


class Bias(Enum):
    """How the odds of the roles depend on the formula, in random mode (``role_odds.py``)."""

    LENGTH_WEIGHTED = "length-weighted"
    EVEN = "even"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True)
class State:
    """``affirmative`` is the person who holds that role now.

    ``bias`` is None in strict mode.  ``drawn_after_decline``: in random mode, the role after a declined pass
    is drawn like any other; otherwise it is Affirmative, and every game is finite.
    """

    clauses: tuple[Clause, ...]
    affirmative: Seat = P
    phase: Phase = Phase.AFFIRMATIVE
    bias: Bias | None = None
    drawn_after_decline: bool = False

    @property
    def negative(self) -> Seat:
        """The person who is Negative."""
        return other(self.affirmative)

    def holder(self, role: Role) -> Seat:
        """The person who holds this role."""
        return self.affirmative if role is Role.AFFIRMATIVE else self.negative

    def role(self, seat: Seat) -> Role:
        """The role that this person holds."""
        return Role.AFFIRMATIVE if seat == self.affirmative else Role.NEGATIVE

    def at(self, phase: Phase) -> State:
        """The same position in another phase."""
        return replace(self, phase=phase)

    def variables(self) -> list[int]:
        """The variables that occur, ascending."""
        return sorted({abs(lit) for clause in self.clauses for lit in clause.lits})


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Affirmative sets a variable."""

    variable: int
    value: bool

    @property
    def lit(self) -> int:
        """The literal that becomes true."""
        return self.variable if self.value else -self.variable


@dataclass(frozen=True, slots=True)
class Remove:
    """Negative removes the clause with this number."""

    clause: int


class Say(Enum):
    """Moves that leave the formula as it is."""

    PASS = "pass"
    ACCEPT = "accept"
    DECLINE = "decline"


Move: TypeAlias = SetVariable | Remove | Say | Role
