"""What the variables of Hashi's encodings mean."""

from __future__ import annotations

from dataclasses import dataclass

from satplay.puzzles.hashi.board import Board


@dataclass(frozen=True, slots=True)
class AtLeast:
    """So many bridges, or more, join the two islands of a link.

    ``str`` is the name that the source gives to a variable: column and row of both ends, and its number from
    0; numbers of more than one digit are parted by commas, which the source has no need for.

    >>> board = Board(1, 3, {0: 2, 2: 2})
    >>> AtLeast(board, 0, 2).affirmed, AtLeast(board, 0, 1).denied, str(AtLeast(board, 0, 2))
    ('2 bridges join A1 and C1', 'no bridge joins A1 and C1', '00|20|1')
    """

    board: Board
    link: int
    count: int

    @property
    def _ends(self) -> tuple[int, int]:
        first, second = self.board.links[self.link].tolist()
        return self.board.cells[first], self.board.cells[second]

    @property
    def _named(self) -> str:
        return " and ".join(map(self.board.name, self._ends))

    @property
    def affirmed(self) -> str:
        if self.count == self.board.most == 1:
            return f"a bridge joins {self._named}"
        if self.count == self.board.most:
            return f"{self.count} bridges join {self._named}"
        return f"at least {_bridges(self.count)} {self._named}"

    @property
    def denied(self) -> str:
        if self.count == 1:
            return f"no bridge joins {self._named}"
        return f"at most {_bridges(self.count - 1)} {self._named}"

    def __str__(self) -> str:
        large = max(self.board.rows, self.board.columns) > 10
        ends = [self.board.place(cell) for cell in self._ends]
        named = [f"{column},{row}" if large else f"{column}{row}" for row, column in ends]
        return f"{named[0]}|{named[1]}|{self.count - 1}"


def _bridges(count: int) -> str:
    return "1 bridge joins" if count == 1 else f"{count} bridges join"
