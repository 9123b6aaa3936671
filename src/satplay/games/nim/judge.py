"""The value of a move of Nim with its reason and its line, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import prod
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.contracts.verdict import GameValue, Verdict
from satplay.games.nim.formats import write_move
from satplay.games.nim.players import winning_moves
from satplay.games.nim.questions.winner import nim_sum
from satplay.games.nim.rules import apply, legal, outcome
from satplay.games.nim.state import State, Take

MAX_POSITIONS = 2000
"""Positions of a game in which moves are counted."""

MAX_LINE = 12
"""Moves of a line in a larger game."""


def judge(state: State, move: Take, rng: Random, oracle: Oracle) -> Verdict:
    """A mistake is a move that does not leave nim-sum 0 although one can (Bouton 1901)."""
    good = winning_moves(state)
    counts = _counts(state, good)
    best = _best_moves(state, good, counts)
    is_best = move in best or (move in good and not counts)
    return Verdict(
        value=GameValue.WIN if move in good else GameValue.LOSS,
        because=reason(state, move),
        line=principal_line(state, move),
        moves=counts.get(move),
        position=GameValue.WIN if good else GameValue.LOSS,
        better=[] if is_best else best,
        better_moves=None if is_best else counts.get(best[0]),
        only=good == [move] and len(legal(state)) > 1,
    )


def _counts(state: State, good: list[Take]) -> dict[Take, int]:
    """The number of moves that the winner makes, for every move; empty in a large game."""
    if not counts_moves(state):
        return {}
    return {move: count_moves(_key(apply(state, move))) + (move in good) for move in legal(state)}


def _best_moves(state: State, good: list[Take], counts: dict[Take, int]) -> list[Take]:
    """The quickest wins or the longest resistance; in a large game every move of the best value."""
    moves = good or legal(state)
    if not counts:
        return moves
    best = (min if good else max)(counts[move] for move in moves)
    return [move for move in moves if counts[move] == best]


def reason(state: State, move: Take) -> str:
    """The nim-sum that the move leaves, and what the opponent can do about it.

    >>> reason(State((3, 4, 5)), Take(0, 2))
    'it leaves 1, 4 and 5, whose nim-sum is 0, and no move of second can leave 0 again'
    >>> reason(State((3, 4, 5)), Take(2, 5))
    'it leaves 3 and 4, whose nim-sum is 7, and second answers B1, which leaves 0'
    """
    after = apply(state, move)
    heaps = [str(held) for held in after.heaps if held]
    if not heaps:
        return "it takes the last thing"
    left = f"it leaves {join_words(heaps)}, whose nim-sum is {nim_sum(after.heaps)}"
    answers = winning_moves(after)
    if not answers:
        return f"{left}, and no move of {after.turn} can leave 0 again"
    return f"{left}, and {after.turn} answers {write_move(best_move(after))}, which leaves 0"


# -- the line of best play ---------------------------------------------------------------------------


def principal_line(state: State, move: Take) -> tuple[Take, ...]:
    """The move and best play after it; in a large game the loser takes one thing, and the line is cut."""
    line = [move]
    here = apply(state, move)
    while outcome(here) is None and (counts_moves(state) or len(line) < MAX_LINE):
        line.append(best_move(here))
        here = apply(here, line[-1])
    return tuple(line)


def best_move(state: State) -> Take:
    """The quickest win or the longest resistance; in a large game a winning move, or one thing."""
    good = winning_moves(state)
    if not counts_moves(state):
        return good[0] if good else next(move for move in legal(state) if move.count == 1)
    return _best_moves(state, good, _counts(state, good))[0]


def counts_moves(state: State) -> bool:
    """Whether the game is small enough to count the moves to its end."""
    return prod(held + 1 for held in state.heaps) <= MAX_POSITIONS


def _key(state: State) -> tuple[int, ...]:
    return tuple(sorted(held for held in state.heaps if held))


@lru_cache(maxsize=1 << 14)
def count_moves(heaps: tuple[int, ...]) -> int:
    """The number of moves of the winner to the end, with the quickest win and the longest resistance.

    >>> count_moves((1, 1)), count_moves((1, 2, 3))
    (1, 3)
    """
    if not heaps:
        return 0
    state = State(heaps)
    good = winning_moves(state)
    if good:
        return 1 + min(count_moves(_key(apply(state, move))) for move in good)
    return max(count_moves(_key(apply(state, move))) for move in legal(state))


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The most things taken in one turn."""
    taken = [sum(before.heaps) - sum(after.heaps) for before, after in pairwise(states)]
    return {"largest turn": max(taken, default=0)}
