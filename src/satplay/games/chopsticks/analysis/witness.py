"""Witnesses of answers: a line of play, or a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.rules import options, step
from satplay.games.chopsticks.state import Move, Position


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """The moves from the start, ours and the opponent's in turn."""

    task: GoalTask
    moves: Sequence[Move]

    def positions(self) -> list[Position]:
        """The start, and the position after each move."""
        found = [self.task.start]
        for move in self.moves:
            found.append(step(found[-1], move, self.task.variant))
        return found

    def lines(self) -> Iterable[str]:
        """One line per move."""
        for number, (move, after) in enumerate(zip(self.moves, self.positions()[1:], strict=True), 1):
            yield f"{number}. {'we' if number % 2 else 'opponent'}: {move.text}, to {after.text}"

    def as_json(self) -> dict[str, Any]:
        """The moves, and the positions before and after them."""
        return {
            "kind": "line",
            "moves": [move.text for move in self.moves],
            "positions": [position.text for position in self.positions()],
        }


Way: TypeAlias = tuple[Position, ...]
"""The positions from the start to some position, ply by ply."""
Turn: TypeAlias = tuple[int, Position]
"""The number of plies so far, and the position in which we are to move."""


@dataclass(frozen=True, slots=True)
class WinningStrategy:
    """Our move in every position that the opponent can reach, by number of plies."""

    task: GoalTask
    moves: Mapping[Turn, Move]

    def lines(self) -> Iterable[str]:
        """One line per position."""
        for (ply, position), move in sorted(self.moves.items(), key=lambda one: one[0]):
            yield f"{ply + 1}. at {position.text}: {move.text}"

    def as_json(self) -> dict[str, Any]:
        """A list of moves, each with its position and the number of plies before it."""
        listed = sorted(self.moves.items(), key=lambda one: one[0])
        return {
            "kind": "strategy",
            "moves": [
                {"ply": ply, "position": position.text, "move": move.text} for (ply, position), move in listed
            ],
        }


Witness: TypeAlias = LineOfPlay | WinningStrategy


def make_line(task: GoalTask, positions: Sequence[Position]) -> LineOfPlay:
    """The line through these positions, by the first move that leads from each to the next.

    If left and right make no difference, the positions are followed up to the order of hands.
    """
    moves: list[Move] = []
    at = task.start
    for wanted in positions[1:]:
        move, at = find_move(task, at, wanted)
        moves.append(move)
    return LineOfPlay(task, moves)


def make_strategy(
    task: GoalTask, plies: int, choose: Callable[[Sequence[Way]], Sequence[Position]]
) -> WinningStrategy:
    """The strategy for a goal within ``plies``, against every defence.

    ``choose`` returns the next position for each position with us to move after a number of plies; it gets
    one way to each of them.
    """
    moves: dict[Turn, Move] = {}
    here: dict[Position, Way] = {task.start: (task.start,)}
    for ply in range(plies):
        reached: dict[Position, Way] = {}
        going = [way for position, way in here.items() if not task.goal.is_reached(position, ply)]
        if ply % 2 == 0:
            for way, wanted in zip(going, choose(going), strict=True):
                moves[ply, way[-1]], after = find_move(task, way[-1], wanted)
                reached.setdefault(after, (*way, after))
        else:
            for way in going:
                for _, after in options(way[-1], task.variant):
                    reached.setdefault(after, (*way, after))
        here = reached
    return WinningStrategy(task, moves)


def find_move(task: GoalTask, position: Position, target: Position) -> tuple[Move, Position]:
    """The first move to a position, up to the order of hands if left and right make no difference."""
    known = list(options(position, task.variant))
    for move, after in known:
        if after == target:
            return move, after
    for move, after in known:
        if task.goal.ignores_order and after.sorted_hands == target.sorted_hands:
            return move, after
    raise LookupError(f"no move from {position.text} to {target.text}")
