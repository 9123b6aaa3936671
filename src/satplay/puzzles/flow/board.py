"""The board of Flow Free and Numberlink: cells, two dots of every colour, and rule variants.

Cells are numbered row by row from 0, as in level packs.  A board is a rectangle; cells may be missing
(holes), neighbours may be separated (walls), opposite borders may be joined (warp), two paths may cross at
right angles in a cell (bridge), and cells may be hexagons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TypeAlias, TypeVar

from satplay.drawing.places import cell_name
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.grid import Grid

T = TypeVar("T")
Cell: TypeAlias = int
Pair: TypeAlias = tuple[Cell, Cell]

LARGEST = 1000
"""The largest number of rows or columns."""


@dataclass(frozen=True, slots=True)
class Board:
    """The dots, the shape of the board, and the rule variant.

    Colours are ordered by their first dots, row by row.  Labels do not count in comparisons, because not
    every format can write every label.

    ``dots``   for every colour its two cells, the smaller first
    ``labels`` for every colour its name, by default one character if there are enough
    ``walls``  pairs of neighbours, the smaller first, between which no path may step
    ``fill``   whether every cell must be used, as in Flow Free; Numberlink leaves cells free
    ``touch``  whether a path may touch itself (the loose rule) or not (the strict rule)
    """

    rows: int
    columns: int
    dots: tuple[Pair, ...]
    labels: tuple[str, ...] = field(default=(), compare=False)
    holes: frozenset[Cell] = frozenset()
    bridges: frozenset[Cell] = frozenset()
    walls: frozenset[Pair] = frozenset()
    warp: bool = False
    hexagonal: bool = False
    fill: bool = True
    touch: bool = False
    grid: Grid = field(init=False, repr=False, compare=False)
    colour_at: Mapping[Cell, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.labels) not in (0, len(self.dots)):
            raise _wrong(f"{len(self.labels)} labels for {len(self.dots)} colours", "one for each")
        pairs = [(min(pair), max(pair)) for pair in self.dots]
        order = sorted(range(len(pairs)), key=pairs.__getitem__)
        object.__setattr__(self, "dots", tuple(pairs[colour] for colour in order))
        names = (self.labels[colour] for colour in order) if self.labels else map(label, range(len(pairs)))
        object.__setattr__(self, "labels", tuple(names))
        self._validate()
        object.__setattr__(self, "grid", shared_grid(*self._shape()))
        colours = {cell: colour for colour, pair in enumerate(self.dots) for cell in pair}
        object.__setattr__(self, "colour_at", colours)

    def _shape(self) -> tuple[int, int, frozenset[Cell], frozenset[Cell], frozenset[Pair], bool, bool]:
        return self.rows, self.columns, self.holes, self.bridges, self.walls, self.warp, self.hexagonal

    def _validate(self) -> None:
        """Raise ``BadInput`` for an impossible board; readers check first, with line and column."""
        if not (1 <= self.rows <= LARGEST and 1 <= self.columns <= LARGEST):
            raise _wrong(f"{self.columns} by {self.rows} cells", f"1 to {LARGEST} each way")
        if self.warp and self.hexagonal:
            raise _wrong("a hexagonal board with joined borders", "one or the other")
        if self.hexagonal and self.bridges:
            raise _wrong(
                "a bridge on a hexagonal board", "bridges on square cells, where paths cross straight"
            )
        ends = [cell for pair in self.dots for cell in pair]
        for what, cells in (("dot", ends), ("hole", self.holes), ("bridge", self.bridges)):
            for cell in cells:
                if not 0 <= cell < self.rows * self.columns:
                    raise _wrong(
                        f"a {what} in cell {cell}", f"cells from 0 to {self.rows * self.columns - 1}"
                    )
        twice = _first_repeated([*ends, *self.holes, *self.bridges])
        if twice is not None:
            raise _wrong(f"two things in cell {self.name(twice)}", "a dot, a hole or a bridge")
        if _first_repeated(self.labels) is not None:
            raise _wrong(f"two colours called {_first_repeated(self.labels)!r}", "different labels")
        for pair in self.walls:
            if not 0 <= pair[0] < pair[1] < self.rows * self.columns:
                raise _wrong(f"a wall between cells {pair[0]} and {pair[1]}", "two cells, the smaller first")

    def place(self, cell: Cell) -> tuple[int, int]:
        """Row and column, from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: Cell) -> str:
        """The name of a cell: its column's letter and its row's number.

        >>> Board(3, 30, ()).name(0), Board(3, 30, ()).name(61)
        ('A1', 'B3')
        """
        return cell_name(*self.place(cell))


# Boards of one shape share their grid, because generators and audits create many of them.
@lru_cache(maxsize=256)
def shared_grid(
    rows: int,
    columns: int,
    holes: frozenset[Cell],
    bridges: frozenset[Cell],
    walls: frozenset[Pair],
    warp: bool,
    hexagonal: bool,
) -> Grid:
    """The grid of all boards of one shape; cached."""
    return Grid(rows, columns, holes, bridges, walls, warp=warp, hexagonal=hexagonal)


LABELS = "".join(
    [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        # The letters of Latin-1 and of the blocks after it: none is blank, wide, or combining.
        *(chr(code) for code in range(0xC0, 0x2B0) if chr(code).isalpha()),
    ]
)


def label(colour: int) -> str:
    """The default name of a colour: letters, digits, more letters, and then its number from 1.

    >>> label(0), label(61), label(62), label(1000)
    ('A', '9', 'À', '1001')
    """
    return LABELS[colour] if colour < len(LABELS) else str(colour + 1)


def _wrong(found: str, expected: str) -> BadInput:
    return BadInput("flow board", found=found, expected=expected)


def _first_repeated(things: Iterable[T]) -> T | None:
    seen: set[T] = set()
    for thing in things:
        if thing in seen:
            return thing
        seen.add(thing)
    return None


def size_of(board: Board) -> str:
    """Width and height, as the generator takes them.

    >>> size_of(Board(2, 3, ()))
    '3x2'
    """
    return f"{board.columns}x{board.rows}"
