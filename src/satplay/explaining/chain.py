"""A step of several rule instances as a chain of sentences: suppose the opposite; then ...; but then ...

The inferences of a step are in the order of propagation, and the contradiction needs each of them.  Those of
one rule instance in a row are one link.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.contracts.texts import join_words
from satplay.explaining.wording import Wording
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import DeductionStep
from satplay.rule import RuleInstance


@dataclass(frozen=True, slots=True)
class Link:
    """One sentence of a chain.

    ``facts``     what it supposes or infers, as literals; empty in the last link, the contradiction
    ``instance``  the rule instance that implies them or is violated; None in the first link, and if the facts
                  exclude each other by their meaning
    """

    sentence: str
    facts: tuple[Lit, ...]
    instance: RuleInstance | None

    def as_json(self) -> dict[str, Any]:
        """The JSON object of a link."""
        return {
            "sentence": self.sentence,
            "reason": None if self.instance is None else self.instance.as_json(),
        }


def tell_chain(step: DeductionStep, wording: Wording) -> tuple[Link, ...]:
    """The chain of a step of several rule instances; empty for other steps, and if no chain is known."""
    if len(step.because) < 2 or not step.chain:
        return ()
    supposed = -step.facts[0]
    links = [Link(f"Suppose {join_words(wording.facts([supposed]))}.", (supposed,), None)]
    instance: RuleInstance | None = None
    found: list[Lit] = []
    for inference in step.chain:
        if inference.instance is not None and inference.instance != instance:
            links += _link(instance, found, wording)
            instance, found = inference.instance, []
        if inference.fact is None:
            links += [] if inference.instance == instance else _link(instance, found, wording)
            links.append(_contradiction(inference.instance, wording))
            return tuple(links)
        # What the supposition means by definition is not worth a sentence.
        if instance is not None and wording.has_meaning(inference.fact):
            found.append(inference.fact)
    return ()


def _link(instance: RuleInstance | None, facts: Sequence[Lit], wording: Wording) -> list[Link]:
    """The link for what one rule instance implies; none if these are auxiliary variables only."""
    if instance is None or not facts:
        return []
    return [Link(wording.then(instance, facts), tuple(facts), instance)]


def _contradiction(instance: RuleInstance | None, wording: Wording) -> Link:
    sentence = "But these exclude each other." if instance is None else wording.contradiction(instance)
    return Link(sentence, (), instance)
