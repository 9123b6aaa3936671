"""The meaning of the variables in the encodings of Flow."""

from __future__ import annotations

from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import Board


def _ends(board: Board, link: int) -> str:
    first, second = board.grid.cells[link].tolist()
    return f"{board.name(first)}-{board.name(second)}"


@dataclass(frozen=True, slots=True)
class Joined:
    """A path goes from one cell to a neighbour.

    >>> Joined(Board(1, 2, ()), 0).sentence, Joined(Board(1, 2, ()), 0).negation
    ('A1 and B1 are joined', 'A1 and B1 are not joined')
    """

    board: Board
    link: int

    @property
    def _both(self) -> str:
        return _ends(self.board, self.link).replace("-", " and ")

    @property
    def sentence(self) -> str:
        return f"{self._both} are joined"

    @property
    def negation(self) -> str:
        return f"{self._both} are not joined"

    def __str__(self) -> str:
        return _ends(self.board, self.link)


@dataclass(frozen=True, slots=True)
class Bit:
    """One bit of the number of a cell's colour."""

    board: Board
    node: int
    bit: int

    @property
    def _subject(self) -> str:
        cell = int(self.board.grid.cell_of[self.node])
        way = "" if self.node == cell else ", up and down"
        return f"bit {self.bit} of the colour of {self.board.name(cell)}{way}"

    @property
    def sentence(self) -> str:
        return f"{self._subject} is 1"

    @property
    def negation(self) -> str:
        return f"{self._subject} is 0"

    def __str__(self) -> str:
        return f"{self._subject}"


@dataclass(frozen=True, slots=True)
class Differ:
    """The colours of two neighbours differ in one bit of their numbers."""

    board: Board
    link: int
    bit: int

    @property
    def _subject(self) -> str:
        return f"{_ends(self.board, self.link)} in bit {self.bit}"

    @property
    def sentence(self) -> str:
        return f"the colours of {self._subject} differ"

    @property
    def negation(self) -> str:
        return f"the colours of {self._subject} need not differ"

    def __str__(self) -> str:
        return f"differ {self._subject}"


@dataclass(frozen=True, slots=True)
class Used:
    """A path may go through a cell."""

    board: Board
    node: int

    @property
    def _cell(self) -> str:
        return self.board.name(int(self.board.grid.cell_of[self.node]))

    @property
    def sentence(self) -> str:
        return f"{self._cell} may be used"

    @property
    def negation(self) -> str:
        return f"{self._cell} stays free"

    def __str__(self) -> str:
        return f"used {self._cell}"


@dataclass(frozen=True, slots=True)
class Coloured:
    """A cell has a colour."""

    board: Board
    node: int
    colour: int

    @property
    def _cell(self) -> str:
        return self.board.name(int(self.board.grid.cell_of[self.node]))

    @property
    def sentence(self) -> str:
        return f"{self._cell} has the colour {self.board.labels[self.colour]}"

    @property
    def negation(self) -> str:
        return f"{self._cell} has not the colour {self.board.labels[self.colour]}"

    def __str__(self) -> str:
        return f"{self._cell} {self.board.labels[self.colour]}"


@dataclass(frozen=True, slots=True)
class Turning:
    """A path goes through a cell by two of its links."""

    board: Board
    node: int
    links: tuple[int, ...]

    @property
    def _subject(self) -> str:
        cell = int(self.board.grid.cell_of[self.node])
        ways = (self.board.grid.cells[list(self.links)].sum(axis=1) - cell).tolist()
        return f"from {self.board.name(ways[0])} over {self.board.name(cell)} to {self.board.name(ways[1])}"

    @property
    def sentence(self) -> str:
        return f"a path goes {self._subject}"

    @property
    def negation(self) -> str:
        return f"no path goes {self._subject}"

    def __str__(self) -> str:
        return self._subject
