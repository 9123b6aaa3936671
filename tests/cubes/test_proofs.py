"""Cubes decide as exhaustive search does, and the joined proof satisfies both checkers."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import BinaryIO, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.campaign.cubes import CubeProblem, CubesAnswer, Unsolved, answer_cubes, answers_in_order
from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit, Sat, Unsat
from satplay.cubes.cover import Gap
from satplay.cubes.solving import RefutedCube, solve_cube, trim
from satplay.cubes.splitting import split_formula
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.verdict import Verified
from satplay.verifying.proof_file import ProofFile
from tests.cubes.formulas import assignments, cubes_for, formulas, has_model
from tests.engines.formulas import pigeonhole


def answer(formula: Formula, cubes: Sequence[tuple[Lit, ...]], proof: ProofFile | None) -> CubesAnswer:
    problem, budget = CubeProblem(formula, tuple(cubes)), Budget()
    answers = answers_in_order(problem, budget, proof=proof is not None)
    return answer_cubes(problem, answers, proof, budget).answer


def proved(formula: Formula, cubes: Sequence[tuple[Lit, ...]]) -> tuple[CubesAnswer, bytes]:
    """The answer, and the proof."""
    with tempfile.TemporaryFile() as file:
        found = answer(formula, cubes, ProofFile(cast(BinaryIO, file), "lrat"))
        file.seek(0)
        return found, file.read()


def expect_proof(formula: Formula, proof: bytes) -> None:
    """Both checkers accept the proof."""
    assert isinstance(check_proof(formula.flat, proof, format="lrat"), Verified)
    assert isinstance(check_in_python(formula.flat, proof, "lrat"), Verified)


@given(formulas(), st.integers(1, 9))
def test_cubes_decide_as_exhaustive_search_does(formula: Formula, most: int) -> None:
    cubes = split_formula(formula, most).cubes
    found, proof = proved(formula, cubes)
    assert isinstance(found, Sat if has_model(formula) else Unsat)
    assert type(answer(formula, cubes, None)) is type(found)
    if isinstance(found, Unsat):
        expect_proof(formula, proof)


@given(st.data(), formulas())
def test_any_cubes_at_all(data: st.DataObject, formula: Formula) -> None:
    """A gap is a cube that overlaps none of the given ones; without a gap the answer is right."""
    cubes = data.draw(cubes_for(formula))
    found, proof = proved(formula, cubes)
    match found:
        case Sat():
            assert has_model(formula)
        case Unsat():
            assert not has_model(formula)
            expect_proof(formula, proof)
        case Gap(cube=gap):
            for true in assignments(formula.var_count):
                assert not (true.issuperset(gap) and any(true.issuperset(cube) for cube in cubes))
        case _:
            pytest.fail(f"found {found}")


@given(formulas(), st.data())
@settings(deadline=None)
def test_a_cube_alone(formula: Formula, data: st.DataObject) -> None:
    """The clause that refutes a cube follows from the formula and has negated literals of the cube."""
    cube = next(iter(data.draw(cubes_for(formula))), ())
    refuted = solve_cube(formula.flat, formula.var_count, cube, proof=True)
    models = [true for true in assignments(formula.var_count) if true.issuperset(cube)]
    if isinstance(refuted, RefutedCube):
        assert {-lit for lit in refuted.clause} <= set(cube)
        assert not any(all(any(lit in true for lit in clause) for clause in formula) for true in models)
    else:
        assert isinstance(refuted, Sat)


def test_a_gap_is_named() -> None:
    """The formula is unsatisfiable where 1 is true; nothing is known about the rest."""
    formula = Formula([[-1, 2, 3], [-1, 2, -3], [-1, -2, 3], [-1, -2, -3], [1, 4, 2]])
    assert answer(formula, [(1,)], None) == Gap((-1,))


def test_a_gap_that_unit_propagation_refutes_is_part_of_the_proof() -> None:
    formula = Formula([[1, 2], [1, -2], [-1, 3, 4], [-1, 3, -4], [-1, -3, 4], [-1, -3, -4]])
    found, proof = proved(formula, [(1,)])
    assert found == Unsat()
    expect_proof(formula, proof)


def test_no_cube_at_all_leaves_everything_open() -> None:
    assert answer(Formula([[1, 2]]), [], None) == Gap(())
    assert answer(Formula([[1], [-1]]), [], None) == Unsat()


def test_a_contradictory_cube_says_nothing() -> None:
    assert answer(Formula(pigeonhole(4)), [(1, -1)], None) == Gap(())


def test_a_limit_of_conflicts_names_the_cube() -> None:
    problem = CubeProblem(Formula(pigeonhole(7)), ((1,), (-1,)), limit=Limit(conflicts=10))
    budget = Budget(problem.limit)
    outcome = answer_cubes(problem, answers_in_order(problem, budget, proof=False), None, budget)
    assert outcome.answer == Unsolved((1,), "out of conflicts")


def test_the_same_cubes_give_the_same_proof() -> None:
    formula = Formula(pigeonhole(6))
    cubes = split_formula(formula, 8).cubes
    found, proof = proved(formula, cubes)
    assert found == Unsat()
    assert proved(formula, cubes)[1] == proof
    expect_proof(formula, proof)


def test_lemmas_are_deleted_after_their_last_use() -> None:
    """What remains at the end are the clauses of the cubes and the empty clause."""
    formula = Formula(pigeonhole(6))
    cubes = split_formula(formula, 8).cubes
    _, proof = proved(formula, cubes)
    lemmas: set[int] = set()
    for line in proof.decode().splitlines():
        first, *rest = line.split()
        if rest[0] == "d":
            lemmas -= set(map(int, rest[1:-1]))
        else:
            lemmas.add(int(first))
    assert len(lemmas) <= len(cubes) + 1


@pytest.mark.parametrize(
    "lrat",
    [
        b"",
        b"5 1 0 1 2 0\n",
        b"5 0 1 2",
        b"5 0 x 0\n",
        b"5 0 9 0\n",
        b"2 0 1 0\n",
        b"5 1 0 -1 0\n6 0 5 0\n",
        b"\x00\xff",
    ],
)
def test_a_damaged_proof_of_a_cube_is_refused(lrat: bytes) -> None:
    with tempfile.TemporaryFile() as file:
        file.write(lrat)
        file.flush()
        with pytest.raises(ValueError, match=r"proof|hint|lines"):
            trim(cast(BinaryIO, file), 2, (1, 2))


@given(st.binary(max_size=60))
def test_a_damaged_part_never_ends_the_process(part: bytes) -> None:
    from satplay._native import write_proof_part

    with tempfile.TemporaryFile() as file:
        try:
            write_proof_part(np.frombuffer(part, np.uint8), 5, np.array([1, 2], np.int64), file.fileno())
        except ValueError as error:
            assert "damaged" in str(error)
