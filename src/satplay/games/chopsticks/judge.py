"""The value of a move of Chopsticks with its reason and its line, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.contracts.verdict import GameValue, Verdict
from satplay.games.chopsticks.analysis.move_values import MoveValue, values_of_moves
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.play import apply, outcome
from satplay.games.chopsticks.reasons import principal_line, reason
from satplay.games.chopsticks.state import Move, State

VALUES = {
    PositionValue.WIN: GameValue.WIN,
    PositionValue.DRAW: GameValue.DRAW,
    PositionValue.LOSS: GameValue.LOSS,
}
CYCLES = "the rule against cycles may forbid moves that perfect play needs, and that is not analysed"


def decided_values(state: State) -> dict[Move, MoveValue | None]:
    """The value of every legal move; None if the rule against cycles leaves it open.

    Without that rule all values are known.  Under it, a player who always shortens the distance to the win
    meets no position twice.  So a cycle can only be closed by repeating moves that led to the position after
    the move: if this position is new, a win or a loss is what it would be without the rule.  The number of
    plies is then a bound: a player who is left without a move may lose sooner.
    """
    found: dict[Move, MoveValue | None] = {}
    for move, worth in values_of_moves(state).items():
        after = apply(state, move)
        is_open = worth.value is PositionValue.DRAW or after.position in after.history
        found[move] = None if is_open and not state.variant.cycles and outcome(after) is None else worth
    return found


def winner_moves(worth: MoveValue) -> int | None:
    """The number of moves of the winner, this one included if it is the winner's.

    >>> winner_moves(MoveValue(PositionValue.WIN, 25)), winner_moves(MoveValue(PositionValue.LOSS, 26))
    (13, 13)
    """
    return None if worth.plies is None else (worth.plies + (worth.value is PositionValue.WIN)) // 2


def judge(state: State, move: Move, rng: Random, oracle: Oracle) -> Verdict:
    """The verdict on a move; a slower win and a quicker loss have better moves, too."""
    found = decided_values(state)
    known = {one: worth for one, worth in found.items() if worth is not None}
    best = max((worth.rank for worth in known.values()), default=None)
    worth = found[move]
    if worth is None or best is None:
        return Verdict(GameValue.UNKNOWN, CYCLES)
    top = next(other for other in known.values() if other.rank == best)
    is_certain = len(known) == len(found) or top.value is PositionValue.WIN
    is_counted = state.variant.cycles or outcome(apply(state, move)) is not None
    if not is_counted:
        known = {one: other for one, other in known.items() if other.value is not worth.value}
    better = [one for one, other in known.items() if is_certain and worth.rank < other.rank == best]
    same = [one for one, other in found.items() if other is None or other.value is worth.value]
    return Verdict(
        value=VALUES[worth.value],
        because=reason(state, move, worth),
        line=principal_line(state, move, worth.value),
        moves=winner_moves(worth) if is_counted else None,
        position=VALUES[top.value] if is_certain else GameValue.UNKNOWN,
        better=better,
        better_moves=winner_moves(top) if better and state.variant.cycles else None,
        only=len(found) > 1 and len(same) == 1 and not better and is_certain,
    )


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The number of taps, of transfers, and of hands put out."""
    found = dict.fromkeys(("taps", "transfers", "hands put out"), 0.0)
    for before, after in pairwise(states):
        is_tap = before.position.mine == after.position.theirs
        found["taps" if is_tap else "transfers"] += 1
        if is_tap:
            found["hands put out"] += after.position.mine.count(0) - before.position.theirs.count(0)
    return found
