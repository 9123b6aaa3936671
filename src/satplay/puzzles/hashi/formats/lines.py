"""Lines: a picture of the islands' numbers and their bridges, and a list of bridges it cannot show.

A cell is one character.  If islands touch side by side, there is a column between any two columns, and if
they touch one above the other, a line between any two rows, so that a bridge between them can be drawn.

Any bridges can be written, also wrong ones.  ``┼`` is a crossing.  Bridges over islands, more than four
between two islands, and crossings without a character of their own are listed below the picture: ``A1-E1 3``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.texts import Line, lines, quote, read_natural
from satplay.drawing.places import CELL, cell_called
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import MOST, Board, Bridges, Cell, Ints, runs
from satplay.puzzles.hashi.formats.bridge_characters import BOX, COUNTS, PLAIN, BridgeCharacters, Counts
from satplay.puzzles.hashi.formats.bridge_collector import MANY, BridgeCollector
from satplay.puzzles.hashi.formats.text import DIGITS, SOLUTION, UNKNOWN, bad, character_for

LISTED = re.compile(rf"\s*(?P<one>{CELL})\s*-\s*(?P<other>{CELL})\s+(?P<count>[0-9]+)\s*")


class Frame:
    """The line and column, from 0, of every cell in the picture."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._wide = 1 + _has_neighbours(board, board.horizontal_links, 1)
        self._tall = 1 + _has_neighbours(board, board.vertical_links, board.columns)
        self.width = self._wide * (board.columns - 1) + 1
        self.height = self._tall * (board.rows - 1) + 1

    def place(self, cell: Cell) -> tuple[int, int]:
        row, column = self._board.place(cell)
        return self._tall * row, self._wide * column

    def places(self, cells: Ints) -> NDArray[np.intp]:
        """The indices of cells in all characters of the picture, line by line."""
        rows, columns = np.divmod(cells.astype(np.intp), self._board.columns)
        places: NDArray[np.intp] = self._tall * rows * self.width + self._wide * columns
        return places

    def blank(self, water: str) -> NDArray[np.str_]:
        """The picture of a board without islands, as lines and columns of characters."""
        canvas = np.full((self.height, self.width), " ", "U1")
        canvas[:: self._tall, :: self._wide] = water
        return canvas

    def between(self, first: Cell, second: Cell) -> list[tuple[int, int]]:
        """The places between two islands of one row or column."""
        (line, column), (last_line, last_column) = self.place(first), self.place(second)
        if line == last_line:
            return [(line, at) for at in range(column + 1, last_column)]
        return [(at, column) for at in range(line + 1, last_line)]


def _has_neighbours(board: Board, links: Ints, distance: int) -> bool:
    first, second = board.cell_array[links].T
    return bool((second - first == distance).any())


# -- drawing -----------------------------------------------------------------------------------------


def write(board: Board, bridges: Bridges) -> str:
    """The picture in box drawing characters.

    >>> print(write(Board(3, 4, {0: 3, 3: 2, 8: 1}), Bridges(((0, 3, 2), (0, 8, 1)))), end="")
    3══2
    │···
    1···
    """
    return _draw(board, bridges, BOX)


def write_plain(board: Board, bridges: Bridges) -> str:
    """The picture in ASCII.

    >>> print(write_plain(Board(1, 4, {0: 2, 1: 3, 3: 1}), Bridges(((0, 1, 2), (1, 3, 1)))), end="")
    2=3---1
    """
    return _draw(board, bridges, PLAIN)


def _draw(board: Board, bridges: Bridges, characters: BridgeCharacters) -> str:
    frame = Frame(board)
    drawn = _draw_separate(frame, board, bridges, characters)
    return _draw_one_by_one(frame, board, bridges, characters) if drawn is None else drawn


def _draw_separate(frame: Frame, board: Board, bridges: Bridges, characters: BridgeCharacters) -> str | None:
    """The picture of bridges of which no two, and no bridge and island, are in one place; else None."""
    first, second, counts = bridges.array.T
    if counts.size and counts.max() > MOST:
        return None
    start, end = frame.places(first), frame.places(second)
    down = first // board.columns != second // board.columns
    canvas = frame.blank(characters.water)
    flat = canvas.reshape(-1)
    islands = frame.places(board.cell_array)
    taken = np.zeros(flat.size, np.bool_)
    taken[islands] = True
    total = 0
    for upright, chosen, step in ((False, ~down, 1), (True, down, frame.width)):
        lengths = (end[chosen] - start[chosen]) // step - 1
        between = runs(start[chosen] + step, lengths, step)
        total += between.size
        taken[between] = True
        signs = [characters.water, *(characters.of[_counts(many, upright)] for many in range(1, MOST + 1))]
        flat[between] = np.array(signs)[np.repeat(counts[chosen], lengths)]
    if np.count_nonzero(taken) != islands.size + total:
        return None
    flat[islands] = np.array([UNKNOWN, *DIGITS[1:]])[board.numbers]
    return "".join([f"{line.rstrip()}\n" for line in canvas.view(f"U{frame.width}").ravel().tolist()])


def _counts(many: int, down: bool) -> Counts:
    return (0, many) if down else (many, 0)


def _draw_one_by_one(frame: Frame, board: Board, bridges: Bridges, characters: BridgeCharacters) -> str:
    over: dict[tuple[int, int], Counts] = {}
    below: list[str] = []
    for first, second, count in bridges.triples:
        down = first // board.columns != second // board.columns
        added = _counts(count, down)
        places = {place: _sum(over.get(place, (0, 0)), added) for place in frame.between(first, second)}
        if (first, second) in board.link_between and all(
            counts in characters.of for counts in places.values()
        ):
            over |= places
        else:
            below.append(f"{board.name(first)}-{board.name(second)} {count}\n")
    canvas = [[" "] * frame.width for _ in range(frame.height)]
    for cell in range(board.rows * board.columns):
        line, column = frame.place(cell)
        canvas[line][column] = (
            character_for(board.islands[cell]) if cell in board.islands else characters.water
        )
    for (line, column), counts in over.items():
        canvas[line][column] = characters.of[counts]
    return "".join("".join(line).rstrip() + "\n" for line in canvas) + "".join(below)


def _sum(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1]


# -- reading -----------------------------------------------------------------------------------------


def read(board: Board, text: str) -> Bridges:
    """The bridges of a picture, in box drawing characters or ASCII, and of the list below it."""
    frame = Frame(board)
    every = lines(text)
    if len(every) > 1 and not every[-1].text:
        every.pop()  # nothing follows the last line end
    while len(every) > frame.height and not every[-1].text.strip():
        every.pop()
    if len(every) < frame.height:
        found = f"{len(every)} lines" if text.strip() else "nothing"
        raise bad(every[-1].number, 1, found, f"a picture of {frame.height} lines", SOLUTION)
    collector = BridgeCollector(board)
    _Picture(board, frame, every[: frame.height]).collect(collector)
    for line in every[frame.height :]:
        _read_listed(board, line, collector)
    return collector.bridges()


class _Picture:
    """The lines of a picture, and the numbers of bridges at every place."""

    def __init__(self, board: Board, frame: Frame, rows: Sequence[Line]) -> None:
        self._board = board
        self._frame = frame
        self._rows = rows
        self._islands = {frame.place(cell): number for cell, number in board.islands.items()}
        self._across: dict[tuple[int, int], int] = {}
        self._down: dict[tuple[int, int], int] = {}
        for line in range(frame.height):
            self._take(line)

    def _take(self, line: int) -> None:
        text = self._rows[line].text
        for column, found in enumerate(text.ljust(self._frame.width)):
            place = line, column
            if place in self._islands:
                if found != character_for(self._islands[place]):
                    raise self._bad(place, f"{character_for(self._islands[place])}, an island of the board")
            elif column >= self._frame.width:
                if found != " ":
                    raise self._bad(place, "nothing here")
            elif found not in COUNTS:
                raise self._bad(place, "the sign of a bridge, or '·' for water")
            else:
                self._note(place, *COUNTS[found])

    def _note(self, place: tuple[int, int], across: int, down: int) -> None:
        if across:
            self._across[place] = across
        if down:
            self._down[place] = down

    def collect(self, collector: BridgeCollector) -> None:
        """Add all bridges; ``BadInput`` if one does not lead from island to island."""
        board = self._board
        for first, second in board.link_between:
            over = self._across if first // board.columns == second // board.columns else self._down
            places = self._frame.between(first, second)
            counts = [over.get(place, 0) for place in places]
            for place, count in zip(places, counts, strict=True):
                if count != counts[0]:
                    way = f"from {board.name(first)} to {board.name(second)}"
                    raise self._bad(place, f"the same number of bridges all the way {way}")
                over.pop(place, None)
            if counts[0]:
                line, column = places[0]
                collector.add(first, second, counts[0], self._rows[line].number, column + 1)
        if self._across or self._down:
            raise self._bad(min([*self._across, *self._down]), "a bridge only from island to island")

    def _bad(self, place: tuple[int, int], expected: str) -> BadInput:
        number, text = self._rows[place[0]]
        found = quote(text[place[1]]) if place[1] < len(text) else "nothing"
        return bad(number, place[1] + 1, found, expected, SOLUTION)


def _read_listed(board: Board, line: Line, collector: BridgeCollector) -> None:
    match = LISTED.fullmatch(line.text)
    if match is None:
        found = quote(line.text) if line.text.strip() else "a blank line"
        raise bad(line.number, 1, found, "a bridge that cannot be drawn, such as 'A1-E1 3'", SOLUTION)
    ends = [_cell(board, match[end], line.number, match.start(end) + 1) for end in ("one", "other")]
    count = read_natural(match["count"], MANY)
    if count is None:
        column = match.start("count") + 1
        raise bad(line.number, column, f"{quote(match['count'])} bridges", f"1 to {MANY}", SOLUTION)
    collector.add(ends[0], ends[1], count, line.number, match.start("one") + 1)


def _cell(board: Board, name: str, line: int, column: int) -> Cell:
    """The cell of a name such as B3."""
    with suppress(BadInput):  # that error has no place
        place = cell_called(name, board.rows, board.columns)
        if place is not None:
            return place[0] * board.columns + place[1]
    last = board.name(board.rows * board.columns - 1)
    raise bad(line, column, quote(name), f"a cell from A1 to {last}", SOLUTION)


def recognises(board: Board, text: str) -> bool:
    """Whether the text has box drawing characters."""
    return not set(text).isdisjoint({*BOX.of.values(), BOX.water})
