"""Paths that cover a rectangle, and random moves that merge and bend them.

No path touches itself and none is shorter than three cells, so the dots of one colour are never neighbours:
that holds from the start, and no move is made that would break it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from random import Random
from types import ModuleType

import numpy as np

from satplay.puzzles.flow.board import Cell, Pair
from satplay.puzzles.flow.grid import Grid

SHORTEST = 3
"""The number of cells of the shortest path: two dots and a cell between them."""

MOVES = 40
"""Moves tried per cell; then the straight lines of the initial cover are gone."""

MOST_MOVES = 200
"""Moves tried per cell while there are still too many paths."""


AT_A_TIME = 1 << 20
"""Moves that the kernel makes in one call: some tenths of a second at most."""


@cache
def _find_kernel() -> ModuleType | None:
    """The native kernel; None in an installation without a compiler."""
    try:
        return import_module("satplay.puzzles.flow._kernel")
    except ModuleNotFoundError:
        return None


class Cover:
    """``paths`` by number, and the owner of each cell; one side of the rectangle is at least three."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.paths: dict[int, list[Cell]] = {}
        self._numbers = 0
        self._owner = [0] * (rows * columns)
        self._near = _neighbours(rows, columns)
        for line in _lines(rows, columns):
            for start in range(0, len(line) - SHORTEST + 1, SHORTEST):
                end = start + SHORTEST if len(line) - start >= 2 * SHORTEST else len(line)
                self._put_new(list(line[start:end]))

    def dots(self) -> tuple[Pair, ...]:
        """The two ends of every path, in reading order."""
        return tuple(sorted((min(path[0], path[-1]), max(path[0], path[-1])) for path in self.paths.values()))

    def stir(self, rng: Random, goal: int) -> None:
        """Make random moves until the initial cover is mixed and, if possible, ``goal`` paths are left."""
        kernel = _find_kernel()
        if kernel is not None and type(rng) is Random:
            self._stir_natively(kernel, rng, goal)
        else:
            self.stir_in_python(rng, goal)

    def stir_in_python(self, rng: Random, goal: int) -> None:
        """The moves of ``stir`` without the kernel: the same moves, fifty times as slow."""
        cells = len(self._owner)
        for tried in range(MOST_MOVES * cells):
            if tried >= MOVES * cells and len(self.paths) <= goal:
                break
            if len(self.paths) < goal:
                self.cut(rng, [rng.randrange(cells)])
            self._move(rng, rng.randrange(cells), may_join=len(self.paths) > goal)

    def _stir_natively(self, kernel: ModuleType, rng: Random, goal: int) -> None:
        """The same moves in C++, with the same random numbers; some at a time, so that Ctrl-C is noticed."""
        count = len(self._owner)
        cells = np.array([cell for path in self.paths.values() for cell in path], np.int32)
        ends = np.cumsum([len(path) for path in self.paths.values()], dtype=np.int32)
        version, words, gauss = rng.getstate()
        state = np.array(words, np.uint32)
        for first in range(0, MOST_MOVES * count, AT_A_TIME):
            end = min(first + AT_A_TIME, MOST_MOVES * count)
            cells, ends, state, goes_on = kernel.stir(
                self.rows, self.columns, cells, ends, state, goal, first, MOVES * count, end
            )
            if not goes_on:
                break
        rng.setstate((version, tuple(state.tolist()), gauss))
        self.replace(path.tolist() for path in np.split(cells, ends[:-1]))

    def replace(self, paths: Iterable[Sequence[Cell]]) -> None:
        """Take these paths, which cover the rectangle, in place of the present ones."""
        self.paths, self._numbers = {}, 0
        for path in paths:
            self._put_new(list(path))

    def thin_out(self, rng: Random, cells: Sequence[Cell], goal: int) -> None:
        """Make random moves of the paths through these cells until, if possible, ``goal`` paths are left."""
        for tried in range(MOST_MOVES * len(cells)):
            if tried >= MOVES * len(cells) and len(self.paths) <= goal:
                break
            self._move(rng, rng.choice(cells), may_join=len(self.paths) > goal)

    def shake(self, rng: Random, cells: Sequence[Cell]) -> None:
        """Make a few random moves of the paths through these cells, without changing the number of paths."""
        made = 0
        for _ in range(300):
            made += self._move(rng, rng.choice(cells), may_join=False)
            if made == 3:  # a single move is often undone by the next one, many destroy good paths nearby
                break

    def cut(self, rng: Random, cells: Iterable[Cell]) -> bool:
        """Cut a path at one of these cells, if some path is long enough on both sides of it."""
        places = [
            (self._owner[cell], at)
            for cell in cells
            for at in (self.paths[self._owner[cell]].index(cell),)
            if SHORTEST <= at <= len(self.paths[self._owner[cell]]) - SHORTEST
        ]
        if not places:
            return False
        number, at = rng.choice(places)
        path = self.paths[number]
        self._put(number, path[:at])
        self._put_new(path[at:])
        return True

    def _move(self, rng: Random, cell: Cell, *, may_join: bool) -> bool:
        """Try to extend the cell's path by a neighbouring cell and one side of that cell's path.

        The rest of the other path must be long enough, or empty: then the two paths are merged.  This is the
        move of Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt", 1982, for many paths
        instead of one.
        """
        number = self._owner[cell]
        path = self.paths[number]
        if rng.random() < 0.5:
            path.reverse()
        taken = rng.choice(self._near[path[-1]])
        other = self._owner[taken]
        if other == number:
            return False
        theirs = self.paths[other]
        if rng.random() < 0.5:
            theirs.reverse()
        at = theirs.index(taken)
        if not (at >= SHORTEST or (at == 0 and may_join)) or self._touches(path, theirs[at:]):
            return False
        rest, part = theirs[:at], theirs[at:]
        self._put(number, path + part)
        if rest:
            self._put(other, rest)
        else:
            del self.paths[other]
        return True

    def _touches(self, path: list[Cell], part: list[Cell]) -> bool:
        """Whether they are adjacent except at the end of ``path`` and the start of ``part``."""
        number = self._owner[path[-1]]
        meeting = (part[0], path[-1])
        return any(
            self._owner[near] == number and (cell, near) != meeting
            for cell in part
            for near in self._near[cell]
        )

    def _put(self, number: int, path: list[Cell]) -> None:
        self.paths[number] = path
        for cell in path:
            self._owner[cell] = number

    def _put_new(self, path: list[Cell]) -> None:
        self._put(self._numbers, path)
        self._numbers += 1


@lru_cache(maxsize=8)
def _neighbours(rows: int, columns: int) -> Sequence[Sequence[Cell]]:
    """The neighbours of every cell."""
    near: list[list[Cell]] = [[] for _ in range(rows * columns)]
    for first, second in Grid(rows, columns).cells.tolist():
        near[first].append(second)
        near[second].append(first)
    return near


def _lines(rows: int, columns: int) -> Iterator[range]:
    """The rows or the columns, whichever are longer."""
    if columns >= rows:
        return (range(row * columns, (row + 1) * columns) for row in range(rows))
    return (range(column, rows * columns, columns) for column in range(columns))
