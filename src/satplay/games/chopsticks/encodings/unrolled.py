"""Bounded unrolling: a line of play to the goal within a number of plies, with one layer of hands per ply.

Bounded model checking (Biere, Cimatti, Clarke & Zhu, "Symbolic Model Checking without BDDs", 1999); a line
that ends before the last ply rests.  The opponent cooperates, so all variables are existential.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

from satplay.contracts.encoding import Encoding
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.witness import LineOfPlay
from satplay.games.chopsticks.encodings.atoms import GoalReached, PlayerHands, Who
from satplay.games.chopsticks.encodings.move import Layer, layer, move, place
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask
from satplay.games.chopsticks.state import Move, Position, sides
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.replies import replies
from satplay.logic.strategy import Strategy as Gates


def unrolled_line(task: GoalTask, plies: int) -> Encoding[LineOfPlay]:
    """A model is a line of at most ``plies`` that ends when the goal is reached."""
    formula = Formula()
    hands = layer(formula, 0, task.variant)
    place(formula, hands, task.start.mine, task.start.theirs, task.variant)
    made: list[dict[Move | None, Lit]] = []
    over: Lit | None = None
    for ply in range(1, plies + 1):
        met = _goal_literal(formula, ply - 1, hands, task)
        after = layer(formula, ply, task.variant)
        made.append(move(formula, ply, hands, after, task.variant, may_rest=True))
        resting = made[-1][None]
        with formula.defining():
            formula.add(-resting, met, *([over] if over is not None else []))
            if over is not None:
                formula.add(-over, resting)
        hands, over = after, resting
    with formula.defining():
        formula.add(_goal_literal(formula, plies, hands, task), *([over] if over is not None else []))

    def decode(model: Model) -> LineOfPlay:
        moves = [one for lits in made for one, lit in lits.items() if lit in model]
        return LineOfPlay(task, [one for one in moves if one is not None])

    return Encoding(formula, decode, answer=[lit for lits in made for lit in lits.values()])


def _goal_literal(formula: Formula, ply: int, hands: Layer, task: GoalTask) -> Lit:
    """A literal that is true only if the goal is reached."""
    goal, variant = task.goal, task.variant
    met = formula.lit(GoalReached(ply, goal.text))
    with formula.defining():
        if goal.position is None:
            formula.add_all([(-met, hands[Who.OPPONENT, side][0]) for side in sides(variant)])
        elif not goal.to_move.allows(ply):
            formula.add(-met)
        else:
            wanted: Position = goal.position if ply % 2 == 0 else goal.position.opponent_view
            for who, held in ((Who.WE, wanted.mine), (Who.OPPONENT, wanted.theirs)):
                orders = sorted(set(permutations(held))) if goal.mirror else [held]
                lits = [formula.lit(PlayerHands(ply, who, order)) for order in orders]
                formula.add(-met, *lits)
                for lit, order in zip(lits, orders, strict=True):
                    for side, fingers in zip(sides(variant), order, strict=True):
                        formula.add(-lit, hands[who, side][fingers])
    return met


def quantified_unrolled(task: GoalTask, plies: int) -> QuantifiedTask:
    """The same formula as a QBF with existential variables only."""
    encoding = unrolled_line(task, plies)
    every = Block(Quantifier.EXISTS, tuple(range(1, encoding.formula.var_count + 1)))

    def witness(gates: Gates) -> LineOfPlay:
        return encoding.decode(Model(replies(gates, ())))

    return QuantifiedTask(Quantified((every,), encoding.formula), witness)


def loop_free_line(task: GoalTask, plies: int, *, backwards: bool) -> Encoding[LineOfPlay]:
    """A line of exactly ``plies`` in which no position repeats with the same player to move.

    It begins at the start, or if ``backwards`` it ends at the goal.  Every shortest line to the goal begins
    and ends with such lines.
    """
    formula, variant = Formula(), task.variant
    first = (plies + 1) % 2 if backwards and task.goal.position is None else 0
    hands = [layer(formula, ply, variant) for ply in range(first, first + plies + 1)]
    made = [
        move(formula, ply, before, after, variant)
        for ply, (before, after) in enumerate(pairwise(hands), first + 1)
    ]
    if backwards:
        formula.add(_goal_literal(formula, first + plies, hands[-1], task))
    else:
        place(formula, hands[0], task.start.mine, task.start.theirs, variant)
    for later in range(2, len(hands)):
        for earlier in range(later % 2, later, 2):
            formula.add_all(_differ(formula, hands[earlier], hands[later]))

    def decode(model: Model) -> LineOfPlay:
        moves = [one for lits in made for one, lit in lits.items() if lit in model]
        return LineOfPlay(task, [one for one in moves if one is not None])

    return Encoding(formula, decode, answer=[lit for lits in made for lit in lits.values()])


def _differ(formula: Formula, one: Layer, other: Layer) -> Iterator[Clause]:
    """Clauses: some hand holds different numbers of fingers in the two layers."""
    somewhere = {hand: formula.fresh() for hand in one}
    yield tuple(somewhere.values())
    for hand, differs in somewhere.items():
        for held, too in zip(one[hand], other[hand], strict=True):
            yield (-differs, -held, -too)
