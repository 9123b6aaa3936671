"""The graph of a board: nodes, the links between them, and the short rings that links form.

A node is a cell, or one of the two ways over a bridge: the horizontal way is the cell's own node, the
vertical way an additional one.  So a path is a path in a graph on every board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satplay.drawing.places import cell_name

Ints = NDArray[np.int32]
ACROSS, DOWN, SLANTED = range(3)
NONE = -1


class Grid:
    """The links of a board, numbered; ``ends[link]`` are its two nodes, ``cell_of[node]`` the node's cell.

    >>> Grid(2, 2).ends.tolist()
    [[0, 1], [2, 3], [0, 2], [1, 3]]
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        holes: frozenset[int] = frozenset(),
        bridges: frozenset[int] = frozenset(),
        walls: frozenset[tuple[int, int]] = frozenset(),
        *,
        warp: bool = False,
        hexagonal: bool = False,
    ) -> None:
        self.rows, self.columns = rows, columns
        self.warp, self.hexagonal = warp, hexagonal
        count = rows * columns
        self._crossed = np.array(sorted(bridges), np.int32)
        self.cell_of: Ints = np.concatenate([np.arange(count, dtype=np.int32), self._crossed])
        self.is_node = np.ones(self.cell_of.size, np.bool_)
        self.is_node[sorted(holes)] = False
        # The nodes of vertical links at each cell.
        self.node_down: Ints = np.arange(count, dtype=np.int32)
        self.node_down[self._crossed] = np.arange(count, self.cell_of.size, dtype=np.int32)

        cells, axes = self._neighbours()
        open_ = self.is_node[cells].all(axis=1)
        if walls:
            blocked = np.array(sorted(first * count + second for first, second in walls))
            open_ &= ~np.isin(cells.min(axis=1).astype(np.int64) * count + cells.max(axis=1), blocked)
        self.cells, self.axes = cells[open_], axes[open_]
        self.ends: Ints = np.where(self.axes[:, None] == DOWN, self.node_down[self.cells], self.cells)

    def name(self, cell: int) -> str:
        """The name of a cell: its column's letter and its row's number."""
        return cell_name(*divmod(cell, self.columns))

    @property
    def nodes(self) -> int:
        """The number of node numbers, including the numbers of holes, which are not nodes."""
        return self.cell_of.size

    @property
    def links(self) -> int:
        """The number of links."""
        return len(self.ends)

    def _neighbours(self) -> tuple[Ints, Ints]:
        """All pairs of adjacent cells, and their directions: across, down or slanted."""
        cells = np.arange(self.rows * self.columns, dtype=np.int32).reshape(self.rows, self.columns)
        pairs = [(cells[:, :-1], cells[:, 1:], ACROSS), (cells[:-1], cells[1:], DOWN)]
        # With two rows or columns the joined borders touch anyway, with one a cell would touch itself.
        if self.warp and self.columns > 2:
            pairs.append((cells[:, -1:], cells[:, :1], ACROSS))
        if self.warp and self.rows > 2:
            pairs.append((cells[-1:], cells[:1], DOWN))
        if self.hexagonal:
            even, odd = cells[:, :-1:2], cells[:, 1:-1:2]
            pairs.append((even[:-1], cells[1:, 1::2], SLANTED))
            pairs.append((odd[1:], cells[:-1, 2::2], SLANTED))
        joined = [np.stack([first.ravel(), second.ravel()], axis=1) for first, second, _ in pairs]
        axes = np.repeat(np.array([axis for *_, axis in pairs], np.int32), [len(block) for block in joined])
        return np.concatenate(joined), axes

    @cached_property
    def incident(self) -> Ints:
        """For every node the numbers of its links, ascending, padded with ``NONE``."""
        degree = np.bincount(self.ends.ravel(), minlength=self.nodes)
        table = np.full((self.nodes, int(degree.max(initial=0))), NONE, np.int32)
        order = np.argsort(self.ends.ravel(), kind="stable")
        place = np.arange(order.size) - np.repeat(np.cumsum(degree) - degree, degree)
        table[self.ends.ravel()[order], place] = order // 2
        return table

    def adjacency(self, links: Collection[int]) -> defaultdict[int, list[int]]:
        """For every node the nodes that these links join to it; the keys are the nodes that have links."""
        near: defaultdict[int, list[int]] = defaultdict(list)
        for first, second in self.ends[sorted(links)].tolist():
            near[first].append(second)
            near[second].append(first)
        return near

    def degrees(self, links: Collection[int]) -> NDArray[np.intp]:
        """For every node the number of these links at it."""
        return np.bincount(self.ends[list(links)].ravel(), minlength=self.nodes)

    @cached_property
    def link_between(self) -> dict[tuple[int, int], int]:
        """The link between two cells, by the pair of cells in either order."""
        found: dict[tuple[int, int], int] = {}
        for link, (first, second) in enumerate(self.cells.tolist()):
            found[first, second] = found[second, first] = link
        return found

    @cached_property
    def rings(self) -> list[Ints]:
        """The smallest cycles of links: squares of four, or on hexagons triangles of three."""
        return [self._triangles()] if self.hexagonal else [self._squares()]

    def _squares(self) -> Ints:
        across, down = self._link_from(ACROSS), self._link_from(DOWN)
        corners = [across, np.roll(across, -1, axis=0), down, np.roll(down, -1, axis=1)]
        squares = np.stack(corners, axis=-1)
        if not self.warp or self.rows < 3:
            squares = squares[:-1]
        if not self.warp or self.columns < 3:
            squares = squares[:, :-1]
        whole: Ints = squares[(squares != NONE).all(axis=-1)]
        # On a bridge the horizontal and the vertical way do not meet.
        crossed = np.isin(self.cells[whole], self._crossed).reshape(-1, 8)
        return whole[np.flatnonzero(~crossed.any(axis=1))]

    def _link_from(self, axis: int) -> Ints:
        """The link along an axis, by row and column of its first cell."""
        table = np.full(self.rows * self.columns, NONE, np.int32)
        links = np.flatnonzero(self.axes == axis).astype(np.int32)
        table[self.cells[links, 0]] = links
        return table.reshape(self.rows, self.columns)

    def _triangles(self) -> Ints:
        around: dict[int, set[int]] = {}
        for first, second in self.cells.tolist():
            around.setdefault(first, set()).add(second)
            around.setdefault(second, set()).add(first)
        between = self.link_between
        found = [
            (link, between[first, third], between[second, third])
            for link, (first, second) in enumerate(self.cells.tolist())
            for third in sorted(around[first] & around[second])
            if third > max(first, second)
        ]
        return np.array(found, np.int32).reshape(-1, 3)
