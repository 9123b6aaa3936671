"""All minimal unsatisfiable subsets (MUSes) and all minimal correction sets (MCSes), one after the other.

A minimal correction set is what must go, at least, so that the rest can hold: the complement of a maximal
satisfiable subset.  Liffiton, Previti, Malik & Marques-Silva, "Fast, flexible MUS enumeration" (MARCO), 2016:
a second engine keeps the *map* of subsets of which nothing is known yet.  A model of the map is a seed; an
unsatisfiable seed is shrunk to an MUS and everything above it struck off the map, a satisfiable one is grown
and everything below it struck off.  When the map is empty, all have been found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from satplay.contracts.engine import UNLIMITED, Engine, Limit, Sat, Unknown
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.reasoning.groups import Groups, Holding, Refuted, Session
from satplay.reasoning.mus import Mus

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class Mcs(Generic[Name]):
    """Without ``members``, by name, the others are satisfiable; with any of them put back they are not."""

    members: tuple[Name, ...]

    def __len__(self) -> int:
        return len(self.members)


Subset: TypeAlias = Mus[Name] | Mcs[Name] | Unknown


def subsets(groups: Groups[Name], limit: Limit = UNLIMITED) -> Iterator[Subset[Name]]:
    """Every MUS and every MCS once, found when asked for; ``Unknown`` comes last when a limit was reached.

    The limit is for all of them together, and time runs from when the first is asked for.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.reasoning.groups import clause_groups
    >>> found = list(subsets(clause_groups(Formula([[1], [-1], [-1, 2], [-2]]))))
    >>> sorted(subset.members for subset in found if isinstance(subset, Mus))
    [(0, 1), (0, 2, 3)]
    >>> sorted(subset.members for subset in found if isinstance(subset, Mcs))
    [(0,), (1, 2), (1, 3)]
    """
    session = Session(groups, limit)
    unseen = _map(len(groups))
    while True:
        match unseen.solve(limit=session.left()):
            case Sat(model=model):
                seed = [var - 1 for var in model if var > 0]
            case Unknown() as unknown:
                yield unknown
                return
            case _:
                return
        answer = session.decide(seed)
        match answer:
            case Refuted(groups=core):
                answer = session.shrink(core)
            case Holding(groups=held):
                answer = session.grow(held)
            case Unknown():
                pass
        match answer:
            case Refuted(groups=found, needed=needed, stopped=None):
                unseen.add([-(group + 1) for group in found])
                yield Mus(groups.named(found), groups.named(needed))
            case Holding(groups=held):
                missing = sorted({*session.all} - {*held})
                unseen.add([group + 1 for group in missing])
                yield Mcs(groups.named(missing))
            case Refuted(stopped=why) if why is not None:
                yield Unknown(why)
                return
            case Unknown() as unknown:
                yield unknown
                return


def _map(groups: int) -> Engine:
    """Every subset: variable g + 1 says that group g is in.  Large ones come first, so that MUSes do."""
    unseen = open_engine()
    unseen.declare(groups)
    if isinstance(unseen, NativeEngine):
        for group in range(groups):
            unseen.set_phase(group + 1)
    return unseen
