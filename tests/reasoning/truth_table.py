"""All models of small formulas, by testing every assignment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from tests.engines.formulas import Clauses


def all_models(var_count: int, clauses: Clauses, assumed: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return every model as a tuple of literals, in lexicographic order with false before true."""
    found = []
    for values in product((False, True), repeat=var_count):
        true = {var if value else -var for var, value in enumerate(values, 1)}
        if true.issuperset(assumed) and all(true.intersection(clause) for clause in clauses):
            found.append(tuple(sorted(true, key=abs)))
    return found


def project_onto(models: list[tuple[int, ...]], over: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the distinct projections onto these variables, in lexicographic order, false before true."""
    rows = {tuple(model[var - 1] for var in over) for model in models}
    return sorted(rows, key=lambda row: [lit > 0 for lit in row])
