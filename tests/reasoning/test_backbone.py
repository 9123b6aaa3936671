"""A literal is in the backbone exactly when every model makes it true."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.reasoning.backbone import Backbone, backbone, denying
from satplay.reasoning.session import Session
from tests.engines.formulas import Clauses, clause_lists, pigeonhole
from tests.reasoning.by_trying import all_models


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=7, max_clauses=22), data=st.data())
def test_it_is_what_all_models_share(engine: str, formula: tuple[int, Clauses], data: st.DataObject) -> None:
    var_count, clauses = formula
    over = data.draw(st.none() | st.lists(st.integers(1, var_count), unique=True))
    literal = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    assumed = data.draw(st.lists(literal, max_size=2))
    chunk = data.draw(st.sampled_from([None, 1, 2]))
    found = backbone(
        Formula(clauses, var_count=var_count), over, assuming=assumed, chunk=chunk, engine=engine
    )
    known = all_models(var_count, clauses, assumed)
    if not known:
        assert isinstance(found, Unsat)
        return
    assert isinstance(found, Backbone)
    assert found.exact
    shared = set.intersection(*map(set, known))
    chosen = range(1, var_count + 1) if over is None else sorted(over)
    assert list(found.literals) == [lit for var in chosen for lit in (var, -var) if lit in shared]
    assert tuple(found.model) in known


@settings(max_examples=40, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=16))
def test_the_session_answers_as_before(formula: tuple[int, Clauses]) -> None:
    var_count, clauses = formula
    known = all_models(var_count, clauses)
    with Session(Formula(clauses, var_count=var_count)) as session:
        first = backbone(session)
        for model in known:
            assert isinstance(session.solve(model), Sat)
        again = backbone(session)
    if isinstance(first, Backbone):
        assert isinstance(again, Backbone)
        assert first.literals == again.literals


def test_denying_what_is_forced_has_no_model() -> None:
    formula = Formula([[1, 2], [1, -2], [-1, 3, 4], [-4, 5]])
    found = backbone(formula, assuming=[-3])
    assert isinstance(found, Backbone)
    assert found.literals == (1, -3, 4, 5)
    with Session(denying(formula, found.literals, [-3])) as session:
        assert isinstance(session.solve(), Unsat)


def test_what_was_proven_before_a_limit_is_told() -> None:
    session = Session(Formula([[1, 2], [1, -2], [3, 4, 5], [-3, 1], [6, 7], [6, -7]]), "reference")
    ask, asked = session.solve, []

    def twice(assuming: Sequence[int] = (), limit: Limit = UNLIMITED) -> Answer:
        asked.append(assuming)
        return ask(assuming) if len(asked) <= 2 else Unknown(Stopped.TIME)

    session.solve = twice  # type: ignore[method-assign]  # the third question takes too long
    found = backbone(session, over=[1, 6], chunk=1)
    assert isinstance(found, Backbone)
    assert (found.literals, found.undecided) == ((1,), (6,))
    assert (found.exact, found.stopped) == (False, Stopped.TIME)


def test_without_time_not_even_a_model_is_known() -> None:
    assert backbone(Formula(pigeonhole(8)), limit=Limit(seconds=0)) == Unknown(Stopped.TIME)


def test_two_thousand_million_free_variables_cost_nothing() -> None:
    found = backbone(Formula([[1, 2_000_000_000], [1, -2_000_000_000]]))
    assert isinstance(found, Backbone)
    assert found.literals == (1,)


@pytest.mark.parametrize("wrong", [0, 3])
def test_only_declared_variables_can_be_asked_about(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 2"):
        backbone(Formula([[1, 2]]), [wrong])
    with pytest.raises(BadInput, match="assumption"):
        backbone(Formula([[1, 2]]), assuming=[wrong])
