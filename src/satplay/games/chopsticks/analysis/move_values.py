"""What each move is worth: who wins after it if nobody makes a mistake, and in how many plies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from satplay.games.chopsticks.analysis.retrograde import Value, values
from satplay.games.chopsticks.play import apply, legal, outcome
from satplay.games.chopsticks.state import Move, State

Rank: TypeAlias = tuple[int, int]

CONTRARY = {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Worth:
    """To the player who makes the move; ``plies`` counts it as the first, None where the game never ends."""

    value: Value
    plies: int | None

    @property
    def rank(self) -> Rank:
        """Larger is better: the shortest win, then a draw, then the longest loss.

        >>> Worth(Value.WIN, 3).rank > Worth(Value.WIN, 5).rank > Worth(Value.DRAW, None).rank
        True
        >>> Worth(Value.DRAW, None).rank > Worth(Value.LOSS, 8).rank > Worth(Value.LOSS, 4).rank
        True
        """
        plies = self.plies or 0
        return {Value.WIN: (1, -plies), Value.DRAW: (0, 0), Value.LOSS: (-1, plies)}[self.value]


def standing(state: State) -> Worth:
    """What a state is worth to whoever is to move.

    >>> standing(State())
    Worth(value=<Value.LOSS: 'loss'>, plies=26)
    """
    ended = outcome(state)
    if ended is not None:
        return Worth(Value.WIN if ended.winner == state.turn else Value.LOSS, 0)
    known = values(state.variant)
    return Worth(known.value(state.position), known.plies(state.position))


def worths(state: State) -> dict[Move, Worth]:
    """Of every legal move.

    Where cycles are forbidden, the values are those without that rule, but for who has no move left: what
    else it changes depends on all of the past.
    """
    found = {}
    for move in legal(state):
        after = standing(apply(state, move))
        found[move] = Worth(CONTRARY[after.value], None if after.plies is None else after.plies + 1)
    return found


def good_replies(state: State) -> int:
    """How many moves give nothing away."""
    found = worths(state)
    best = max((worth.rank[0] for worth in found.values()), default=0)
    return sum(worth.rank[0] == best for worth in found.values())
