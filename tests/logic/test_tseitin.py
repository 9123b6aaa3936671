"""Expressions as clauses: the same models, the same number of them, and no unnecessary variable.

Truth tables are Python integers, one bit for each assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import count
from operator import and_, or_, xor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.tseitin import And, Expression, Iff, Implies, Ite, Not, Or, Xor, assert_true, clauses

INPUTS = 4


def all_assignments(variables: int) -> int:
    return (1 << (1 << variables)) - 1


def column(lit: Lit, variables: int) -> int:
    """The assignments in which ``lit`` is true."""
    everywhere = all_assignments(variables)
    false = everywhere // ((1 << (1 << (abs(lit) - 1))) + 1)
    return everywhere ^ false if lit > 0 else false


def table(expression: Expression, variables: int) -> int:
    """The truth table, computed from the definitions of the connectives."""
    everywhere = all_assignments(variables)

    def tables(parts: Iterable[Expression]) -> list[int]:
        return [table(part, variables) for part in parts]

    match expression:
        case bool():
            return everywhere if expression else 0
        case int():
            return column(expression, variables)
        case Not(part):
            return everywhere ^ table(part, variables)
        case And(parts):
            return reduce(and_, tables(parts), everywhere)
        case Or(parts):
            return reduce(or_, tables(parts), 0)
        case Xor(parts):
            return reduce(xor, tables(parts), 0)
        case Iff(left, right):
            return everywhere ^ table(left, variables) ^ table(right, variables)
        case Implies(premise, conclusion):
            return everywhere ^ table(premise, variables) | table(conclusion, variables)
        case Ite(condition, then, otherwise):
            yes, no = table(condition, variables), everywhere ^ table(condition, variables)
            return yes & table(then, variables) | no & table(otherwise, variables)


def models(written: Iterable[Clause], variables: int) -> int:
    everywhere = all_assignments(variables)
    return reduce(and_, (reduce(or_, (column(lit, variables) for lit in c), 0) for c in written), everywhere)


def project(found: int, variables: int, inputs: int) -> int:
    """Project onto the first ``inputs`` variables: the assignments that some model extends."""
    for left in range(variables - 1, inputs - 1, -1):
        found = (found | found >> (1 << left)) & all_assignments(left)
    return found


class Numbers:
    """Allocates and counts fresh variables from ``first``."""

    def __init__(self, first: Lit = INPUTS + 1) -> None:
        self.last = first - 1

    def __call__(self) -> Lit:
        self.last += 1
        return self.last


def connectives(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    many = st.lists(parts, max_size=3)
    return st.one_of(
        parts.map(Not),
        many.map(lambda ps: And(*ps)),
        many.map(lambda ps: Or(*ps)),
        many.map(lambda ps: Xor(*ps)),
        st.builds(Iff, parts, parts),
        st.builds(Implies, parts, parts),
        st.builds(Ite, parts, parts, parts),
    )


leaves = st.one_of(st.integers(1, INPUTS), st.integers(-INPUTS, -1), st.booleans())
expressions = st.recursive(leaves, connectives, max_leaves=9)


# -- models ---------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(expressions)
def test_the_literal_is_equivalent_and_every_assignment_has_one_extension(expression: Expression) -> None:
    fresh = Numbers()
    lit, written = clauses(expression, fresh)
    found = models(written, fresh.last)
    assert found.bit_count() == 2**INPUTS
    assert project(found, fresh.last, INPUTS) == all_assignments(INPUTS)
    true = found & column(lit, fresh.last)
    assert project(true, fresh.last, INPUTS) == table(expression, INPUTS)
    assert true.bit_count() == table(expression, INPUTS).bit_count()


@settings(max_examples=400, deadline=None)
@given(expressions)
def test_asserted_clauses_project_to_the_models_of_the_expression(expression: Expression) -> None:
    fresh = Numbers()
    written = assert_true(expression, fresh)
    assert project(models(written, fresh.last), fresh.last, INPUTS) == table(expression, INPUTS)


def test_a_subexpression_may_be_both_asserted_and_used() -> None:
    shared = And(2, 3)
    for expression in (
        And(Or(1, shared), shared),
        And(shared, Or(1, shared)),
        And(Xor(1, shared), Not(shared)),
    ):
        fresh = Numbers()
        written = assert_true(expression, fresh)
        assert project(models(written, fresh.last), fresh.last, INPUTS) == table(expression, INPUTS)


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_asserting_is_never_larger_than_defining(expression: Expression) -> None:
    whole, half = Numbers(), Numbers()
    _, written = clauses(expression, whole)
    asserted = assert_true(expression, half)
    assert half.last <= whole.last
    assert len(asserted) <= len(written) + 1
    assert {abs(lit) for clause in asserted for lit in clause} >= set(range(INPUTS + 1, half.last + 1))
    assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in asserted)


@pytest.mark.parametrize(
    "connective",
    [And, Or, Xor, Ite, lambda a, b, _: Iff(a, b)],
    ids=["and", "or", "xor", "ite", "iff"],
)
def test_unit_propagation_goes_from_all_inputs_to_the_output(connective: Callable[..., Expression]) -> None:
    expression = connective(1, 2, 3)
    lit, written = clauses(expression, Numbers())
    for row in range(8):
        true = {v if row >> (v - 1) & 1 else -v for v in (1, 2, 3)}
        for _ in written:
            for clause in written:
                left = [other for other in clause if -other not in true]
                true |= set(left) if len(left) == 1 else set()
        assert (lit if table(expression, 3) >> row & 1 else -lit) in true


def test_equal_branches_propagate_without_the_condition() -> None:
    lit, written = clauses(Ite(1, 2, 3), Numbers())
    assert (-lit, 2, 3) in written
    assert (lit, -2, -3) in written


# -- size -----------------------------------------------------------------------------------------


def test_clauses_need_no_auxiliary_variable() -> None:
    assert assert_true(And(1, Or(2, -3), And(Or(1, Or(3, 4)), Not(And(1, 2)))), pytest.fail) == [
        (1,),
        (2, -3),
        (1, 3, 4),
        (-1, -2),
    ]
    assert assert_true(Implies(And(1, 2), Or(3, 4)), pytest.fail) == [(-1, -2, 3, 4)]
    assert assert_true(Iff(1, 2), pytest.fail) == [(1, -2), (-1, 2)]
    assert assert_true(Xor(1, 2), pytest.fail) == [(1, 2), (-1, -2)]
    assert assert_true(Ite(1, 2, Or(3, 4)), pytest.fail) == [(-1, 2), (1, 3, 4)]


def test_a_literal_needs_no_clause() -> None:
    assert clauses(-3, pytest.fail) == (-3, [])
    assert clauses(Not(Not(3)), pytest.fail) == (3, [])
    assert assert_true(-3, pytest.fail) == [(-3,)]


def test_constants_are_simplified_away() -> None:
    assert assert_true(True, pytest.fail) == []
    assert assert_true(False, pytest.fail) == [()]
    assert clauses(True, lambda: 7) == (7, [(7,)])
    assert clauses(False, lambda: 7) == (-7, [(7,)])
    for expression in (
        And(2, True),
        Or(False, 2),
        Xor(True, -2),
        Iff(2, True),
        Implies(True, 2),
        Ite(True, 2, And(3, 4)),
        Ite(3, 2, 2),
        Ite(2, True, False),
        And(2, 2),
        Xor(3, 2, 3),
        Xor(1, 3, Xor(1, 3), 2),
    ):
        assert clauses(expression, Numbers())[0] == 2
    assert (
        clauses(And(), lambda: 7)
        == clauses(Or(1, -1), lambda: 7)
        == clauses(Iff(1, 1), lambda: 7)
        == (7, [(7,)])
    )
    assert (
        clauses(Or(), lambda: 7)
        == clauses(And(1, -1), lambda: 7)
        == clauses(Xor(1, 1), lambda: 7)
        == (-7, [(7,)])
    )


def test_true_is_not_variable_one() -> None:
    """In Python ``True == 1``, so that And(True, 2) equals And(1, 2); their meanings differ."""
    both = Or(And(True, 2), And(1, 2), And(3, 1, True))
    fresh = Numbers()
    assert project(models(assert_true(both, fresh), fresh.last), fresh.last, INPUTS) == table(both, INPUTS)


def test_equal_subexpressions_share_one_variable() -> None:
    for twin in (And(1, 2), And(2, 1), Not(Or(-1, -2)), And(2, True, 1, 2)):
        fresh = Numbers()
        clauses(Iff(Or(3, And(1, 2)), Or(4, twin)), fresh)
        assert fresh.last == INPUTS + 4  # the conjunction, two disjunctions, the equivalence
    one, other = Numbers(), Numbers()
    clauses(Iff(Or(1, And(2, 3)), Or(4, And(2, 3))), one)
    clauses(Iff(Or(1, And(2, 3)), Or(4, And(2, -3))), other)
    assert one.last + 1 == other.last


def test_sharing_keeps_a_doubling_expression_small() -> None:
    """Each level uses the one below twice: written out it would have 2 ** 200 leaves."""
    expression: Expression = 1
    for level in range(200):
        expression = Or(And(expression, 2 + level), Xor(expression, -2 - level))
    fresh = Numbers(1000)
    _, written = clauses(expression, fresh)
    assert fresh.last < 1000 + 3 * 200
    assert len(written) <= 10 * 200
    assert len(assert_true(expression, Numbers(1000))) <= 10 * 200


def test_a_shared_chain_of_disjunctions_grows_linearly() -> None:
    chain: Expression = Or(1, 2)
    parts: list[Expression] = []
    for v in range(3, 300):
        chain = Or(v, chain)
        parts.append(Or(-v - 1, chain))
    assert sum(map(len, assert_true(And(*parts), Numbers(1000)))) < 12 * 300


def test_only_the_needed_direction_is_encoded() -> None:
    assert assert_true(Or(And(1, 2), And(3, 4)), Numbers()) == [(5, 6), (-5, 1), (-5, 2), (-6, 3), (-6, 4)]
    assert assert_true(Not(And(Or(1, 2), Or(3, 4))), Numbers()) == [
        (5, 6),
        (-5, -1),
        (-5, -2),
        (-6, -3),
        (-6, -4),
    ]


@pytest.mark.parametrize(
    "wrap",
    [
        Not,
        lambda e: And(e, 2),
        lambda e: Or(-2, And(e, 3)),
        lambda e: Xor(e, 2, 3),
        lambda e: Iff(2, e),
        lambda e: Implies(e, 3),
        lambda e: Ite(3, e, 2),
        lambda e: Ite(e, 2, 3),
    ],
    ids=["not", "and", "or", "xor", "iff", "implies", "then", "if"],
)
def test_ten_thousand_levels_are_encoded(wrap: Callable[[Expression], Expression]) -> None:
    expression: Expression = And(1, 4)
    for _ in range(10_000):
        expression = wrap(expression)
    lit, written = clauses(expression, count(5).__next__)
    assert lit != 0
    assert len(written) <= 100_000
    assert len(assert_true(expression, count(5).__next__)) <= 100_000


# -- with the rest of satplay ---------------------------------------------------------------------


def test_a_formula_accepts_expressions() -> None:
    formula = Formula(var_count=3)
    formula.add_all(assert_true(Or(And(1, 2), 3), formula.fresh))
    assert list(formula) == [(4, 3), (-4, 1), (-4, 2)]


def test_literals_of_a_numpy_block_are_literals() -> None:
    a, b = np.array([1, -2], np.int32)
    assert assert_true(Or(a, b), pytest.fail) == [(1, -2)]
    assert all(type(lit) is int for lit in assert_true(Or(a, b), pytest.fail)[0])


@pytest.mark.parametrize(
    ("wrong", "found"),
    [(0, "0"), (2**31, "2147483648"), ("rain", "<class 'str'>"), (None, "<class 'NoneType'>")],
)
def test_other_values_are_refused(wrong: Any, found: str) -> None:
    with pytest.raises(BadInput, match=f"bad expression: found {found}, expected a literal"):
        assert_true(And(1, wrong), pytest.fail)
