"""Who wins under perfect play?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import xor
from typing import Any

from satplay.contracts.game import Seat
from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.games.nim.formats import MOVES, STATES, write_move, write_state
from satplay.games.nim.rules import apply, legal
from satplay.games.nim.state import State, other


def nim_sum(heaps: Iterable[int]) -> int:
    """The heaps added in binary without carrying.

    >>> nim_sum((3, 4, 5)), nim_sum((1, 2, 3))
    (2, 0)
    """
    return reduce(xor, heaps, 0)


def winner(state: State, most: int | None = None) -> Seat:
    """The seat to move, unless the nim-sum is 0 (Bouton 1901, who calls that a safe combination to leave).

    Where a turn may take no more than ``most``, a heap is worth its remainder by ``most`` + 1: what
    goes beyond can always be answered by taking the rest of such a group.

    >>> winner(State((3, 4, 5))), winner(State((1, 2, 3))), winner(State((4,)), most=3)
    ('first', 'second', 'second')
    """
    heaps = state.heaps if most is None else [held % (most + 1) for held in state.heaps]
    return state.turn if nim_sum(heaps) else other(state.turn)


@dataclass(frozen=True, slots=True)
class Winner:
    """The answer."""

    winner: Seat
    most: int | None
    exit_status: int = 0

    def lines(self) -> Iterable[str]:
        """One sentence."""
        rule = "" if self.most is None else f" if a turn takes at most {self.most}"
        yield f"{self.winner} wins under perfect play{rule}."

    def as_json(self) -> Mapping[str, Any]:
        """The seat."""
        return {"winner": self.winner, "most": self.most}


def answer(request: QueryRequest) -> Winner:
    """The winner from a position, or from the position after a move."""
    most = request.number("most", low=1)
    state = request.arguments[0].read(STATES)
    for argument in request.arguments[1:]:
        move = argument.read([MOVES])
        if move not in legal(state):
            raise BadInput("move", found=write_move(move), expected=f"a legal move in {write_state(state)}")
        state = apply(state, move)
    return Winner(winner(state, most), most)


QUERY = Query(
    answer,
    help="who wins under perfect play",
    arguments=("POSITION",),
    optional=("MOVE",),
    example=("first: 3 4 5", "A2"),
    options={"most": Option("maximum number of things that a turn may take", "N")},
)
