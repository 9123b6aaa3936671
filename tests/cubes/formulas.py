"""Small random formulas, their models by exhaustive search, and cubes that follow no plan."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from satplay.logic.formula import Formula
from satplay.logic.literal import Lit

LARGEST = 7


def assignments(variables: int) -> list[set[Lit]]:
    """All assignments, each as its true literals."""
    signs = product((1, -1), repeat=variables)
    return [{sign * var for var, sign in enumerate(chosen, 1)} for chosen in signs]


def has_model(formula: Formula) -> bool:
    return any(
        all(any(lit in true for lit in clause) for clause in formula)
        for true in assignments(formula.var_count)
    )


def all_lits(variables: int) -> list[Lit]:
    return [sign * var for var in range(1, variables + 1) for sign in (1, -1)]


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    """Formulas around the ratio at which half of them have a model; empty clauses and tautologies occur."""
    variables = draw(st.integers(0, LARGEST))
    if variables == 0:
        return Formula(draw(st.lists(st.just([]), max_size=2)))
    lits = st.sampled_from(all_lits(variables))
    width = draw(st.integers(2, 3))
    usual = st.lists(lits, min_size=width, max_size=width)
    clauses = st.lists(usual | st.lists(lits, max_size=4), max_size=5 * variables)
    return Formula(draw(clauses), var_count=variables)


@st.composite
def cubes_for(draw: st.DrawFn, formula: Formula) -> list[tuple[Lit, ...]]:
    """Any cubes: they may overlap, leave assignments out, and contradict themselves."""
    if formula.var_count == 0:
        return draw(st.lists(st.just(()), max_size=2))
    lits = st.sampled_from(all_lits(formula.var_count))
    return draw(st.lists(st.lists(lits, max_size=3, unique=True).map(tuple), max_size=6))
