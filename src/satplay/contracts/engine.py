"""Interfaces of SAT engines: limits, answers, incremental sessions and proofs.

Answers are types (``Sat``, ``Unsat``, ``Unknown``), never ``None`` or a model stored in the engine.  Trace
events are in ``events``, theories in ``theory``, engines for quantified formulas in ``qbf_engine``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from satplay.arguments import expect_seconds, expect_whole_number, show
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.logic.literal import Clause, FlatClauses, Lit
    from satplay.logic.model import Model


# -- limits and answers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """Resource limits of one call; None means unlimited.

    >>> Limit(seconds=-1)
    Traceback (most recent call last):
    ...
    satplay.errors.BadInput: bad limit of seconds: found -1, expected a number of seconds, 0 or more
    """

    seconds: float | None = None
    conflicts: int | None = None
    propagations: int | None = None
    memory_mib: int | None = None

    def __post_init__(self) -> None:
        expect_seconds("limit of seconds", self.seconds)
        for what, value in (
            ("limit of conflicts", self.conflicts),
            ("limit of propagations", self.propagations),
            ("limit of memory in MiB", self.memory_mib),
        ):
            if value is not None:
                expect_whole_number(what, value)


UNLIMITED = Limit()


def expect_limit(limit: Limit) -> None:
    """Raise ``BadInput`` for a limit that is no ``Limit``."""
    if not isinstance(limit, Limit):
        raise BadInput("limit", found=show(limit), expected="a Limit, such as Limit(seconds=10)")


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

    def add(self, *clause: Lit | Clause) -> None:
        """Add one clause: ``add(1, -2)`` or ``add([1, -2])``."""

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
