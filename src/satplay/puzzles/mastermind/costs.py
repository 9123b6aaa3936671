"""How hard the rule instances of Mastermind are to see: the costs of explanations and of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from satplay.contracts.facts import Cost
from satplay.puzzles.mastermind.rules import Rule

COSTS: Mapping[Enum, Cost] = {
    Rule.ANSWER: Cost(1),  # everything that one guess implies
    Rule.PLACE: Cost(1),  # alone: only one symbol is left; with others: the symbols are tried one by one
    Rule.REPEAT: Cost(1),
}
