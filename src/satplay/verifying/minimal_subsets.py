"""Checks of minimal unsatisfiable subsets and minimal correction sets that another engine found.

That clauses are unsatisfiable is verified by a proof: another engine refutes them alone, and its proof is
checked.  That clauses are satisfiable is verified by evaluating a model.  So no claim about a
minimal unsatisfiable subset depends on an engine.  The claim that no member of a correction set can be put
back depends on the second engine alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from tempfile import TemporaryFile
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.verify import first_false_clause
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.reasoning.groups import Groups
from satplay.verifying.proof_file import ProofFile
from satplay.verifying.refutation import refute

MemberProgress: TypeAlias = Callable[[int], None]
"""Receives the number of members confirmed so far."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """``holds``: the claim about the set was confirmed; ``members``: also the claim about each of these.

    ``stopped`` is the limit that was reached before the end.  A wrong claim raises ``EngineError``.
    """

    holds: bool
    members: tuple[int, ...] = ()
    stopped: Stopped | None = None


def judge_mus(
    groups: Groups[Any],
    found: Sequence[int],
    needed: Sequence[int],
    limit: Limit,
    judged: MemberProgress | None = None,
) -> Judgement:
    """Check that the groups ``found`` are unsatisfiable, and satisfiable without any one of ``needed``."""
    budget = Budget(limit)
    checker = GroupChecker(groups, found)
    stopped = checker.refute(budget.remaining())
    if stopped is not None:
        return Judgement(False, stopped=stopped)
    confirmed: list[int] = []
    for member in needed:
        others = [other for other in found if other != member]
        stopped = checker.expect(
            others, budget.remaining(), satisfiable=True, claim="a member that is needed"
        )
        if stopped is not None:
            return Judgement(True, tuple(confirmed), stopped)
        confirmed.append(member)
        if judged is not None:
            judged(len(confirmed))
    return Judgement(True, tuple(confirmed))


def judge_mcs(
    groups: Groups[Any], missing: Sequence[int], limit: Limit, checker: GroupChecker | None = None
) -> Judgement:
    """Check that the other groups are satisfiable, and unsatisfiable with any one of ``missing``.

    A ``checker`` of all groups can be used for many sets: learned clauses help with the next.
    """
    budget = Budget(limit)
    every = range(len(groups))
    checker = GroupChecker(groups, every) if checker is None else checker
    gone = {*missing}
    others = [group for group in every if group not in gone]
    stopped = checker.expect(others, budget.remaining(), satisfiable=True, claim="a correction set")
    if stopped is not None:
        return Judgement(False, stopped=stopped)
    confirmed: list[int] = []
    for member in missing:
        claim = "a member of a correction set"
        stopped = checker.expect([*others, member], budget.remaining(), satisfiable=False, claim=claim)
        if stopped is not None:
            return Judgement(True, tuple(confirmed), stopped)
        confirmed.append(member)
    return Judgement(True, tuple(confirmed))


class GroupChecker:
    """A new engine with the clauses of some groups, each with a selector, and the hard clauses."""

    def __init__(self, groups: Groups[Any], numbers: Iterable[int]) -> None:
        formula = groups.formula
        chosen = np.zeros(len(groups) + 1, np.bool_)
        chosen[list(numbers)] = True
        chosen[-1] = True  # index -1: hard clauses
        included = chosen[groups.group_of]
        lengths = np.diff(formula.ends, prepend=-1)
        flat = formula.flat[np.repeat(included, lengths)]
        self._clauses = flat
        owners = groups.group_of[included]
        # Renumber without gaps, so that there are numbers left for the selectors after the variables.
        variables, dense = np.unique(np.abs(flat), return_inverse=True)
        offset = 0 if variables.size and variables[0] == 0 else 1
        flat = np.sign(flat) * (dense.reshape(-1) + offset).astype(np.int32)
        self._first = int(variables.size) + 1
        ends = np.flatnonzero(flat == 0)
        soft = owners >= 0
        guards = -(owners[soft] + np.int32(self._first))
        self._flat: NDArray[np.int32] = np.insert(flat, ends[soft], guards).astype(np.int32)
        self._engine = open_engine()
        self._engine.add_flat(self._flat)

    def refute(self, limit: Limit) -> Stopped | None:
        """Refute all the clauses with a checked proof; the limit that was reached before, if any.

        Raises ``EngineError`` if they have a model.
        """
        formula = Formula()
        formula.add_flat(self._clauses)
        with TemporaryFile() as file:
            proof = ProofFile(file, "drat-binary")
            answer = refute(formula, proof, limit, claim="an unsatisfiable subset")
        return answer.stopped if isinstance(answer, Unknown) else None

    def expect(
        self, numbers: Sequence[int], limit: Limit, *, satisfiable: bool, claim: str
    ) -> Stopped | None:
        """Check a claim about the chosen groups; the limit that was reached before, if any.

        Raises ``EngineError`` if the claim is wrong.
        """
        assumed = [group + self._first for group in numbers]
        match self._engine.solve(assumed, limit):
            case Unknown(stopped=why):
                return why
            case Sat(model=model) if satisfiable:
                wrong = first_false_clause(self._flat, model)
                denied = [lit for lit in assumed if model.value(lit) is False]
                if wrong is None and not denied:
                    return None
            case Unsat() if not satisfiable:
                return None
        raise EngineError(f"{claim} failed its verification")
