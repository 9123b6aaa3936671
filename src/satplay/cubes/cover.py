"""The cover: do the cubes leave an assignment out?

The clauses of the refuted cubes are refuted together, without the formula: a small problem over the variables
of the cubes.  A model of them is an assignment that no cube covers.  Programs that choose cubes leave out
leaves that unit propagation refutes: if it refutes this assignment, its clause is added as one more cube.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from typing import BinaryIO, TypeAlias, cast

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit, Sat, Unknown, Unsat
from satplay.cubes.solving import RefutedCube, solve_cube, trim
from satplay.engines.native import NativeEngine
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.proofs.reading import FORMATS

OnPart: TypeAlias = Callable[[RefutedCube], None]


@dataclass(frozen=True, slots=True)
class Gap:
    """A cube that none of the given cubes overlaps, and that unit propagation does not refute."""

    cube: tuple[Lit, ...]


def refute_cubes(
    clauses: FlatClauses,
    var_count: int,
    refuting: Sequence[Clause],
    limit: Limit,
    on_part: OnPart | None = None,
) -> RefutedCube | Gap | Unknown:
    """Refute the clauses that refute the cubes; or a gap between the cubes.

    ``on_part``  receives the parts of cubes that unit propagation refutes, each as it is found; the result
    then has a part, too, in which the clauses are numbered from 1
    """
    budget = Budget(limit)
    known = [tuple(clause) for clause in refuting]
    cubes = NativeEngine()
    cubes.add_all(known)
    formula: NativeEngine | None = None
    while True:
        match cubes.solve((), budget.remaining_time()):
            case Unknown() as unknown:
                return unknown
            case Unsat():
                return _prove(known, budget) if on_part is not None else RefutedCube(())
            case Sat(model=model):
                if formula is None:
                    formula = NativeEngine()
                    formula.declare(var_count)
                    formula.add_flat(clauses)
                variables = sorted({abs(lit) for clause in known for lit in clause})
                assignment = [var if model.value(var) else -var for var in variables]
                refuted = _propagate(formula, clauses, var_count, known, assignment, budget)
                if not isinstance(refuted, RefutedCube):
                    return refuted
                known.append(tuple(refuted.clause))
                cubes.add(refuted.clause)
                if on_part is not None:
                    on_part(refuted)
                if not refuted.clause:  # its part refutes the formula: there is nothing to add
                    return RefutedCube(())


def _propagate(
    formula: NativeEngine,
    clauses: FlatClauses,
    var_count: int,
    known: Sequence[Clause],
    assignment: Sequence[Lit],
    budget: Budget,
) -> RefutedCube | Gap | Unknown:
    """The clause of an assignment that unit propagation refutes; a shorter cube of it is tried first."""
    short = _shorten(known, assignment)
    for cube in (short, assignment):
        if formula.propagate(cube)[0]:
            continue
        answer = solve_cube(clauses, var_count, cube, limit=budget.remaining_time(), proof=True)
        if isinstance(answer, Sat):
            raise EngineError("unit propagation refutes a cube that has a model")
        return answer
    return Gap(tuple(short))


def _shorten(known: Sequence[Clause], assignment: Sequence[Lit]) -> list[Lit]:
    """A part of the assignment that still satisfies all clauses: no known cube overlaps it."""
    true = set(assignment)
    chosen: dict[Lit, None] = {}
    for clause in sorted(known, key=len):
        if not any(lit in chosen for lit in clause):
            chosen[next(lit for lit in clause if lit in true)] = None
    return sorted(chosen, key=abs)


def _prove(known: Sequence[Clause], budget: Budget) -> RefutedCube | Unknown:
    """Refute the clauses once more, with a proof: LRAT numbers all given clauses before the first lemma."""
    with tempfile.TemporaryFile() as file:
        engine = NativeEngine()
        engine.log_proof_file(file.fileno(), FORMATS.index("lrat"))
        engine.add_all(known)
        match engine.solve((), budget.remaining_time()):
            case Unknown() as unknown:
                return unknown
            case Sat():
                raise EngineError("the clauses of the cubes are refuted at first, but not a second time")
        part, clause = trim(cast(BinaryIO, file), len(known), ())
        return RefutedCube(clause, part)
