"""The difficulty of an instance, by the costs of the steps that solve it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit, Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LEVELS, LevelBounds, LevelMatch
from satplay.explaining.path import UNBOUNDED, CostBounds, Dearer, Path, StepNumbers
from satplay.fast_dataclass import dataclass
from satplay.reasoning.deduce import Contradiction, Done, Open
from satplay.rule import RuleInstance

MOST_REASONS = 60_000
"""``compare_level`` finds no reasons if there may be more dear steps times facts: that takes seconds."""


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

    def __init__(self, levels: LevelBounds) -> None:
        self._levels = levels
        self.steps = self.dearest = self.total = self.dear = 0
        self._narrowest = UNBOUNDED

    def add(self, cost: int, available: int) -> None:
        """Count one more step of this cost, which was one of several."""
        self.steps += 1
        self.dearest = max(self.dearest, cost)
        self.total += cost
        self.dear += self._levels.is_dear(cost)
        self._narrowest = min(self._narrowest, available)

    def rating(self) -> Rating:
        """The rating of a path that ends here."""
        narrowest = self._narrowest if self.steps else 0
        level = self._levels.level(self.dearest, self.dear)
        return Rating(level, self.dearest, self.total, self.steps, narrowest)


def rate(facts: Facts[Any], limit: Limit = UNLIMITED) -> Rating | Contradiction | Open | Unknown:
    """The rating of the whole path; its end if it does not lead to the only solution."""
    count = RatingCount(facts.levels)
    with Path(facts, limit=limit) as path:
        while True:
            match path.next_numbers():
                case StepNumbers(cost=cost, available=available):
                    count.add(cost, available)
                case Done():
                    return count.rating()
                case Contradiction() | Open() | Unknown() as end:
                    return end


def has_level(facts: Facts[Any], level: str, limit: Limit = UNLIMITED) -> bool | Unknown:
    """Whether the instance has exactly one solution and this level.

    Ends as soon as a step costs more than the level allows.
    """
    levels = facts.levels
    with Path(facts, limit=limit) as path:
        match path.bound_costs(*_allowed(levels, level)):
            case CostBounds(least, most):
                lowest, highest = levels.level(*least), levels.level(*most)
                if lowest == highest:
                    return lowest == level
                if not LEVELS.index(lowest) <= LEVELS.index(level) <= LEVELS.index(highest):
                    return False
                return levels.level(*path.exact_costs(levels.easy)) == level
            case Unknown() as unknown:
                return unknown
            case _:
                return False


def compare_level(facts: Facts[Any], level: str, limit: Limit = UNLIMITED) -> LevelMatch | Unknown:
    """The level of an instance with one solution compared with this one, without the dearest computations.

    It equals ``level`` only if ``rate`` says so.  A board whose level takes the reasons of its steps or a
    minimal unsatisfiable subset counts as a harder one.
    """
    levels = facts.levels
    bound = levels.highest(level)
    with Path(facts, limit=limit) as path:
        if bound is None:  # one reported step that is too dear for the level below suffices
            found = path.bound_costs_of_probes(UNBOUNDED, levels.expert, 0)
            order = {Dearer: 0, CostBounds: -1}.get(type(found), 1)
        else:
            allowed_dear = levels.most_dear if level == "medium" else UNBOUNDED
            found = path.bound_costs_of_probes(bound, levels.easy, allowed_dear)
            order = _order(found, path, levels, level) if isinstance(found, CostBounds) else 1
        if isinstance(found, Unknown):
            return found
        cheap = levels.easy if level == "medium" else bound
        return LevelMatch(order, () if order <= 0 or cheap is None else tuple(path.open_targets(cheap)))


def _order(bounds: CostBounds, path: Path[Any], levels: LevelBounds, level: str) -> int:
    wanted = LEVELS.index(level)
    lowest, highest = (LEVELS.index(levels.level(*costs)) for costs in bounds)
    if lowest == wanted < highest:
        if level != "medium" or bounds.most.dear * path.size > MOST_REASONS:
            return 1
        exact = path.exact_costs(levels.easy, levels.most_dear)
        return LEVELS.index(levels.level(*exact)) - wanted
    if highest < wanted:
        return highest - wanted
    return lowest - wanted if lowest > wanted else -int(lowest < wanted)


def find_superfluous(
    facts: Facts[Any], instances: Sequence[RuleInstance], highest: str, limit: Limit = UNLIMITED
) -> Sequence[RuleInstance] | Unknown | None:
    """Rule instances that can be left out, one after the other, without a level above ``highest``.

    None if probing finds no path up to this level even with all of them.
    """
    with Path(facts, limit=limit) as path:
        return path.leave_out(instances, *_allowed(facts.levels, highest))


def _allowed(levels: LevelBounds, level: str) -> tuple[int, int, int]:
    """What steps may cost up to a level: at most, without being dear, and how many may be dear."""
    bound = levels.highest(level)
    allowed_dear = levels.most_dear if level == "medium" else UNBOUNDED
    return UNBOUNDED if bound is None else bound, levels.easy, allowed_dear
