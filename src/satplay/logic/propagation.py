"""Unit propagation in a few clauses, without an engine."""

from __future__ import annotations

from collections.abc import Sequence, Set

from satplay.logic.literal import Clause, Lit


def propagated(clauses: Sequence[Clause], known: Set[Lit] = frozenset()) -> set[Lit]:
    """The literals that follow by unit propagation from known ones, without these.

    If there is a conflict, the result depends on the order of the clauses.

    >>> sorted(propagated([[1], [-1, 2], [-2, -3, 4], [5, 6]]))
    [1, 2]
    >>> propagated([[1], [-1, 2], [-2, -3, 4], [5, 6]], known={1, 2, 3})
    {4}
    """
    left: Sequence[Clause] = clauses
    if known:
        unsettled = filter(known.isdisjoint, clauses)
        left = [[lit for lit in clause if -lit not in known] for clause in unsettled]
    found = {clause[0] for clause in left if len(clause) == 1}
    if not found:  # as in most of many small groups of clauses, for which no index is made
        return found
    with_denied: dict[Lit, list[Clause]] = {}
    for clause in left:
        for lit in clause:
            with_denied.setdefault(-lit, []).append(clause)
    waiting = sorted(found)
    while waiting:
        for clause in with_denied.get(waiting.pop(), ()):
            open_ = [lit for lit in clause if -lit not in found]
            if len(open_) == 1 and open_[0] not in found:
                found.add(open_[0])
                waiting.append(open_[0])
    return found
