"""The step of a hint: the first one that changes the drawing, and no more of it than is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.facts import Facts
from satplay.explaining.path import Path, PathResult
from satplay.reasoning.deduce import DeductionStep

S = TypeVar("S")


def hint_step(facts: Facts[S], position: S, limit: Limit = UNLIMITED) -> PathResult:
    """The next step from a position that adds something to it; or why there is none.

    Steps whose facts a position cannot express ("3 occurs at most once") are passed over, because the hint
    after them would be the same again; their facts appear among the known ones.  Of a puzzle whose facts are
    ``gradual`` the step has one fact, a denial if there is one: all at once would give the solution away.
    """
    with Path(facts, facts.known_literals(position), limit) as path:
        while True:
            result = path.next()
            if not isinstance(result, DeductionStep):
                return result
            drawn = [lit for lit in result.facts if facts.apply_facts(position, [lit]) != position]
            if not drawn:
                continue
            if not facts.gradual:
                return result
            fact = min(drawn, key=lambda lit: lit > 0)
            return replace(result, facts=(fact,), chain=result.chain if fact == result.facts[0] else ())
