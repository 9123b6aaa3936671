"""The meaning of the variables in the encodings of Chopsticks."""

from __future__ import annotations

from enum import Enum

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.state import Hands, Move, Position, Side


class Who(Enum):
    """The two players from the view of a question: we are to move at the start."""

    WE = "our"
    OPPONENT = "their"


def mover(ply: int) -> Who:
    """The player who makes ply number ``ply``, counted from 1."""
    return Who.WE if ply % 2 else Who.OPPONENT


def other(who: Who) -> Who:
    """The opponent of a player."""
    return Who.OPPONENT if who is Who.WE else Who.WE


@dataclass(frozen=True, slots=True)
class HandHolds:
    """A hand holds a number of fingers after a number of plies.

    >>> HandHolds(3, Who.WE, Side.LEFT, 2).sentence, HandHolds(3, Who.WE, Side.LEFT, 2).negation
    ('after ply 3 our left hand holds 2', 'after ply 3 our left hand does not hold 2')
    """

    ply: int
    who: Who
    side: Side
    fingers: int

    @property
    def sentence(self) -> str:
        return f"after ply {self.ply} {self.who.value} {self.side.word} hand holds {self.fingers}"

    @property
    def negation(self) -> str:
        return f"after ply {self.ply} {self.who.value} {self.side.word} hand does not hold {self.fingers}"

    def __str__(self) -> str:
        return f"{self.who.value} {self.side.value} {self.fingers} after {self.ply}"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The move made at a ply; None if the goal was reached before and play has ended."""

    ply: int
    move: Move | None

    @property
    def _what(self) -> str:
        return "nothing" if self.move is None else self.move.text

    @property
    def sentence(self) -> str:
        return f"ply {self.ply} is {self._what}"

    @property
    def negation(self) -> str:
        return f"ply {self.ply} is not {self._what}"

    def __str__(self) -> str:
        return f"ply {self.ply}: {self._what}"


@dataclass(frozen=True, slots=True)
class GoalReached:
    """The goal is reached after a number of plies."""

    ply: int
    goal: str

    @property
    def sentence(self) -> str:
        return f"after ply {self.ply} the goal is reached: {self.goal}"

    @property
    def negation(self) -> str:
        return f"after ply {self.ply} the goal need not be reached: {self.goal}"

    def __str__(self) -> str:
        return f"{self.goal} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Promise:
    """After a number of plies we promise to force the goal from a position."""

    ply: int
    position: Position

    @property
    def sentence(self) -> str:
        return f"after ply {self.ply} we promise the goal at {self.position.text}"

    @property
    def negation(self) -> str:
        return f"after ply {self.ply} we promise nothing at {self.position.text}"

    def __str__(self) -> str:
        return f"promise {self.position.text} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Digit:
    """One bit of the number by which the opponent chooses ply number ``ply``."""

    ply: int
    digit: int

    @property
    def sentence(self) -> str:
        return f"digit {self.digit} of the opponent's choice of ply {self.ply} is 1"

    @property
    def negation(self) -> str:
        return f"digit {self.digit} of the opponent's choice of ply {self.ply} is 0"

    def __str__(self) -> str:
        return f"choice {self.ply} digit {self.digit}"


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """At a ply the opponent chooses the option with this number."""

    ply: int
    number: int

    @property
    def sentence(self) -> str:
        return f"for ply {self.ply} the opponent chooses option {self.number}"

    @property
    def negation(self) -> str:
        return f"for ply {self.ply} the opponent does not choose option {self.number}"

    def __str__(self) -> str:
        return f"choice {self.ply} is {self.number}"


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """All hands of a player after a number of plies."""

    ply: int
    who: Who
    hands: Hands

    @property
    def _what(self) -> str:
        return f"{self.who.value} hands are {','.join(map(str, self.hands))}"

    @property
    def sentence(self) -> str:
        return f"after ply {self.ply} {self._what}"

    @property
    def negation(self) -> str:
        return f"after ply {self.ply} not: {self._what}"

    def __str__(self) -> str:
        return f"{self._what} after {self.ply}"


@dataclass(frozen=True, slots=True)
class PlayContinues:
    """Play continues after a ply although the opponent's hands are as in the goal."""

    ply: int
    hands: Hands

    @property
    def _what(self) -> str:
        return f"with their hands {','.join(map(str, self.hands))}"

    @property
    def sentence(self) -> str:
        return f"after ply {self.ply} play goes on {self._what}"

    @property
    def negation(self) -> str:
        return f"after ply {self.ply} play need not go on {self._what}"

    def __str__(self) -> str:
        return f"on {self._what} after {self.ply}"


@dataclass(frozen=True, slots=True)
class TapFingers:
    """The fingers of the tapping hand at a ply; 0 if the ply is a transfer."""

    ply: int
    fingers: int

    @property
    def sentence(self) -> str:
        return f"ply {self.ply} is a tap with {self.fingers}" if self.fingers else f"ply {self.ply} is no tap"

    @property
    def negation(self) -> str:
        return f"ply {self.ply} is no tap with {self.fingers}" if self.fingers else f"ply {self.ply} is a tap"

    def __str__(self) -> str:
        return f"tap {self.ply} with {self.fingers}"


@dataclass(frozen=True, slots=True)
class TapTarget:
    """The hand that a tap at a ply is on."""

    ply: int
    side: Side

    @property
    def sentence(self) -> str:
        return f"a tap of ply {self.ply} is on the {self.side.word} hand"

    @property
    def negation(self) -> str:
        return f"a tap of ply {self.ply} is not on the {self.side.word} hand"

    def __str__(self) -> str:
        return f"tap {self.ply} on {self.side.value}"


@dataclass(frozen=True, slots=True)
class TransferResult:
    """The hands of the moving player after a transfer at a ply."""

    ply: int
    hands: Hands

    @property
    def sentence(self) -> str:
        return f"ply {self.ply} is a transfer to {','.join(map(str, self.hands))}"

    @property
    def negation(self) -> str:
        return f"ply {self.ply} is no transfer to {','.join(map(str, self.hands))}"

    def __str__(self) -> str:
        return f"transfer {self.ply} to {','.join(map(str, self.hands))}"
