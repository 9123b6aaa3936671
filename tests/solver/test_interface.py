"""``Solver`` has every public method of PySAT's ``Solver``, with the same parameters and defaults."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("satplay._native", reason="the native core was not compiled")
pytest.importorskip("pysat", reason="PySAT is not installed")

from pysat import solvers as pysat_solvers

from satplay import Solver
from satplay.errors import BadInput, NoSuchName, SatplayError
from satplay.solver.names import NAMES

METHODS = [
    "accum_stats", "activate_atmost", "add_atmost", "add_clause", "add_xor_clause", "append_formula",
    "attach_vpool", "clear_interrupt", "conf_budget", "configure", "connect_propagator", "dec_budget",
    "delete", "disable_propagator", "disconnect_propagator", "enable_propagator", "enum_models",
    "get_core", "get_model", "get_proof", "get_status", "ignore", "interrupt", "is_decision", "new",
    "nof_clauses", "nof_vars", "observe", "prop_budget", "propagate", "propagator_active",
    "reset_observed", "set_activities", "set_phases", "set_xscope", "solve", "solve_limited",
    "start_mode", "supports_atmost", "sync_vars", "sync_vpool", "time", "time_accum", "xpairs", "xpin",
    "xunpin",
]  # fmt: skip


def parameters(method: Callable[..., Any]) -> list[tuple[str, object, object]]:
    return [(one.name, one.kind, one.default) for one in inspect.signature(method).parameters.values()]


def test_the_list_is_complete() -> None:
    public = [name for name in vars(pysat_solvers.Solver) if not name.startswith("_")]
    assert sorted(public) == METHODS


@pytest.mark.parametrize("name", ["__init__", *METHODS])
def test_a_method_has_the_parameters_of_pysat(name: str) -> None:
    assert parameters(getattr(Solver, name)) == parameters(getattr(pysat_solvers.Solver, name))


def test_every_name_of_pysat_is_accepted() -> None:
    for names in vars(pysat_solvers.SolverNames).values():
        if isinstance(names, tuple):
            assert set(names) <= NAMES
            assert Solver(name=names[-1].upper(), bootstrap_with=[[1]]).solve() is True


def test_an_unknown_name_or_argument_is_refused() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'minisat22'"):
        Solver(name="minisat23")
    with pytest.raises(TypeError, match="there are"):
        Solver(warm=True)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add_xor_clause", ([1, 2],)), ("connect_propagator", (None,)), ("disconnect_propagator", ()),
        ("enable_propagator", ()), ("disable_propagator", ()), ("propagator_active", ()), ("observe", (1,)),
        ("ignore", (1,)), ("reset_observed", ()), ("is_decision", (1,)), ("set_activities", ()),
        ("set_xscope", ()), ("xpairs", ()), ("xpin", ([1],)), ("xunpin", ([1],)),
    ],
)  # fmt: skip
def test_what_other_engines_have_raises_the_error_of_pysat(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(NotImplementedError, match="satplay's engine"):
        getattr(Solver(), name)(*arguments)
    with pysat_solvers.Solver(name="m22") as theirs, pytest.raises(NotImplementedError):
        getattr(theirs, name)(*arguments)


def test_a_deleted_solver_answers_none() -> None:
    with Solver(bootstrap_with=[[1]]) as solver:
        assert solver.solve()
    assert repr(solver) == "Solver(deleted)"
    for query in (
        solver.solve, solver.solve_limited, solver.get_model, solver.get_core, solver.get_status, solver.time,
        solver.time_accum, solver.nof_vars, solver.nof_clauses, solver.accum_stats, solver.propagate,
        solver.enum_models, solver.get_proof, solver.supports_atmost,
    ):  # fmt: skip
        assert query() is None
    assert solver.add_clause([1], no_return=False) is None
    assert solver.append_formula([[1]], no_return=False) is None
    assert solver.add_atmost([1], 0) is None
    solver.interrupt()
    solver.clear_interrupt()
    solver.set_phases([1])
    solver.attach_vpool(None)


WRONG: Any = object()
WRONG_CALLS: dict[str, Callable[[Solver, Any], object]] = {
    "bootstrap_with": lambda solver, wrong: Solver(bootstrap_with=wrong),
    "name": lambda solver, wrong: Solver(name=wrong),
    "add": lambda solver, wrong: solver.add(wrong),
    "add_clause": lambda solver, wrong: solver.add_clause(wrong),
    "a literal": lambda solver, wrong: solver.add_clause([wrong]),
    "append_formula": lambda solver, wrong: solver.append_formula(wrong),
    "a clause of a formula": lambda solver, wrong: solver.append_formula([[1], wrong]),
    "add_atmost": lambda solver, wrong: solver.add_atmost(wrong, 1),
    "bound": lambda solver, wrong: solver.add_atmost([1], wrong),
    "weights": lambda solver, wrong: solver.add_atmost([1], 1, [wrong]),
    "solve": lambda solver, wrong: solver.solve(wrong),
    "an assumption": lambda solver, wrong: solver.solve([wrong]),
    "solve_limited": lambda solver, wrong: solver.solve_limited(wrong),
    "propagate": lambda solver, wrong: solver.propagate(wrong),
    "enum_models": lambda solver, wrong: solver.enum_models(wrong),
    "set_phases": lambda solver, wrong: solver.set_phases(wrong),
    "conf_budget": lambda solver, wrong: solver.conf_budget(wrong),
    "prop_budget": lambda solver, wrong: solver.prop_budget(wrong),
    "dec_budget": lambda solver, wrong: solver.dec_budget(wrong),
    "attach_vpool": lambda solver, wrong: solver.attach_vpool(wrong),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
@pytest.mark.parametrize("wrong", [WRONG, 1.5, "x"], ids=["object", "float", "text"])
def test_wrong_types_are_our_errors(name: str, wrong: Any) -> None:
    solver = Solver(bootstrap_with=[[1, 2]])
    with pytest.raises(SatplayError) as raised:
        WRONG_CALLS[name](solver, wrong)
    assert len(str(raised.value)) < 1500 and "\n" not in str(raised.value)
    assert solver.solve() is True and solver.nof_clauses() <= 2


@pytest.mark.parametrize("wrong", [0, 2**31, -(2**31), 2**70])
def test_literals_out_of_range_are_our_errors(wrong: int) -> None:
    solver = Solver(bootstrap_with=[[1, 2]])
    for call in (solver.add_clause, solver.solve, solver.propagate, solver.enum_models, solver.set_phases):
        with pytest.raises(BadInput):
            call([wrong])
    with pytest.raises(BadInput):
        solver.append_formula([[wrong]])


def test_a_solver_is_not_pickled_or_copied() -> None:
    for refuse in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="a Solver"):
            refuse(Solver())
