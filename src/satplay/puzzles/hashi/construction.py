"""A solution under construction: islands and bridges that are connected and neither cross nor touch."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.graph import components
from satplay.puzzles.hashi.board import Board, Bridges, Cell

Way: TypeAlias = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Mix:
    """Which bridges are built at random.

    ``several``  the share of ways with more than one bridge; None: all numbers of bridges are equally likely
    ``closing``  how often an island that is met on the way is joined, too, which may close a cycle
    """

    several: float | None
    closing: float


EVEN = Mix(several=None, closing=0.3)

FARTHEST = 8
"""The largest distance of a new island, so that large boards are not all bridges."""


FREE, COVERED, ISLAND = b"\0", b"\1", b"\2"


class Construction:
    """Islands and bridges; the bridges are a solution of the board whose numbers they determine.

    A way is a pair of islands, smaller cell first.
    ``_built``    the number of bridges on each way
    ``_state``    what each cell is: ``FREE``, ``COVERED`` by bridges, or an ``ISLAND``
    ``_is_near``  whether an island touches a cell
    """

    def __init__(self, rows: int, columns: int, most: int, loops: bool, rng: Random, mix: Mix = EVEN) -> None:
        self._rows, self._columns = rows, columns
        self._most, self._loops = most, loops
        self._rng, self._mix = rng, mix
        self._islands: list[Cell] = []
        self._state = bytearray(rows * columns)
        self._is_near = bytearray(rows * columns)
        self._built: dict[Way, int] = {}
        self._growing: list[Cell] = []
        self._settle(rng.randrange(rows * columns))

    def board(self) -> Board:
        """The board that these bridges solve."""
        numbers = dict.fromkeys(self._islands, 0)
        for (first, second), count in self._built.items():
            numbers[first] += count
            numbers[second] += count
        return Board(self._rows, self._columns, numbers, self._most, self._loops)

    def bridges(self) -> Bridges:
        """The bridges built so far."""
        return Bridges.of([(first, second, count) for (first, second), count in self._built.items()])

    # -- growing -------------------------------------------------------------------------------------

    def grow(self, islands: int) -> int:
        """Build until there are ``islands`` islands or no more room; returns the number of islands."""
        rng = self._rng
        while len(self._islands) < islands and self._growing:
            at = rng.randrange(len(self._growing))
            if not self._sprout(self._growing[at]):
                self._growing[at] = self._growing[-1]
                self._growing.pop()
        return len(self._islands)

    def _sprout(self, island: Cell) -> bool:
        """Build bridges from an island to a new one, at random also to others; False if there is no room."""
        directions = [-self._columns, -1, 1, self._columns]
        self._rng.shuffle(directions)
        for step in directions:
            free, meets = self._look(island, step)
            if meets is not None and self._loops and self._rng.random() < self._mix.closing:
                self._build(island, meets)
                continue
            places = [cell for cell in free[1:FARTHEST] if not self._is_near[cell]]
            if places:
                new = self._rng.choice(places)
                self._settle(new)
                self._build(island, new)
                return True
        return False

    def _look(self, island: Cell, step: int) -> tuple[range, Cell | None]:
        """The free cells in a direction, and the island at their end or None."""
        ahead = self._ahead(island, step)
        if not ahead:
            return ahead, None
        # Slices of bytes and ``lstrip`` find the first cell that is not free in one go.
        states = self._state[ahead.start : ahead.stop if ahead.stop >= 0 else None : step]
        taken = states.lstrip(FREE)
        count = len(states) - len(taken)
        return ahead[:count], ahead[count] if taken[:1] == ISLAND else None

    def _ahead(self, cell: Cell, step: int) -> range:
        """The cells from the next one to the border."""
        if abs(step) == 1 and self._columns > 1:
            start = cell - cell % self._columns
            return range(cell + step, start + self._columns if step > 0 else start - 1, step)
        return range(cell + step, self._rows * self._columns if step > 0 else -1, step)

    def _has_room(self, cell: Cell) -> bool:
        """Whether no island touches a cell."""
        return not self._is_near[cell]

    def _settle(self, cell: Cell) -> None:
        self._islands.append(cell)
        self._state[cell] = ISLAND[0]
        for step in (-self._columns, -1, 1, self._columns):
            for near in self._ahead(cell, step)[:1]:
                self._is_near[near] = 1
        self._growing.append(cell)

    def _build(self, first: Cell, second: Cell) -> None:
        """Build a random number of bridges between two islands with free cells between them."""
        way = (min(first, second), max(first, second))
        if way not in self._built:
            self._built[way] = self._draw_count()
            self._cover(way)

    def _cover(self, way: Way) -> None:
        """Note that bridges pass over the cells between two islands."""
        between = self._between(way)
        self._state[between.start : between.stop : between.step] = COVERED * len(between)

    def _draw_count(self) -> int:
        """A random number of bridges."""
        several = self._mix.several
        if several is None:
            return self._rng.randint(1, self._most)
        if self._most == 1 or self._rng.random() >= several:
            return 1
        return self._rng.randint(2, self._most)

    def _between(self, way: Way) -> range:
        first, second = way
        step = 1 if second // self._columns == first // self._columns else self._columns
        return range(first + step, second, step)

    # -- repairing -----------------------------------------------------------------------------------

    def repair(self, differing: Iterable[Way]) -> None:
        """Exclude another solution that differs on these ways: change one way of each connected group."""
        for part in _connected_groups(differing):
            self._rng.shuffle(part)
            if not any(self._strengthen(way) for way in part) and not any(map(self._split, part)):
                self._shake(part)

    def _strengthen(self, way: Way) -> bool:
        """Add a bridge on a way; False if there can be none."""
        count = self._built.get(way)
        if count is not None and count < self._most:
            self._built[way] = count + 1
            return True
        if count is None and self._loops and not any(self._state[cell] for cell in self._between(way)):
            self._build(*way)
            return True
        return False

    def _split(self, way: Way) -> bool:
        """Put an island on a way that has bridges; False if there is no room."""
        if way not in self._built:
            return False
        places = [cell for cell in self._between(way) if self._has_room(cell)]
        if not places:
            return False
        new = self._rng.choice(places)
        count = self._built.pop(way)
        self._settle(new)
        for half in ((way[0], new), (new, way[1])):
            self._built[half] = count
        return True

    def _shake(self, part: list[Way]) -> None:
        """Draw new numbers of bridges at random, if nothing else is possible."""
        for way in part:
            if way in self._built:
                self._built[way] = self._draw_count()


def _connected_groups(ways: Iterable[Way]) -> list[list[Way]]:
    """The ways in groups that are connected by common ends."""
    of: dict[Cell, list[Way]] = {}
    for way in ways:
        for cell in way:
            of.setdefault(cell, []).append(way)
    return components(ways, lambda way: (*of[way[0]], *of[way[1]]))
