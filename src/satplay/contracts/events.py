"""Trace events: the steps of a CDCL run.  Everything shown of a run is made from them.

Clauses are numbered from 1 in the order they were given; learned clauses continue the numbering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Protocol, TypeAlias

from satplay.contracts.engine import UNLIMITED, Engine, Limit, Stopped
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.logic.model import Model


class Why(Enum):
    """The kind of a decision."""

    HEURISTIC = "heuristic"
    ASSUMPTION = "assumption"
    PURE = "pure literal"


@dataclass(frozen=True, slots=True)
class Decide:
    """An unassigned variable is given a value; decision level ``level`` begins."""

    lit: Lit
    level: int
    why: Why = Why.HEURISTIC


@dataclass(frozen=True, slots=True)
class UnitProp:
    """Clause ``clause_id`` has one literal left: it becomes true at ``level``."""

    lit: Lit
    level: int
    clause_id: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Every literal of clause ``clause_id`` is false."""

    clause_id: int
    level: int


@dataclass(frozen=True, slots=True)
class Resolution:
    """One step of a derivation: resolve the clause so far with clause ``clause_id``, the reason of ``pivot``.

    ``pivot`` is the literal that was true; its negation leaves the clause so far.
    """

    pivot: Lit
    clause_id: int


@dataclass(frozen=True, slots=True)
class Learn:
    """The clause derived from the conflict by ``steps``, each literal with its decision level.

    The last ``minimised`` of the steps come from clause minimisation.  ``reason_only`` is true if the engine
    does not learn: the clause is then only the reason of its literal.
    """

    clause_id: int
    clause: tuple[Lit, ...]
    levels: tuple[int, ...]
    backjump: int
    conflict_id: int
    steps: tuple[Resolution, ...]
    minimised: int = 0
    reason_only: bool = False


@dataclass(frozen=True, slots=True)
class Backjump:
    """All assignments above ``level`` are undone."""

    level: int


@dataclass(frozen=True, slots=True)
class Restart:
    """All assignments above ``level`` are undone by the restart policy, not by a conflict."""

    level: int


@dataclass(frozen=True, slots=True)
class Delete:
    """A learned clause is deleted."""

    clause_id: int


@dataclass(frozen=True, slots=True)
class Watch:
    """From now on clause ``clause_id`` watches these (at most two) literals."""

    clause_id: int
    lits: tuple[Lit, ...]


@dataclass(frozen=True, slots=True)
class Success:
    """Every clause is satisfied.  The trail may leave variables open; ``model`` fills them in."""

    model: Model


@dataclass(frozen=True, slots=True)
class Fail:
    """A conflict that depends on no decision: unsatisfiable.

    ``steps`` derive, from the last conflict (``conflict_id``), clause ``clause_id``: the disjunction of the
    negated assumptions of ``core``, which is the empty clause without assumptions.  ``conflict_id`` is 0 if
    two assumptions contradict each other, so that no clause is needed.
    """

    core: tuple[Lit, ...]
    clause_id: int
    conflict_id: int
    steps: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A limit was reached or the engine was interrupted."""

    stopped: Stopped


Event: TypeAlias = (
    Decide | UnitProp | Conflict | Learn | Backjump | Restart | Delete | Watch | Success | Fail | GiveUp
)


class TracedEngine(Engine, Protocol):
    """An engine whose every step can be watched; ``solve`` consumes the trace."""

    def trace(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Iterator[Event]:
        """The steps of one call, one event each; the last is ``Success``, ``Fail`` or ``GiveUp``."""
