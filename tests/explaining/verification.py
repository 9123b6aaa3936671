"""Verifies the steps of a path with PySAT's MiniSat, which took no part in finding them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, takewhile
from typing import Any, cast

from pysat.solvers import Minisat22

from satplay.contracts.engine import UNLIMITED, Engine, Limit, Sat, Unsat
from satplay.contracts.facts import Facts
from satplay.explaining.verification import Verifier
from satplay.logic.literal import Lit
from satplay.logic.model import Model
from satplay.logic.propagation import propagate
from satplay.reasoning.deduce import DeductionStep, Inference
from satplay.rule import RuleInstance


class Minisat:
    """MiniSat in this process, as far as a verifier uses an engine."""

    def __init__(self) -> None:
        self._solver = Minisat22()

    def add(self, clause: Sequence[Lit]) -> None:
        self._solver.add_clause(list(clause))

    def solve(self, assuming: Sequence[Lit] = (), limit: Limit = UNLIMITED) -> Sat | Unsat:
        if self._solver.solve(assumptions=list(assuming)):
            return Sat(Model(()))
        return Unsat()


def verifier(facts: Facts[Any]) -> Verifier[Any]:
    """A verifier that asks MiniSat."""
    return Verifier(facts, lambda: cast(Engine, Minisat()))


def closed(verifier: Verifier[Any], known: Iterable[Lit]) -> set[Lit]:
    """The known facts with all that follow by definitions."""
    return set(propagate([*verifier.definitions, *([lit] for lit in known)]))


def expect_step(verifier: Verifier[Any], step: DeductionStep, known: set[Lit]) -> None:
    """The step follows from its reason, each member of which is needed, and from what is known."""
    if step.plain_facts:
        everything = sorted(known, key=abs)
        assert verifier.follow(verifier.cost_nothing(), everything, step.plain_facts), "not plain to see"
        known = closed(verifier, known | {*step.plain_facts})
    assert {*step.given_facts} <= known, "a given fact is not known"
    assert step.facts and not {*step.facts} & known, "a fact is not new"
    verifier.expect(step)
    for left_out, instance in enumerate(step.because):
        others = step.because[:left_out] + step.because[left_out + 1 :]
        assert not verifier.follow(others, step.given_facts, step.facts), f"not needed: {instance}"
    for left_out in range(len(step.given_facts)):
        others_given = step.given_facts[:left_out] + step.given_facts[left_out + 1 :]
        assert not verifier.follow(step.because, others_given, step.facts), "a given fact is not needed"


def expect_chain(verifier: Verifier[Any], step: DeductionStep) -> None:
    """Each inference follows from its instance and what came before; every case ends in a contradiction."""
    if not step.chain:
        return

    def contradicts(instance: RuleInstance | None, before: Sequence[Lit], fact: Lit | None) -> bool:
        instances = [] if instance is None else [instance]
        engine = verifier.open(instances, before if fact is None else [fact])
        return isinstance(engine.solve(before if fact is None else [*before, -fact]), Unsat)

    expect_case(step.chain, [*step.given_facts, -step.facts[0]], contradicts)
    assert {inference.instance for inference in step.chain} - {None} == {*step.because}


def expect_case(
    chain: Sequence[Inference],
    before: Sequence[Lit],
    contradicts: Callable[[RuleInstance | None, Sequence[Lit], Lit | None], bool],
    depth: int = 0,
) -> None:
    """The inferences of one case, or of two cases inside it that leave no third one, lead to contradictions.

    ``contradicts``  whether a rule instance, the facts before, and the negation of a fact exclude each other
    """
    known = list(before)
    own = list(takewhile(lambda inference: len(inference.cases) == depth, chain))
    for inference in own:
        assert contradicts(inference.instance, known, inference.fact), f"{inference} does not follow"
        if inference.fact is None:
            assert inference is chain[-1], "the chain goes on after a contradiction"
            return
        known.append(inference.fact)
    cases = [(lit, list(part)) for lit, part in groupby(chain[len(own) :], lambda one: one.cases[depth])]
    assert len(cases) == 2 and cases[0][0] == -cases[1][0], "a distinction has not two cases"
    for case, part in cases:
        expect_case(part, [*known, case], contradicts, depth + 1)
