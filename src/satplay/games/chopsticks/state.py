"""Positions, states and moves of Chopsticks."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from satplay.contracts.game import Seat
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.variant import SOURCE, Variant

SEATS: tuple[Seat, Seat] = ("first", "second")

Hands: TypeAlias = tuple[int, ...]
"""The fingers of one player's hands, from left to right; 0 is a hand that is out."""


def other(seat: Seat) -> Seat:
    """The other seat."""
    return SEATS[1 - SEATS.index(seat)]


class Side(Enum):
    """One of a player's hands; the middle one exists only with three hands."""

    LEFT = "L"
    MIDDLE = "M"
    RIGHT = "R"

    @property
    def across(self) -> Side | None:
        """The default target of a transfer; the middle hand has none."""
        return {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}.get(self)

    @property
    def word(self) -> str:
        """``left``."""
        return self.name.lower()


def sides(variant: Variant) -> tuple[Side, ...]:
    """The hands of a player, in the order of ``Hands``."""
    return (Side.LEFT, Side.RIGHT) if variant.hands == 2 else tuple(Side)


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """The hands of the player to move and of the opponent; they change places after every move."""

    mine: Hands
    theirs: Hands

    @property
    def text(self) -> str:
        """``1,1|1,1``."""
        return f"{','.join(map(str, self.mine))}|{','.join(map(str, self.theirs))}"

    @property
    def opponent_view(self) -> Position:
        """The same hands with the other player to move."""
        return Position(self.theirs, self.mine)

    @property
    def sorted_hands(self) -> Position:
        """The same up to swapping the hands of a player: each player's hands ascending.

        >>> Position((3, 1), (0, 2)).sorted_hands.text
        '1,3|0,2'
        """
        return Position(tuple(sorted(self.mine)), tuple(sorted(self.theirs)))


def start_position(variant: Variant) -> Position:
    """One finger on every hand."""
    return Position((1,) * variant.hands, (1,) * variant.hands)


@dataclass(frozen=True, slots=True)
class State:
    """A position in a game, with its rules, the player to move and the history.

    ``history`` holds the earlier positions, the oldest first, if the rules forbid cycles; otherwise it is
    empty, because the past does not matter.
    """

    position: Position = Position((1, 1), (1, 1))
    variant: Variant = SOURCE
    turn: Seat = SEATS[0]
    history: tuple[Position, ...] = ()

    def hands(self, seat: Seat) -> Hands:
        """The hands of one player."""
        return self.position.mine if seat == self.turn else self.position.theirs


@dataclass(frozen=True, slots=True)
class Tap:
    """An own hand taps a hand of the opponent, which gains its number of fingers."""

    own: Side
    their: Side

    @property
    def text(self) -> str:
        """``tap L R``: the own left hand taps the opponent's right hand."""
        return f"tap {self.own.value} {self.their.value}"


@dataclass(frozen=True, slots=True)
class Transfer:
    """``count`` fingers move from one own hand to another."""

    source: Side
    count: int
    target: Side

    @property
    def text(self) -> str:
        """``transfer L 2``; the target is named if it is not the default.

        >>> Transfer(Side.LEFT, 2, Side.RIGHT).text, Transfer(Side.LEFT, 2, Side.MIDDLE).text
        ('transfer L 2', 'transfer L 2 M')
        """
        target = "" if self.target is self.source.across else f" {self.target.value}"
        return f"transfer {self.source.value} {self.count}{target}"


Move: TypeAlias = Tap | Transfer
