"""Pure literals: a literal whose negation does not occur can be made true.

They are decisions, not facts: a decision needs no justification, so every learned clause is implied by the
given ones, clauses may be added later, and the proof needs only resolution.  (As facts they would be sound
only while no clause is added.)
"""

from __future__ import annotations

from collections.abc import Iterable

from satplay.engines.reference.clauses import ClauseRecord
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


def pure_literals(clauses: Iterable[ClauseRecord], trail: Trail) -> list[Lit]:
    """The literals that occur with one sign only in clauses not satisfied by the trail; by variable."""
    occurring: set[Lit] = set()
    for clause in clauses:
        if not any(trail.value[lit] for lit in clause.lits):
            occurring.update(lit for lit in clause.lits if trail.value[lit] is None)
    return sorted((lit for lit in occurring if -lit not in occurring), key=abs)
