"""Unit propagation without an engine: exactly the literals that follow clause by clause."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.logic.propagation import propagate
from tests.engines.formulas import Clauses, clause_lists


@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=8, max_clauses=20))
def test_propagation_agrees_with_its_definition(formula: tuple[int, Clauses]) -> None:
    clauses = [list(dict.fromkeys(clause)) for clause in formula[1]]
    true: set[int] = set()
    while True:
        left = [[lit for lit in clause if -lit not in true] for clause in clauses]
        new = {only[0] for only in left if len(only) == 1} - true
        if not new:
            break
        true |= new
    found = propagate(clauses)
    contradiction = any(-lit in true for lit in true) or any(-lit in found for lit in found)
    assert contradiction or found == true


@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=8, max_clauses=20), known=st.sets(st.integers(1, 8), max_size=4))
def test_known_literals_act_like_unit_clauses_and_are_not_returned(
    formula: tuple[int, Clauses], known: set[int]
) -> None:
    clauses = [list(dict.fromkeys(clause)) for clause in formula[1]]
    both = propagate([*clauses, *([lit] for lit in known)])
    found = propagate(clauses, known)
    contradiction = any(-lit in both for lit in both)
    contradiction |= any(all(-lit in both for lit in clause) for clause in clauses)
    assert contradiction or found == both - known


def test_satisfied_clauses_propagate_nothing() -> None:
    assert propagate([[1, 2], [-1, -2]], facts={1, -2}) == set()


def test_a_chain_is_followed_to_its_end() -> None:
    chain = [[-lit, lit + 1] for lit in range(1, 20_000)]
    assert len(propagate(chain[::-1], facts={1})) == len(propagate(chain, facts={1})) == 19_999
