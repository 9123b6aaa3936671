"""The whole path of an instance, by the explanation engine or without it: two ways that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from satplay.contracts.engine import Unknown
from satplay.contracts.facts import Facts
from satplay.explaining.path import Path, PathResult
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionStep, Done, Open

SOLVED, SEVERAL, UNSOLVABLE, STOPPED = "solved", "several", "unsolvable", "stopped"


@dataclass(frozen=True, slots=True)
class WholePath:
    """The steps of one instance and how they end.

    ``end``  ``solved``, ``several`` (solutions are left), ``unsolvable``, or ``stopped`` before the end
    """

    steps: tuple[DeductionStep, ...]
    end: str

    def solution(self, facts: Facts[Any]) -> Any:
        """The partial solution that all steps together state; complete if the path is ``solved``."""
        literals = [lit for step in self.steps for lit in (*step.plain_facts, *step.facts)]
        return facts.apply_facts(facts.nothing, literals)


def engine_results(facts: Facts[Any]) -> Iterator[PathResult]:
    """The steps of the explanation engine, as ``explain`` and ``rate`` find them, and the end."""
    with Path(facts) as path:
        yield from path.steps()


def deduction_results(facts: Facts[Any]) -> Iterator[PathResult]:
    """The steps of ``reasoning.deduce`` alone, each from all facts known before it, and the end.

    Explanations were found in this way before there was an engine for them.
    """
    position, found = facts.nothing, list[Lit]()
    with Deduction(facts) as deduction:
        while True:
            result = deduction.step([*facts.known_literals(position), *found])
            yield result
            if not isinstance(result, DeductionStep):
                return
            found += result.facts
            position = facts.apply_facts(position, result.facts)


Way = Callable[[Facts[Any]], Iterator[PathResult]]

WAYS: Mapping[str, Way] = {"path": engine_results, "deduction": deduction_results}


def find_whole_path(way: Way, facts: Facts[Any], proceed: Callable[[], bool] = lambda: True) -> WholePath:
    """All steps; ``proceed`` is called after each result and ends the path if it returns false."""
    steps: list[DeductionStep] = []
    for result in way(facts):
        may_proceed = proceed()
        match result:
            case DeductionStep():
                steps.append(result)
            case Done():
                return WholePath(tuple(steps), SOLVED)
            case Open():
                return WholePath(tuple(steps), SEVERAL)
            case Contradiction():
                return WholePath(tuple(steps), UNSOLVABLE)
            case Unknown():
                break
        if not may_proceed:
            break
    return WholePath(tuple(steps), STOPPED)
