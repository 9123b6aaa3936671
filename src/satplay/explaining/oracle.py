"""The oracle of generators: it also knows the level of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from satplay.contracts.engine import Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LevelMatch
from satplay.reasoning.oracle import EngineOracle, limit_error
from satplay.rule import RuleInstance

T = TypeVar("T")


class GradingOracle(EngineOracle):
    """An oracle that answers queries about difficulty, too."""

    def has_level(self, facts: Facts[Any], level: str) -> bool:
        """Whether the instance has exactly one solution and this level of difficulty."""
        from satplay.explaining.difficulty import has_level  # most oracles are never asked for a level

        return _expect(has_level(facts, level, self._limit()))

    def find_superfluous(
        self, facts: Facts[Any], instances: Sequence[RuleInstance], highest: str
    ) -> Sequence[RuleInstance] | None:
        """Rule instances that can be left out together without a level above ``highest``."""
        from satplay.explaining.difficulty import find_superfluous

        return _expect(find_superfluous(facts, instances, highest, self._limit()))

    def compare_level(self, facts: Facts[Any], level: str) -> LevelMatch:
        """How the level of an instance with one solution compares with this one."""
        from satplay.explaining.difficulty import compare_level

        return _expect(compare_level(facts, level, self._limit()))


def _expect(answer: T | Unknown) -> T:
    """The answer; raises an exception if a limit was reached."""
    if isinstance(answer, Unknown):
        raise limit_error(answer.stopped)
    return answer
