"""The methods of answering, which must agree: each returns the least number of plies and a witness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any, TypeAlias

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.oracle import Oracle
from satplay.contracts.qbf_engine import Holds
from satplay.errors import GaveUp
from satplay.games.chopsticks.analysis.goal import Goal, Task
from satplay.games.chopsticks.analysis.referee import referee
from satplay.games.chopsticks.analysis.retrograde import Distances, attractor, marked, won
from satplay.games.chopsticks.analysis.witness import Witness, line, strategy
from satplay.games.chopsticks.encodings.factored import factored
from satplay.games.chopsticks.encodings.milestones import growing
from satplay.games.chopsticks.encodings.obligations import obligations, quantified_obligations
from satplay.games.chopsticks.encodings.quantified_tasks import Behind
from satplay.games.chopsticks.encodings.unrolled import quantified_unrolled, unrolled
from satplay.games.chopsticks.questions.search import least
from satplay.games.chopsticks.rules import options
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import Variant

Found: TypeAlias = tuple[int, Witness] | None
"""The least number of plies and its witness; None for never, or not within the bound."""


@dataclass(frozen=True, slots=True)
class Formulas:
    """A family of formulas: can the goal be reached within a number of plies?"""

    write: Callable[[Task, int], Encoding[Any] | Behind]
    source: str


BMC = "bounded model checking (Biere, Cimatti, Clarke & Zhu 1999)"
PROMISES = "obligations at every position and ply"
HELPED: Mapping[str, Mapping[str, Formulas]] = {
    "sat": {"unrolled": Formulas(unrolled, BMC)},
    "qbf": {"unrolled": Formulas(quantified_unrolled, BMC)},
}
"""By method and encoding, where the opponent helps."""
AGAINST: Mapping[str, Mapping[str, Formulas]] = {
    "sat": {"obligations": Formulas(obligations, PROMISES)},
    "qbf": {
        "obligations": Formulas(quantified_obligations, f"{PROMISES}, a number chooses the opponent's moves"),
        "factored": Formulas(factored, "moves as quantified choices over the hands"),
    },
}
"""The same against every defence."""


def by_formulas(task: Task, method: str, encoding: str | None, within: int | None, oracle: Oracle) -> Found:
    """``sat`` or ``qbf``, deepening; the first encoding of the method if none is named."""
    known = (HELPED if task.helped else AGAINST)[method]
    write = known[encoding if encoding is not None else next(iter(known))].write

    def ask(plies: int) -> Witness | None:
        encoded = write(task, plies)
        return _decided(encoded, oracle) if isinstance(encoded, Behind) else oracle.solution(encoded)

    return least(task, ask, within, oracle)


def _decided(encoded: Behind, oracle: Oracle) -> Witness | None:
    answer = oracle.decide(Question(encoded.formula, decode=tuple))
    if not isinstance(answer, Holds):
        return None
    if answer.strategy is None:
        raise GaveUp("witness", "the engine that decides the formula keeps no strategy")
    return encoded.witness(answer.strategy)


def by_milestones(task: Task, within: int | None, oracle: Oracle) -> Found:
    """As the source plans it."""
    found = growing(task, oracle, within)
    return None if found is None else (referee(found, len(found.moves)), found)


def by_retrograde(task: Task, within: int | None) -> Found:
    """All positions at once, backwards from the goal."""
    known = _distances(task.variant, task.goal, task.helped)
    plies = known.at(task.start)
    if plies is None or (within is not None and plies > within):
        return None
    found: Witness
    if task.helped:
        way = [task.start]
        while len(way) <= plies:
            way.append(_nearest(task, known, way))
        found = line(task, way)
    else:
        found = strategy(task, plies, lambda ways: [_nearest(task, known, way) for way in ways])
    return referee(found, plies), found


def _nearest(task: Task, known: Distances, way: Sequence[Position]) -> Position:
    """Where a move leads to from which the goal is nearest."""
    ours = len(way) % 2 == 0  # to move, after the next ply
    near = [
        (plies, after)
        for _, after in options(way[-1], task.variant)
        if (plies := known.at(after, we_move=ours)) is not None
    ]
    return min(near, key=lambda one: one[0])[1]


@lru_cache(maxsize=8)
def _distances(variant: Variant, goal: Goal, helped: bool) -> Distances:
    if goal.position is None:
        return attractor(variant, *won(variant), helped=helped)
    wanted = [goal.position]
    if goal.mirror:
        wanted = [
            Position(mine, theirs)
            for mine in set(permutations(goal.position.mine))
            for theirs in set(permutations(goal.position.theirs))
        ]
    marks = (marked(variant, wanted if goal.to_move.allows(ply) else []) for ply in (0, 1))
    return attractor(variant, *marks, helped=helped)
