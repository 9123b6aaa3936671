"""How hard the rule instances of Mosaic are to see: the costs of explanations and of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from satplay.contracts.facts import Cost
from satplay.puzzles.mosaic.rules import Rule

COSTS: Mapping[Enum, Cost] = {
    Rule.GIVEN: Cost(0),  # it is printed on the board
    Rule.COUNT: Cost(1),
    Rule.CONNECTED: Cost(3),
}
