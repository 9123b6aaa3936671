"""A plain reference: no step uses two rule instances as long as single ones lead on.

All instances of small Hashi boards are written down, every group of islands that could be cut off included.
Single instances are applied to everything known until nothing is new; if that gives a bridge, the next step
of a path has to have one instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import satplay
from satplay.contracts.engine import Unsat
from satplay.explaining.path import Path
from satplay.explaining.verification import Verifier
from satplay.logic.literal import Lit
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.encodings.direct import facts
from satplay.reasoning.deduce import DeductionStep
from satplay.rule import RuleInstance
from tests.explaining.verification import closed, verifier

MOST_ISLANDS = 9


def small_boards() -> Iterator[Board]:
    for seed in range(60):
        board = satplay.generate("hashi", size="6x5", seed=seed).instance
        if len(board.cells) <= MOST_ISLANDS:
            yield board


def all_instances(judge: Verifier[object]) -> list[RuleInstance]:
    """Every rule instance; a group of islands and all others are one cut."""
    (cuts,) = judge.facts.on_demand
    islands = range(cuts.nodes)
    groups = [group for size in range(1, cuts.nodes) for group in combinations(islands, size) if 0 in group]
    return [*judge.stated, *(cuts.instance(group) for group in groups)]


def add_single_consequences(
    judge: Verifier[object], instances: Iterable[RuleInstance], known: set[Lit]
) -> bool:
    """Whether single instances, applied again and again, assert something new."""
    engines = [(judge.open([instance]), judge.literals_of(instance)) for instance in instances]
    now, changed = set(known), True
    while changed:
        changed = False
        for engine, lits in engines:
            for lit in lits - now:
                if -lit not in now and isinstance(engine.solve([*now, -lit]), Unsat):
                    if lit > 0:
                        return True
                    now = closed(judge, now | {lit})
                    changed = True
    return False


def test_no_step_uses_two_instances_while_single_ones_lead_on() -> None:
    several = 0
    for board in small_boards():
        judge = verifier(facts(board))
        instances = all_instances(judge)
        known = closed(judge, [])
        with Path(judge.facts) as path:
            for step in path.steps():
                if not isinstance(step, DeductionStep):
                    break
                if len(step.because) > 1:
                    several += 1
                    assert not add_single_consequences(judge, instances, known)
                elif any(fact > 0 for fact in step.facts):
                    assert add_single_consequences(judge, instances, known)
                known = closed(judge, known | {*step.facts, *step.plain_facts})
    assert several >= 3
