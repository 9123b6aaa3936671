"""Theories: constraints that take part in the search of an engine (DPLL(T))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from satplay.logic.literal import Clause, Lit


class Findings(NamedTuple):
    """Result of theory propagation: literals implied now, and clauses that are valid in the theory."""

    implied: Sequence[Lit] = ()
    clauses: Sequence[Clause] = ()


class Theory(Protocol):
    """A constraint that is too large for clauses and takes part in the search instead (DPLL(T)).

    It constrains some literals, its *atoms*.  The engine notifies it of assignments and backtracking; it
    returns implied literals and clauses over its atoms.  It must not call the engine that is calling it.
    """

    def assign(self, lit: Lit) -> None:
        """Notification: ``lit`` was assigned true."""

    def backtrack(self, trail_length: int) -> None:
        """Notification: only the first ``trail_length`` of the assigned literals remain assigned."""

    def propagate(self) -> Findings:
        """Consequences of the current assignment; may be incomplete, since ``check`` decides."""

    def explain(self, lit: Lit) -> Clause:
        """The reason of an implied literal: a valid clause of ``lit`` and literals that were false then."""

    def check(self) -> Findings:
        """Final check with all atoms assigned: accepted unless a clause is returned that is false now."""
