"""Interfaces of SAT and QBF engines: answers, limits, theories and trace events.

Answers are types (``Sat``, ``Unsat``, ``Unknown``), never ``None`` or a model stored in the engine.  A traced
engine yields events; every view of a run is made from these events alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from satplay.logic.literal import Clause, FlatClauses, Lit
from satplay.logic.model import Model
from satplay.logic.quantified import Quantified
from satplay.logic.strategy import Strategy

# -- limits and answers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """Resource limits of one call; None means unlimited."""

    seconds: float | None = None
    conflicts: int | None = None
    propagations: int | None = None
    memory_mib: int | None = None


UNLIMITED = Limit()


class Stopped(Enum):
    """The limit or interrupt that stopped an engine before it had an answer."""

    TIME = "out of time"
    CONFLICTS = "out of conflicts"
    PROPAGATIONS = "out of propagations"
    MEMORY = "out of memory"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable; ``model`` assigns every declared variable."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """Unsatisfiable under the assumptions; ``core`` is a subset of them that suffices.

    With an empty core the clauses are unsatisfiable without any assumption.
    """

    core: tuple[Lit, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer within the limits."""

    stopped: Stopped


Answer: TypeAlias = Sat | Unsat | Unknown

# -- engines --------------------------------------------------------------------------------------


class Engine(Protocol):
    """One incremental session: clauses may be added between calls, never removed."""

    def declare(self, var_count: int) -> None:
        """Declare variables 1 .. ``var_count``: every model assigns them a value."""

    def add(self, clause: Clause) -> None:
        """Add one clause."""

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add clauses from a flat array, each terminated by 0; contiguous int32, read without a copy."""

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses under assumptions, which hold for this call only."""

    def interrupt(self) -> None:
        """Make a running ``solve`` return ``Unknown`` soon; called from another thread.

        Has no effect if no call is running: a timer that fires late must not stop the next call.
        """

    def statistics(self) -> Mapping[str, int | float]:
        """Counters since the start of the session; empty if the engine has none."""

    def close(self) -> None:
        """Release all resources; the session must not be used afterwards."""


class ProofSink(Protocol):
    """Receives a proof line by line."""

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """A derived clause; propagating the ``antecedents`` in this order refutes its negation."""

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A deleted clause; later lines do not use it."""


class ProvingEngine(Engine, Protocol):
    """An engine that can log a proof."""

    def log_proof(self, sink: ProofSink) -> None:
        """Send every derived and deleted clause to ``sink``; call it before adding the first clause."""


# -- theories -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """Result of theory propagation: literals implied now, and clauses that are valid in the theory."""

    implied: Sequence[Lit] = ()
    clauses: Sequence[Clause] = ()


class Theory(Protocol):
    """A constraint that is too large for clauses and takes part in the search instead (DPLL(T)).

    It constrains some literals, its *atoms*.  The engine notifies it of assignments and backtracking; it
    returns implied literals and clauses over its atoms.
    """

    def assign(self, lit: Lit) -> None:
        """Notification: ``lit`` was assigned true."""

    def backtrack(self, kept: int) -> None:
        """Notification: only the first ``kept`` of the assigned literals remain assigned."""

    def propagate(self) -> Findings:
        """Consequences of the current assignment; may be incomplete, since ``check`` decides."""

    def explain(self, lit: Lit) -> Clause:
        """The reason of an implied literal: a valid clause of ``lit`` and literals that were false then."""

    def check(self) -> Findings:
        """Final check with all atoms assigned: accepted unless a clause is returned that is false now."""


class QbfEngine(Protocol):
    """An engine for quantified Boolean formulas."""

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Decide whether the formula is true."""

    def interrupt(self) -> None:
        """Make a running ``decide`` return ``Unknown`` soon; called from another thread."""


@dataclass(frozen=True, slots=True)
class Holds:
    """True; ``outermost`` are winning values for a leading existential block.

    ``strategy`` covers all existential blocks, if the engine was asked for one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None


@dataclass(frozen=True, slots=True)
class Fails:
    """False; ``outermost`` are refuting values for a leading universal block.

    ``strategy`` covers all universal blocks, if the engine was asked for one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None


# -- events ---------------------------------------------------------------------------------------
# Clauses are numbered from 1 in the order they were given; learned clauses continue the numbering.


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

    ``minimised`` of the steps, the last ones, come from clause minimisation.  ``kept`` is false when
    the engine does not learn: the clause is then used only as the reason of its literal.
    """

    clause_id: int
    clause: tuple[Lit, ...]
    levels: tuple[int, ...]
    backjump: int
    conflict_id: int
    steps: tuple[Resolution, ...]
    minimised: int = 0
    kept: bool = True


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
