"""The board of Hashiwokakero: islands, and the links between islands that can be joined.

Cells are numbered row by row from 0.  Two islands can be joined if they are in one row or column without a
third one between them; islands may touch, and a bridge between these crosses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.drawing.places import cell_name
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

Cell: TypeAlias = int
Ints: TypeAlias = NDArray[np.int32]

LARGEST = 2000
"""The largest number of rows or columns."""

MOST = 4
"""The largest supported number of bridges between two islands (Tatham's Bridges)."""

SIDES = 4


@dataclass(frozen=True)
class Board:
    """The islands, their numbers, and the rule variant.

    ``islands`` from cell to number, in the order of cells; None for an island with any number of bridges
    ``most``    the largest number of bridges between two islands
    ``loops``   whether bridges may close a cycle of islands; several bridges between two are not a cycle
    """

    rows: int
    columns: int
    islands: Mapping[Cell, int | None]
    most: int = 2
    loops: bool = True
    cells: tuple[Cell, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "islands", dict(sorted(self.islands.items())))
        object.__setattr__(self, "cells", tuple(self.islands))
        self._validate()

    def __hash__(self) -> int:
        return hash((self.rows, self.columns, tuple(self.islands.items()), self.most, self.loops))

    def _validate(self) -> None:
        """Raise ``BadInput`` for an impossible board; readers check first, with line and column."""
        if not (1 <= self.rows <= LARGEST and 1 <= self.columns <= LARGEST):
            raise _wrong(f"{self.columns} by {self.rows} cells", f"1 to {LARGEST} each way")
        if not 1 <= self.most <= MOST:
            raise _wrong(f"at most {self.most} bridges between two islands", f"1 to {MOST}")
        if self.cells and not 0 <= self.cells[0] <= self.cells[-1] < self.rows * self.columns:
            raise _wrong("an island beside the board", f"cells from 0 to {self.rows * self.columns - 1}")
        for cell, number in self.islands.items():
            if number is not None and not 1 <= number <= SIDES * self.most:
                raise _wrong(f"the number {number} in {self.name(cell)}", f"1 to {SIDES * self.most}")

    def place(self, cell: Cell) -> tuple[int, int]:
        """Row and column, from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: Cell) -> str:
        """The name of a cell: its column's letter and its row's number.

        >>> Board(3, 30, {}).name(0), Board(3, 30, {}).name(61)
        ('A1', 'B3')
        """
        return cell_name(*self.place(cell))

    # -- links ---------------------------------------------------------------------------------------

    @cached_property
    def links(self) -> Ints:
        """Pairs of islands that can be joined, as indices into ``cells``: horizontal first, then vertical.

        >>> Board(2, 3, {0: 1, 2: 2, 3: 1}).links.tolist()
        [[0, 1], [0, 2]]
        """
        return np.concatenate([self._across, self._down])

    @cached_property
    def _at(self) -> tuple[Ints, Ints]:
        """Rows and columns of the islands."""
        rows, columns = np.divmod(np.array(self.cells, np.int32), np.int32(self.columns))
        return rows, columns

    @cached_property
    def _across(self) -> Ints:
        rows, _ = self._at
        first = np.flatnonzero(rows[:-1] == rows[1:]).astype(np.int32)
        return np.stack([first, first + np.int32(1)], axis=1)

    @cached_property
    def _down(self) -> Ints:
        rows, columns = self._at
        order = np.lexsort((rows, columns)).astype(np.int32)
        same = np.flatnonzero(columns[order][:-1] == columns[order][1:])
        pairs = np.stack([order[same], order[same + 1]], axis=1)
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    @cached_property
    def crossings(self) -> Ints:
        """Pairs of a horizontal and a vertical link that have a cell in common.

        >>> Board(3, 3, {1: 1, 3: 1, 5: 1, 7: 1}).crossings.tolist()
        [[0, 1]]
        """
        cells = np.array(self.cells, np.int32)
        across, down = self._across, self._down
        # The horizontal link over each cell; there is at most one.
        over = np.full(self.rows * self.columns, -1, np.int32)
        starts, ends = cells[across].T
        over[_runs(starts + 1, ends - starts - 1, 1)] = np.repeat(
            np.arange(len(across), dtype=np.int32), ends - starts - 1
        )
        starts, ends = cells[down].T
        between = (ends - starts) // self.columns - 1
        met = over[_runs(starts + self.columns, between, self.columns)]
        owners = np.repeat(np.arange(len(down), dtype=np.int32), between) + np.int32(len(across))
        crossed = met >= 0
        return np.stack([met[crossed], owners[crossed]], axis=1)

    @cached_property
    def incident(self) -> list[list[int]]:
        """For every island the numbers of its links, ascending."""
        found: list[list[int]] = [[] for _ in self.cells]
        for link, (first, second) in enumerate(self.links.tolist()):
            found[first].append(link)
            found[second].append(link)
        return found

    @cached_property
    def link_between(self) -> Mapping[tuple[Cell, Cell], int]:
        """The link between two cells, the smaller first."""
        ends = np.array(self.cells, np.int32)[self.links].tolist() if len(self.links) else []
        return {(first, second): link for link, (first, second) in enumerate(ends)}


def _runs(starts: Ints, lengths: Ints, step: int) -> NDArray[np.int64]:
    """The concatenated runs ``start, start + step, ...`` of these lengths."""
    offsets = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.repeat(starts, lengths) + step * offsets


@dataclass(frozen=True, slots=True)
class Bridges:
    """The bridges as sorted triples (cell, larger cell, number of bridges).

    The cells are islands of one row or column; the bridges may violate rules.

    ``absent``  pairs of islands, the smaller cell first, that a player has marked as not joined; rules and
                formats ignore them
    """

    triples: tuple[tuple[Cell, Cell, int], ...]
    absent: frozenset[tuple[Cell, Cell]] = frozenset()

    @classmethod
    def of(
        cls,
        triples: Sequence[tuple[Cell, Cell, int]],
        absent: frozenset[tuple[Cell, Cell]] = frozenset(),
    ) -> Bridges:
        """The bridges of these triples, in any order; triples with 0 bridges are dropped."""
        built = tuple(sorted(triple for triple in triples if triple[2]))
        return cls(built, absent - {triple[:2] for triple in built})

    def ends(self) -> Counter[Cell]:
        """The number of bridges that end in each cell."""
        found: Counter[Cell] = Counter()
        for first, second, count in self.triples:
            found[first] += count
            found[second] += count
        return found


NONE = Bridges(())


def _wrong(found: str, expected: str) -> BadInput:
    return BadInput("hashi board", found=found, expected=expected)
