"""The table is right: formulas have the claimed status, and a seed always gives the same formula."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from satplay.errors import NoSuchName
from satplay.lab.bench.family import Family, find_family
from satplay.lab.bench.formula_families import FAMILIES
from satplay.logic.formula import Formula

solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
every = pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])


def status(formula: Formula) -> str:
    with solvers.Solver(name="cadical195", bootstrap_with=[list(clause) for clause in formula]) as solver:
        return "sat" if solver.solve() else "unsat"


@every
def test_a_small_formula_has_the_status_it_claims(family: Family[Formula]) -> None:
    assert {status(family.quick(seed)) for seed in family.quick_seeds} == {family.status}


@pytest.mark.slow
@every
def test_a_formula_has_the_status_it_claims(family: Family[Formula]) -> None:
    assert {status(family.build(seed)) for seed in family.seeds} == {family.status}


@every
def test_seeds_give_different_formulas(family: Family[Formula]) -> None:
    one, same, other = (family.quick(seed).flat for seed in (1, 1, 2))
    assert one.tolist() == same.tolist() != other.tolist()


def test_a_seed_gives_the_same_formula_for_every_hash_seed() -> None:
    program = (
        "import zlib; from satplay.lab.bench.formula_families import FAMILIES\n"
        "print([zlib.crc32(family.quick(3).flat.tobytes()) for family in FAMILIES])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_known_names_are_found_and_unknown_ones_refused() -> None:
    assert find_family(FAMILIES, "sudoku").status == "sat"
    with pytest.raises(NoSuchName, match="did you mean 'sudoku'"):
        find_family(FAMILIES, "sudoko")
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
