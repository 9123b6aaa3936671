"""How hard the rule instances of Flow are to see: the costs of explanations and of difficulty."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum

from satplay.contracts.facts import Cost
from satplay.contracts.levels import LevelBounds
from satplay.puzzles.flow.rules import DIAGONAL, LAST_COLOUR, Rule
from satplay.rule import RuleInstance

_COSTS: Mapping[Enum, Cost] = {
    Rule.END: Cost(1),
    Rule.THROUGH: Cost(1),
    Rule.FILL: Cost(1),
    Rule.COLOUR: Cost(0),  # the colour of a line is plain to see
    Rule.TOUCH: Cost(1),
}

_COSTS_BY_PATTERN: Mapping[Hashable, Cost] = {
    LAST_COLOUR: Cost(2),  # all colours but one are excluded
    DIAGONAL: Cost(2),
}

NEAR_DIAGONAL = 3
"""A diagonal of up to this number of cells costs 1: it is seen at a glance."""

REGION_COSTS = (2, 2, 2, 2, 2, 3)
"""COLOUR by the number of cells that a colour has to leave or cannot reach."""

LOOP_COSTS = (2, 2, 2, 2, 2, 2, 2, 3)
"""LOOP, and TOUCH at a path that comes back beside itself, by the number of links."""


LEVELS_OF_COSTS = LevelBounds(beginner=1, easy=2, hard=3, expert=5)
"""Steps of 4 and more are rare in Flow: two rules and more have to be combined then."""


def cost_of(instance: RuleInstance) -> Cost:
    """The cost of an instance of a rule that clauses state."""
    pattern = instance.place[0]
    if pattern == DIAGONAL and len(instance.place) <= 1 + NEAR_DIAGONAL:
        return Cost(1)
    return _COSTS_BY_PATTERN.get(pattern) or _COSTS[instance.rule]
