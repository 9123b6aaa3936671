"""PySAT's own programs run on ``Solver`` and give the results that they give on PySAT's engines."""

from __future__ import annotations

import importlib
import runpy
import sys
from random import Random
from typing import Any

import pytest

pytest.importorskip("satplay._native", reason="the native core was not compiled")
pytest.importorskip("pysat", reason="PySAT is not installed")

from pysat import solvers as pysat_solvers
from pysat.examples.hitman import Hitman
from pysat.examples.lbx import LBX
from pysat.examples.mcsls import MCSls
from pysat.examples.musx import MUSX
from pysat.examples.optux import OptUx
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

import satplay
from tests.architecture.tree import ROOT

SEEDS = range(12)


def weighted(seed: int, soft: int = 12) -> WCNF:
    """A satisfiable hard part, and soft clauses that cannot all hold."""
    rng = Random(seed)
    formula = WCNF()
    for _ in range(6):
        formula.append([rng.randint(1, 8), -rng.randint(1, 8), rng.randint(1, 8)])
    for _ in range(soft):
        formula.append([rng.choice([1, -1]) * rng.randint(1, 8)], weight=rng.randint(1, 5))
    formula.append([1], weight=1)
    formula.append([-1], weight=1)
    return formula


def on_both(program: Any) -> tuple[Any, Any]:
    """The result on PySAT's engine and on ours."""
    theirs = program()
    with satplay.as_pysat_solver():
        return theirs, program()


@pytest.mark.parametrize("seed", SEEDS)
def test_rc2_finds_the_same_cost(seed: int) -> None:
    def cost(kind: Any) -> tuple[int, int]:
        formula = weighted(seed)
        with kind(formula) as program:
            model = set(program.compute())
            assert all(model & {*clause} for clause in formula.hard)
            broken = sum(w for c, w in zip(formula.soft, formula.wght, strict=True) if not model & {*c})
            return program.cost, broken

    for kind in (RC2, RC2Stratified):
        theirs, ours = on_both(lambda kind=kind: cost(kind))
        assert theirs == ours and ours[0] == ours[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_musx_finds_a_minimal_subset(seed: int) -> None:
    formula = weighted(seed)

    def subset() -> list[int]:
        with MUSX(formula.copy(), verbosity=0) as program:
            return list(program.compute())

    theirs, ours = on_both(subset)
    assert theirs and ours
    for members in (theirs, ours):
        clauses = [formula.soft[number - 1] for number in members]
        assert not satplay.solve(formula.hard + clauses)
        for left_out in range(len(clauses)):
            assert satplay.solve(formula.hard + clauses[:left_out] + clauses[left_out + 1 :])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["lbx", "mcsls", "sorted"])
def test_hitman_finds_the_same_minimal_hitting_sets(seed: int, kind: str) -> None:
    rng = Random(seed)
    sets = [rng.sample(range(1, 8), 3) for _ in range(5)]

    def hitting_sets() -> list[list[int]]:
        with Hitman(bootstrap_with=sets, htype=kind) as program:
            return sorted(map(sorted, program.enumerate()))

    theirs, ours = on_both(hitting_sets)
    assert theirs == ours


@pytest.mark.parametrize("seed", SEEDS)
def test_correction_sets_and_smallest_subsets_are_the_same(seed: int) -> None:
    def correction_sets(kind: Any) -> list[list[int]]:
        found = []
        with kind(weighted(seed, soft=6)) as program:
            for members in program.enumerate():
                found.append(sorted(members))
                program.block(members)
        return sorted(found)

    def smallest_subsets() -> list[list[int]]:
        with OptUx(weighted(seed, soft=6)) as program:
            return sorted(map(sorted, program.enumerate()))

    for kind in (LBX, MCSls):
        theirs, ours = on_both(lambda kind=kind: correction_sets(kind))
        assert theirs == ours
    theirs, ours = on_both(smallest_subsets)
    assert theirs == ours


def test_everything_is_restored() -> None:
    original = pysat_solvers.Solver
    rc2 = sys.modules["pysat.examples.rc2"]
    sys.modules.pop("pysat.examples.fm", None)
    with pytest.raises(RuntimeError), satplay.as_pysat_solver() as kind:
        assert kind is pysat_solvers.Solver is rc2.Solver is satplay.Solver
        loaded_inside = importlib.import_module("pysat.examples.fm")
        assert loaded_inside.Solver is satplay.Solver
        with satplay.as_pysat_solver():
            pass
        raise RuntimeError
    assert pysat_solvers.Solver is rc2.Solver is loaded_inside.Solver is original


@pytest.mark.slow
def test_the_tests_of_pysat_pass() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "pysat_tests.py"))
    status = script["main"]()
    if status == 3:
        pytest.skip("the source package of python-sat cannot be downloaded")
    assert status == 0
