"""Witnesses of answers: a line of play, or a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from satplay.games.chopsticks.analysis.goal import Task
from satplay.games.chopsticks.rules import options, step
from satplay.games.chopsticks.state import Move, Position


@dataclass(frozen=True, slots=True)
class Line:
    """The moves from the start, ours and the opponent's in turn."""

    task: Task
    moves: Sequence[Move]

    def positions(self) -> list[Position]:
        """What each move leads to, the start first."""
        found = [self.task.start]
        for move in self.moves:
            found.append(step(found[-1], move, self.task.variant))
        return found

    def lines(self) -> Iterable[str]:
        """One line a move."""
        for number, (move, after) in enumerate(zip(self.moves, self.positions()[1:], strict=True), 1):
            yield f"{number}. {'we' if number % 2 else 'opponent'}: {move.text}, to {after.text}"

    def as_json(self) -> dict[str, Any]:
        """Moves, and the positions that they lead to."""
        return {
            "kind": "line",
            "moves": [move.text for move in self.moves],
            "positions": [position.text for position in self.positions()],
        }


Way: TypeAlias = tuple[Position, ...]
"""From the start to some position, one ply after the other."""
Turn: TypeAlias = tuple[int, Position]
"""How many plies were made, and the position in which we are to move."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Our move in every position that the opponent can bring about, after as many plies."""

    task: Task
    moves: Mapping[Turn, Move]

    def lines(self) -> Iterable[str]:
        """One line for each."""
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


Witness: TypeAlias = Line | Strategy


def line(task: Task, positions: Sequence[Position]) -> Line:
    """Through these positions, by the first move that leads from each to the next.

    Where left and right make no difference it is enough that one like the next is reached.
    """
    moves: list[Move] = []
    at = task.start
    for wanted in positions[1:]:
        move, at = towards(task, at, wanted)
        moves.append(move)
    return Line(task, moves)


def strategy(task: Task, plies: int, choose: Callable[[Sequence[Way]], Sequence[Position]]) -> Strategy:
    """What is to be played for a goal within so many plies, whatever the opponent does.

    ``choose`` is asked where to go to, for all positions in which we may be to move after so many plies, and
    is told one way to each.
    """
    moves: dict[Turn, Move] = {}
    here: dict[Position, Way] = {task.start: (task.start,)}
    for ply in range(plies):
        reached: dict[Position, Way] = {}
        going = [way for position, way in here.items() if not task.goal.met(position, ply)]
        if ply % 2 == 0:
            for way, wanted in zip(going, choose(going), strict=True):
                moves[ply, way[-1]], after = towards(task, way[-1], wanted)
                reached.setdefault(after, (*way, after))
        else:
            for way in going:
                for _, after in options(way[-1], task.variant):
                    reached.setdefault(after, (*way, after))
        here = reached
    return Strategy(task, moves)


def towards(task: Task, position: Position, wanted: Position) -> tuple[Move, Position]:
    """The first move to a position, or where left and right make no difference to one like it."""
    known = list(options(position, task.variant))
    for move, after in known:
        if after == wanted:
            return move, after
    for move, after in known:
        if task.goal.alike and after.unordered == wanted.unordered:
            return move, after
    raise LookupError(f"no move from {position.text} to {wanted.text}")
