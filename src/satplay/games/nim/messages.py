"""The messages of Nim: help, rules, the effect of a move, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.games.nim.formats import write_move
from satplay.games.nim.players import winning_moves
from satplay.games.nim.questions.winner import nim_sum
from satplay.games.nim.state import State

HELP: Sequence[str] = ("B2                take two things from heap B",)
RULES: Sequence[str] = (
    "A turn takes one or more things, all from one heap.",
    "The player who takes the last thing wins.",
)


def tell(before: State, after: State) -> Sequence[str]:
    """The heap and the number of things taken.

    >>> tell(State((3, 4)), State((3, 2), "second"))
    ['first takes 2 from B and leaves 2.']
    """
    return [
        f"{before.turn} takes {had - has} from {chr(ord('A') + heap)} and leaves {has}."
        for heap, (had, has) in enumerate(zip(before.heaps, after.heaps, strict=True))
        if has != had
    ]


def hint(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Sequence[str]:
    """The nim-sum and the winning moves, by Bouton's theorem."""
    total = nim_sum(state.heaps)
    if total == 0:
        return ["The nim-sum is 0: every move loses against perfect play."]
    good = ", ".join(write_move(move) for move in winning_moves(state))
    return [f"The nim-sum is {total}; leaving 0 behind wins: {good}."]
