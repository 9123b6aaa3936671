"""Help with typed moves of Hashi: rules in short, examples that are possible here, the moves of a hint."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.puzzle import MoveGuidance
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.irreparable_violations import addable_bridges
from satplay.puzzles.hashi.island_status import Way


def rules(board: Board) -> Sequence[str]:
    """The rules of this board in short."""
    most = {1: "At most one bridge joins", 2: "One or two bridges join"}.get(
        board.most, f"Up to {board.most} bridges join"
    )
    loops = "" if board.loops else " Bridges form no loops."
    return (
        "Build bridges so that every island has as many as its number.",
        f"{most} two islands in one row or column; bridges do not cross.",
        f"All islands are connected at the end.{loops}",
    )


def _free_way(board: Board, bridges: Bridges) -> Way:
    """A pair of islands that a bridge can join; any islands if there is none."""
    room = addable_bridges(board, bridges)
    free = [way for way in room if room[way]]
    return (free or list(room) or [(0, 0)])[0]


def example(board: Board, bridges: Bridges) -> str:
    """A bridge that can be built."""
    return " ".join(map(board.name, _free_way(board, bridges)))


def help_lines(board: Board, bridges: Bridges) -> Sequence[str]:
    """How bridges are typed, with islands of this board."""
    first, second = _free_way(board, bridges)
    way = "right" if second - first < board.columns else "down"
    name, both = board.name(first), f"{board.name(first)} {board.name(second)}"
    two = min(2, board.most)
    return (
        f"{both:<17} add one bridge; {name} {way} does the same; again at the maximum: none",
        f"{f'{both} {two}':<17} exactly {two}; {name} {way[0]}{two} does the same",
        f"{f'no {both}':<17} mark that no bridge joins these islands; again: remove the mark",
        f"{f'done {name}':<17} mark this island as done; again: remove the mark",
        f"{f'erase {both}':<17} remove these bridges or marks; erase {name} all of an island",
    )


def moves_between(board: Board, before: Bridges, after: Bridges) -> Sequence[str]:
    """The new bridges and the new marks, one move for each pair of islands or marked island."""
    built = set(before.triples)
    new = [
        f"{board.name(first)} {board.name(second)} {count}"
        for first, second, count in after.triples
        if (first, second, count) not in built
    ]
    marks = sorted(after.absent - before.absent)
    new += (f"no {board.name(first)} {board.name(second)}" for first, second in marks)
    return [*new, *(f"done {board.name(cell)}" for cell in sorted(after.done - before.done))]


GUIDANCE: MoveGuidance[Board, Bridges] = MoveGuidance(rules, example, help_lines, moves_between)
