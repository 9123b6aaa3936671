"""Game: what a game folder offers to the rest of satplay, in one record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from satplay.contracts.format import Format
from satplay.contracts.oracle import Oracle
from satplay.contracts.question import Option, Query
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line

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
class Verdict:
    """What a move was worth: ``mistake`` if it gave something away; ``because`` is a sentence."""

    mistake: bool
    because: str


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Move]):
    """The table of contents of a game folder; all functions are pure.

    ``to_move``  whose turn it is: None exactly when there is an ``outcome``
    ``apply``    the state after a move; raises ``IllegalMove`` and changes nothing when it is not legal
    ``visible``  the state as one seat may see it
    ``odds``     for the chance seat: each move with its probability, always in the same order
    ``players``  by name, the weakest first: the last is the usual opponent and is asked for hints
    ``questions`` what can be asked, by name

    What the rest of satplay can do without:

    ``start_options`` what a new game can be asked for: the options of ``deal`` and ``start``, by name
    ``given``    the one of them that a file or text may be, which says how to begin and not what follows
    ``deal``     options completed by chance, so that ``start`` and the record are told what came out
    ``glimpse``  what a seat sees of a move that is made in a state: a short text, by default that of the move
    ``sketch``   a state, and whether ASCII must do: a picture for terminals
    ``help``     how moves are typed, in a few lines
    ``tell``     what happened from one state to the next, in sentences
    ``hint``     what is to be said to a seat that is to move, in sentences
    ``judge``    what a move was worth, for somebody who may see everything
    ``statistics`` numbers about the states of one game, for tables of many

    ``tell`` and ``hint`` are given states as the seats at the keyboard may see them.
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
    questions: Mapping[str, Query] = field(default_factory=dict)
    start_options: Mapping[str, Option] = field(default_factory=dict)
    given: str | None = None
    deal: Callable[[Mapping[str, str], Random, Oracle], Mapping[str, str]] | None = None
    glimpse: Callable[[State, Move, Seat], str] | None = None
    sketch: Callable[[State, bool], Sequence[Line]] | None = None
    help: Sequence[str] = ()
    tell: Callable[[State, State], Sequence[str]] | None = None
    hint: Callable[[State, Seat, Random, Oracle], Sequence[str]] | None = None
    judge: Callable[[State, Move, Random, Oracle], Verdict] | None = None
    statistics: Callable[[Sequence[State]], Mapping[str, float]] | None = None
