"""Rules have names; a rule instance is one thing a rule says at one place.

Clauses state it, a wrong answer breaks it, an explanation uses it, a drawing highlights it: all of
them share the one object that a puzzle's ``rules.py`` builds.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """What ``rule`` says at ``place``, as a ``sentence`` for people.

    >>> class Rule(Enum):
    ...     CROSSING = "Bridges do not cross."
    >>> print(RuleInstance(Rule.CROSSING, "A1-A3 and A2-B2 cross", ((0, 0), (0, 2))))
    CROSSING: A1-A3 and A2-B2 cross
    """

    rule: Enum
    sentence: str
    place: tuple[Hashable, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As it stands in every document: a broken rule, a reason."""
        return {"rule": self.rule.name, "sentence": self.sentence, "place": list(self.place)}

    def __str__(self) -> str:
        return f"{self.rule.name}: {self.sentence}"
