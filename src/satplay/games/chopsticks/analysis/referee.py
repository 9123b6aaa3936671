"""The referee: replays a witness by the rules alone, without clauses and tables.

A line is replayed move by move, a strategy against every defence, all of them.  What does not come out as
claimed is our fault and no answer: ``EncodingError``.
"""

from __future__ import annotations

from satplay.errors import EncodingError, IllegalMove
from satplay.games.chopsticks.analysis.goal import Task
from satplay.games.chopsticks.analysis.witness import Line, Strategy, Witness
from satplay.games.chopsticks.rules import moves, step
from satplay.games.chopsticks.state import Position


def referee(witness: Witness, plies: int) -> int:
    """In how many plies the goal is there, if that is no more than the ``plies`` claimed.

    Of a strategy: against the longest defence.
    """
    try:
        made = _replayed(witness) if isinstance(witness, Line) else _defended(witness, plies)
    except IllegalMove as error:
        raise EncodingError(f"a witness that breaks the rules: {error}") from None
    if made > plies:
        raise EncodingError(f"a witness of {plies} plies that takes {made}")
    return made


def _replayed(line: Line) -> int:
    task, at = line.task, line.task.start
    if not task.helped:
        raise EncodingError("a line of play shows nothing where the opponent resists")
    for move in line.moves:
        at = step(at, move, task.variant)
    if not task.goal.met(at, len(line.moves)):
        raise EncodingError(f"a line of play that ends at {at.text}, not at {task.goal.text}")
    return len(line.moves)


def _defended(strategy: Strategy, plies: int) -> int:
    """Ply by ply all positions that some defence brings about, until the goal is there in each."""
    task = strategy.task
    here: set[Position] = {task.start}
    for ply in range(plies + 1):
        here = {position for position in here if not task.goal.met(position, ply)}
        if not here:
            return ply
        if ply < plies:
            here = {after for position in here for after in _after(strategy, task, ply, position)}
    raise EncodingError(f"a strategy of {plies} plies against which {min(here).text} is a defence")


def _after(strategy: Strategy, task: Task, ply: int, position: Position) -> list[Position]:
    if ply % 2 == 0:
        move = strategy.moves.get((ply, position))
        if move is None:
            raise EncodingError(f"a strategy that does not know what to do at {position.text} after {ply}")
        return [step(position, move, task.variant)]
    replies = moves(position, task.variant)
    if not replies:
        raise EncodingError(f"a strategy after which the game is over at {position.text}")
    return [step(position, move, task.variant) for move in replies]
