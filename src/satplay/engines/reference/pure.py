"""Pure literals: a literal whose negation occurs nowhere can be true without harm.

They are made true as decisions of their own rather than as facts: a decision needs no justification, so
every learned clause stays implied by the given ones, clauses may be added later, and the proof needs
nothing but resolution.  (As facts they would be sound only while no clause is added.)
"""

from __future__ import annotations

from collections.abc import Iterable

from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


def pure_literals(clauses: Iterable[ClauseRecord], trail: Trail) -> list[Lit]:
    """The literals that occur, in clauses not satisfied by the trail, with one sign only; by variable."""
    occurring: set[Lit] = set()
    for clause in clauses:
        if not any(trail.value[lit] for lit in clause.lits):
            occurring.update(lit for lit in clause.lits if trail.value[lit] is None)
    return sorted((lit for lit in occurring if -lit not in occurring), key=abs)
