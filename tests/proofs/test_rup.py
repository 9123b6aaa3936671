"""The Python proof checker accepts exactly the clauses that follow by unit propagation."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.proofs.drat import BinaryDrat, TextDrat, encode_literal
from satplay.proofs.lrat import TextLrat
from satplay.proofs.rup import RupChecker, first_invalid_clause
from tests.engines.formulas import Clauses, clause_lists
from tests.exams.brute_force import satisfiable


def follows_by_definition(clauses: Clauses, clause: list[int]) -> bool:
    """The definition without optimisation: propagate until nothing changes."""
    true = {-lit for lit in clause}
    if any(-lit in true for lit in true):
        return True
    while True:
        before = len(true)
        for other in clauses:
            left = [lit for lit in set(other) if -lit not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
        if len(true) == before:
            return False


@given(problem=clause_lists(max_var=6, max_clauses=20), data=st.data())
@settings(max_examples=300, deadline=None)
def test_agrees_with_the_definition(problem: tuple[int, Clauses], data: st.DataObject) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    checker = RupChecker(clauses)
    for _ in range(3):  # the watches have moved after the first pass
        clause = data.draw(st.lists(literal, max_size=3))
        assert checker.follows(clause) == follows_by_definition(clauses, clause)
        if checker.follows(clause):
            assert not satisfiable(variables, clauses, [-lit for lit in clause])


@given(problem=clause_lists(max_var=5, max_clauses=12), data=st.data())
@settings(max_examples=200, deadline=None)
def test_deleting_reverts_adding(problem: tuple[int, Clauses], data: st.DataObject) -> None:
    variables, clauses = problem
    literal = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    extra = data.draw(st.lists(st.lists(literal, max_size=3), max_size=4))
    question = data.draw(st.lists(literal, max_size=3))
    checker = RupChecker(clauses)
    for clause in extra:
        checker.add(clause)
    checker.follows(question)
    for clause in extra:
        assert checker.delete(list(reversed(clause)))
    assert checker.follows(question) == RupChecker(clauses).follows(question)


def test_deleting_a_missing_clause_is_reported() -> None:
    assert not RupChecker([[1, 2]]).delete([1, 3])


def test_the_first_bad_step_is_named() -> None:
    formula = [[1, 2], [1, -2], [-1, 3]]
    assert first_invalid_clause(formula, [[1], [3], [2, 3]]) is None
    assert first_invalid_clause(formula, [[1], [-3], [3]]) == 1


@pytest.mark.parametrize(
    ("writer", "expected"),
    [
        (TextDrat, b"1 -2 0\nd 3 0\n0\n"),
        (BinaryDrat, b"a\x02\x05\x00d\x06\x00a\x00"),
        (TextLrat, b"8 1 -2 0 4 5 0\n8 d 2 0\n9 0 8 1 0\n"),
    ],
)
def test_the_formats_are_exact_to_the_byte(writer: type, expected: bytes) -> None:
    file = io.BytesIO()
    proof = writer(file)
    proof.add(8, [1, -2], [4, 5])
    proof.delete(2, [3])
    proof.add(9, [], [8, 1])
    assert file.getvalue() == expected


@given(st.integers(1, 2**31 - 1), st.booleans())
def test_binary_literals_can_be_read_back(var: int, negative: bool) -> None:
    number = 0
    for shift, byte in enumerate(encode_literal(-var if negative else var)):
        number |= (byte & 0x7F) << (7 * shift)
    assert (number >> 1, bool(number & 1)) == (var, negative)
