"""Small formulas, and their models by exhaustive search, for auditing encodings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.rules import check


def boards(size: int) -> Iterator[Formula]:
    """All formulas with at most ``size`` variables and clauses together, the smallest first.

    Every variable occurs and clauses are distinct; a clause may be empty or a tautology.
    """
    for both in range(size + 1):
        for variables in range(both + 1):
            literals = [sign * var for var in range(1, variables + 1) for sign in (1, -1)]
            clauses = [some for width in range(len(literals) + 1) for some in combinations(literals, width)]
            for chosen in combinations(clauses, both - variables):
                if len({abs(lit) for clause in chosen for lit in clause}) == variables:
                    yield Formula(chosen)


def random(size: int, rng: Random) -> Formula:
    """A random formula of at most ``size`` variables and twice as many clauses; most are satisfiable."""
    variables = range(1, rng.randint(1, size) + 1)
    clauses = []
    for _ in range(rng.randint(1, 2 * size)):
        chosen = rng.choices(variables, k=rng.randint(1, 4))
        clauses.append([var if rng.random() < 0.5 else -var for var in chosen])
    clauses += [rng.choice(clauses)] if rng.random() < 0.2 else []
    numbers = {var: number for number, var in enumerate(sorted({abs(lit) for c in clauses for lit in c}), 1)}
    return Formula([[numbers[abs(lit)] * (1 if lit > 0 else -1) for lit in clause] for clause in clauses])


def solutions(formula: Formula) -> Iterator[Model]:
    """All models, by checking every assignment."""
    for values in product((1, -1), repeat=formula.var_count):
        model = Model([value * var for var, value in enumerate(values, 1)])
        if not check(formula, model):
            yield model


AUDIT: Audit[Formula, Model] = Audit(boards=boards, random=random, solutions=solutions, size=5, beyond=8)
