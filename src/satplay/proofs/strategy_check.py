"""Checks strategies of quantified formulas by logic alone, without an engine or any part of one.

A strategy wins if two conditions hold.

- It is *well-formed*: each function belongs to a variable of the winner, consists of well-defined gates, and
  depends only on earlier choices of the loser (:func:`why_malformed`).
- It *wins*: with the functions in place of the winner's variables, the matrix is true for every choice of the
  loser, or false if the winner chooses the universal variables.  :func:`counterexample_formula` states in
  clauses that some choice beats the strategy.  A checked refutation of these clauses proves that none does;
  a model of them is a game that the strategy loses (:func:`lost_game`).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import FlatClauses, Lit, Var
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.replies import gate_rows, replies
from satplay.logic.strategy import Strategy

FREE = -1
"""The block number of free variables: before the first block, which is 0."""

CHOOSERS = {Quantifier.EXISTS: "existential", Quantifier.FORALL: "universal"}


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that a strategy loses: the choices of the opponent, the replies of the strategy, the result.

    ``clause`` is the index, from 0, of a false clause if the strategy has to make all clauses true; None if
    it has to make one false and all are true.
    """

    choices: tuple[Lit, ...]
    replies: tuple[Lit, ...]
    clause: int | None


# -- is it well-formed? ----------------------------------------------------------------------------


class _Places:
    """The quantifier and the block number of each variable."""

    def __init__(self, question: Quantified) -> None:
        self._blocks = {
            var: (block.quantifier, at) for at, block in enumerate(question.prefix) for var in block.variables
        }
        self._var_count = question.matrix.var_count
        self.last = max(self._var_count, max(self._blocks, default=0))

    def of(self, var: Var) -> tuple[Quantifier, int] | None:
        """The quantifier and block number; None if it is not a variable of the formula."""
        if not 1 <= var <= self.last:
            return None
        free = (Quantifier.EXISTS, FREE) if var <= self._var_count else None
        return self._blocks.get(var, free)


def why_malformed(question: Quantified, strategy: Strategy) -> str | None:
    """Why the strategy is malformed; None if it is well-formed, winning or not."""
    places = _Places(question)
    latest: dict[Var, tuple[int, Var]] = {}  # for each gate the latest choice that it depends on
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


# -- does it win? ----------------------------------------------------------------------------------


def counterexample_formula(question: Quantified, strategy: Strategy) -> Formula:
    """Clauses that are satisfiable if and only if some choice of the loser beats a well-formed strategy.

    Variables keep their numbers.  A variable of the winner without a function may have either value, so the
    loser chooses it here.  If the winner has to make all clauses true, new variables after all others state
    for each clause, in order, that it is false (:func:`false_clause_variables`).
    """
    matrix = question.matrix
    formula = Formula(var_count=max(_Places(question).last, _highest(strategy.gates)))
    formula.add_flat(_definitions(strategy.gates))
    replaced = _substitute(matrix.flat, strategy)
    if strategy.winner is Quantifier.FORALL:
        formula.add_flat(replaced)
        return formula
    first = formula.var_count + 1
    formula.declare(formula.var_count + matrix.clause_count)
    is_end = replaced == 0
    # For each literal the variable that states that its clause is false.
    false = (first + np.cumsum(is_end) - is_end).astype(np.int32)[~is_end]
    formula.add_rows(np.stack([-false, -replaced[~is_end]], axis=1).astype(np.int32))
    # A clause that is not false is true: once a clause is known to be true, it helps with the next.
    at_end = np.flatnonzero(is_end)
    formula.add_flat(np.insert(replaced, at_end, np.arange(first, first + at_end.size)).astype(np.int32))
    formula.add(*range(first, first + matrix.clause_count))
    return formula


def false_clause_variables(question: Quantified, strategy: Strategy, against: Formula) -> range:
    """The variables of :func:`counterexample_formula` that state that a clause is false; may be empty.

    Refuting them one after the other is much easier than refuting their disjunction.
    """
    count = question.matrix.clause_count if strategy.winner is Quantifier.EXISTS else 0
    return range(against.var_count + 1 - count, against.var_count + 1)


def lost_game(question: Quantified, strategy: Strategy, model: Iterable[Lit]) -> LostGame | None:
    """The lost game of a model of :func:`counterexample_formula`; None if the model is wrong.

    The replies are computed from the strategy, not taken from the model.
    """
    places = _Places(question)
    functions = strategy.functions
    mentioned = {abs(lit) for lit in (*question.matrix.flat.tolist(), *strategy.gates.tolist())}
    mentioned.update(map(abs, functions.values()))
    chosen = tuple(
        lit
        for lit in sorted(model, key=abs)
        if abs(lit) in mentioned and places.of(abs(lit)) is not None and abs(lit) not in functions
    )
    replied = replies(strategy, chosen)
    true = {*chosen, *replied}
    false_clause = next((at for at, clause in enumerate(question.matrix) if true.isdisjoint(clause)), None)
    is_lost = (false_clause is None) == (strategy.winner is Quantifier.FORALL)
    return LostGame(chosen, replied, false_clause) if is_lost else None


def _highest(flat: NDArray[np.int32]) -> int:
    return int(np.abs(flat).max()) if flat.size else 0


def _definitions(gates: NDArray[np.int32]) -> FlatClauses:
    """Clauses: every gate is true if and only if all its literals are."""
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


def _substitute(flat: FlatClauses, strategy: Strategy) -> FlatClauses:
    """The clauses with functions in place of the winner's variables."""
    variables, at = np.unique(np.abs(flat), return_inverse=True)
    images = np.array([strategy.functions.get(var, var) for var in variables.tolist()], np.int32)
    return (np.sign(flat) * images[at]).astype(np.int32) if flat.size else flat
