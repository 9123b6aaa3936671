"""A smallest (or cheapest) minimal unsatisfiable subset, by implicit hitting sets.

Ignatiev, Previti, Liffiton & Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
2015.  Every MUS hits every minimal correction set, and a set that hits all of them is unsatisfiable.  So the
cost of a minimum hitting set of the correction sets found so far is a lower bound.  If the hitting set is
unsatisfiable, it is a smallest MUS; if not, growing it gives a correction set that it does not hit.  This
correction set is added to it and the result is grown again, so that each round gives several disjoint ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit, Sat, Stopped, Unknown
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.reasoning.groups import (
    Groups,
    GroupSession,
    Progress,
    SatisfiableSubset,
    UnsatisfiableSubset,
    use_group_session,
)
from satplay.reasoning.hitting import HittingSets

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class Smus(Generic[Name]):
    """An unsatisfiable subset: its ``members``, by name, and its ``cost``; ``at_least`` is a lower bound.

    The two are equal unless a limit ``stopped`` the search: then a cheaper subset may exist, and if
    ``minimal`` is false, some members may be redundant.
    """

    members: tuple[Name, ...]
    cost: int
    at_least: int
    minimal: bool = True
    stopped: Stopped | None = None

    @property
    def smallest(self) -> bool:
        """Whether no cheaper subset exists."""
        return self.cost == self.at_least

    def __len__(self) -> int:
        return len(self.members)


def smus(
    target: Groups[Name] | GroupSession[Name],
    weights: Sequence[int] | None = None,
    limit: Limit = UNLIMITED,
    progress: Progress | None = None,
) -> Smus[Name] | Sat | Unknown:
    """An unsatisfiable subset of the groups with minimum total weight (default: each group has weight 1).

    A session uses its own limit and progress; another thread can interrupt it, and it can be used again.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.reasoning.groups import clause_groups
    >>> smus(clause_groups(Formula([[1], [-1, 2], [-2, 3], [-3], [4], [-1, -4]]))).members
    (0, 4, 5)
    """
    session = use_group_session(target, limit, progress)
    weights = [1] * len(session.all) if weights is None else weights
    if len(weights) != len(session.all) or any(weight < 1 for weight in weights):
        expected = f"{len(session.all)} whole numbers from 1"
        raise BadInput("weights", found=str([*weights])[:60], expected=expected)
    hitting = HittingSets(weights)
    with session.working(hitting.interrupt, lambda: hitting.failures):
        match session.shrink(session.all):
            case SatisfiableSubset(model=model):
                return Sat(model)
            case Unknown() as unknown:
                return unknown
            case UnsatisfiableSubset() as first:
                return _Search(session, weights, hitting, first).run()


class _Search(Generic[Name]):
    """The best subset so far, and the hitting sets that give the lower bound."""

    def __init__(
        self,
        session: GroupSession[Name],
        weights: Sequence[int],
        hitting: HittingSets,
        first: UnsatisfiableSubset,
    ) -> None:
        self._session = session
        self._weights = weights
        self._hitting = hitting
        self._sets = 0
        self._best = first

    def run(self) -> Smus[Name]:
        if self._best.stopped is not None:
            return self._answer(self._best.stopped)
        while self._hitting.cost < self._cost(self._best.groups):
            chosen = self._hitting.minimum(self._session.remaining_limit, self._report_progress)
            if isinstance(chosen, Unknown):
                return self._answer(chosen.stopped)
            if self._hitting.cost >= self._cost(self._best.groups):
                break
            stopped = self._test_hitting_set(chosen)
            if stopped is not None:
                return self._answer(stopped)
        return self._answer(None)

    def _report_progress(self, at_least: int) -> None:
        if self._session.progress is not None:
            at_most = self._cost(self._best.groups)
            self._session.progress({"at least": at_least, "at most": at_most, "sets to hit": self._sets})

    def _test_hitting_set(self, hitting: tuple[int, ...]) -> Stopped | None:
        """If the hitting set is unsatisfiable, it is the answer; otherwise collect disjoint correction sets.

        Each is added to the current set until that is unsatisfiable; it may then contain a cheaper MUS.
        """
        chosen = hitting
        while True:
            match self._session.grow(chosen):
                case SatisfiableSubset(groups=held):
                    missing = sorted({*self._session.all} - {*held})
                    self._hitting.hit(missing)
                    self._sets += 1
                    chosen = tuple(sorted({*chosen, *missing}))
                case UnsatisfiableSubset():
                    if chosen is hitting:
                        self._best = UnsatisfiableSubset(hitting, hitting)
                        return None
                    return self._improve(chosen)
                case Unknown(stopped=why):
                    return why

    def _improve(self, numbers: tuple[int, ...]) -> Stopped | None:
        match self._session.shrink(numbers):
            case UnsatisfiableSubset(stopped=None) as found:
                if self._cost(found.groups) < self._cost(self._best.groups):
                    self._best = found
            case UnsatisfiableSubset(stopped=why) | Unknown(stopped=why):
                return why
            case SatisfiableSubset():
                pass
        return None

    def _cost(self, numbers: Sequence[int]) -> int:
        return sum(self._weights[group] for group in numbers)

    def _answer(self, stopped: Stopped | None) -> Smus[Name]:
        best = self._best
        cost = self._cost(best.groups)
        members = self._session.groups.names_of(best.groups)
        return Smus(members, cost, min(cost, self._hitting.cost), len(best.needed) == len(members), stopped)
