"""Who wins under perfect play?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor

from satplay.contracts.game import Seat
from satplay.games._blank.state import State, other


def nim_sum(heaps: Iterable[int]) -> int:
    """The heaps added in binary without carrying.

    >>> nim_sum((3, 4, 5)), nim_sum((1, 2, 3))
    (2, 0)
    """
    return reduce(xor, heaps, 0)


def winner(state: State) -> Seat:
    """The seat to move, unless the nim-sum is 0 (Bouton 1901, who calls that a safe combination to leave).

    >>> winner(State((3, 4, 5))), winner(State((1, 2, 3)))
    ('first', 'second')
    """
    return state.turn if nim_sum(state.heaps) else other(state.turn)
