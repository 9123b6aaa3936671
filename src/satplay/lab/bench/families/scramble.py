"""The same formula in another order."""

from __future__ import annotations

from random import Random

from satplay.logic.formula import Formula


def scramble(formula: Formula, rng: Random) -> Formula:
    """Variables renumbered, clauses shuffled, each clause shuffled; signs stay.

    SAT competitions scramble their instances so that no solver is tuned to the order of
    their authors (Le Berre and Simon, "The essentials of the SAT 2003 competition", 2004).

    >>> sorted(len(clause) for clause in scramble(Formula([[1, -2], [2, 3, -1]]), Random(1)))
    [2, 3]
    """
    number = list(range(1, formula.var_count + 1))
    rng.shuffle(number)
    clauses = [[number[abs(lit) - 1] * (1 if lit > 0 else -1) for lit in clause] for clause in formula]
    for clause in clauses:
        rng.shuffle(clause)
    rng.shuffle(clauses)
    return Formula(clauses, var_count=formula.var_count)
