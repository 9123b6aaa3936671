"""How hard the rule instances of Flow are to see: the costs of explanations and of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from satplay.contracts.facts import Cost
from satplay.puzzles.flow.rules import Rule
from satplay.rule import RuleInstance

_COSTS: Mapping[Enum, Cost] = {
    Rule.END: Cost(1),
    Rule.THROUGH: Cost(1),
    Rule.FILL: Cost(1),
    Rule.COLOUR: Cost(0),  # the colour of a line is plain to see
    Rule.TOUCH: Cost(1),
}

LAST_COLOUR = Cost(2)
"""FILL by colours: all colours but one are excluded."""

STAIRCASE = Cost(2)
"""TOUCH along a diagonal: every turn repeats until a dot."""

REGION_COSTS = (2, 2, 2, 2, 2, 3)
"""COLOUR by the number of cells that a colour has to leave or cannot reach."""

LOOP_COSTS = (2, 2, 2, 2, 2, 2, 2, 3)
"""LOOP, and TOUCH at a path with itself, by the number of links."""


def cost_of(instance: RuleInstance) -> Cost:
    """The cost of an instance of a rule that clauses state."""
    if instance.rule is Rule.TOUCH and len(instance.place) > 4:
        return STAIRCASE
    if instance.rule is Rule.FILL and len(instance.place) > 2:
        return LAST_COLOUR
    return _COSTS[instance.rule]
