"""Can the player to move force a win at Chopsticks within k plies?  Both encodings, with known answers.

An odd seed is k for a position where the win takes exactly k plies, so that the formula holds; the even seed
after it has the same k for a position where it takes two more, so that the formula fails.  No win takes
arbitrarily long: beyond the longest, seeds begin again at 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.retrograde import position_at, values
from satplay.games.chopsticks.encodings.factored import factored_moves
from satplay.games.chopsticks.encodings.obligations import quantified_obligations
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask
from satplay.games.chopsticks.state import Position
from satplay.lab.bench.family import Family
from satplay.logic.quantified import Quantified


def winning_in(plies: int) -> Position:
    """The first position in which the player to move wins in exactly this number of plies."""
    wins = values().wins
    return next(position_at(at) for at in range(len(wins)) if wins[at] == plies)


def question(seed: int) -> tuple[GoalTask, int]:
    """The task of a seed, and its bound in plies."""
    seed = (seed - 1) % int(max(values().wins)) + 1
    plies = seed - 1 + seed % 2
    return GoalTask(winning_in(plies if seed % 2 else plies + 2)), plies


def _formula(seed: int, write: Callable[[GoalTask, int], QuantifiedTask]) -> Quantified:
    return write(*question(seed)).formula


def _family(
    name: str, write: Callable[[GoalTask, int], QuantifiedTask], seeds: tuple[int, ...]
) -> Family[Quantified]:
    build = partial(_formula, write=write)
    title = f"Chopsticks within {', '.join(str(seed) for seed in seeds if seed % 2)} plies, {name}"
    return Family(f"chopsticks-{name}", title, build, build, seeds, (5, 6))


FAMILIES = (
    _family("factored", factored_moves, (7, 8, 9, 10, 21, 22, 33)),
    _family("obligations", quantified_obligations, (9, 10, 21, 22, 29, 33)),
)
