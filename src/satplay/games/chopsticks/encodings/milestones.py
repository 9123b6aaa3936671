"""The milestones of the source.

1. the step function as a CNF formula: :func:`one_move`
2. a winning state after one move: :func:`winning_move`
3. accumulate all possible next moves, and find a winning sequence among them: :func:`extend_sequences`
4. do so for 2 moves and more: is a win possible from A in under X moves? :func:`find_shortest_win`

The source is concerned that its lists grow with every move.  Here only new positions are extended, so there
are no more sequences than positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satplay.contracts.encoding import Encoding
from satplay.contracts.oracle import Oracle
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.witness import LineOfPlay
from satplay.games.chopsticks.encodings.atoms import Who
from satplay.games.chopsticks.encodings.move import layer, move, place
from satplay.games.chopsticks.rules import step
from satplay.games.chopsticks.state import Move, Position, sides
from satplay.games.chopsticks.variant import SOURCE, Variant
from satplay.logic.formula import Formula
from satplay.logic.model import Model


def one_move(position: Position, variant: Variant = SOURCE, *, winning: bool = False) -> Encoding[Move]:
    """A model is a legal move with the hands after it; if ``winning``, a move that wins immediately."""
    formula = Formula()
    before, after = layer(formula, 0, variant), layer(formula, 1, variant)
    place(formula, before, position.mine, position.theirs, variant)
    lits = move(formula, 1, before, after, variant)
    if winning:
        with formula.defining():
            formula.add_all([[after[Who.OPPONENT, side][0]] for side in sides(variant)])

    def decode(model: Model) -> Move:
        return next(one for one, lit in lits.items() if one is not None and lit in model)

    return Encoding(formula, decode, answer=list(lits.values()))


def winning_move(position: Position, oracle: Oracle, variant: Variant = SOURCE) -> Move | None:
    """A move that wins immediately; None if there is none."""
    return oracle.solution(one_move(position, variant, winning=True))


def extend_sequences(
    sequences: Mapping[Position, tuple[Move, ...]], oracle: Oracle, variant: Variant = SOURCE
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Every sequence extended by each legal move, with the position after it."""
    for position, moves in sequences.items():
        for one in oracle.solutions(one_move(position, variant)):
            yield step(position, one, variant), (*moves, one)


def find_shortest_win(task: GoalTask, oracle: Oracle, within: int | None = None) -> LineOfPlay | None:
    """A shortest sequence that ends with our win, by increasing lengths; None if there is none."""
    sequences: dict[Position, tuple[Move, ...]] = {task.start: ()}
    seen = [set(sequences), set()]
    ply = 0
    while sequences and (within is None or ply <= within):
        for position, moves in sequences.items():
            if task.goal.is_reached(position, ply):
                return LineOfPlay(task, moves)
        ply += 1
        if within is not None and ply > within:
            break
        fresh = dict(extend_sequences(sequences, oracle, task.variant))
        sequences = {position: moves for position, moves in fresh.items() if position not in seen[ply % 2]}
        seen[ply % 2].update(sequences)
    return None
