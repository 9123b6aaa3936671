"""Rules have names; a rule instance is one rule at one place.

Clauses state it, a wrong answer violates it, an explanation cites it, a drawing highlights it: all of them
use the object that ``rules.py`` of the puzzle builds.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import Any

from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """A rule at a place, with its meaning there as a sentence.

    >>> class Rule(Enum):
    ...     CROSSING = "Bridges do not cross."
    >>> print(RuleInstance(Rule.CROSSING, "A1-A3 and A2-B2 cross", ((0, 0), (0, 2))))
    CROSSING: A1-A3 and A2-B2 cross
    """

    rule: Enum
    sentence: str
    place: tuple[Hashable, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The JSON object for a violated rule or a reason."""
        return {"rule": self.rule.name, "sentence": self.sentence, "place": list(self.place)}

    def __str__(self) -> str:
        return f"{self.rule.name}: {self.sentence}"
