"""A readable checker of reverse unit propagation (Goldberg & Novikov 2003; Van Gelder 2008).

A clause follows by RUP if assuming all its literals false and propagating units falsifies some clause.
This module shares no code with the engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from satplay.logic.literal import Clause, Lit


class RupChecker:
    """A set of clauses that decides which clauses follow by unit propagation.

    >>> checker = RupChecker([[1, 2], [1, -2], [-1, 3]])
    >>> checker.follows([1]), checker.follows([-3])
    (True, False)
    """

    def __init__(self, clauses: Iterable[Clause] = ()) -> None:
        self._watching: dict[Lit, list[list[Lit]]] = {}
        self._short: list[list[Lit]] = []  # clauses of no or one literal
        self._stored: dict[tuple[Lit, ...], list[list[Lit]]] = {}
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        lits = list(dict.fromkeys(clause))
        self._stored.setdefault(tuple(sorted(lits)), []).append(lits)
        if len(lits) < 2:
            self._short.append(lits)
        else:
            for lit in lits[:2]:
                self._watching.setdefault(lit, []).append(lits)

    def delete(self, clause: Clause) -> bool:
        """Delete one copy of a clause; False if there is none."""
        copies = self._stored.get(tuple(sorted(set(clause))))
        if not copies:
            return False
        lits = copies.pop()
        if len(lits) < 2:
            self._short.remove(lits)
        else:
            for lit in lits[:2]:
                self._watching[lit] = [other for other in self._watching[lit] if other is not lits]
        return True

    def holds(self, clause: Clause) -> bool:
        """Whether there is a clause with these literals."""
        return bool(self._stored.get(tuple(sorted(set(clause)))))

    def containing(self, lit: Lit) -> Iterator[Clause]:
        """All clauses that contain the literal."""
        return (clause for copies in self._stored.values() for clause in copies if lit in clause)

    def follows(self, clause: Clause) -> bool:
        """Whether assuming the negation of ``clause`` leads to a conflict by unit propagation."""
        return self.consequences([-lit for lit in clause]) is None

    def consequences(self, assumptions: Iterable[Lit] = ()) -> set[Lit] | None:
        """The literals implied by these literals through unit propagation; None after a conflict.

        >>> RupChecker([[1], [-1, 2]]).consequences(), RupChecker([[1, 2]]).consequences([-1, -2])
        ({1, 2}, None)
        """
        true: set[Lit] = set()
        queue: list[Lit] = []

        def assign(lit: Lit) -> bool:
            """Make a literal true; False if it is already false."""
            if -lit in true:
                return False
            if lit not in true:
                true.add(lit)
                queue.append(lit)
            return True

        if not all(assign(lit) for lit in assumptions):
            return None
        for short in self._short:
            if not short or not assign(short[0]):
                return None
        while queue:
            false_lit = -queue.pop()
            watching = self._watching.get(false_lit, [])
            remaining: list[list[Lit]] = []
            for at, lits in enumerate(watching):
                if lits[0] == false_lit:
                    lits[0], lits[1] = lits[1], lits[0]
                spare = next((i for i in range(2, len(lits)) if -lits[i] not in true), None)
                if lits[0] not in true and spare is not None:
                    lits[1], lits[spare] = lits[spare], lits[1]
                    self._watching.setdefault(lits[1], []).append(lits)
                    continue
                remaining.append(lits)
                if lits[0] not in true and not assign(lits[0]):
                    self._watching[false_lit] = remaining + watching[at + 1 :]
                    return None
            self._watching[false_lit] = remaining
        return true


def first_invalid_clause(formula: Iterable[Clause], learned: Sequence[Clause]) -> int | None:
    """The index, from 0, of the first clause that does not follow from the formula and earlier clauses."""
    checker = RupChecker(formula)
    for number, clause in enumerate(learned):
        if not checker.follows(clause):
            return number
        checker.add(clause)
    return None
