"""Clause minimisation: removes learned literals that the others imply (Sörensson & Biere 2009).

A literal is redundant if every path from it along the reasons ends in literals of the clause.  Removing it
takes a few more resolution steps, which are added to the derivation.
"""

from __future__ import annotations

from satplay.engines.reference.analyze import Resolvent
from satplay.engines.reference.trail import Trail
from satplay.logic.literal import Lit


def minimize(derivation: Resolvent, trail: Trail) -> int:
    """Shorten the derived clause; returns the number of additional resolution steps."""
    before = len(derivation.steps)
    redundant = {lit for lit in derivation.clause if _implied_by_others(lit, derivation.clause, trail)}
    needed = derivation.clause - redundant
    derivation.resolve_where(lambda pivot: -pivot not in needed)
    return len(derivation.steps) - before


def _implied_by_others(lit: Lit, clause: set[Lit], trail: Trail) -> bool:
    """Whether all paths along the reasons of a false literal end in the clause or at level 0."""
    pending = [lit]
    seen = {lit}
    while pending:
        reason = trail.reason[abs(pending.pop())]
        if reason is None:
            return False
        for other in reason.lits:
            # `other` is false, except for the implied literal itself, which is true.
            if trail.value[other] or other in clause or other in seen or trail.level[abs(other)] == 0:
                continue
            seen.add(other)
            pending.append(other)
    return True
