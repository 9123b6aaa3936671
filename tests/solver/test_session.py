"""Answers of ``Solver`` are those of PySAT's engines, call by call."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("satplay._native", reason="the native core was not compiled")
pytest.importorskip("pysat", reason="PySAT is not installed")

from pysat import solvers as pysat_solvers

import satplay
from satplay import Formula, Solver
from satplay.errors import BadInput
from tests.engines.formulas import pigeonhole, random_ksat

SHORT = [[-1, 2], [-2, 3]]


def both(clauses: Any = ()) -> Iterator[Any]:
    """A session of ours and one of PySAT."""
    yield Solver(bootstrap_with=clauses)
    yield pysat_solvers.Solver(name="g4", bootstrap_with=clauses)


def satisfied(clauses: Any, model: list[int]) -> bool:
    return all(set(clause) & set(model) for clause in clauses)


def test_random_sessions_have_the_answers_of_pysat() -> None:
    """Clauses, assumptions, cores, models, propagation and enumeration of both, in random order."""
    for seed in range(60):
        rng = Random(seed)
        ours, theirs = both()
        clauses: list[list[int]] = []
        for _ in range(25):
            clause = [rng.choice([1, -1]) * rng.randint(1, 7) for _ in range(rng.randint(1, 4))]
            assumed = [v * rng.choice([1, -1]) for v in rng.sample(range(1, 8), rng.randint(0, 3))]
            clauses.append(clause)
            for solver in (ours, theirs):
                solver.add_clause(clause)
            assert ours.solve(assumptions=assumed) == theirs.solve(assumptions=assumed)
            assert ours.get_status() == theirs.get_status()
            assert (ours.get_model() is None) == (theirs.get_model() is None)
            if ours.get_status():
                assert len(ours.get_model()) == len(theirs.get_model()) == ours.nof_vars()
                assert satisfied([*clauses, *([lit] for lit in assumed)], ours.get_model())
            elif (core := ours.get_core()) is not None:
                assert set(core) <= set(assumed)
                assert not pysat_solvers.Solver(bootstrap_with=clauses).solve(assumptions=core)
            else:
                assert not theirs.solve()
            assert_same_propagation(clauses, assumed)
        listed = sorted(map(tuple, ours.enum_models()))
        assert listed == sorted(map(tuple, theirs.enum_models()))


def assert_same_propagation(clauses: list[list[int]], assumed: list[int]) -> None:
    ours, theirs = both(clauses)  # new sessions: what a session has learned depends on the engine
    consistent, literals = ours.propagate(assumed)
    expected, others = theirs.propagate(assumed)
    assert consistent == expected
    if consistent:  # otherwise the order decides how much is found before the conflict
        assert sorted(literals) == sorted(others)


def test_a_model_keeps_the_variables_of_its_call() -> None:
    for solver in both(SHORT):
        assert solver.solve() and len(solver.get_model()) == 3
        solver.add_clause([4, 5])
        assert len(solver.get_model()) == 3 and solver.nof_vars() == 5


def test_an_assumption_declares_its_variable() -> None:
    for solver in both():
        assert solver.solve(assumptions=[3]) and solver.get_model() == [-1, -2, 3]


def test_adding_reports_a_conflict_of_unit_propagation() -> None:
    for solver in both([[-1, 2], [-1, -2]]):
        assert solver.append_formula([], no_return=False) is None
        assert solver.add_clause([3], no_return=False) is True
        assert solver.add_clause([1], no_return=False) is False
        assert solver.get_status() is False and solver.get_core() is None and solver.get_model() is None
    for solver in both():
        assert solver.append_formula([[1], [-1], [2]], no_return=False) is False


def test_formulas_in_every_form() -> None:
    from pysat.formula import CNF

    cnf = CNF(from_clauses=SHORT)
    text = "p cnf 3 2\n-1 2 0\n-2 3 0\n"
    for formula in (
        SHORT, tuple(map(tuple, SHORT)), map(tuple, SHORT), cnf, cnf.clauses, Formula(SHORT), text,
        text.encode(), np.array(SHORT), np.array([-1, 2, 0, -2, 3, 0], np.int32),
        [np.array(clause) for clause in SHORT], [set(clause) for clause in SHORT],
    ):  # fmt: skip
        solver = Solver(bootstrap_with=formula)
        assert (solver.nof_vars(), solver.nof_clauses()) == (3, 2)
        assert solver.solve(assumptions=[1, -3]) is False


def test_assumptions_in_every_form() -> None:
    solver = Solver(bootstrap_with=SHORT)
    for assumptions in ([1, -3], (1, -3), {1, -3}, iter([1, -3]), np.array([1, -3]), list(np.array([1, -3]))):
        assert solver.solve(assumptions) is False


# -- limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("budget", ["conf_budget", "prop_budget", "dec_budget"])
def test_a_budget_ends_a_limited_call(budget: str) -> None:
    solver = Solver(bootstrap_with=pigeonhole(9))
    getattr(solver, budget)(100)
    assert solver.solve_limited() is None and solver.get_status() is None
    assert solver.get_model() is None and solver.get_core() is None
    getattr(solver, budget)(-1)
    solver.conf_budget(5)
    before = solver.accum_stats()
    assert solver.solve_limited() is None
    after = solver.accum_stats()
    assert before is not None and after is not None
    assert after["conflicts"] - before["conflicts"] <= 5


def test_without_a_budget_a_limited_call_is_complete() -> None:
    solver = Solver(bootstrap_with=pigeonhole(5))
    for budget in (0, -1):
        solver.conf_budget(budget)
        assert solver.solve_limited() is False


def test_an_interrupt_ends_a_call_in_another_thread_and_lasts_until_it_is_cleared() -> None:
    solver = Solver(bootstrap_with=pigeonhole(11))
    timer = threading.Timer(0.1, solver.interrupt)
    timer.start()
    started = time.perf_counter()
    assert solver.solve_limited(expect_interrupt=True) is None
    assert time.perf_counter() - started < 20
    timer.join()
    assert solver.solve_limited() is None
    solver.clear_interrupt()
    assert solver.solve(assumptions=[-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11]) is False


def test_the_timer_measures_calls() -> None:
    solver = Solver(bootstrap_with=pigeonhole(7), use_timer=True)
    assert (solver.time(), solver.time_accum()) == (0.0, 0.0)
    solver.solve()
    first = solver.time()
    assert first is not None and first > 0
    solver.propagate([1])
    assert solver.time_accum() == pytest.approx(first + (solver.time() or 0))
    assert Solver(bootstrap_with=[[1]]).time() == 0.0


def test_phases_are_respected() -> None:
    for first, second in product([1, -1], [2, -2]):
        solver = Solver(bootstrap_with=[[1, 2, 3], [-1, -2, 3]])
        assert solver.solve()
        solver.set_phases([first, second, 3])
        assert solver.solve() and solver.get_model() == [first, second, 3]


# -- proofs ------------------------------------------------------------------------------------------


def test_the_proof_is_verified() -> None:
    for seed in range(10):
        clauses = random_ksat(20, 130, Random(seed))
        solver = Solver(bootstrap_with=clauses, with_proof=True)
        if solver.solve() is False:
            proof = solver.get_proof()
            assert proof is not None and proof[-1] == "0"
            assert satplay.check_proof(clauses, "\n".join(proof) + "\n").exit_status == 0
    assert Solver(bootstrap_with=[[1], [-1]]).get_proof() is None


def test_the_proof_of_each_call_under_assumptions_is_verified() -> None:
    clauses = pigeonhole(5)
    selected = [[*clause, -100 - number] for number, clause in enumerate(clauses)]
    solver = Solver(bootstrap_with=selected, with_proof=True)
    assumptions = [100 + number for number in range(len(clauses))]
    assert solver.solve(assumptions=assumptions) is False
    core, proof = solver.get_core(), solver.get_proof()
    assert core and proof
    text = "\n".join(proof) + "\n"
    assert satplay.check_proof(selected, text, assuming=core).exit_status == 0


# -- enumeration -------------------------------------------------------------------------------------


def test_enumeration_keeps_the_session() -> None:
    solver = Solver(bootstrap_with=SHORT)
    for _ in range(2):
        models = list(solver.enum_models())
        assert sorted(models) == [[-1, -2, -3], [-1, -2, 3], [-1, 2, 3], [1, 2, 3]]
        assert solver.get_status() is False and solver.get_core() is None
    assert solver.solve() is True and solver.nof_clauses() == 2
    assert list(solver.enum_models(assumptions=[1])) == [[1, 2, 3]]
    assert list(solver.enum_models(assumptions=[1, -3])) == []


@pytest.mark.parametrize("seed", range(20))
def test_clauses_added_meanwhile_hold_for_the_remaining_models(seed: int) -> None:
    rng = Random(seed)
    clauses = random_ksat(8, 12, rng)
    solver = Solver(bootstrap_with=clauses)
    seen: list[list[int]] = []
    for model in solver.enum_models():
        assert satisfied(clauses, model) and model not in seen
        assert solver.get_model() == model
        seen.append(model)
        if rng.random() < 0.3:
            clauses = [*clauses, [-lit for lit in model[:4]]]
            solver.add_clause(clauses[-1])
        if rng.random() < 0.3:
            solver.solve(assumptions=[rng.randint(1, 8)])
            solver.add_clause([9, 10])  # a new variable of the session is none of this enumeration
    rest = [m for m in pysat_solvers.Solver(bootstrap_with=clauses).enum_models() if m[:8] not in seen]
    assert rest == []


def test_models_share_no_list_with_the_session() -> None:
    solver = Solver(bootstrap_with=[[1]])
    for model in solver.enum_models():
        model.clear()
        assert solver.get_model() == [1]


def test_an_abandoned_enumeration_is_forgotten() -> None:
    solver = Solver(bootstrap_with=[[1, 2]])
    models: Any = solver.enum_models()
    next(models)
    models.close()
    solver.add_clause([-1])
    assert solver.solve() and solver.get_model() == [-1, 2]


def test_an_interrupt_ends_an_enumeration() -> None:
    solver = Solver(bootstrap_with=[[1, 2, 3, 4, 5, 6, 7, 8, 9]])
    count = 0
    for _ in solver.enum_models():
        count += 1
        if count == 5:
            solver.interrupt()
    assert count == 5 and solver.get_status() is None


# -- cardinality constraints -------------------------------------------------------------------------


def fulfilled(model: tuple[int, ...], lits: list[int], bound: int, weights: list[int]) -> bool:
    return sum(weight for lit, weight in zip(lits, weights, strict=True) if lit in model) <= bound


@pytest.mark.parametrize("weighted", [False, True])
def test_cardinality_constraints_have_the_right_models(weighted: bool) -> None:
    for seed in range(60):
        rng = Random(seed)
        lits = [rng.choice([1, -1]) * rng.randint(1, 6) for _ in range(rng.randint(0, 7))]
        weights = [rng.randint(-2, 5) if weighted else 1 for _ in lits]
        bound = rng.randint(-2, 8)
        solver = Solver(bootstrap_with=[[-1, 2, 6]])
        solver.add_atmost(lits, bound, weights if weighted else [])
        every = [
            tuple(v * s for v, s in zip(range(1, 7), signs, strict=True))
            for signs in product([1, -1], repeat=6)
        ]
        expected = [m for m in every if {-1, 2, 6} & {*m} and fulfilled(m, lits, bound, weights)]
        assert sorted(map(tuple, solver.enum_models())) == sorted(expected)
        assert solver.nof_vars() == 6 and solver.nof_clauses() == 2
        assert solver.solve() is bool(expected)
        assert len(solver.get_model() or range(6)) == 6
        for model in expected:
            assert solver.solve(assumptions=model) is True


def test_auxiliary_variables_are_hidden() -> None:
    solver = Solver()
    solver.add_atmost(range(1, 31), 10)
    consistent, literals = solver.propagate(range(1, 11)) or (None, [])
    assert consistent and sorted(literals, key=abs) == [*range(1, 11), *range(-11, -31, -1)]
    solver.add_clause([31, 32])
    assert solver.solve(assumptions=range(1, 12)) is False and len(solver.get_core() or []) == 11
    assert solver.solve() and len(solver.get_model() or []) == 32
    with pytest.raises(BadInput, match="expected literals from 1 to"):
        solver.add_clause([2**31 - 1])


def test_formulas_with_native_cardinality_constraints() -> None:
    from pysat import card

    plus = card.CardEnc.atmost(lits=range(1, 6), bound=1, encoding=card.EncType.native)
    plus.append(range(1, 6))
    for solver in (Solver(bootstrap_with=plus), Solver("mc", list(plus))):
        assert solver.supports_atmost() and len(list(solver.enum_models())) == 5


def test_a_pool_of_variables_is_synchronised() -> None:
    from pysat.formula import IDPool

    pool = IDPool()
    solver = Solver(name="cadical300", bootstrap_with=[[5]], sync_with=pool)
    assert pool.id("new") == 6
    assert solver.solve() and solver.nof_vars() == 6
    assert pool.id("newer") == 7


# -- threads and signals -----------------------------------------------------------------------------


def test_ctrl_c_ends_a_call_and_the_session_can_be_used_again() -> None:
    solver = Solver(bootstrap_with=pigeonhole(11))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solver.solve()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert solver.solve(assumptions=range(-1, -12, -1)) is False


def test_other_threads_run_during_a_call() -> None:
    solver = Solver(bootstrap_with=pigeonhole(11))
    counted: list[int] = []

    def count_and_stop() -> None:
        counted.extend(range(1000))
        solver.interrupt()

    thread = threading.Thread(target=count_and_stop)
    thread.start()
    assert solver.solve() is None
    thread.join()
    assert len(counted) == 1000
