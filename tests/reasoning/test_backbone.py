"""A literal is in the backbone exactly when every model makes it true."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Connectivity
from satplay.contracts.engine import UNLIMITED, Answer, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.reasoning.backbone import Backbone, backbone, deny_backbone
from satplay.solving.session import Session
from tests.engines.formulas import Clauses, clause_lists, pigeonhole, random_ksat
from tests.interrupts import repeated_interrupts
from tests.reasoning.known_counts import cycle_colourings, permutations, queens, tilings
from tests.reasoning.lazy_formulas import lazy_encoding
from tests.reasoning.truth_table import all_models


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(max_examples=80, deadline=None)
@given(formula=clause_lists(max_var=7, max_clauses=22), data=st.data())
def test_the_backbone_is_the_set_of_literals_that_all_models_share(
    engine: str, formula: tuple[int, Clauses], data: st.DataObject
) -> None:
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


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(max_examples=60, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=16), data=st.data())
def test_lazy_clauses_force_literals_too(
    engine: str, formula: tuple[int, Clauses], data: st.DataObject
) -> None:
    var_count, clauses = formula
    eager_count = data.draw(st.integers(0, len(clauses)))

    def missing(model: Model) -> list[list[int]]:
        return [list(clause) for clause in clauses if not any(lit in model for lit in clause)]

    part = Formula(clauses[:eager_count], var_count=var_count)
    found = backbone(part, encoding=lazy_encoding(part, missing), engine=engine)
    known = all_models(var_count, clauses, [])
    if not known:
        assert isinstance(found, Unsat)
        return
    assert isinstance(found, Backbone)
    assert set(found.literals) == set.intersection(*map(set, known)) and tuple(found.model) in known


def test_a_connectivity_rule_forces_bridges() -> None:
    """A path of three nodes: both edges are needed, with the engine's theory and with lazy clauses."""
    graph = Connectivity(3, np.array([[0, 1, 1], [1, 2, 2]], np.int32))

    def missing(model: Model) -> list[list[int]]:
        return [[lit] for lit in (1, 2) if lit not in model]

    for engine in ("native", "reference"):
        formula = Formula(var_count=2)
        encoding = lazy_encoding(formula, missing, connectivity=graph)
        found = backbone(formula, encoding=encoding, engine=engine)
        assert isinstance(found, Backbone) and found.literals == (1, 2)


@settings(max_examples=40, deadline=None)
@given(formula=clause_lists(max_var=6, max_clauses=16))
def test_the_session_gives_the_same_answers_afterwards(formula: tuple[int, Clauses]) -> None:
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


def solve_for_each_literal(formula: Formula, assumed: Sequence[int] = ()) -> list[int] | None:
    """Solve once for each literal of a model, without filtering and without grouping."""
    with Session(formula) as session:
        first = session.solve(assumed)
        if not isinstance(first, Sat):
            return None
        return [lit for lit in first.model if isinstance(session.solve([*assumed, -lit]), Unsat)]


@pytest.mark.parametrize("ratio", [3.6, 4.0, 4.3])
@pytest.mark.parametrize("seed", range(3))
def test_hard_formulas_have_the_backbone_found_by_testing_each_literal(ratio: float, seed: int) -> None:
    """Hard enough for local search, for chunks of several candidates, and for phases to be abandoned."""
    rng = Random(seed)
    formula = Formula(random_ksat(90, int(90 * ratio), rng), var_count=90)
    for assumed in ([], [rng.choice([var, -var]) for var in rng.sample(range(1, 91), 2)]):
        found = backbone(formula, assuming=assumed)
        known = solve_for_each_literal(formula, assumed)
        assert (list(found.literals) if isinstance(found, Backbone) else None) == known


@pytest.mark.parametrize("clauses", [permutations(6), queens(6), cycle_colourings(9, 3), tilings(4, 5)])
def test_exactly_one_constraints_have_the_backbone_found_by_testing_each_literal(clauses: Clauses) -> None:
    for facts in ([], [1], [1, 8]):
        formula = Formula([*clauses, *([fact] for fact in facts)])
        found = backbone(formula)
        assert (list(found.literals) if isinstance(found, Backbone) else None) == solve_for_each_literal(
            formula
        )


def test_repeated_candidate_variables_count_once() -> None:
    formula = Formula(random_ksat(90, 378, Random(2)), var_count=90)
    with Session(formula) as session:
        answers = [backbone(session), backbone(session, chunk=7), backbone(session)]
        assert len({found.literals for found in answers if isinstance(found, Backbone)}) == 1
        with session.selector() as selector:
            session.add([-selector, 1])
            session.add([-selector, -1])
            assert isinstance(session.solve([selector]), Unsat)
        assert isinstance(session.solve(), Sat)


def test_a_proof_continues_through_a_backbone_computation() -> None:
    clauses = [*random_ksat(40, 165, Random(5)), [41, 42], [41, -42]]
    engine, lines = NativeEngine(), Lines()
    engine.log_proof(lines)
    engine.add_all(clauses)
    first = engine.solve()
    assert isinstance(first, Sat)
    forced = engine.backbone(first.model, clauses=Formula(clauses).flat).forced
    assert 41 in forced
    engine.add([-lit for lit in forced])
    assert isinstance(engine.solve(), Unsat)
    assert lines.added[-1] == []


class Lines:
    """The clauses of a proof."""

    def __init__(self) -> None:
        self.added: list[list[int]] = []

    def add(self, clause_id: int, clause: Sequence[int], antecedents: Sequence[int]) -> None:
        self.added.append(list(clause))

    def delete(self, clause_id: int, clause: Sequence[int]) -> None:
        pass


@pytest.mark.parametrize("conflicts", [0, 20, 60, 200, 600])
def test_literals_found_before_a_limit_are_in_the_backbone(conflicts: int) -> None:
    formula = Formula(random_ksat(90, 378, Random(2)), var_count=90)
    known = set(solve_for_each_literal(formula) or ())
    with Session(formula) as session:
        session.solve()
        found = backbone(session, limit=Limit(conflicts=conflicts))
        assert isinstance(found, Backbone)
        assert set(found.literals) <= known <= {*found.literals, *found.undecided}
        assert found.stopped is (Stopped.CONFLICTS if found.undecided else None)
        again = backbone(session)
        assert isinstance(again, Backbone)
        assert set(again.literals) == known


HARD = Formula(random_ksat(300, 1230, Random(7)), var_count=300)


@pytest.fixture
def loaded() -> Iterator[Session]:
    """A session that has found a model; the rest of the backbone takes minutes."""
    with Session(HARD) as session:
        assert isinstance(session.solve(), Sat)
        yield session


def test_another_thread_can_interrupt_it(loaded: Session) -> None:
    with repeated_interrupts(loaded.interrupt, pause=0.01):
        found = backbone(loaded)
    assert found.stopped is Stopped.INTERRUPTED


def test_one_interrupt_is_enough_even_between_two_calls() -> None:
    session = Session(Formula([[1, 2], [3, 4]]), "reference")
    ask = session.solve

    def interrupted_before_the_second(assuming: Sequence[int] = (), limit: Limit = UNLIMITED) -> Answer:
        answer = ask(assuming, limit)
        session.interrupt()
        return answer

    session.solve = interrupted_before_the_second  # as another thread would
    found = backbone(session)
    assert isinstance(found, Backbone)
    assert (found.literals, found.stopped) == ((), Stopped.INTERRUPTED)
    session.solve = ask  # without the interrupt
    again = backbone(session)
    assert isinstance(again, Backbone)
    assert again.exact


def test_a_signal_stops_it(loaded: Session) -> None:
    def raising(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, raising)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            backbone(loaded)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_negating_a_forced_literal_is_unsatisfiable() -> None:
    formula = Formula([[1, 2], [1, -2], [-1, 3, 4], [-4, 5]])
    found = backbone(formula, assuming=[-3])
    assert isinstance(found, Backbone)
    assert found.literals == (1, -3, 4, 5)
    with Session(deny_backbone(formula, found.literals, [-3])) as session:
        assert isinstance(session.solve(), Unsat)


def test_literals_proven_before_a_limit_are_returned() -> None:
    session = Session(Formula([[1, 2], [1, -2], [3, 4, 5], [-3, 1], [6, 7], [6, -7]]), "reference")
    ask, calls = session.solve, []

    def twice(assuming: Sequence[int] = (), limit: Limit = UNLIMITED) -> Answer:
        calls.append(assuming)
        return ask(assuming) if len(calls) <= 2 else Unknown(Stopped.TIME)

    session.solve = twice  # the third call takes too long
    found = backbone(session, over=[1, 6], chunk=1)
    assert isinstance(found, Backbone)
    assert (found.literals, found.undecided) == ((1,), (6,))
    assert (found.exact, found.stopped) == (False, Stopped.TIME)


def test_without_time_there_is_not_even_a_model() -> None:
    assert backbone(Formula(pigeonhole(8)), limit=Limit(seconds=0)) == Unknown(Stopped.TIME)


def test_two_billion_free_variables_cost_nothing() -> None:
    found = backbone(Formula([[1, 2_000_000_000], [1, -2_000_000_000]]))
    assert isinstance(found, Backbone)
    assert found.literals == (1,)


@pytest.mark.parametrize("wrong", [0, 3])
def test_undeclared_variables_are_refused(wrong: int) -> None:
    with pytest.raises(BadInput, match="1 to 2"):
        backbone(Formula([[1, 2]]), [wrong])
    with pytest.raises(BadInput, match="assumption"):
        backbone(Formula([[1, 2]]), assuming=[wrong])
