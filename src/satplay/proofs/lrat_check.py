"""A readable checker of LRAT proofs: each line is checked by its hints, without search.

(Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, "Efficient certified RAT verification", 2017.)  Assume
all literals of the clause false.  Each hint in turn must be unit, and its last literal becomes true, until
one hint is false.  A RAT line continues with ``-ID`` for each clause that contains the negation of its first
literal, followed by the hints that refute the resolvent; a satisfied clause may be omitted.  RAT on a
variable of the goal is not allowed (see ``drat_check``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satplay.logic.literal import Clause, Lit
from satplay.proofs.drat_check import goal_not_reached, is_tautology
from satplay.proofs.reading import ProofStep
from satplay.proofs.verdict import Refused, Verdict, Verified


class BadHint(Exception):
    """The reason why a line is incorrect."""


class LratChecker:
    """Clauses by number; the given ones are 1 .. m.

    >>> checker = LratChecker([[1, 2], [1, -2]])
    >>> checker.add(3, [1], [1, 2])
    >>> checker.add(4, [2], [3, 1])
    Traceback (most recent call last):
    ...
    satplay.proofs.lrat_check.BadHint: the hints end without a false clause
    """

    def __init__(self, clauses: Iterable[Clause], goal: Clause = ()) -> None:
        self._clauses: dict[int, frozenset[Lit]] = {}
        self._goal = frozenset(goal)
        self._last_id = 0
        self.reached = is_tautology(goal)
        for number, clause in enumerate(clauses, start=1):
            self._store(number, clause)

    def _store(self, clause_id: int, clause: Clause) -> None:
        self._last_id = clause_id
        self._clauses[clause_id] = frozenset(clause)
        self.reached = self.reached or self._goal.issuperset(clause)

    def delete(self, clause_ids: Iterable[int]) -> None:
        """Delete clauses."""
        for clause_id in clause_ids:
            if self._clauses.pop(clause_id, None) is None:
                raise BadHint(f"deleted clause {clause_id} is not there")

    def add(self, clause_id: int, clause: Clause, hints: Sequence[int]) -> None:
        """Add a clause that follows by its hints; raises ``BadHint`` if it does not."""
        if clause_id <= self._last_id:
            raise BadHint(f"clause number {clause_id} is not new")
        if not is_tautology(clause):
            self._check_hints(clause, hints)
        self._store(clause_id, clause)

    def _check_hints(self, clause: Clause, hints: Sequence[int]) -> None:
        true = {-lit for lit in clause}
        first_negative = next((at for at, hint in enumerate(hints) if hint < 0), len(hints))
        if self._find_false_clause(true, hints[:first_negative]):
            return
        if first_negative == len(hints) or not clause:
            raise BadHint("the hints end without a false clause")
        pivot = clause[0]
        if pivot in self._goal or -pivot in self._goal:
            raise BadHint(f"RAT on {pivot} would change what is assumed")
        groups = _group(hints[first_negative:])
        named = {candidate for candidate, _ in groups}
        for clause_id, other in self._clauses.items():
            must_be_named = -pivot in other and not is_tautology(other) and not true & (other - {-pivot})
            if must_be_named and clause_id not in named:
                raise BadHint(f"no hints for the resolvent with clause {clause_id}")
        for candidate, its_hints in groups:
            if candidate not in self._clauses:
                raise BadHint(f"hint -{candidate} is not there")
            other = self._clauses[candidate]
            if -pivot not in other or true & (other - {-pivot}) or is_tautology(other - {-pivot}):
                continue
            if not self._find_false_clause(true | {-lit for lit in other - {-pivot}}, its_hints):
                raise BadHint(f"the hints for the resolvent with {candidate} end without a false clause")

    def _find_false_clause(self, true: set[Lit], hints: Iterable[int]) -> bool:
        """Whether the hints lead to a false clause; implied literals are added to ``true``."""
        for hint in hints:
            if hint not in self._clauses:
                raise BadHint(f"hint {hint} is not there")
            left = [lit for lit in self._clauses[hint] if -lit not in true]
            if not left:
                return True
            if len(left) > 1:
                raise BadHint(f"hint {hint} is not unit")
            true.add(left[0])
        return False


def _group(hints: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Each clause to resolve with, and its hints.

    >>> _group([-3, 1, 2, -5])
    [(3, [1, 2]), (5, [])]
    """
    groups: list[tuple[int, list[int]]] = []
    for hint in hints:
        if hint < 0:
            groups.append((-hint, []))
        else:
            groups[-1][1].append(hint)
    return groups


def check_lrat(clauses: Iterable[Clause], steps: Iterable[ProofStep], goal: Clause = ()) -> Verdict:
    """Check every line; some clause must then be a subset of the goal."""
    checker = LratChecker(clauses, goal)
    additions = 0
    for step in steps:
        try:
            if step.deletes:
                checker.delete(step.ids)
            else:
                checker.add(step.clause_id, step.lits, step.ids)
                additions += 1
        except BadHint as bad:
            return Refused(step.line, str(bad), step.offset)
    if checker.reached:
        return Verified(additions, additions)
    return Refused(None, goal_not_reached(goal))
