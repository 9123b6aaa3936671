"""The difficulty of an instance, by the costs of the steps that solve it."""

from __future__ import annotations

from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import DEAR, HIGHEST_COSTS, MOST_DEAR, level_of
from satplay.explaining.path import DONE, STEP, STOPPED, STUCK, UNBOUNDED, Dearer, Path, PathResult
from satplay.fast_dataclass import dataclass
from satplay.reasoning.deduce import Contradiction, DeductionStep, Done, Open


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard an instance is.

    ``level``      one of ``contracts.levels.LEVELS``
    ``dearest``    the cost of the dearest step
    ``total``      the sum of the costs of all steps
    ``steps``      the number of steps
    ``narrowest``  the smallest number of different steps that were available at any moment
    """

    level: str
    dearest: int
    total: int
    steps: int
    narrowest: int


class RatingCount:
    """The rating of the steps counted so far."""

    def __init__(self) -> None:
        self.steps = self.dearest = self.total = self.dear = 0
        self._narrowest = UNBOUNDED

    def add(self, step: DeductionStep) -> None:
        """Count one more step."""
        self.add_cost(step.cost, step.available)

    def add_cost(self, cost: int, available: int = 1) -> None:
        """Count one more step of this cost."""
        self.steps += 1
        self.dearest = max(self.dearest, cost)
        self.total += cost
        self.dear += cost >= DEAR
        self._narrowest = min(self._narrowest, available)

    def rating(self) -> Rating:
        """The rating of a path that ends here."""
        narrowest = self._narrowest if self.steps else 0
        return Rating(level_of(self.dearest, self.dear), self.dearest, self.total, self.steps, narrowest)


def rate(facts: Facts[Any], limit: Limit = UNLIMITED) -> Rating | Contradiction | Open | Unknown:
    """The rating of the whole path; its end if it does not lead to the only solution."""
    count = RatingCount()
    with Path(facts, limit=limit) as path:
        while True:
            match path.next():
                case DeductionStep() as step:
                    count.add(step)
                case Done():
                    return count.rating()
                case Contradiction() | Open() | Unknown() as end:
                    return end


def has_level(facts: Facts[Any], level: str, limit: Limit = UNLIMITED) -> bool | Unknown:
    """Whether the instance has exactly one solution and this level.

    Ends as soon as a step costs more than the level allows.
    """
    highest = HIGHEST_COSTS.get(level, UNBOUNDED)
    count = RatingCount()
    path = _PathOfCosts(facts, limit=limit)
    with path:
        while True:
            match path.next_cost(highest):
                case int() as cost:
                    count.add_cost(cost)
                    if level == "medium" and count.dear > MOST_DEAR:
                        return False
                case Done():
                    return count.rating().level == level
                case Unknown() as unknown:
                    return unknown
                case _:
                    return False


class _PathOfCosts(Path[Any]):
    """A path whose steps are not put into words: generators look at many boards."""

    def next_cost(self, max_cost: int) -> int | PathResult:
        """The cost of the next step; or why there is none."""
        while True:
            result, _, _, _, _, cost, _ = self._explainer.next(max_cost, self._budget.remaining().seconds)
            if result == STEP:
                return cost
            if result == DONE:
                return Done()
            if result == STUCK:
                end = self._continue()
                if end is not None:
                    return end
            else:
                return Unknown(Stopped.TIME) if result == STOPPED else Dearer()
