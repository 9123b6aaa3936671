"""What can be chosen in the readable engine; every optimisation can be switched off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Propagation: TypeAlias = Literal["scan", "watches"]
Heuristic: TypeAlias = Literal["order", "vsids", "jw", "random"]
Scheme: TypeAlias = Literal["decisions", "first-uip", "last-uip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How the engine searches.  The defaults are for solving; :data:`ON_PAPER` is for reading along.

    ``propagation``   ``watches`` visits only clauses that may have become unit; ``scan`` looks at all
    ``decide``        which variable is decided next
    ``phase``         the value a variable is first tried with
    ``phase_saving``  try again the value a variable had last (Pipatsrisawat & Darwiche 2007)
    ``learn``         when the derivation of the learned clause stops
    ``learning``      off: the clause is forgotten as soon as it is no longer a reason (as DPLL)
    ``minimise``      drop learned literals that the others imply
    ``backjumping``   off: undo one level at a time
    ``restarts``      start afresh after Luby's sequence times ``restart_unit`` conflicts
    ``deletion``      forget the less useful half of the learned clauses from time to time
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


ON_PAPER = Options(
    propagation="scan",
    decide="order",
    phase=True,
    phase_saving=False,
    learn="decisions",
    minimise=False,
    restarts=False,
    deletion=False,
)
"""As one does it by hand: look at every clause, take variables in order, try true first."""
