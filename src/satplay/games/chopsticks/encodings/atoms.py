"""What the variables of the encodings of Chopsticks mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from satplay.games.chopsticks.state import Hands, Move, Position, Side


class Who(Enum):
    """The two players as a question sees them: we are to move at its start."""

    WE = "our"
    OPPONENT = "their"


def mover(ply: int) -> Who:
    """Who makes ply number ``ply``, from 1."""
    return Who.WE if ply % 2 else Who.OPPONENT


def other(who: Who) -> Who:
    """The player across."""
    return Who.OPPONENT if who is Who.WE else Who.WE


@dataclass(frozen=True, slots=True)
class Holds:
    """A hand holds so many fingers after so many plies.

    >>> Holds(3, Who.WE, Side.LEFT, 2).affirmed, Holds(3, Who.WE, Side.LEFT, 2).denied
    ('after ply 3 our left hand holds 2', 'after ply 3 our left hand does not hold 2')
    """

    ply: int
    who: Who
    side: Side
    fingers: int

    @property
    def affirmed(self) -> str:
        return f"after ply {self.ply} {self.who.value} {self.side.word} hand holds {self.fingers}"

    @property
    def denied(self) -> str:
        return f"after ply {self.ply} {self.who.value} {self.side.word} hand does not hold {self.fingers}"

    def __str__(self) -> str:
        return f"{self.who.value} {self.side.value} {self.fingers} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Made:
    """A move is made at a ply; None is none, because the goal was there before."""

    ply: int
    move: Move | None

    @property
    def _what(self) -> str:
        return "nothing" if self.move is None else self.move.text

    @property
    def affirmed(self) -> str:
        return f"ply {self.ply} is {self._what}"

    @property
    def denied(self) -> str:
        return f"ply {self.ply} is not {self._what}"

    def __str__(self) -> str:
        return f"ply {self.ply}: {self._what}"


@dataclass(frozen=True, slots=True)
class Met:
    """The goal is there after so many plies."""

    ply: int
    goal: str

    @property
    def affirmed(self) -> str:
        return f"after ply {self.ply} the goal is there: {self.goal}"

    @property
    def denied(self) -> str:
        return f"after ply {self.ply} nobody says that the goal is there: {self.goal}"

    def __str__(self) -> str:
        return f"{self.goal} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Promised:
    """From a position, after so many plies, we promise the goal, whatever the opponent does."""

    ply: int
    position: Position

    @property
    def affirmed(self) -> str:
        return f"after ply {self.ply} we promise the goal at {self.position.text}"

    @property
    def denied(self) -> str:
        return f"after ply {self.ply} we promise nothing at {self.position.text}"

    def __str__(self) -> str:
        return f"promise {self.position.text} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of the number by which the opponent chooses ply number ``ply``."""

    ply: int
    digit: int

    @property
    def affirmed(self) -> str:
        return f"digit {self.digit} of the opponent's choice of ply {self.ply} is 1"

    @property
    def denied(self) -> str:
        return f"digit {self.digit} of the opponent's choice of ply {self.ply} is 0"

    def __str__(self) -> str:
        return f"choice {self.ply} digit {self.digit}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The opponent's choice of a ply is the option of this number."""

    ply: int
    number: int

    @property
    def affirmed(self) -> str:
        return f"for ply {self.ply} the opponent chooses option {self.number}"

    @property
    def denied(self) -> str:
        return f"for ply {self.ply} the opponent does not choose option {self.number}"

    def __str__(self) -> str:
        return f"choice {self.ply} is {self.number}"


@dataclass(frozen=True, slots=True)
class Have:
    """All hands of a player after so many plies."""

    ply: int
    who: Who
    hands: Hands

    @property
    def _what(self) -> str:
        return f"{self.who.value} hands are {','.join(map(str, self.hands))}"

    @property
    def affirmed(self) -> str:
        return f"after ply {self.ply} {self._what}"

    @property
    def denied(self) -> str:
        return f"after ply {self.ply} not: {self._what}"

    def __str__(self) -> str:
        return f"{self._what} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Going:
    """Play goes on after so many plies, with hands of the opponent that are those of the goal."""

    ply: int
    hands: Hands

    @property
    def _what(self) -> str:
        return f"with their hands {','.join(map(str, self.hands))}"

    @property
    def affirmed(self) -> str:
        return f"after ply {self.ply} play goes on {self._what}"

    @property
    def denied(self) -> str:
        return f"after ply {self.ply} play need not go on {self._what}"

    def __str__(self) -> str:
        return f"on {self._what} after {self.ply}"


@dataclass(frozen=True, slots=True)
class Tapping:
    """At a ply somebody taps with a hand of so many fingers; with none it is no tap but a transfer."""

    ply: int
    fingers: int

    @property
    def affirmed(self) -> str:
        return f"ply {self.ply} is a tap with {self.fingers}" if self.fingers else f"ply {self.ply} is no tap"

    @property
    def denied(self) -> str:
        return f"ply {self.ply} is no tap with {self.fingers}" if self.fingers else f"ply {self.ply} is a tap"

    def __str__(self) -> str:
        return f"tap {self.ply} with {self.fingers}"


@dataclass(frozen=True, slots=True)
class Tapped:
    """At a ply this hand of the other player is tapped, if any."""

    ply: int
    side: Side

    @property
    def affirmed(self) -> str:
        return f"a tap of ply {self.ply} is on the {self.side.word} hand"

    @property
    def denied(self) -> str:
        return f"a tap of ply {self.ply} is not on the {self.side.word} hand"

    def __str__(self) -> str:
        return f"tap {self.ply} on {self.side.value}"


@dataclass(frozen=True, slots=True)
class Rearranged:
    """At a ply the hands of who moves become these, by a transfer."""

    ply: int
    hands: Hands

    @property
    def affirmed(self) -> str:
        return f"ply {self.ply} is a transfer to {','.join(map(str, self.hands))}"

    @property
    def denied(self) -> str:
        return f"ply {self.ply} is no transfer to {','.join(map(str, self.hands))}"

    def __str__(self) -> str:
        return f"transfer {self.ply} to {','.join(map(str, self.hands))}"
