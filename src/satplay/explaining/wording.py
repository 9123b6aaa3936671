"""The words of explanations: those of the puzzle, or sentences of rule instances and facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from satplay.contracts.phrases import Phrases, Statement, StepMarks
from satplay.contracts.texts import join_words, pluralize
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.rule import RuleInstance

MOST_PLACES = 4
"""Places that a hint names; it counts the others."""


class Wording:
    """The words about one board, with the formula that its facts are literals of."""

    def __init__(self, formula: Formula, board: Any, phrases: Phrases[Any] | None = None) -> None:
        self._formula, self._board, self._phrases = formula, board, phrases

    def facts(self, lits: Sequence[Lit]) -> tuple[str, ...]:
        """The facts as sentences; the puzzle may join several to one."""
        if self._phrases is None:
            return tuple(map(self._formula.fact, lits))
        return tuple(self._phrases.facts(self._board, self.statements(lits)))

    def has_meaning(self, lit: Lit) -> bool:
        """Whether a literal is a fact that a person can read, not an auxiliary variable."""
        return self._formula.atom(lit) is not None

    def statements(self, lits: Sequence[Lit]) -> list[Statement]:
        """The facts as atoms, affirmed or denied; auxiliary variables are left out."""
        atoms = ((self._formula.atom(lit), lit > 0) for lit in lits)
        return [Statement(atom, is_true) for atom, is_true in atoms if atom is not None]

    def marks(self, new: Sequence[Lit], given: Sequence[Lit], because: Sequence[RuleInstance]) -> StepMarks:
        """What a picture of these facts and rule instances marks."""
        return StepMarks(self.statements(new), self.statements(given), because)

    def reason(self, instance: RuleInstance, new: Sequence[Lit], given: Sequence[Lit]) -> str:
        """Why one rule instance implies facts, with its label: ``A1 has its 2 bridges (NUMBER A1)``."""
        if self._phrases is None:
            return str(instance)
        new_facts, given_facts = self.statements(new), self.statements(given)
        words = self._phrases.reason(self._board, instance, new_facts, given_facts)
        return f"{words} ({self.label(instance)})" if words else str(instance)

    def contradiction(self, instance: RuleInstance) -> str:
        """The last sentence of a chain: what would be wrong if the rule instance did not hold."""
        words = "" if self._phrases is None else self._phrases.broken(self._board, instance)
        return f"But then {words} ({self.label(instance)})." if words else f"But that contradicts {instance}."

    def then(self, instance: RuleInstance, facts: Sequence[Lit]) -> str:
        """The sentence of a link: what one rule instance implies, given what the links before it say."""
        found, label = join_words(self.facts(facts)), self.label(instance)
        # For a rule at a place without a short name, the reason is what would be wrong otherwise.
        words = ""
        if self._phrases is not None and label == instance.rule.name:
            words = self._phrases.broken(self._board, instance)
        return f"Then {found}{f', otherwise {words}' if words else ''} ({label})."

    def label(self, instance: RuleInstance) -> str:
        """The rule and its place in short: ``NUMBER A1``; without words of the puzzle with its sentence."""
        if self._phrases is None:
            return str(instance)
        return f"{instance.rule.name} {self._phrases.label(self._board, instance)}".strip()

    def where(self, instances: Sequence[RuleInstance]) -> str:
        """The sentence that says where to look, and not what follows there."""
        if self._phrases is None:
            rules = [instance.rule for instance in instances]
            rarest = min(instances, key=lambda instance: rules.count(instance.rule))
            others = pluralize(len(instances) - 1, "other rule")
            more = f" Something follows from it together with {others}." if len(instances) > 1 else ""
            return f"Look at the rule {rarest}.{more}"
        phrases = self._phrases
        places = list(dict.fromkeys(phrases.place(self._board, instance) for instance in instances))
        if len(places) > MOST_PLACES:
            left = len(places) - MOST_PLACES + 1
            places = [*places[: MOST_PLACES - 1], pluralize(left, "other place")]
        return f"Look at {join_words(_gather(places))}."


def _gather(places: Sequence[str]) -> list[str]:
    """The places, those of one kind together, and none that a list of others names already.

    >>> _gather(["the island A1", "the crossing of A1-A3 and B2-C2", "the island B2"])
    ['the islands A1 and B2', 'the crossing of A1-A3 and B2-C2']
    >>> _gather(["the cells A1 and A2", "the cell A2"])
    ['the cells A1 and A2']
    """
    gathered: dict[str, list[str]] = {}
    for place in places:
        found = re.fullmatch(r"the (\w+) (\w+)", place)
        kind, name = found.groups() if found else ("", "")
        if any(re.match(f"the {kind}s .*\\b{name}\\b", other) for other in places if found):
            continue
        gathered.setdefault(kind or place, []).extend([name] if found else [])
    return [
        kind if not names else f"the {kind}{'s' * (len(names) > 1)} {join_words(names)}"
        for kind, names in gathered.items()
    ]
