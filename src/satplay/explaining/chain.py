"""A step of several rule instances as a chain of sentences: suppose the opposite; then ...; but then ...

The inferences of a step are in the order of propagation, and the contradictions need each of them.  Those of
one rule instance in a row are one link.  A chain may distinguish cases: either ...; or ..., each of which
ends with what would be wrong.  Several distinctions in a row are not nested: if ..., but then ...; so ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.contracts.texts import join_words
from satplay.explaining.wording import Wording
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import DeductionStep, Inference
from satplay.rule import RuleInstance


@dataclass(frozen=True, slots=True)
class Link:
    """One sentence of a chain.

    ``facts``      what it supposes or infers, as literals; empty in a contradiction
    ``instance``   the rule instance that implies them or is violated; None in what is supposed, and if the
                   facts exclude each other by their meaning
    ``depth``      the number of cases that the sentence is in
    ``opens_case``  whether it supposes a case: what follows, one deeper, holds in this case only
    """

    sentence: str
    facts: tuple[Lit, ...]
    instance: RuleInstance | None
    depth: int = 0
    opens_case: bool = False

    def as_json(self) -> dict[str, Any]:
        """The JSON object of a link; the depth is left out where there are no cases."""
        document = {
            "sentence": self.sentence,
            "reason": None if self.instance is None else self.instance.as_json(),
        }
        return {**document, "depth": self.depth} if self.depth else document

    @property
    def line(self) -> str:
        """The sentence, indented by its depth."""
        return "  " * self.depth + self.sentence


def tell_chain(step: DeductionStep, wording: Wording) -> tuple[Link, ...]:
    """The chain of a step of several rule instances; empty for other steps, and if no chain is known."""
    if len(step.because) < 2 or not step.chain or step.chain[-1].fact is not None:
        return ()
    supposed = -step.facts[0]
    teller = _Teller(wording, step.chain)
    teller.links.append(Link(f"Suppose {join_words(wording.facts([supposed]))}.", (supposed,), None))
    for inference in step.chain:
        teller.tell(inference)
    return tuple(teller.links)


class _Teller:
    """The links so far, and what one rule instance implies that is not told yet."""

    def __init__(self, wording: Wording, chain: Sequence[Inference]) -> None:
        self._wording = wording
        every = {one.cases for one in chain}
        self._divided = {cases[:depth] for cases in every for depth in range(len(cases))}
        self._flat: set[tuple[Lit, ...]] = set()  # cases that are told as what is left
        self._cases: tuple[Lit, ...] = ()
        self._instance: RuleInstance | None = None
        self._found: list[Lit] = []
        self.links: list[Link] = []

    def tell(self, inference: Inference) -> None:
        """Tell one inference, or keep it until the next one of another rule instance."""
        if inference.cases != self._cases:
            self._go_to(inference.cases)
        if inference.instance is not None and inference.instance != self._instance:
            self._tell_found()
            self._instance = inference.instance
        if inference.fact is None:
            if inference.instance != self._instance:
                self._tell_found()
            self._tell_contradiction(inference.instance)
        # What the supposition means by definition is not worth a sentence.
        elif self._instance is not None and self._wording.has_meaning(inference.fact):
            self._found.append(inference.fact)

    def _go_to(self, cases: tuple[Lit, ...]) -> None:
        """Leave the cases told before and open others, of which the first may be the second of two.

        The second case of two is not opened as a case if it has cases itself: "If A: But then ... So not A."
        """
        self._tell_found()
        same = 0
        while same < len(self._cases) and self._cases[same] == cases[same]:
            same += 1
        is_second = same < len(self._cases)
        for place, case in enumerate(cases[same:], same):
            here, fact = cases[:place], join_words(self._wording.facts([case]))
            depth = self._depth(here)
            if is_second and (*here, case) in self._divided:
                self._flat.add((*here, case))
                self.links.append(Link(f"So {fact}.", (case,), None, depth))
            else:
                word = "Or" if is_second else "If" if (*here, -case) in self._divided else "Either"
                self.links.append(Link(f"{word} {fact}:", (case,), None, depth, opens_case=True))
            is_second = False
        self._cases = cases

    def _depth(self, cases: tuple[Lit, ...]) -> int:
        return sum(cases[: place + 1] not in self._flat for place in range(len(cases)))

    def _tell_found(self) -> None:
        """The link for what one rule instance implies; none if these are auxiliary variables only."""
        if self._instance is not None and self._found:
            sentence = self._wording.then(self._instance, self._found)
            self.links.append(Link(sentence, tuple(self._found), self._instance, self._depth(self._cases)))
        self._instance, self._found = None, []

    def _tell_contradiction(self, instance: RuleInstance | None) -> None:
        sentence = "But these exclude each other."
        if instance is not None:
            sentence = self._wording.contradiction(instance)
        self.links.append(Link(sentence, (), instance, self._depth(self._cases)))
        self._instance, self._found = None, []
