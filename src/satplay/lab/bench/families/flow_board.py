"""Boards for the family ``flow``: a full grid covered by paths none of which touches itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

Cell = tuple[int, int]
Path = list[Cell]

SHORTEST = 3
"""Cells of the shortest path: two dots and something to find between them."""

MOVES_PER_CELL = 40
"""After so many the straight lines of the beginning are no longer seen."""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid and its solution; the dots are the ends of the paths."""

    rows: int
    columns: int
    paths: tuple[tuple[Cell, ...], ...]

    def cells(self) -> Iterator[Cell]:
        return ((r, c) for r in range(self.rows) for c in range(self.columns))


def planted(seed: int, rows: int, columns: int, colours: int) -> Board:
    """Cover the grid with short straight paths and exchange parts of them until they are few and crooked.

    One move: the end of a path takes the neighbouring cell from another path, with everything on one side of
    that cell.  What the other path keeps must be long enough to be one, or nothing: then two paths have
    become one, which is done until ``colours`` are left.  A move after which a path would touch itself is not
    made.  It is the move of Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt", 1982,
    for many paths instead of one.
    """
    rng = Random(seed)
    cover = Cover(rows, columns)
    for _ in range(MOVES_PER_CELL * rows * columns):
        cover.move(rng, may_join=len(cover.paths) > colours)
    return Board(rows, columns, tuple(tuple(path) for path in cover.paths.values()))


class Cover:
    """Paths that cover a grid, and whose each cell is."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.paths: dict[int, Path] = {}
        self._owner: dict[Cell, int] = {}
        for r in range(rows):
            for start in range(0, columns - SHORTEST + 1, SHORTEST):
                end = start + SHORTEST if columns - start >= 2 * SHORTEST else columns
                self._put(len(self.paths), [(r, c) for c in range(start, end)])

    def move(self, rng: Random, *, may_join: bool) -> None:
        """Try one exchange."""
        number = rng.choice(list(self.paths))
        path = self.paths[number]
        if rng.randrange(2):
            path.reverse()
        taken = rng.choice(neighbours(path[-1], self.rows, self.columns))
        other = self._owner[taken]
        if other == number:
            return
        theirs = self.paths[other]
        if rng.randrange(2):
            theirs.reverse()
        at = theirs.index(taken)
        part, kept = theirs[at:], theirs[:at]
        enough = len(kept) >= SHORTEST or (not kept and may_join)
        if not enough or self._touches(path, part):
            return
        self._put(number, path + part)
        if kept:
            self._put(other, kept)
        else:
            del self.paths[other]

    def _put(self, number: int, path: Path) -> None:
        self.paths[number] = path
        self._owner.update(dict.fromkeys(path, number))

    def _touches(self, path: Path, part: Path) -> bool:
        """Whether the two are neighbours anywhere but where the end of one meets the start of the other."""
        inside = set(path)
        meeting = (part[0], path[-1])
        return any(
            near in inside and (cell, near) != meeting
            for cell in part
            for near in neighbours(cell, self.rows, self.columns)
        )


def neighbours(cell: Cell, rows: int, columns: int) -> list[Cell]:
    """The cells beside this one."""
    r, c = cell
    beside = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [(r, c) for r, c in beside if 0 <= r < rows and 0 <= c < columns]
