"""Engines: who decides formulas, what they answer, what can be watched.

Answers are types (``Sat``, ``Unsat``, ``Unknown``), never ``None`` or a model left behind in the engine.
An engine that can be watched yields events; everything shown to people is made from them.
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
    """How much one call may spend; None is without bound."""

    seconds: float | None = None
    conflicts: int | None = None
    propagations: int | None = None
    memory_mib: int | None = None


UNLIMITED = Limit()


class Stopped(Enum):
    """Why an engine gave no answer."""

    TIME = "out of time"
    CONFLICTS = "out of conflicts"
    PROPAGATIONS = "out of propagations"
    MEMORY = "out of memory"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable, and here is why: ``model`` assigns every declared variable."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """Unsatisfiable under the assumptions: those of ``core`` alone are already too much.

    An empty core says that the clauses have no model whatever is assumed.
    """

    core: tuple[Lit, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer within the limits."""

    stopped: Stopped


Answer: TypeAlias = Sat | Unsat | Unknown

# -- engines --------------------------------------------------------------------------------------


class Engine(Protocol):
    """One incremental session: clauses may be added between calls, never taken back."""

    def declare(self, var_count: int) -> None:
        """Variables 1 .. ``var_count`` exist and get a value in every model."""

    def add(self, clause: Clause) -> None:
        """Add one clause."""

    def add_flat(self, clauses: FlatClauses) -> None:
        """Add many clauses lying flat, each closed by a 0; a contiguous int32 array, read without a copy."""

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Answer:
        """Decide the clauses together with the assumed literals, which are forgotten afterwards."""

    def interrupt(self) -> None:
        """Make a running ``solve`` answer ``Unknown`` soon; to be called from another thread.

        Without a running call nothing happens: a timer that fires late must not hit the next one.
        """

    def statistics(self) -> Mapping[str, int | float]:
        """Counters since the start of the session, as far as the engine keeps any."""

    def close(self) -> None:
        """Give back what the session holds.  It must not be used afterwards."""


class ProofSink(Protocol):
    """Takes a proof line by line."""

    def add(self, clause_id: int, clause: Clause, antecedents: Sequence[int]) -> None:
        """A derived clause; propagating the ``antecedents`` in this order refutes its negation."""

    def delete(self, clause_id: int, clause: Clause) -> None:
        """A clause that the rest of the proof does not use."""


class ProvingEngine(Engine, Protocol):
    """An engine that can write down why."""

    def log_proof(self, sink: ProofSink) -> None:
        """Send every derived and deleted clause to ``sink``; to be called before the first clause."""


# -- theories -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """What a theory has found out: literals that are true now, and clauses that are true always."""

    implied: Sequence[Lit] = ()
    clauses: Sequence[Clause] = ()


class Theory(Protocol):
    """A rule that clauses would say at too great length: it takes part in the search (DPLL(T)).

    It watches over some literals, its *atoms*, and speaks of them and their negations only.  It is told what
    becomes true and what is taken back, and says what follows.
    """

    def assign(self, lit: Lit) -> None:
        """``lit`` has become true."""

    def backtrack(self, kept: int) -> None:
        """Of all the literals that have become true only the first ``kept`` still are."""

    def propagate(self) -> Findings:
        """What follows from those that are true.  Nothing need be found: ``check`` has the last word."""

    def explain(self, lit: Lit) -> Clause:
        """Why ``lit`` was implied: a clause that is always true, of it and literals that were false then."""

    def check(self) -> Findings:
        """All atoms have a value.  Unless a clause is found that is false now, they are allowed."""


class QbfEngine(Protocol):
    """Decides quantified formulas."""

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Whether the question holds."""

    def interrupt(self) -> None:
        """Make a running ``decide`` answer ``Unknown`` soon; to be called from another thread."""


@dataclass(frozen=True, slots=True)
class Holds:
    """True; ``outermost`` are winning values for a leading existential block.

    ``strategy`` answers for all existential blocks, where the engine was asked to keep one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None


@dataclass(frozen=True, slots=True)
class Fails:
    """False; ``outermost`` are refuting values for a leading universal block.

    ``strategy`` answers for all universal blocks, where the engine was asked to keep one.
    """

    outermost: tuple[Lit, ...] = ()
    strategy: Strategy | None = None


# -- events ---------------------------------------------------------------------------------------
# Clauses are numbered from 1 in the order they were given; learned clauses go on counting.


class Why(Enum):
    """What made the engine decide a literal."""

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
    the engine does not learn: the clause then serves as a reason only, as long as it is one.
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
    """Everything above ``level`` is deleted from the trail."""

    level: int


@dataclass(frozen=True, slots=True)
class Restart:
    """Everything above ``level`` is deleted, not because of a conflict but to start afresh."""

    level: int


@dataclass(frozen=True, slots=True)
class Delete:
    """A learned clause is thrown away."""

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
    """No decision is left to blame: unsatisfiable.

    ``steps`` derive, from the last conflict (``conflict_id``), the clause ``clause_id`` that denies the
    assumptions of ``core`` together: the empty clause where nothing was assumed.  ``conflict_id`` is 0
    when two assumptions contradict each other and no clause is needed to say so.
    """

    core: tuple[Lit, ...]
    clause_id: int
    conflict_id: int
    steps: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A limit was reached or somebody interrupted."""

    stopped: Stopped


Event: TypeAlias = (
    Decide | UnitProp | Conflict | Learn | Backjump | Restart | Delete | Watch | Success | Fail | GiveUp
)


class TracedEngine(Engine, Protocol):
    """An engine that can be watched; solving is exhausting the trace."""

    def trace(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Iterator[Event]:
        """The steps of one call, one event each; the last is ``Success``, ``Fail`` or ``GiveUp``."""
