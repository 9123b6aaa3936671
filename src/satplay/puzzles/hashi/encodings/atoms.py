"""The meaning of the variables in the encodings of Hashi."""

from __future__ import annotations

from satplay.fast_dataclass import dataclass
from satplay.puzzles.hashi.board import Board, Cell


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least ``count`` bridges join the two islands of a link.

    ``str`` is the name of the variable in the source: see ``page_name``.

    >>> board = Board(1, 3, {0: 2, 2: 2})
    >>> AtLeast(board, 0, 2).sentence, AtLeast(board, 0, 1).negation, str(AtLeast(board, 0, 2))
    ('2 bridges join A1 and C1', 'no bridge joins A1 and C1', '00|20|1')
    """

    board: Board
    link: int
    count: int

    @property
    def sentence(self) -> str:
        named = _name_ends(self.board, self.link)
        if self.count == self.board.most == 1:
            return f"a bridge joins {named}"
        if self.count == self.board.most:
            return f"{self.count} bridges join {named}"
        return f"at least {_bridges(self.count)} {named}"

    @property
    def negation(self) -> str:
        named = _name_ends(self.board, self.link)
        if self.count == 1:
            return f"no bridge joins {named}"
        return f"at most {_bridges(self.count - 1)} {named}"

    def __str__(self) -> str:
        return page_name(self.board, self.link, self.count - 1)


@dataclass(frozen=True, slots=True)
class Bridge:
    """One of the possible bridges between the two islands of a link, numbered from 0, is built.

    >>> board = Board(1, 3, {0: 2, 2: 2})
    >>> Bridge(board, 0, 1).sentence, Bridge(board, 0, 1).negation, str(Bridge(board, 0, 1))
    ('bridge 1 joins A1 and C1', 'bridge 1 does not join A1 and C1', '00|20|1')
    """

    board: Board
    link: int
    which: int

    @property
    def sentence(self) -> str:
        return f"bridge {self.which} joins {_name_ends(self.board, self.link)}"

    @property
    def negation(self) -> str:
        return f"bridge {self.which} does not join {_name_ends(self.board, self.link)}"

    def __str__(self) -> str:
        return page_name(self.board, self.link, self.which)


def page_name(board: Board, link: int, which: int) -> str:
    """The name of a variable in the source: column and row of both ends, and its number from 0.

    On large boards columns and rows are separated by commas, which the source does not need.
    """
    large = max(board.rows, board.columns) > 10
    places = map(board.place, _ends(board, link))
    first, second = (f"{column},{row}" if large else f"{column}{row}" for row, column in places)
    return f"{first}|{second}|{which}"


def _ends(board: Board, link: int) -> tuple[Cell, Cell]:
    first, second = board.links[link].tolist()
    return board.cells[first], board.cells[second]


def _name_ends(board: Board, link: int) -> str:
    return " and ".join(map(board.name, _ends(board, link)))


def _bridges(count: int) -> str:
    return "1 bridge joins" if count == 1 else f"{count} bridges join"
