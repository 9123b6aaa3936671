"""Boards of the generator with the strokes that solve them, as a player types or draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.paths import paths
from satplay.verbs.generate import generate


@dataclass(frozen=True, slots=True)
class Stroke:
    """A part of a solution: as a typed move, and as drags of a mouse along cells."""

    typed: str
    cells: Sequence[str]
    drags: int = 1


@dataclass(frozen=True, slots=True)
class SolvableBoard:
    """The text of a board, and strokes that solve it in any order."""

    subject: str
    text: str
    strokes: Sequence[Stroke]


def make_board(subject: str, size: str, seed: int) -> SolvableBoard:
    """The generator's board of this seed."""
    made = generate(subject, size=size, seed=seed)
    return SolvableBoard(subject, made.text, tuple(STROKES[subject](made.instance, made.solution)))


def _bridges(board: Any, solution: Any) -> Iterator[Stroke]:
    """Hashi: a drag from island to island adds a bridge."""
    for first, second, count in solution.triples:
        ends = board.name(first), board.name(second)
        yield Stroke(f"{ends[0]} {ends[1]} {count}", ends, count)


def _lines(board: Any, solution: Any) -> Iterator[Stroke]:
    """Flow: a line from dot to dot."""
    for cells in paths(board, solution):
        names = tuple(board.name(cell) for cell in cells)
        yield Stroke(" ".join(names), names)


STROKES: Mapping[str, Callable[[Any, Any], Iterator[Stroke]]] = {"flow": _lines, "hashi": _bridges}
"""The strokes of a solution, by puzzle."""
