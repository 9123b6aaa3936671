"""The referee: replays a witness by the rules alone, without clauses and tables.

A line is replayed move by move, a strategy against every defence.  A witness that does not reach its goal is
an error of the program: ``EncodingError``.
"""

from __future__ import annotations

from satplay.errors import EncodingError, IllegalMove
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.witness import LineOfPlay, WinningStrategy, Witness
from satplay.games.chopsticks.rules import moves, step
from satplay.games.chopsticks.state import Position


def check_witness(witness: Witness, plies: int) -> int:
    """The number of plies in which the witness reaches its goal, at most the ``plies`` claimed.

    For a strategy: against the longest defence.
    """
    try:
        replayed = (
            _replay_line(witness) if isinstance(witness, LineOfPlay) else _replay_strategy(witness, plies)
        )
    except IllegalMove as error:
        raise EncodingError(f"a witness that breaks the rules: {error}") from None
    if replayed > plies:
        raise EncodingError(f"a witness of {plies} plies that takes {replayed}")
    return replayed


def _replay_line(line: LineOfPlay) -> int:
    task, at = line.task, line.task.start
    if not task.helped:
        raise EncodingError("a line of play shows nothing where the opponent resists")
    for move in line.moves:
        at = step(at, move, task.variant)
    if not task.goal.is_reached(at, len(line.moves)):
        raise EncodingError(f"a line of play that ends at {at.text}, not at {task.goal.text}")
    return len(line.moves)


def _replay_strategy(strategy: WinningStrategy, plies: int) -> int:
    """The number of plies after which every defence has ended in the goal; all defences in parallel."""
    task = strategy.task
    here: set[Position] = {task.start}
    for ply in range(plies + 1):
        here = {position for position in here if not task.goal.is_reached(position, ply)}
        if not here:
            return ply
        if ply < plies:
            here = {after for position in here for after in _after(strategy, task, ply, position)}
    raise EncodingError(f"a strategy of {plies} plies against which {min(here).text} is a defence")


def _after(strategy: WinningStrategy, task: GoalTask, ply: int, position: Position) -> list[Position]:
    if ply % 2 == 0:
        move = strategy.moves.get((ply, position))
        if move is None:
            raise EncodingError(f"a strategy that does not know what to do at {position.text} after {ply}")
        return [step(position, move, task.variant)]
    replies = moves(position, task.variant)
    if not replies:
        raise EncodingError(f"a strategy after which the game is over at {position.text}")
    return [step(position, move, task.variant) for move in replies]
