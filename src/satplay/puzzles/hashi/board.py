"""The board of Hashiwokakero: islands, and the links between islands that can be joined.

Cells are numbered row by row from 0.  Two islands can be joined if they are in one row or column without a
third one between them; islands may touch, and a bridge between these crosses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.drawing.places import cell_name
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

Cell: TypeAlias = int
Triple: TypeAlias = tuple[Cell, Cell, int]
Pair: TypeAlias = tuple[Cell, Cell]
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
        cells = tuple(sorted(self.islands))
        object.__setattr__(self, "islands", {cell: self.islands[cell] for cell in cells})
        object.__setattr__(self, "cells", cells)
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
        possible = {None, *range(1, SIDES * self.most + 1)}
        for cell, number in self.islands.items():
            if number not in possible:
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
        return np.concatenate([self.horizontal_links, self.vertical_links])

    @cached_property
    def cell_array(self) -> Ints:
        """The cells of the islands as an array."""
        return np.array(self.cells, np.int32)

    def islands_at(self, cells: Ints) -> NDArray[np.intp]:
        """The indices of the islands in these cells; ``KeyError`` for a cell without an island."""
        found = np.searchsorted(self.cell_array, cells)
        if not cells.size:
            return found
        last = len(self.cells) - 1
        wrong = self.cell_array[np.minimum(found, last)] != cells if self.cells else cells >= 0
        if wrong.any():
            raise KeyError(int(cells[wrong][0]))
        return found

    @cached_property
    def numbers(self) -> Ints:
        """The numbers of the islands, with 0 for an island without one."""
        return np.fromiter((number or 0 for number in self.islands.values()), np.int32, len(self.cells))

    @cached_property
    def row_and_column(self) -> tuple[Ints, Ints]:
        """Rows and columns of the islands."""
        rows, columns = np.divmod(self.cell_array, np.int32(self.columns))
        return rows, columns

    @cached_property
    def column_order(self) -> Ints:
        """The islands column by column."""
        rows, columns = self.row_and_column
        return np.lexsort((rows, columns)).astype(np.int32)

    @cached_property
    def horizontal_links(self) -> Ints:
        """The links along rows."""
        rows, _ = self.row_and_column
        first = np.flatnonzero(rows[:-1] == rows[1:]).astype(np.int32)
        return np.stack([first, first + np.int32(1)], axis=1)

    @cached_property
    def vertical_links(self) -> Ints:
        """The links along columns."""
        _, columns = self.row_and_column
        order = self.column_order
        same = np.flatnonzero(columns[order][:-1] == columns[order][1:])
        pairs = np.stack([order[same], order[same + 1]], axis=1)
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    @cached_property
    def crossings(self) -> Ints:
        """Pairs of a horizontal and a vertical link that have a cell in common.

        >>> Board(3, 3, {1: 1, 3: 1, 5: 1, 7: 1}).crossings.tolist()
        [[0, 1]]
        """
        cells = self.cell_array
        across, down = self.horizontal_links, self.vertical_links
        # The horizontal link over each cell; there is at most one.
        over = np.full(self.rows * self.columns, -1, np.int32)
        starts, ends = cells[across].T
        over[runs(starts + 1, ends - starts - 1, 1)] = np.repeat(
            np.arange(len(across), dtype=np.int32), ends - starts - 1
        )
        starts, ends = cells[down].T
        between = (ends - starts) // self.columns - 1
        met = over[runs(starts + self.columns, between, self.columns)]
        owners = np.repeat(np.arange(len(down), dtype=np.int32), between) + np.int32(len(across))
        crossed = met >= 0
        return np.stack([met[crossed], owners[crossed]], axis=1)

    @cached_property
    def incident(self) -> list[list[int]]:
        """For every island the numbers of its links, ascending."""
        degrees, links = self.incidence
        ends, listed = np.cumsum(degrees).tolist(), links.tolist()
        return [listed[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    @cached_property
    def incidence(self) -> tuple[Ints, Ints]:
        """For every island the number of its links; and the links of all islands, island by island."""
        ends = self.links.ravel()
        order = np.argsort(ends, kind="stable").astype(np.int32)
        return np.bincount(ends, minlength=len(self.cells)).astype(np.int32), order // np.int32(2)

    @cached_property
    def link_between(self) -> Mapping[tuple[Cell, Cell], int]:
        """The link between two cells, the smaller first."""
        ends = self.cell_array[self.links].tolist() if len(self.links) else []
        return {(first, second): link for link, (first, second) in enumerate(ends)}


def runs(starts: Ints, lengths: Ints, step: int) -> NDArray[np.int64]:
    """The concatenated runs ``start, start + step, ...`` of these lengths."""
    offsets = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.repeat(starts, lengths) + step * offsets


class Bridges:
    """The bridges as sorted triples (cell, larger cell, number of bridges).

    The cells are islands of one row or column; the bridges may violate rules.  Decoders create them as
    ``array``, one row per triple: a board of a million islands has as many triples, which few callers need.

    ``absent``  pairs of islands, the smaller cell first, that a player has marked as not joined
    ``done``    islands that a player has marked as done; rules and formats ignore both marks
    """

    __slots__ = ("_array", "_triples", "absent", "done")

    def __init__(
        self,
        triples: tuple[Triple, ...],
        absent: frozenset[Pair] = frozenset(),
        done: frozenset[Cell] = frozenset(),
    ) -> None:
        self._triples: tuple[Triple, ...] | None = triples
        self._array: Ints | None = None
        self.absent = absent
        self.done = done

    @classmethod
    def of(
        cls,
        triples: Sequence[Triple],
        absent: frozenset[Pair] = frozenset(),
        done: frozenset[Cell] = frozenset(),
    ) -> Bridges:
        """The bridges of these triples, in any order; triples with 0 bridges are dropped."""
        built = tuple(sorted(triple for triple in triples if triple[2]))
        return cls(built, absent - {triple[:2] for triple in built}, done)

    @classmethod
    def of_array(cls, array: Ints) -> Bridges:
        """The bridges of an array of sorted triples."""
        bridges = cls(())
        bridges._triples, bridges._array = None, array
        return bridges

    @property
    def triples(self) -> tuple[Triple, ...]:
        """All triples, sorted."""
        if self._triples is None:
            self._triples = tuple([(first, second, count) for first, second, count in self.array.tolist()])
        return self._triples

    @property
    def array(self) -> Ints:
        """All triples as rows, sorted."""
        if self._array is None:
            numbers = (number for triple in self.triples for number in triple)
            self._array = np.fromiter(numbers, np.int32).reshape(-1, 3)
        return self._array

    def ends(self) -> Counter[Cell]:
        """The number of bridges that end in each cell."""
        found: Counter[Cell] = Counter()
        for first, second, count in self.triples:
            found[first] += count
            found[second] += count
        return found

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Bridges):
            return NotImplemented
        return (self.triples, self.absent, self.done) == (other.triples, other.absent, other.done)

    def __hash__(self) -> int:
        return hash((self.triples, self.absent, self.done))

    def __reduce__(self) -> tuple[Any, ...]:
        return Bridges, (self.triples, self.absent, self.done)

    def __repr__(self) -> str:
        absent = f", absent={self.absent!r}" if self.absent else ""
        done = f", done={self.done!r}" if self.done else ""
        return f"Bridges(triples={self.triples!r}{absent}{done})"


NONE = Bridges(())


def _wrong(found: str, expected: str) -> BadInput:
    return BadInput("hashi board", found=found, expected=expected)


def size_of(board: Board) -> str:
    """Width and height, as the generator takes them.

    >>> size_of(Board(2, 3, {}))
    '3x2'
    """
    return f"{board.columns}x{board.rows}"
