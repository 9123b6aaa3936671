"""The least number of plies, by decisions whether a given number is enough: doubling, then bisection."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satplay.contracts.oracle import Oracle
from satplay.errors import GaveUp
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.move_tables import tables
from satplay.games.chopsticks.analysis.referee import check_witness
from satplay.games.chopsticks.analysis.witness import Witness
from satplay.games.chopsticks.encodings.unrolled import loop_free_line

MAX_POSITIONS = 30_000_000
"""The largest number of positions in all layers of a formula together."""


def sufficient_bound(task: GoalTask) -> int:
    """A bound after which "not yet" means "never": the number of positions, with either player to move.

    If a position needs n plies, one of its successors needs n - 1, and so on: every smaller number is the
    distance of another position, so there are no more distances than positions.
    """
    return 2 * len(tables(task.variant, task.goal.ignores_order).hands) ** 2


def find_least_plies(
    task: GoalTask, ask: Callable[[int], Witness | None], within: int | None, oracle: Oracle
) -> tuple[int, Witness] | None:
    """The least number of plies, at most ``within``, and its witness; None if there is none.

    ``ask`` returns a witness if a number of plies is enough; the referee replays it.
    """
    low, found = -1, None
    for plies in _growing(sufficient_bound(task)) if within is None else [within]:
        require_feasible_size(task, plies)
        witness = ask(plies)
        if witness is not None:
            found = check_witness(witness, plies), witness
            break
        low = plies
        if within is None and task.helped and _is_exhausted(task, plies + 1, oracle):
            break
    while found is not None and found[0] - low > 1:
        middle = (low + found[0]) // 2
        witness = ask(middle)
        if witness is None:
            low = middle
        else:
            found = check_witness(witness, middle), witness
    return found


def _is_exhausted(task: GoalTask, plies: int, oracle: Oracle) -> bool:
    """Whether no loop-free line of this length leads from the start, or none leads to the goal.

    Then no shortest line is longer (temporal induction: Sheeran, Singh & Stålmarck 2000).
    """
    return any(
        oracle.solution(loop_free_line(task, plies, backwards=backwards)) is None
        for backwards in (True, False)
    )


def _growing(last: int) -> Iterator[int]:
    """The bounds to try: 0, the powers of two below ``last``, and ``last``."""
    yield 0
    plies = 1
    while plies < last:
        yield plies
        plies *= 2
    yield last


def require_feasible_size(task: GoalTask, plies: int) -> None:
    """Raise ``GaveUp`` if the formula would be too large for the memory."""
    layer = len(tables(task.variant, task.goal.ignores_order).hands) ** 2
    if plies * layer > MAX_POSITIONS:
        raise GaveUp("answer", f"the formula of {plies} plies is too large; retrograde needs none")
