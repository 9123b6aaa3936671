"""What is true of small formulas, by trying every assignment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from tests.engines.formulas import Clauses


def all_models(var_count: int, clauses: Clauses, assumed: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Every model, as its literals, in order: false before true."""
    found = []
    for values in product((False, True), repeat=var_count):
        true = {var if value else -var for var, value in enumerate(values, 1)}
        if true.issuperset(assumed) and all(true.intersection(clause) for clause in clauses):
            found.append(tuple(sorted(true, key=abs)))
    return found


def projected(models: list[tuple[int, ...]], over: Sequence[int]) -> list[tuple[int, ...]]:
    """The distinct answers over these variables, in order, the first variable first."""
    rows = {tuple(model[var - 1] for var in over) for model in models}
    return sorted(rows, key=lambda row: [lit > 0 for lit in row])
