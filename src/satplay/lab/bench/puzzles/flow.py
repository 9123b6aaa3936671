"""``satplay bench flow``: Flow Free, with the table of Berman and Lampert and Zucker's flow_solver."""

from __future__ import annotations

from dataclasses import replace

from satplay.lab.bench.puzzle_boards.generation import levels
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import (
    BoardSize,
    ExternalSolver,
    Page,
    PageColumn,
    PuzzleBenchmark,
    SolvingMethod,
)
from satplay.puzzles.flow import PUZZLE
from satplay.puzzles.flow.board import Board, shared_grid
from satplay.puzzles.flow.paths import Flow

PAGE = Page(
    title='Berman and Lampert, "Flow Free Solver Using CNF and SAT"',
    columns=(
        PageColumn("clause creation", SolvingMethod("source", "pycosat"), "encode"),
        PageColumn("its own engine", SolvingMethod("source", "reference"), "solve"),
        PageColumn("PycoSAT", SolvingMethod("source", "pycosat"), "solve"),
        PageColumn("PySAT", SolvingMethod("source", "minisat22"), "solve"),  # the default engine of PySAT
    ),
    figures={
        "6x6": (10.867, 33.213, 1.718, 2.220),
        "7x7": (20.849, 89.550, 3.196, 2.963),
        "8x8": (27.273, 166.891, 6.348, 5.544),
        "9x9": (41.320, 336.799, 5.564, 8.413),
        "10x10": (57.983, 594.686, 11.762, 15.043),
        "12x12": (121.185, 1167.734, 20.290, 24.422),
    },
)

LETTERS = "RBYGOCMmPAWgTbcp"
LARGEST = 15
"""The colours of flow_solver, and its longest side."""


def letters(board: Board) -> str | None:
    """A board in the format of flow_solver: a square of letters and points, strict rule, all cells filled."""
    odd = board.holes or board.bridges or board.walls or board.warp or board.hexagonal
    if odd or board.touch or not board.fill or board.rows != board.columns:
        return None
    if board.rows > LARGEST or len(board.dots) > len(LETTERS):
        return None
    cells = [
        LETTERS[board.colour_at[cell]] if cell in board.colour_at else "."
        for cell in range(board.rows * board.columns)
    ]
    rows = ("".join(cells[start : start + board.columns]) for start in range(0, len(cells), board.columns))
    return "\n".join(rows) + "\n"


def status_of(printed: str) -> str:
    """The status that ``flow_solver -q`` prints for a board: its file, one letter, seconds, nodes.

    >>> status_of("board.txt s        0.001           17")
    'sat'
    """
    words = printed.split()
    letter = words[-3] if len(words) >= 4 else ""
    return {"s": "sat", "u": "unsat", "f": "out of its memory"}.get(letter, f"printed {printed[:60]!r}")


def fresh(board: Board) -> Board:
    """A copy with a new grid, without cached values: like the first board of its shape."""
    shared_grid.cache_clear()
    return replace(board)


BENCHMARK: PuzzleBenchmark[Board, Flow] = PuzzleBenchmark(
    puzzle=PUZZLE,
    sizes=(
        *(BoardSize(name) for name in PAGE.figures),
        BoardSize("15x18", large=True),
        BoardSize("20x20", large=True),
        BoardSize("25x25", boards=1, large=True),
        BoardSize("30x30", boards=1, large=True),
    ),
    quick=(BoardSize("6x6", boards=1), BoardSize("7x7", boards=1)),
    ours=SolvingMethod("edges", "native"),
    rival=SolvingMethod("source", "pycosat"),
    fresh=fresh,
    page=PAGE,
    programs=(ExternalSolver("flow_solver", letters, ("-q",), status_of),),
    contests=levels("flow", "9x9", 20),
)
