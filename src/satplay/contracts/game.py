"""Game: what a game folder offers to the rest of satplay, in one record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from satplay.contracts.format import Format
from satplay.contracts.oracle import Oracle
from satplay.drawing.scene import Scene

State = TypeVar("State")
Move = TypeVar("Move")
Seat: TypeAlias = str

CHANCE: Seat = "chance"
"""The seat of dice and cards: its moves are drawn by ``odds``, not chosen."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``winner`` is None for a draw; ``because`` is a sentence."""

    winner: Seat | None
    because: str


Player: TypeAlias = Callable[[Any, Seat, Random, Oracle], Any]
"""(visible state, own seat, randomness, oracle) to a legal move."""


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Move]):
    """The table of contents of a game folder; all functions are pure.

    ``to_move``  whose turn it is: None exactly when there is an ``outcome``
    ``apply``    the state after a move; raises ``IllegalMove`` and changes nothing when it is not legal
    ``visible``  the state as one seat may see it
    ``odds``     for the chance seat: each move with its probability
    ``questions`` names to functions that ask something about a state
    """

    name: str
    title: str
    seats: Sequence[Seat]
    states: Sequence[Format[State]]
    moves: Format[Move]
    start: Callable[[Mapping[str, str]], State]
    to_move: Callable[[State], Seat | None]
    legal: Callable[[State], Sequence[Move]]
    apply: Callable[[State, Move], State]
    outcome: Callable[[State], Outcome | None]
    draw: Callable[[State], Scene]
    visible: Callable[[State, Seat], State]
    odds: Callable[[State], Mapping[Move, float]]
    players: Mapping[str, Player]
    questions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
