"""A session: choose a target, mutate an input, judge it, keep what shows new behaviour, shrink findings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from tests.abuse.fuzz.case import Case, Parts, read_corpus
from tests.abuse.fuzz.judging import Finding, Outcome, judge
from tests.abuse.fuzz.mutations import Material, mutate
from tests.abuse.fuzz.shrinking import shrink
from tests.abuse.fuzz.targets.target import Target

MAX_CORPUS = 1500
"""Inputs kept for each target."""

FRESH = 0.5
SHRINK_SECONDS = 20.0


@dataclass
class Session:
    """The state of a run.

    ``before``  called with each case before it runs, so that a supervisor knows what crashed
    ``report``  called with each new finding, the case that showed it and the shrunk parts
    ``allowed`` kinds of findings that are not reported
    """

    targets: Sequence[Target]
    seed: int
    before: Callable[[Case], None]
    report: Callable[[Finding, Case, Parts], None]
    allowed: Collection[str] = ()
    shrink_seconds: float = SHRINK_SECONDS
    runs: int = 0
    allowed_count: int = 0
    signatures: set[Any] = field(default_factory=set)
    found: set[Any] = field(default_factory=set)
    _corpus: dict[str, list[Parts]] = field(default_factory=dict)

    def run(self, seconds: float, *, start: int = 0, progress: Callable[[], None] = lambda: None) -> None:
        """Fuzz for some time.  ``start`` is the number of the first input: another one, another sequence."""
        end = monotonic() + seconds
        if start == 0:
            self._repeat_corpus(end)
        number = start
        # Every group gets the same number of runs, however many targets it has.
        groups = {target.group: 0.0 for target in self.targets}
        for target in self.targets:
            groups[target.group] += target.weight
        weights = [target.weight / groups[target.group] for target in self.targets]
        while monotonic() < end:
            rng = Random(f"{self.seed} {number}")
            target = rng.choices(self.targets, weights)[0]
            self.try_case(target, self._next_input(target, rng))
            number += 1
            progress()

    def _repeat_corpus(self, end: float) -> None:
        """The seeds first: the behaviour of correct inputs is not new behaviour later."""
        by_name = {target.name: target for target in self.targets}
        for case in read_corpus().values():
            if case.target in by_name:
                self.try_case(by_name[case.target], case.parts)
        for target in self.targets:
            for parts in target.seeds():
                if monotonic() < end:
                    self.try_case(target, parts)

    def corpus_of(self, target: Target) -> list[Parts]:
        if target.name not in self._corpus:
            self._corpus[target.name] = list(target.seeds())
        return self._corpus[target.name]

    def _next_input(self, target: Target, rng: Random) -> Parts:
        corpus = self.corpus_of(target)
        if target.fresh is not None and rng.random() < FRESH:
            return target.fresh(rng)
        parts = list(rng.choice(corpus))
        changes = rng.choice((1, 1, 1, 2)) if len(parts) > 1 else 1
        for at in rng.sample(range(len(parts)), min(changes, len(parts))):
            others = [entry[at] for entry in rng.choices(corpus, k=4) if at < len(entry)]
            parts[at] = mutate(parts[at], rng, Material(others, target.tokens))
        if target.fixed is not None and rng.random() < 0.3:
            parts = self._change_count(parts, target.fixed, rng, corpus)
        return tuple(parts)

    def _change_count(
        self, parts: list[bytes], fixed: int, rng: Random, corpus: Sequence[Parts]
    ) -> list[bytes]:
        """The parts with one removed, repeated, or taken from another entry."""
        head, rest = parts[:fixed], parts[fixed:]
        at = rng.randrange(len(rest) + 1)
        match rng.randrange(3):
            case 0:
                del rest[at : at + 1]
            case 1:
                rest[at:at] = rest[at : at + 1]
            case _:
                rest[at:at] = rng.choice(corpus)[fixed:][: rng.randint(1, 3)]
        return [*head, *rest[:30]]

    def try_case(self, target: Target, parts: Parts) -> Outcome:
        """Judge one input; report a new finding, keep an input with new behaviour."""
        self.before(Case(target.name, parts))
        outcome = judge(target.run, parts, seconds=target.seconds)
        self.runs += 1
        signature = (target.name, outcome.behaviour)
        if outcome.finding is not None and outcome.finding.kind in self.allowed:
            self.allowed_count += 1
        elif outcome.finding is not None:
            self._report(target, parts, outcome.finding)
        elif signature not in self.signatures:
            self.signatures.add(signature)
            corpus = self.corpus_of(target)
            if len(corpus) < MAX_CORPUS and sum(map(len, parts)) < 5000:
                corpus.append(parts)
        return outcome

    def _report(self, target: Target, parts: Parts, finding: Finding) -> None:
        key = (target.name.split()[0], *finding.key)
        if key in self.found:
            return
        self.found.add(key)

        def persists(candidate: Parts) -> bool:
            self.before(Case(target.name, candidate))
            again = judge(target.run, candidate, seconds=target.seconds).finding
            return again is not None and again.key == finding.key

        smallest = shrink(parts, persists, seconds=self.shrink_seconds, fixed=target.fixed)
        self.report(finding, Case(target.name, parts), smallest)
