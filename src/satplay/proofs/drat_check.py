"""A readable checker of DRAT proofs (Wetzler, Heule & Hunt, "DRAT-trim", 2014).

A clause may be added if it follows by reverse unit propagation (RUP), or if it is a resolution asymmetric
tautology (RAT; Järvisalo, Heule & Biere 2012): every resolvent on its first literal, with a clause that
contains the negation, follows by RUP.  RAT preserves satisfiability, not models, and can define new
variables.  It works by changing the value of that literal in a model, so it is not allowed on a variable of
the goal: a model that falsifies the goal could become one that does not.

As in DRAT-trim, deleting a clause that is unit under the root-level literals has no effect, so that these
literals stay true; nor has deleting a clause that does not exist.  Both are sound: every remaining clause was
given or derived, and additional clauses only make RAT harder.  Tautologies are ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from satplay.logic.literal import Clause, Lit
from satplay.proofs.reading import ProofStep
from satplay.proofs.rup import RupChecker
from satplay.proofs.verdict import Refused, Verdict, Verified


class DratChecker:
    """A set of clauses that decides which clauses may be added.

    >>> checker = DratChecker([[1, 2], [-1, 2]])
    >>> checker.allows([2]), checker.allows([-2]), checker.allows([3, -1])  # 3 is new: RAT, a definition
    (True, False, True)
    """

    def __init__(self, clauses: Iterable[Clause], goal: Clause = ()) -> None:
        self._fixed = {abs(lit) for lit in goal}
        self._rup = RupChecker(clauses)
        self._known = self._rup.consequences()
        self.kept_units = 0

    @property
    def contradictory(self) -> bool:
        """Whether unit propagation alone refutes the clauses."""
        return self._known is None

    def follows(self, clause: Clause) -> bool:
        """Whether the clause follows by RUP."""
        return self._rup.follows(clause)

    def allows(self, clause: Clause) -> bool:
        """Whether the clause follows by RUP, or as RAT on its first literal."""
        if self.follows(clause):
            return True
        return bool(clause) and abs(clause[0]) not in self._fixed and self._every_resolvent_follows(clause)

    def why_not(self, clause: Clause) -> str:
        """The reason why a clause may not be added."""
        if not clause:
            return "the empty clause does not follow by unit propagation"
        if abs(clause[0]) in self._fixed:
            rat = f"RAT on {clause[0]} would change what is assumed"
            return f"the clause does not follow by unit propagation, and {rat}"
        return f"the clause follows neither by unit propagation nor as RAT on {clause[0]}"

    def _every_resolvent_follows(self, clause: Clause) -> bool:
        pivot = clause[0]
        return all(
            self.follows([*clause, *(lit for lit in other if lit != -pivot)])
            for other in self._rup.containing(-pivot)
            if not is_tautology(other)
        )

    def add(self, clause: Clause) -> None:
        """Add a clause without checking it."""
        self._rup.add(clause)
        if len(self._free(clause)) < 2 and not is_tautology(clause):
            self._known = self._rup.consequences()

    def delete(self, clause: Clause) -> bool:
        """Delete a clause unless it is unit; False if it does not exist."""
        if len(self._free(clause)) == 1 and not is_tautology(clause) and self._rup.holds(clause):
            self.kept_units += 1
            return True
        return self._rup.delete(clause)

    def _free(self, clause: Clause) -> set[Lit]:
        """The literals of a clause that are not known to be false."""
        known = self._known or set()
        return {lit for lit in clause if -lit not in known}


def is_tautology(clause: Collection[Lit]) -> bool:
    """Whether the clause contains both literals of a variable."""
    return any(-lit in clause for lit in clause)


def check_drat(
    clauses: Iterable[Clause], steps: Iterable[ProofStep], goal: Clause = (), *, strict: bool = False
) -> Verdict:
    """Check every line until the clauses are contradictory; at the end, the goal must follow.

    ``strict``: deleting a clause that does not exist is an incorrect line, too.
    """
    checker = DratChecker(clauses, goal)
    additions = not_there = 0
    for step in steps:
        if checker.contradictory:
            break
        if step.deletes:
            if not checker.delete(step.lits):
                not_there += 1
                if strict:
                    return Refused(step.line, "the deleted clause is not there", step.offset)
        elif checker.allows(step.lits):
            additions += 1
            checker.add(step.lits)
        else:
            return Refused(step.line, checker.why_not(step.lits), step.offset)
    if checker.contradictory or (goal and checker.follows(goal)):
        return Verified(additions, additions, None, not_there, checker.kept_units)
    return Refused(None, goal_not_reached(goal))


def goal_not_reached(goal: Clause) -> str:
    """The reason for refusing a proof whose lines are all correct."""
    return f"the proof ends without reaching {'its goal' if goal else 'the empty clause'}"
