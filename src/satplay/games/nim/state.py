"""A position of Nim and a move in it."""

from __future__ import annotations

from satplay.contracts.game import Seat
from satplay.fast_dataclass import dataclass

SEATS: tuple[Seat, Seat] = ("first", "second")


def other(seat: Seat) -> Seat:
    """The other seat."""
    return SEATS[1 - SEATS.index(seat)]


@dataclass(frozen=True, slots=True)
class State:
    """``heaps`` from left to right, empty ones included; ``turn`` is the seat to move."""

    heaps: tuple[int, ...]
    turn: Seat = SEATS[0]


@dataclass(frozen=True, slots=True)
class Take:
    """``count`` things from heap number ``heap``, from 0."""

    heap: int
    count: int
