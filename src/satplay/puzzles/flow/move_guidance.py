"""Help with typed moves of Flow: rules in short, examples that are possible here, and the moves of a hint."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.puzzle import MoveGuidance
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.paths import Flow, pieces

WAY_NAMES = {(0, 1): "right", (0, -1): "left", (1, 0): "down", (-1, 0): "up"}


def rules(board: Board) -> Sequence[str]:
    """The rules of this board in short."""
    fill = "Every cell is used." if board.fill else "Cells may stay free."
    touch = "" if board.touch else " A line may not run beside itself."
    return (
        "Join the two dots of every letter by a line from cell to cell.",
        "Lines do not cross, branch or share a cell."
        + (" On a bridge two lines cross." if board.bridges else ""),
        f"{fill}{touch}",
    )


def _open_step(board: Board, flow: Flow) -> tuple[int, int, int]:
    """A colour, its dot, and a neighbour of the dot that is free, if there is one."""
    joined = board.grid.adjacency(flow.links)
    cells = board.grid.cells.tolist()
    best: tuple[bool, int, int, int] | None = None
    for first, second in cells:
        for dot, other in ((first, second), (second, first)):
            colour = board.colour_at.get(dot)
            if colour is None or other in board.colour_at:
                continue
            free = not joined[dot] and not joined[other]
            found = (not free, colour, dot, other)
            best = found if best is None else min(best, found)
    if best is None:  # dots beside dots only, or no dots
        pair = cells[0] if cells else [0, 0]
        return board.colour_at.get(pair[0], 0), pair[0], pair[1]
    return best[1], best[2], best[3]


def example(board: Board, flow: Flow) -> str:
    """A first step from a dot."""
    _, dot, other = _open_step(board, flow)
    return f"{board.name(dot)} {board.name(other)}"


def help_lines(board: Board, flow: Flow) -> Sequence[str]:
    """How lines are typed, with a dot and a letter of this board."""
    colour, dot, other = _open_step(board, flow)
    name = board.labels[colour] if board.labels else "A"
    (row, column), (row_2, column_2) = board.place(dot), board.place(other)
    way = WAY_NAMES.get((row_2 - row, column_2 - column), "down")
    step, start = f"{board.name(dot)} {board.name(other)}", board.name(dot)
    return (
        f"{step:<17} draw a line through these cells; A1 A4 is a straight one",
        f"{f'{start} {way}':<17} the same; down 3 goes three cells; {name} {way} extends line {name}",
        f"{f'no {step}':<17} mark that these cells are not joined; again: remove the mark",
        f"{f'erase {board.name(other)}':<17} remove what goes through a cell; erase {name} a whole line",
    )


def moves_between(board: Board, before: Flow, after: Flow) -> Sequence[str]:
    """The new lines, one move for each connected part, and the new marks."""
    new = Flow(after.links - before.links)
    lines = [" ".join(_names(board, piece.nodes)) for piece in pieces(board, new)]
    ends = board.grid.cells.tolist()
    marks = [ends[link] for link in sorted(after.apart - before.apart)]
    return [*lines, *(f"no {board.name(first)} {board.name(second)}" for first, second in marks)]


def _names(board: Board, nodes: Sequence[int]) -> list[str]:
    return [board.name(int(board.grid.cell_of[node])) for node in nodes]


GUIDANCE: MoveGuidance[Board, Flow] = MoveGuidance(rules, example, help_lines, moves_between)
