"""All minimal unsatisfiable subsets (MUSes) and all minimal correction sets (MCSes), one after the other.

A minimal correction set is a minimal set whose removal makes the rest satisfiable: the complement of a
maximal satisfiable subset.  Liffiton, Previti, Malik & Marques-Silva, "Fast, flexible MUS enumeration"
(MARCO), 2016: a second engine holds the *map*, a formula whose models are the unexplored subsets.  A model of
the map is a seed.  An unsatisfiable seed is shrunk to an MUS, and all supersets of the MUS are blocked in the
map; a satisfiable seed is grown, and all subsets of the result are blocked.  When the map is unsatisfiable,
all have been found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeAlias, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.fast_dataclass import dataclass
from satplay.reasoning.groups import (
    Groups,
    GroupSession,
    Progress,
    SatisfiableSubset,
    UnsatisfiableSubset,
    use_group_session,
)
from satplay.reasoning.mus import Mus

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class Mcs(Generic[Name]):
    """Without ``members``, by name, the others are satisfiable; with any one of them added they are not."""

    members: tuple[Name, ...]

    def __len__(self) -> int:
        return len(self.members)


Subset: TypeAlias = Mus[Name] | Mcs[Name] | Unknown


def subsets(
    target: Groups[Name] | GroupSession[Name],
    limit: Limit = UNLIMITED,
    progress: Progress | None = None,
    *,
    known_subsets: Iterable[Mus[Name] | Mcs[Name]] = (),
) -> Iterator[Subset[Name]]:
    """Every MUS and every MCS once, found on demand; ``Unknown`` comes last if a limit was reached.

    The limit applies to the whole enumeration; time counts from the request for the first set.  The
    ``known_subsets`` of a search that was stopped are not found again.  A session uses its own limit and
    progress; another thread can interrupt it while it searches.  Memory grows by one clause for each set.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.reasoning.groups import clause_groups
    >>> found = list(subsets(clause_groups(Formula([[1], [-1], [-1, 2], [-2]]))))
    >>> sorted(subset.members for subset in found if isinstance(subset, Mus))
    [(0, 1), (0, 2, 3)]
    >>> sorted(subset.members for subset in found if isinstance(subset, Mcs))
    [(0,), (1, 2), (1, 3)]
    """
    session = use_group_session(target, limit, progress)
    unexplored = _Map(session)
    for subset in known_subsets:
        unexplored.block(subset)
    while True:
        with session.working(unexplored.interrupt, unexplored.conflicts):
            found = _next(session, unexplored)
        if found is None:
            return
        yield found
        if isinstance(found, Unknown):
            return


def _next(session: GroupSession[Name], unexplored: _Map[Name]) -> Subset[Name] | None:
    """The next set, blocked in the map; None if the map is unsatisfiable."""
    seed = unexplored.seed()
    if seed is None or isinstance(seed, Unknown):
        return seed
    answer = session.decide(seed)
    match answer:
        case UnsatisfiableSubset(groups=core):
            answer = session.shrink(core)
        case SatisfiableSubset(groups=held):
            answer = session.grow(held)
        case Unknown():
            pass
    found: Mus[Name] | Mcs[Name]
    match answer:
        case UnsatisfiableSubset(groups=members, needed=needed, stopped=None):
            found = Mus(session.groups.names_of(members), session.groups.names_of(needed))
        case SatisfiableSubset(groups=held):
            found = Mcs(session.groups.names_of(sorted({*session.all} - {*held})))
        case UnsatisfiableSubset(stopped=why) | Unknown(stopped=why):
            return Unknown(why or Stopped.INTERRUPTED)
    unexplored.block(found)
    return found


class _Map(Generic[Name]):
    """The unexplored subsets: variable g + 1 is true if group g is a member.

    Large subsets come first, so that MUSes are found early.
    """

    def __init__(self, session: GroupSession[Name]) -> None:
        self._session = session
        self._engine = open_engine()
        self._engine.declare(len(session.all))
        if isinstance(self._engine, NativeEngine):
            for group in session.all:
                self._engine.set_phase(group + 1)

    def seed(self) -> list[int] | Unknown | None:
        match self._engine.solve(limit=self._session.remaining_limit()):
            case Sat(model=model):
                return [lit - 1 for lit in model if lit > 0]
            case Unknown() as unknown:
                return unknown
            case Unsat():
                return None

    def block(self, subset: Mus[Name] | Mcs[Name]) -> None:
        """Block all supersets of an MUS, or all sets that are disjoint from an MCS."""
        sign = -1 if isinstance(subset, Mus) else 1
        self._engine.add([sign * (group + 1) for group in self._session.groups.numbers_of(subset.members)])

    def interrupt(self) -> None:
        self._engine.interrupt()

    def conflicts(self) -> int:
        return int(self._engine.statistics().get("conflicts", 0))
