"""A readable checker of DRAT proofs (Wetzler, Heule & Hunt, "DRAT-trim", 2014).

A clause may be added when it follows by reverse unit propagation (RUP), or when it is a resolution
asymmetric tautology (RAT; Järvisalo, Heule & Biere 2012): resolved on its first literal with any clause that
holds the negation, it gives clauses that follow by RUP.  RAT keeps satisfiability, not models: that is how a
proof can define new variables.  It does so by changing the value of that literal in a model; on a variable of
the goal it is therefore not allowed, for a model that refutes the goal could become one that does not.

As in DRAT-trim, the deletion of a clause that is unit under the literals known so far does nothing, so that
known literals stay known; neither does that of a clause which is not there.  Both are sound: every clause
still there was given or allowed, and more clauses only make RAT harder.  Tautologies say nothing and are left
out of account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from satplay.logic.literal import Clause, Lit
from satplay.proofs.reading import Step
from satplay.proofs.rup import RupChecker
from satplay.proofs.verdict import Refused, Verdict, Verified


class DratChecker:
    """Clauses, and the question whether one more may be added.

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
        """Why a clause is not allowed."""
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
        """Take a clause on trust."""
        self._rup.add(clause)
        if len(self._free(clause)) < 2 and not is_tautology(clause):
            self._known = self._rup.consequences()

    def delete(self, clause: Clause) -> bool:
        """Forget a clause, unless it is unit; False when there is none."""
        if len(self._free(clause)) == 1 and not is_tautology(clause) and self._rup.holds(clause):
            self.kept_units += 1
            return True
        return self._rup.delete(clause)

    def _free(self, clause: Clause) -> set[Lit]:
        """The literals of a clause that are not known to be false."""
        known = self._known or set()
        return {lit for lit in clause if -lit not in known}


def is_tautology(clause: Collection[Lit]) -> bool:
    """Whether the clause holds both literals of a variable."""
    return any(-lit in clause for lit in clause)


def check_drat(
    clauses: Iterable[Clause], steps: Iterable[Step], goal: Clause = (), *, strict: bool = False
) -> Verdict:
    """Judge every line until the clauses contradict each other; at the end, the goal must follow.

    ``strict``: deleting a clause that is not there is a bad line, too.
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
    return Refused(None, not_reached(goal))


def not_reached(goal: Clause) -> str:
    """Said of a proof of which every line is right."""
    return f"the proof ends without reaching {'its goal' if goal else 'the empty clause'}"
