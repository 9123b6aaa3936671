"""Judging strategies of quantified formulas, by logic alone: no engine, and nothing an engine is made of.

A strategy wins if two things hold.

- It is *fair*: each function is of a variable of the winner, made of gates that are well defined, and depends
  on nothing but choices of the loser that are bound further outside (:func:`unfair`).
- Its replies are *good*: put in for the winner's variables they make the matrix true whatever the loser
  chooses, or false where the winner is who chooses the universal variables.  :func:`opposite` says in clauses
  that some choice beats the strategy.  A checked refutation of those clauses is the proof that none does, and
  a model of them is a game that the strategy loses (:func:`lost_game`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit, Var
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.replies import gate_rows, replies
from satplay.logic.strategy import Strategy

FREE = -1
"""The place of variables that no block binds: before the first, which is 0."""

CHOOSERS = {Quantifier.EXISTS: "existential", Quantifier.FORALL: "universal"}


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that a strategy loses: what the loser chose, what it replied, and what came of it.

    ``clause`` is the number, from 0, of a clause that is false, where the winner had to make all true; None
    where the winner had to make one false, and all are true.
    """

    chosen: tuple[Lit, ...]
    replied: tuple[Lit, ...]
    clause: int | None


# -- is it fair? -----------------------------------------------------------------------------------


class _Places:
    """Who chooses a variable, and when: the number of its block."""

    def __init__(self, question: Quantified) -> None:
        self._blocks = {
            var: (block.quantifier, at) for at, block in enumerate(question.prefix) for var in block.variables
        }
        self._var_count = question.matrix.var_count
        self.last = max(self._var_count, max(self._blocks, default=0))

    def of(self, var: Var) -> tuple[Quantifier, int] | None:
        """None for what is no variable of the question."""
        if not 1 <= var <= self.last:
            return None
        free = (Quantifier.EXISTS, FREE) if var <= self._var_count else None
        return self._blocks.get(var, free)


def unfair(question: Quantified, strategy: Strategy) -> str | None:
    """Why this is no strategy for the question at all; None where it is one, good or bad."""
    places = _Places(question)
    latest: dict[Var, tuple[int, Var]] = {}  # of each gate: the choice it depends on that comes last
    gates = strategy.gates
    if gates.size and gates[-1] != 0:
        return "the last gate is not closed by a 0"

    def depends(lit: Lit) -> tuple[int, Var] | str:
        if abs(lit) in latest:
            return latest[abs(lit)]
        place = places.of(abs(lit))
        if place is None:
            return f"{abs(lit)}, which is neither a variable nor a gate before it"
        chooser, at = place
        if chooser is strategy.winner:
            return f"{abs(lit)}, which the winner chooses itself"
        return at, abs(lit)

    for row in gate_rows(strategy):
        gate = row[0] if row else 0
        if gate <= places.last or gate in latest:
            seen = "a second time" if gate in latest else f"where numbers above {places.last} are expected"
            return f"gate {gate} is defined {seen}"
        last = (FREE, 0)
        for lit in row[1:]:
            found = depends(lit)
            if isinstance(found, str):
                return f"gate {gate} uses {found}"
            last = max(last, found)
        latest[gate] = last
    for var, lit in strategy.functions.items():
        place = places.of(var)
        if place is None or place[0] is not strategy.winner:
            return f"there is a function of {var}, which is no {CHOOSERS[strategy.winner]} variable"
        found = depends(lit)
        if isinstance(found, str):
            return f"the function of {var} uses {found}"
        if found[1] and found[0] >= place[1]:
            return f"the function of {var} depends on {found[1]}, which is chosen later"
    return None


# -- is it good? -----------------------------------------------------------------------------------


def opposite(question: Quantified, strategy: Strategy) -> Formula:
    """Clauses that have a model exactly if some choice of the loser beats a fair strategy.

    Variables keep their numbers.  One of the winner's without a function may have either value, so here the
    loser chooses it, too.  Where the winner has to make all clauses true, new variables behind all others
    say of each clause, in order, that it is false (:func:`faults`).
    """
    matrix = question.matrix
    formula = Formula(var_count=max(_Places(question).last, _highest(strategy.gates)))
    formula.add_flat(_definitions(strategy.gates))
    replaced = _replaced(matrix.flat, strategy)
    if strategy.winner is Quantifier.FORALL:
        formula.add_flat(replaced)
        return formula
    first = formula.var_count + 1
    formula.declare(formula.var_count + matrix.clause_count)
    is_end = replaced == 0
    false = (first + np.cumsum(is_end) - is_end).astype(np.int32)[~is_end]  # of each literal's clause
    formula.add_rows(np.stack([-false, -replaced[~is_end]], axis=1).astype(np.int32))
    # What is not false is true: whoever has found that a clause cannot be false may use it for the next.
    at_end = np.flatnonzero(is_end)
    formula.add_flat(np.insert(replaced, at_end, np.arange(first, first + at_end.size)).astype(np.int32))
    formula.add(*range(first, first + matrix.clause_count))
    return formula


def faults(question: Quantified, strategy: Strategy, against: Formula) -> range:
    """The variables of :func:`opposite` that each say of one clause that it is false; maybe none.

    To refute them one after the other is much easier than to refute that there is one among them.
    """
    count = question.matrix.clause_count if strategy.winner is Quantifier.EXISTS else 0
    return range(against.var_count + 1 - count, against.var_count + 1)


def lost_game(question: Quantified, strategy: Strategy, model: Iterable[Lit]) -> LostGame | None:
    """The game that a model of :func:`opposite` tells; None if it is not lost: then that is no model.

    The replies are worked out anew, not taken from the model.
    """
    places = _Places(question)
    functions = strategy.functions
    spoken_of = {abs(lit) for lit in (*question.matrix.flat.tolist(), *strategy.gates.tolist())}
    spoken_of.update(map(abs, functions.values()))
    chosen = tuple(
        lit
        for lit in sorted(model, key=abs)
        if abs(lit) in spoken_of and places.of(abs(lit)) is not None and abs(lit) not in functions
    )
    replied = replies(strategy, chosen)
    true = {*chosen, *replied}
    untrue = next((at for at, clause in enumerate(question.matrix) if true.isdisjoint(clause)), None)
    is_lost = (untrue is None) == (strategy.winner is Quantifier.FORALL)
    return LostGame(chosen, replied, untrue) if is_lost else None


def _highest(flat: NDArray[np.int32]) -> int:
    return int(np.abs(flat).max()) if flat.size else 0


def _definitions(gates: NDArray[np.int32]) -> FlatClauses:
    """Every gate is true exactly if all its literals are."""
    if not gates.size:
        return gates
    ends = np.flatnonzero(gates == 0)
    starts = np.concatenate([[0], ends[:-1] + 1])
    backward = -gates
    backward[starts] = gates[starts]
    gate_of_each = np.repeat(gates[starts], ends - starts + 1)
    is_input = np.ones(gates.size, bool)
    is_input[starts] = is_input[ends] = False
    inputs = gates[is_input]
    forward = np.stack([-gate_of_each[is_input], inputs, np.zeros_like(inputs)], axis=1)
    return np.concatenate([backward, forward.ravel()]).astype(np.int32)


def _replaced(flat: FlatClauses, strategy: Strategy) -> FlatClauses:
    """The clauses with the functions in place of the variables."""
    variables, at = np.unique(np.abs(flat), return_inverse=True)
    images = np.array([strategy.functions.get(var, var) for var in variables.tolist()], np.int32)
    return (np.sign(flat) * images[at]).astype(np.int32) if flat.size else flat
