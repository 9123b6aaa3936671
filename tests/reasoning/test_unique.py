"""Unique means exactly one projected solution, independent of the number of models."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import Limit, Stopped, Unknown, Unsat
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.reasoning.unique import AtLeastOne, Several, Unique, unique
from satplay.solving.projection import exclude_model
from satplay.solving.session import Session
from tests.engines.formulas import Clauses, clause_lists
from tests.reasoning.truth_table import all_models, project_onto


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=16), data=st.data())
def test_zero_one_and_several_solutions_are_distinguished(
    engine: str, formula: tuple[int, Clauses], data: st.DataObject
) -> None:
    var_count, clauses = formula
    over = data.draw(st.none() | st.lists(st.integers(1, var_count), unique=True))
    literal = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    assumed = data.draw(st.lists(literal, max_size=2))
    whole_formula = Formula(clauses, var_count=var_count)
    known = all_models(var_count, clauses, assumed)
    chosen = over if over is not None else range(1, var_count + 1)
    answers = project_onto(known, chosen)
    with Session(whole_formula, engine) as session:
        for _ in range(2):  # the call leaves no clauses behind
            match unique(session, over, assuming=assumed):
                case Unsat():
                    assert not answers
                case Unique(model=model):
                    assert len(answers) == 1
                    assert tuple(model) in known
                    assert isinstance(unique(exclude_model(whole_formula, model, over, assumed)), Unsat)
                case Several(first=first, second=second):
                    assert {tuple(first), tuple(second)} <= set(known)
                    assert any(first[var] != second[var] for var in chosen)
                case other:
                    pytest.fail(str(other))


def test_an_unconstrained_variable_makes_a_second_model() -> None:
    assert isinstance(unique(Formula([[1]], var_count=2)), Several)
    assert isinstance(unique(Formula([[1]], var_count=2), assuming=[-2]), Unique)
    assert isinstance(unique(Formula([[1]], var_count=2), over=[1]), Unique)
    assert isinstance(unique(Formula([[2_000_000_000]])), Several)


def test_over_no_variables_every_satisfiable_formula_is_unique() -> None:
    assert isinstance(unique(Formula([[1, 2]]), over=[]), Unique)


def test_a_limit_returns_the_first_solution_if_known() -> None:
    assert unique(Formula([[1, 2]]), limit=Limit(seconds=0)) == Unknown(Stopped.TIME)
    session = Session(Formula([[1], [2]]))
    ask = session.solve
    session.solve = lambda assuming=(), limit=None: (  # the second takes too long
        ask(assuming) if not assuming else Unknown(Stopped.TIME)
    )
    assert isinstance(unique(session), AtLeastOne)


@pytest.mark.parametrize("wrong", [0, 3])
def test_undeclared_projection_variables_are_refused(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 2"):
        unique(Formula([[1, 2]]), [wrong])
