"""The methods of answering, which must agree; each returns the least number of plies and a witness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, TypeAlias

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.oracle import Oracle
from satplay.contracts.qbf_engine import Holds
from satplay.errors import GaveUp
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import Goal, GoalTask
from satplay.games.chopsticks.analysis.referee import check_witness
from satplay.games.chopsticks.analysis.retrograde import Distances, attractor, mark_positions, won_positions
from satplay.games.chopsticks.analysis.witness import Witness, make_line, make_strategy
from satplay.games.chopsticks.encodings.factored import factored_moves
from satplay.games.chopsticks.encodings.milestones import find_shortest_win
from satplay.games.chopsticks.encodings.obligations import obligations, quantified_obligations
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask
from satplay.games.chopsticks.encodings.unrolled import quantified_unrolled, unrolled_line
from satplay.games.chopsticks.questions.search import find_least_plies
from satplay.games.chopsticks.rules import options
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import Variant

LeastPlies: TypeAlias = tuple[int, Witness] | None
"""The least number of plies and a witness; None if the goal cannot be reached, or not within the bound."""


@dataclass(frozen=True, slots=True)
class EncodingFamily:
    """A family of formulas: can the goal be reached within a number of plies?"""

    write: Callable[[GoalTask, int], Encoding[Any] | QuantifiedTask]
    source: str


BMC = "bounded model checking (Biere, Cimatti, Clarke & Zhu 1999)"
PROMISES = "obligations at every position and ply"
COOPERATIVE: Mapping[str, Mapping[str, EncodingFamily]] = {
    "sat": {"unrolled": EncodingFamily(unrolled_line, BMC)},
    "qbf": {"unrolled": EncodingFamily(quantified_unrolled, BMC)},
}
"""By method and encoding, for an opponent who cooperates."""
ADVERSARIAL: Mapping[str, Mapping[str, EncodingFamily]] = {
    "sat": {"obligations": EncodingFamily(obligations, PROMISES)},
    "qbf": {
        "obligations": EncodingFamily(
            quantified_obligations, f"{PROMISES}, a number chooses the opponent's moves"
        ),
        "factored": EncodingFamily(factored_moves, "moves as quantified choices over the hands"),
    },
}
"""By method and encoding, against every defence."""


def solve_by_formulas(
    task: GoalTask, method: str, encoding: str | None, within: int | None, oracle: Oracle
) -> LeastPlies:
    """The answer by ``sat`` or ``qbf`` with increasing bounds; by default the method's first encoding."""
    known = (COOPERATIVE if task.helped else ADVERSARIAL)[method]
    write = known[encoding if encoding is not None else next(iter(known))].write

    def ask(plies: int) -> Witness | None:
        encoded = write(task, plies)
        return _decide(encoded, oracle) if isinstance(encoded, QuantifiedTask) else oracle.solution(encoded)

    return find_least_plies(task, ask, within, oracle)


def _decide(encoded: QuantifiedTask, oracle: Oracle) -> Witness | None:
    answer = oracle.decide(Question(encoded.formula, decode=tuple))
    if not isinstance(answer, Holds):
        return None
    if answer.strategy is None:
        raise GaveUp("witness", "the engine that decides the formula keeps no strategy")
    return encoded.witness(answer.strategy)


def solve_by_milestones(task: GoalTask, within: int | None, oracle: Oracle) -> LeastPlies:
    """The answer by the milestones of the source."""
    found = find_shortest_win(task, oracle, within)
    return None if found is None else (check_witness(found, len(found.moves)), found)


def solve_by_retrograde(task: GoalTask, within: int | None) -> LeastPlies:
    """The answer by retrograde analysis of all positions."""
    known = _distances(task.variant, task.goal, task.helped)
    plies = known.at(task.start)
    if plies is None or (within is not None and plies > within):
        return None
    found: Witness
    if task.helped:
        way = [task.start]
        while len(way) <= plies:
            way.append(_find_nearest(task, known, way))
        found = make_line(task, way)
    else:
        found = make_strategy(task, plies, lambda ways: [_find_nearest(task, known, way) for way in ways])
    return check_witness(found, plies), found


def _find_nearest(task: GoalTask, known: Distances, way: Sequence[Position]) -> Position:
    """The successor with the fewest plies to the goal."""
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
        return attractor(variant, *won_positions(variant), helped=helped)
    wanted = [goal.position]
    if goal.mirror:
        wanted = [
            Position(mine, theirs)
            for mine in set(permutations(goal.position.mine))
            for theirs in set(permutations(goal.position.theirs))
        ]
    marks = (mark_positions(variant, wanted if goal.to_move.allows(ply) else []) for ply in (0, 1))
    return attractor(variant, *marks, helped=helped)
