"""Unit propagation on small sets of clauses, without an engine."""

from __future__ import annotations

from collections.abc import Sequence, Set

from satplay.logic.literal import Clause, Lit


def propagate(clauses: Sequence[Clause], facts: Set[Lit] = frozenset()) -> set[Lit]:
    """The literals implied by unit propagation from the known ones, excluding these.

    If there is a conflict, the result depends on the order of the clauses.

    >>> sorted(propagate([[1], [-1, 2], [-2, -3, 4], [5, 6]]))
    [1, 2]
    >>> propagate([[1], [-1, 2], [-2, -3, 4], [5, 6]], facts={1, 2, 3})
    {4}
    """
    left: Sequence[Clause] = clauses
    if facts:
        unsettled = filter(facts.isdisjoint, clauses)
        left = [[lit for lit in clause if -lit not in facts] for clause in unsettled]
    found = {clause[0] for clause in left if len(clause) == 1}
    if not found:  # the usual case for small groups of clauses; saves the index
        return found
    clauses_with_negation: dict[Lit, list[Clause]] = {}
    for clause in left:
        for lit in clause:
            clauses_with_negation.setdefault(-lit, []).append(clause)
    waiting = sorted(found)
    while waiting:
        for clause in clauses_with_negation.get(waiting.pop(), ()):
            unassigned = [lit for lit in clause if -lit not in found]
            if len(unassigned) == 1 and unassigned[0] not in found:
                found.add(unassigned[0])
                waiting.append(unassigned[0])
    return found
