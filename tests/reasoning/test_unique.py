"""Unique is: one answer over the chosen variables, however many models there are."""

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
from tests.reasoning.truth_table import all_models, projected


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=16), data=st.data())
def test_one_answer_two_or_none(engine: str, formula: tuple[int, Clauses], data: st.DataObject) -> None:
    var_count, clauses = formula
    over = data.draw(st.none() | st.lists(st.integers(1, var_count), unique=True))
    literal = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    assumed = data.draw(st.lists(literal, max_size=2))
    stated = Formula(clauses, var_count=var_count)
    known = all_models(var_count, clauses, assumed)
    chosen = over if over is not None else range(1, var_count + 1)
    answers = projected(known, chosen)
    with Session(stated, engine) as session:
        for _ in range(2):  # the question leaves nothing behind
            match unique(session, over, assuming=assumed):
                case Unsat():
                    assert not answers
                case Unique(model=model):
                    assert len(answers) == 1
                    assert tuple(model) in known
                    assert isinstance(unique(exclude_model(stated, model, over, assumed)), Unsat)
                case Several(first=first, second=second):
                    assert {tuple(first), tuple(second)} <= set(known)
                    assert any(first[var] != second[var] for var in chosen)
                case other:
                    pytest.fail(str(other))


def test_a_variable_that_nothing_speaks_of_makes_a_second_model() -> None:
    assert isinstance(unique(Formula([[1]], var_count=2)), Several)
    assert isinstance(unique(Formula([[1]], var_count=2), assuming=[-2]), Unique)
    assert isinstance(unique(Formula([[1]], var_count=2), over=[1]), Unique)
    assert isinstance(unique(Formula([[2_000_000_000]])), Several)


def test_over_no_variables_any_model_is_the_only_one() -> None:
    assert isinstance(unique(Formula([[1, 2]]), over=[]), Unique)


def test_limits_leave_what_is_known() -> None:
    assert unique(Formula([[1, 2]]), limit=Limit(seconds=0)) == Unknown(Stopped.TIME)
    session = Session(Formula([[1], [2]]))
    ask = session.solve
    session.solve = lambda assuming=(), limit=None: (  # type: ignore[method-assign]  # the second takes too long
        ask(assuming) if not assuming else Unknown(Stopped.TIME)
    )
    assert isinstance(unique(session), AtLeastOne)


@pytest.mark.parametrize("wrong", [0, 3])
def test_only_declared_variables_tell_models_apart(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 2"):
        unique(Formula([[1, 2]]), [wrong])
