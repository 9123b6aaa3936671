"""The oracle of generators: it also knows the level of a board."""

from __future__ import annotations

from typing import Any

from satplay.contracts.engine import Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LevelMatch
from satplay.reasoning.oracle import EngineOracle, limit_error


class GradingOracle(EngineOracle):
    """An oracle that answers queries about difficulty, too."""

    def has_level(self, facts: Facts[Any], level: str) -> bool:
        """Whether the instance has exactly one solution and this level of difficulty."""
        from satplay.explaining.difficulty import has_level  # most oracles are never asked for a level

        answer = has_level(facts, level, self._limit())
        if isinstance(answer, Unknown):
            raise limit_error(answer.stopped)
        return answer

    def compare_level(self, facts: Facts[Any], level: str) -> LevelMatch:
        """How the level of an instance with one solution compares with this one."""
        from satplay.explaining.difficulty import compare_level

        answer = compare_level(facts, level, self._limit())
        if isinstance(answer, Unknown):
            raise limit_error(answer.stopped)
        return answer
