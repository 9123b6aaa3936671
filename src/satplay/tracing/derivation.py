"""Derivations: how a clause follows from a conflict by resolution, and the corresponding cut.

Resolving (A or -p) with (B or p), the reason of p, gives (A or B) (Robinson 1965).  In the implication
graph each step moves p from the reason side to the conflict side; the clause always states that
the literals whose edges cross the cut cannot all be true (Marques-Silva & Sakallah 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from satplay.contracts.events import Resolution
from satplay.errors import EngineError
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Clause, Lit


@dataclass(frozen=True, slots=True)
class Resolvent:
    """One step: resolving the current clause on ``pivot`` with clause ``clause_id`` gives ``clause``."""

    pivot: Lit
    clause_id: int
    clause: tuple[Lit, ...]
    minimising: bool = False


@dataclass(frozen=True, slots=True)
class Derivation:
    """From ``start``, the literals of clause ``conflict_id``, to ``result``."""

    conflict_id: int
    start: tuple[Lit, ...]
    steps: tuple[Resolvent, ...] = ()

    @property
    def result(self) -> tuple[Lit, ...]:
        """The derived clause."""
        return self.steps[-1].clause if self.steps else self.start

    @property
    def pivots(self) -> tuple[Lit, ...]:
        """The pivots in order."""
        return tuple(step.pivot for step in self.steps)


@dataclass(frozen=True, slots=True)
class Cut:
    """A partition of the trail; the resolved literals are on the conflict side."""

    reason_side: tuple[Lit, ...]
    conflict_side: tuple[Lit, ...]


def by_variable(lits: Iterable[Lit]) -> tuple[Lit, ...]:
    """The distinct literals, ordered by variable.

    >>> by_variable([3, -1, 3, 5])
    (-1, 3, 5)
    """
    return tuple(sorted(set(lits), key=lambda lit: (abs(lit), lit)))


def resolve(clause: Clause, pivot: Lit, reason: Clause) -> tuple[Lit, ...]:
    """The resolvent of ``clause``, which has ``-pivot``, and ``reason``, which has ``pivot``.

    >>> resolve((-3, -4, 5), 4, (-3, 4, 5))
    (-3, 5)
    """
    if -pivot not in clause:
        raise EngineError(f"cannot resolve on {pivot}: {format_clause(clause)} does not contain {-pivot}")
    if pivot not in reason:
        raise EngineError(f"cannot resolve on {pivot}: {format_clause(reason)} does not contain {pivot}")
    return by_variable([lit for lit in clause if lit != -pivot] + [lit for lit in reason if lit != pivot])


def derive(
    conflict_id: int, steps: Sequence[Resolution], clause_of: Callable[[int], Clause], minimised: int = 0
) -> Derivation:
    """Apply the steps to clause ``conflict_id``; the last ``minimised`` steps are minimisation."""
    start = clause = tuple(dict.fromkeys(clause_of(conflict_id)))
    resolvents = []
    for at, step in enumerate(steps):
        clause = resolve(clause, step.pivot, clause_of(step.clause_id))
        resolvents.append(Resolvent(step.pivot, step.clause_id, clause, at >= len(steps) - minimised))
    return Derivation(conflict_id, start, tuple(resolvents))


def cut_of(derivation: Derivation, trail: Iterable[Lit], stage: int | None = None) -> Cut:
    """The cut after the first ``stage`` resolutions (by default all of them)."""
    done = derivation.steps[:stage]
    clause = done[-1].clause if done else derivation.start
    resolved = {step.pivot for step in done} - {-lit for lit in clause}
    lits = tuple(trail)
    return Cut(
        tuple(lit for lit in lits if lit not in resolved),
        tuple(lit for lit in lits if lit in resolved),
    )


def format_clause(clause: Clause) -> str:
    """A clause as a set.

    >>> format_clause((-1, 3, 4))
    '{-1,3,4}'
    """
    return "{" + ",".join(map(str, clause)) + "}"
