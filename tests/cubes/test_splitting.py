"""Splitting: every assignment satisfies exactly one cube, and the same formula gives the same cubes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satplay
from satplay.cubes.splitting import split_formula
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from tests.cubes.formulas import assignments, formulas
from tests.engines.formulas import pigeonhole


@given(formulas(), st.integers(1, 12))
def test_every_assignment_satisfies_exactly_one_cube(formula: Formula, most: int) -> None:
    found = split_formula(formula, most)
    assert 1 <= len(found.cubes) <= most
    for true in assignments(formula.var_count):
        assert sum(true.issuperset(cube) for cube in found.cubes) == 1


@given(formulas(), st.integers(1, 12))
def test_the_same_formula_is_split_in_the_same_way(formula: Formula, most: int) -> None:
    assert split_formula(formula, most) == split_formula(formula, most)


@pytest.mark.parametrize("count", [1, 2, 3, 16, 100])
def test_a_hard_formula_has_as_many_cubes_as_requested(count: int) -> None:
    assert len(split_formula(Formula(pigeonhole(9)), count).cubes) == count


def test_cubes_are_of_similar_size_if_all_variables_are_alike() -> None:
    """Sixteen exclusive-or constraints on pairs: no variable shortens more clauses than another one."""
    pairs = [(2 * number + 1, 2 * number + 2) for number in range(16)]
    formula = Formula([clause for a, b in pairs for clause in ((a, b), (-a, -b))])
    assert {len(cube) for cube in split_formula(formula, 32).cubes} == {5}


@pytest.mark.parametrize(
    "formula",
    [Formula(), Formula(var_count=3), Formula([[]]), Formula([[1], [-1]]), Formula([[1], [-1, 2]])],
    ids=["empty", "no clauses", "empty clause", "refuted", "solved"],
)
def test_what_unit_propagation_decides_is_one_cube(formula: Formula) -> None:
    assert split_formula(formula, 8).cubes == ((),)


def test_more_cubes_than_there_can_be() -> None:
    assert split_formula(Formula([[1, 2], [-1, -2]]), 1000).cubes == ((1,), (-1,))


def test_a_value_that_fails_is_not_split_on() -> None:
    """Making 1 true leads to a conflict, so all cubes lie where it is false, and do not say so."""
    formula = Formula([[-1, 2], [-1, -2], [1, 3, 4], [1, -3, 5], [1, -4, -5], [3, 5]])
    cubes = split_formula(formula, 4).cubes
    assert len(cubes) > 1
    assert all(abs(lit) != 1 for cube in cubes for lit in cube)


def test_the_verb_describes_its_cubes() -> None:
    found = satplay.split(Formula([[1, 2, 3], [-1, -2], [2, -3], [-1, 3]]), cubes=2)
    assert str(found) == "a 3 0\na -3 0"
    assert found.as_json()["cubes"] == [[3], [-3]]


@pytest.mark.parametrize("count", [0, -1, 1.5, "two"])
def test_a_wrong_number_of_cubes(count: object) -> None:
    with pytest.raises(BadInput, match="number of cubes"):
        satplay.split([[1, 2]], cubes=count)  # type: ignore[arg-type]


def test_only_formulas_are_split() -> None:
    with pytest.raises(BadInput, match="expected a formula"):
        satplay.split("2.2", "hashi", cubes=2)
