"""The part of a step that a hint tells: what can be drawn, and no more of it than is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from satplay.contracts.facts import Facts
from satplay.reasoning.deduce import DeductionStep

S = TypeVar("S")


def drawable_part(facts: Facts[S], position: S, step: DeductionStep) -> DeductionStep | None:
    """The part of a step that a hint tells; None if a position cannot express it.

    A fact like "3 occurs at most once" changes no position: the hint after it would be the same again.  Of a
    puzzle whose facts are ``gradual`` it is one fact, a denial if there is one: all at once would give the
    solution away.
    """
    drawn = [lit for lit in step.facts if facts.apply_facts(position, [lit]) != position]
    if not drawn:
        return None
    if not facts.gradual:
        return step
    fact = min(drawn, key=lambda lit: lit > 0)
    return replace(step, facts=(fact,), chain=step.chain if fact == step.facts[0] else ())
