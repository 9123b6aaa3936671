"""How hard the rule instances of Hashi are to see: the costs of explanations and of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from satplay.contracts.facts import Cost
from satplay.puzzles.hashi.rules import Rule

COSTS: Mapping[Enum, Cost] = {
    Rule.NUMBER: Cost(1, partial=2, noted=3),  # some bridges of the island stay unknown
    Rule.CROSSING: Cost(1),
    Rule.CONNECTED: Cost(3),
    Rule.LOOP: Cost(3),
}

CUT_COSTS = (3, 3, 3, 3, 3, 4)
"""CONNECTED by the number of islands that would be cut off: small groups are seen at a glance."""

RING_COSTS = (3, 3, 3, 3, 3, 4)
"""LOOP by the number of islands in the ring."""
