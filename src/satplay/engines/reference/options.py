"""Options of the reference engine; every optimisation can be switched off."""

from __future__ import annotations

from typing import Literal, TypeAlias

from satplay.fast_dataclass import dataclass

Propagation: TypeAlias = Literal["scan", "watches"]
Heuristic: TypeAlias = Literal["order", "vsids", "jw", "random"]
Scheme: TypeAlias = Literal["decisions", "first-uip", "last-uip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Options of the search.  The defaults are for solving; :data:`ON_PAPER` is for traces.

    ``propagation``   ``watches`` visits only clauses that may have become unit; ``scan`` visits all
    ``decide``        decision heuristic
    ``phase``         the value that is tried first
    ``phase_saving``  decide the last value of a variable again (Pipatsrisawat & Darwiche 2007)
    ``learn``         learning scheme: when the derivation of the learned clause stops
    ``learning``      off: a learned clause is deleted when it is no longer a reason (as in DPLL)
    ``minimise``      remove learned literals that the others imply
    ``backjumping``   off: backtrack one level at a time
    ``restarts``      restart by Luby's sequence times ``restart_unit`` conflicts
    ``deletion``      delete the less useful half of the learned clauses from time to time
    ``pure``          decide pure literals first
    ``show_watches``  an event for every change of a watched literal
    """

    propagation: Propagation = "watches"
    decide: Heuristic = "vsids"
    phase: bool = False
    phase_saving: bool = True
    learn: Scheme = "first-uip"
    learning: bool = True
    minimise: bool = True
    backjumping: bool = True
    restarts: bool = True
    restart_unit: int = 64
    deletion: bool = True
    pure: bool = False
    show_watches: bool = False
    seed: int = 0


ON_PAPER = SearchOptions(
    propagation="scan",
    decide="order",
    phase=True,
    phase_saving=False,
    learn="decisions",
    minimise=False,
    restarts=False,
    deletion=False,
)
"""As on paper: scan all clauses, decide variables in order, try true first."""
