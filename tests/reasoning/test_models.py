"""Every model exactly once, for every projection and every engine."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit, Sat, Stopped, Unsat
from satplay.engines.verify import first_false_clause
from satplay.errors import BadInput, EngineError
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.reasoning.models import InSearchEnumeration, models
from satplay.solving.session import Session
from tests.engines.formulas import Clauses, clause_lists
from tests.reasoning.known_counts import queens
from tests.reasoning.lazy_formulas import lazy_encoding
from tests.reasoning.truth_table import all_models, project_onto

every_engine = pytest.mark.parametrize("engine", ["native", "reference"])


@every_engine
@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=14), data=st.data())
def test_models_are_the_ones_brute_force_finds(
    engine: str, formula: tuple[int, Clauses], data: st.DataObject
) -> None:
    var_count, clauses = formula
    over = data.draw(st.lists(st.integers(1, var_count), unique=True))
    literal = st.integers(1, var_count).flatmap(lambda var: st.sampled_from([var, -var]))
    assumed = data.draw(st.lists(literal, max_size=2))
    in_order = data.draw(st.booleans())
    found = list(
        models(
            Formula(clauses, var_count=var_count), over, assuming=assumed, in_order=in_order, engine=engine
        )
    )
    models_seen = [tuple(lit for var in over for lit in model if abs(lit) == var) for model in found]
    expected = project_onto(all_models(var_count, clauses, assumed), over)
    assert models_seen == expected if in_order else sorted(models_seen) == sorted(expected)


@every_engine
@settings(max_examples=30, deadline=None)
@given(formula=clause_lists(max_var=5, max_clauses=10))
def test_by_default_models_differ_in_any_declared_variable(engine: str, formula: tuple[int, Clauses]) -> None:
    var_count, clauses = formula
    with Session(Formula(clauses, var_count=var_count), engine) as session:
        expected = sorted(all_models(var_count, clauses))
        for _ in range(2):  # the enumeration leaves no clauses behind
            with models(session) as found:
                assert sorted(map(tuple, found)) == expected
            assert isinstance(session.solve(), Sat if expected else Unsat)


@every_engine
def test_projected_models_are_complete_and_satisfy_the_formula(engine: str) -> None:
    formula = Formula(queens(5))
    found = list(models(formula, over=[1, 2, 3, 4, 5], whole=True, engine=engine))
    assert len(found) == 5
    for model in found:
        assert len(model) == 25
        assert first_false_clause(formula.flat, model) is None


@every_engine
def test_a_session_can_enumerate_again_after_a_stop(engine: str) -> None:
    with Session(Formula(queens(6)), engine) as session:
        with models(session, most=2) as some:
            assert len(list(some)) == 2
            assert not some.complete
        with models(session) as all_of_them:
            assert len(list(all_of_them)) == 4


@every_engine
def test_after_max_models_the_enumeration_resumes(engine: str) -> None:
    found = models(Formula(queens(6)), most=3, engine=engine)
    models_seen = list(found)
    assert (len(models_seen), found.stopped, found.complete) == (3, None, False)
    found.resume(most=5)
    models_seen += found
    assert found.complete
    assert len({tuple(model) for model in models_seen}) == len(models_seen) == 4


def test_after_a_limit_the_enumeration_resumes() -> None:
    found = models(Formula(queens(8)), limit=Limit(conflicts=20))
    models_seen = list(found)
    while not found.complete:
        assert found.stopped is Stopped.CONFLICTS
        found.resume(Limit(conflicts=20))
        models_seen += found
    assert len({tuple(model) for model in models_seen}) == len(models_seen) == 92


@every_engine
def test_without_time_there_is_no_model(engine: str) -> None:
    found = models(Formula(queens(6)), limit=Limit(seconds=0), engine=engine)
    assert list(found) == []
    assert found.stopped is Stopped.TIME


def test_the_first_model_is_returned_before_the_search_for_the_others() -> None:
    assert len(next(models(Formula(var_count=300)))) == 300


def test_memory_does_not_grow_with_the_models() -> None:
    found = models(Formula([[1, 2, 3]], var_count=40))
    held = found._session.engine._engine  # what the native side holds
    for _ in islice(found, 5_000):
        pass
    before = held.bytes
    tracemalloc.start()
    try:
        start = tracemalloc.get_traced_memory()[0]
        for _ in islice(found, 30_000):
            pass
        assert tracemalloc.get_traced_memory()[0] - start < 1 << 20
    finally:
        tracemalloc.stop()
    assert held.bytes <= before + (1 << 16)


MILLION = """
import resource
from itertools import islice
from satplay.logic.formula import Formula
from satplay.reasoning.models import models

peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = models(Formula([[1, 2, 3], [-4, 5], [30, 31, -32]], var_count=40), **{chosen})
assert sum(1 for _ in islice(found, 50_000)) == 50_000
before = peak()
assert sum(1 for _ in islice(found, 950_000)) == 950_000
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "chosen", ["{}", "{'over': range(1, 31)}", "{'in_order': True}", "{'assuming': [1]}"]
)
def test_memory_does_not_grow_over_a_million_models(chosen: str) -> None:
    script = MILLION.replace("{chosen}", chosen)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4 << 10  # KiB; a million models have 150 MiB


def test_projected_models_are_found_in_batches() -> None:
    with Session(Formula([[1, 2, 3]], var_count=40)) as session:
        source = InSearchEnumeration(session, [1, 2, 3, 4, 5, 6, 7, 8], [], False, False, Limit())
        assert len(source.batch(100)) == 100


def test_the_enumeration_is_complete_after_the_last_model() -> None:
    found = models(Formula([[1, 2]], var_count=2))
    seen = []
    for _ in range(3):
        assert not found.complete
        seen.append(next(found))
    assert list(found) == []
    assert (found.complete, len(set(seen))) == (True, 3)


@every_engine
def test_an_interrupt_between_two_models_can_be_resumed(engine: str) -> None:
    found = models(Formula([[1, 2, 3]], var_count=5), engine=engine)
    models_seen = [next(found), next(found)]
    found.interrupt()
    assert list(found) == []
    assert (found.stopped, found.complete) == (Stopped.INTERRUPTED, False)
    found.resume()
    models_seen += found
    assert len({tuple(model) for model in models_seen}) == len(models_seen) == 28
    assert (found.stopped, found.complete) == (None, True)


def test_the_time_limit_includes_the_time_between_models(monkeypatch: pytest.MonkeyPatch) -> None:
    found = models(Formula([[1, 2, 3]], var_count=40), limit=Limit(seconds=1000))
    next(found)
    with monkeypatch.context() as clock:
        clock.setattr(Budget, "elapsed_seconds", 1001.0)
        assert list(found) == []
        assert found.stopped is Stopped.TIME
    found.resume()
    assert len(next(found)) == 40


@pytest.mark.parametrize("over", [None, [1, 2, 3, 4, 5]])
def test_the_memory_limit_stops_the_enumeration(over: list[int] | None) -> None:
    found = models(Formula(queens(8)), over, limit=Limit(memory_mib=0))
    assert list(found) == []
    assert found.stopped is Stopped.MEMORY
    found.resume()
    assert len(list(found)) == (92 if over is None else 6)


@pytest.mark.parametrize("wrong", [0, 4, -4])
def test_undeclared_projection_variables_are_refused(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 3"):
        models(Formula([[1, 2, 3]]), [wrong])
    with pytest.raises(BadInput, match="assumption"):
        models(Formula([[1, 2, 3]]), assuming=[wrong])


@every_engine
def test_two_billion_variables_require_a_projection(engine: str) -> None:
    formula = Formula([[1, 2_000_000_000]])
    with pytest.raises(BadInput, match="enumerate over"):
        models(formula, engine=engine)
    assert len(list(models(formula, over=[1, 2_000_000_000, 7], engine=engine))) == 6


@every_engine
def test_lazy_clauses_hold_for_all_models(engine: str) -> None:
    checked_models: list[Model] = []

    def not_both(model: Model) -> list[list[int]]:
        checked_models.append(model)
        return [[-1, -2]] if model[1] and model[2] else []

    formula = Formula([[1, 2]], var_count=2)
    found = models(formula, encoding=lazy_encoding(formula, not_both), engine=engine)
    assert sorted(map(tuple, found)) == [(-1, 2), (1, -2)]


def test_a_wrong_model_is_not_returned() -> None:
    with Session(Formula([[1, 2]])) as session:
        source = InSearchEnumeration(session, None, [], False, False, Limit())
        source._clauses = np.array([1, 0], np.int32)  # differs from the engine's clauses
        with pytest.raises(EngineError, match="makes clause 1 false"):
            while len(source.batch(4)):
                pass


def test_a_model_of_other_variables_is_not_returned() -> None:
    with Session(Formula([[1, 2]])) as session:
        source = InSearchEnumeration(session, None, [], False, False, Limit())
        rows = source._models.batch

        def renamed(most: int) -> NDArray[np.int32]:
            found = rows(most)
            found[1:, 1] *= 2
            return found

        source._models.batch = renamed
        with pytest.raises(EngineError, match="a different variable"):
            source.batch(4)


def test_selectors_are_ignored_in_the_evaluation_and_not_returned() -> None:
    formula = Formula([[1, 2], [-1, 3]], var_count=4)
    with Session(formula) as session:
        with session.selector() as selector:
            session.add([-selector, 1])
            assert isinstance(session.solve([selector]), Sat)
        found = sorted(map(tuple, models(session)))
    assert found == sorted(map(tuple, all_models(4, [[1, 2], [-1, 3]])))
