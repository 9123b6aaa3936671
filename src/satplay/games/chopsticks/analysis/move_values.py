"""The value of each move: who wins after it under perfect play, and in how many plies."""

from __future__ import annotations

from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.retrograde import PositionValue, values
from satplay.games.chopsticks.play import apply, legal, outcome
from satplay.games.chopsticks.state import Move, State

Rank: TypeAlias = tuple[int, int]

OPPOSITE = {
    PositionValue.WIN: PositionValue.LOSS,
    PositionValue.DRAW: PositionValue.DRAW,
    PositionValue.LOSS: PositionValue.WIN,
}


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move for its player; ``plies`` includes the move itself, None if the game never ends."""

    value: PositionValue
    plies: int | None

    @property
    def rank(self) -> Rank:
        """Larger is better: the shortest win, then a draw, then the longest loss.

        >>> wins = [MoveValue(PositionValue.WIN, plies) for plies in (5, 3)]
        >>> losses = [MoveValue(PositionValue.LOSS, plies) for plies in (4, 8)]
        >>> ranks = [value.rank for value in (*losses, MoveValue(PositionValue.DRAW, None), *wins)]
        >>> ranks == sorted(ranks)
        True
        """
        plies = self.plies or 0
        return {PositionValue.WIN: (1, -plies), PositionValue.DRAW: (0, 0), PositionValue.LOSS: (-1, plies)}[
            self.value
        ]


def state_value(state: State) -> MoveValue:
    """The value of a state for the player to move.

    >>> state_value(State())
    MoveValue(value=<PositionValue.LOSS: 'loss'>, plies=26)
    """
    ended = outcome(state)
    if ended is not None:
        return MoveValue(PositionValue.WIN if ended.winner == state.turn else PositionValue.LOSS, 0)
    known = values(state.variant)
    return MoveValue(known.value(state.position), known.plies(state.position))


def values_of_moves(state: State) -> dict[Move, MoveValue]:
    """The value of every legal move.

    If cycles are forbidden, the values ignore that rule, except for a player without a move: its other
    effects depend on the whole history.
    """
    found = {}
    for move in legal(state):
        after = state_value(apply(state, move))
        found[move] = MoveValue(OPPOSITE[after.value], None if after.plies is None else after.plies + 1)
    return found


def count_good_replies(state: State) -> int:
    """The number of moves that keep the value of the position."""
    found = values_of_moves(state)
    best = max((worth.rank[0] for worth in found.values()), default=0)
    return sum(worth.rank[0] == best for worth in found.values())
