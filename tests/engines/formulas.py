"""Random and hard formulas."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

Clauses = list[list[int]]


@st.composite
def clause_lists(
    draw: st.DrawFn, *, max_var: int = 8, max_clauses: int = 40, max_width: int = 4
) -> tuple[int, Clauses]:
    """A number of variables and clauses over them; repeated literals, tautologies and empty clauses occur."""
    variables = draw(st.integers(1, max_var))
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    clause = st.lists(literal, min_size=0 if draw(st.integers(0, 9)) == 0 else 1, max_size=max_width)
    return variables, draw(st.lists(clause, max_size=max_clauses))


def random_ksat(variables: int, clauses: int, rng: Random, width: int = 3) -> Clauses:
    """Uniform random k-SAT."""
    return [
        [rng.choice((-1, 1)) * var for var in rng.sample(range(1, variables + 1), width)]
        for _ in range(clauses)
    ]


def pigeonhole(holes: int) -> Clauses:
    """One pigeon more than holes: unsatisfiable, and hard for resolution (Haken 1985)."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses = [list(row) for row in at]
    for hole in range(holes):
        for first in range(holes + 1):
            clauses += [[-at[first][hole], -at[second][hole]] for second in range(first + 1, holes + 1)]
    return clauses
