"""A minimal unsatisfiable subset (MUS): without any one of its members it is satisfiable.

Members are groups of clauses: single clauses, or rule instances (group MUS: Liffiton & Sakallah 2008; Nadel
2010).  Hard clauses always hold and are never members.  The algorithm is deletion with clause-set refinement
(Dershowitz, Hanna & Nadel 2006) and recursive model rotation (Belov & Marques-Silva 2011).
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.fast_dataclass import dataclass
from satplay.reasoning.groups import (
    Groups,
    GroupSession,
    Progress,
    SatisfiableSubset,
    UnsatisfiableSubset,
    use_group_session,
)

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class Mus(Generic[Name]):
    """The ``members``, by name, are unsatisfiable together with the hard clauses.

    Without any one of the ``needed`` members they are satisfiable.  All members are needed unless a limit
    ``stopped`` the search: then the set is unsatisfiable, but perhaps not minimal.
    """

    members: tuple[Name, ...]
    needed: tuple[Name, ...]
    stopped: Stopped | None = None

    @property
    def minimal(self) -> bool:
        """Whether every member is known to be needed."""
        return len(self.needed) == len(self.members)

    def __len__(self) -> int:
        return len(self.members)


MusAnswer: TypeAlias = Mus[Name] | Sat | Unknown


def mus(
    target: Groups[Name] | GroupSession[Name], limit: Limit = UNLIMITED, progress: Progress | None = None
) -> MusAnswer[Name]:
    """A minimal unsatisfiable subset of the groups, or a model if they are satisfiable.

    A session uses its own limit and progress; another thread can interrupt it, and it can be used again.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.reasoning.groups import clause_groups
    >>> mus(clause_groups(Formula([[1, 2], [-1], [3], [-2], [2, -3]])))
    Mus(members=(0, 1, 3), needed=(0, 1, 3), stopped=None)
    >>> mus(clause_groups(Formula([[1, 2], [-1]])))
    Sat(model=Model(-1 2))
    """
    session = use_group_session(target, limit, progress)
    groups = session.groups
    match session.shrink(session.all, last=session is not target):
        case UnsatisfiableSubset(groups=found, needed=needed, stopped=stopped):
            return Mus(groups.names_of(found), groups.names_of(needed), stopped)
        case SatisfiableSubset(model=model):
            return Sat(model)
        case Unknown() as unknown:
            return unknown
