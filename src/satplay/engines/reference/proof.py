"""The run as a proof: each learned clause with the clauses that show it.

Resolution steps go back along the trail; read in the opposite order, the same clauses become unit one
after the other under the negation of the derived clause, which is what LRAT asks for
(Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017).
"""

from __future__ import annotations

from satplay.contracts.engine import Fail, Learn, ProofSink


def write_derived(event: Learn | Fail, sink: ProofSink) -> None:
    """Tell the proof which clause an event derived, and from what.

    Two assumptions that contradict each other derive nothing: the clause would be a tautology.
    """
    if event.conflict_id:
        clause = event.clause if isinstance(event, Learn) else tuple(-lit for lit in event.core)
        hints = [step.clause_id for step in reversed(event.steps)]
        sink.add(event.clause_id, clause, [*hints, event.conflict_id])
