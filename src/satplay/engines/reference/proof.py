"""The run as a proof: each learned clause with the clauses that imply it.

Resolution steps go backwards along the trail.  In reverse order, the same clauses become unit one after the
other under the negation of the derived clause, as LRAT requires
(Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017).
"""

from __future__ import annotations

from satplay.contracts.engine import ProofSink
from satplay.contracts.events import Fail, Learn


def write_clause(event: Learn | Fail, sink: ProofSink) -> None:
    """Write the clause that an event derived to the proof, with its hints.

    Two contradictory assumptions derive nothing: the clause would be a tautology.
    """
    if event.conflict_id:
        clause = event.clause if isinstance(event, Learn) else tuple(-lit for lit in event.core)
        hints = [step.clause_id for step in reversed(event.steps)]
        sink.add(event.clause_id, clause, [*hints, event.conflict_id])
