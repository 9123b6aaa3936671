"""The least number of plies, by questions that only say whether some number of them is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satplay.contracts.oracle import Oracle
from satplay.errors import GaveUp
from satplay.games.chopsticks.analysis.goal import Task
from satplay.games.chopsticks.analysis.move_tables import tables
from satplay.games.chopsticks.analysis.referee import referee
from satplay.games.chopsticks.analysis.witness import Witness
from satplay.games.chopsticks.encodings.unrolled import winding

LARGEST = 30_000_000
"""So many positions in all layers together, and no more, are written into a formula."""


def certain(task: Task) -> int:
    """A number of plies after which «not yet» is «never»: there are so many positions, to us and to them.

    Where n plies are needed, n - 1 are after some move, and so on: every smaller number is that of another
    position, so that there are no more numbers than positions.
    """
    return 2 * len(tables(task.variant, task.goal.alike).hands) ** 2


def least(
    task: Task, ask: Callable[[int], Witness | None], within: int | None, oracle: Oracle
) -> tuple[int, Witness] | None:
    """The least number of plies with its witness, no more than ``within``; None where there is none.

    ``ask`` says whether so many plies are enough, and what shows it, which the referee replays.
    """
    low, found = -1, None
    for plies in _growing(certain(task)) if within is None else [within]:
        expect_room(task, plies)
        witness = ask(plies)
        if witness is not None:
            found = referee(witness, plies), witness
            break
        low = plies
        if within is None and task.helped and _exhausted(task, plies + 1, oracle):
            break
    while found is not None and found[0] - low > 1:
        middle = (low + found[0]) // 2
        witness = ask(middle)
        if witness is None:
            low = middle
        else:
            found = referee(witness, middle), witness
    return found


def _exhausted(task: Task, plies: int, oracle: Oracle) -> bool:
    """Whether a shortest line of so many plies cannot be, looked at from its beginning or from its end.

    Then no line is longer, either (temporal induction: Sheeran, Singh & Stålmarck 2000).
    """
    return any(
        oracle.solution(winding(task, plies, backwards=backwards)) is None for backwards in (True, False)
    )


def _growing(last: int) -> Iterator[int]:
    """0, 1, 2, 4, 8 and so on, and the last."""
    yield 0
    plies = 1
    while plies < last:
        yield plies
        plies *= 2
    yield last


def expect_room(task: Task, plies: int) -> None:
    """Or else ``GaveUp``: before memory is."""
    layer = len(tables(task.variant, task.goal.alike).hands) ** 2
    if plies * layer > LARGEST:
        raise GaveUp("answer", f"the formula of {plies} plies is too large; retrograde needs none")
