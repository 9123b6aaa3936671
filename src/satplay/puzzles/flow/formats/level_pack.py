"""Level packs: one level per line; a header and then the path of each colour, separated by ``;``.

The header is ``size,x,level,flows[,bridges[,holes[,walls]]]``.  The size is ``[X_|W_]W[:H]``, ``X_`` for
hexagonal cells and ``W_`` for joined borders, optionally with ``+B``, ``+B:I`` or ``+I:B`` for the drawing of
a border.  Bridges are ``12:14``, holes ``0:4``, each optionally with ``_0`` or ``_0B``, walls ``7|8:2|9``;
cells are numbered row by row from 0.

The ends of a path are the dots, so a level contains its solution.  A board alone is written with paths of two
cells; the reader of boards uses only the ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from satplay.contracts.texts import Line, lines, quote, split_fields, split_instances, unwritable
from satplay.puzzles.flow.board import Board, Cell, Pair
from satplay.puzzles.flow.formats.strokes import whole_paths
from satplay.puzzles.flow.formats.text import (
    SOLUTION,
    at,
    bad,
    expect_natural,
    side,
    terms,
    write_terms,
)
from satplay.puzzles.flow.paths import Flow

NAME = "level-pack"
MOST = 999_999_999
SIZE = re.compile(r"(?P<kind>[XW]_)?(?P<width>[0-9]+)(?::(?P<height>[0-9]+))?(?:\+B|\+B:I|\+I:B)?")
HOLE = re.compile(r"(?P<cell>[0-9]+)(?:_0B?)?")
WALL = re.compile(r"(?P<first>[0-9]+)\|(?P<second>[0-9]+)")
LEVEL = re.compile(r"(?:[XW]_)?[0-9]+(?::[0-9]+)?(?:\+[BI:]+)?(?:,[0-9]+){3}(?:,[0-9:_|B]*)*;")


class Path(NamedTuple):
    """The cells of a path, each with its column in the text."""

    column: int
    cells: list[tuple[int, Cell]]


class Level(NamedTuple):
    """A level and the number of its line."""

    line: int
    board: Board
    paths: list[Path]


def read(text: str) -> Board:
    """The board of one level; the ends of paths are its dots.

    >>> board = read("W_3,0,1,2,4,0_0B,1|2;1,4,7;3,4,5")
    >>> board.dots, board.warp, board.bridges, board.holes, board.walls
    (((1, 7), (3, 5)), True, frozenset({4}), frozenset({0}), frozenset({(1, 2)}))
    """
    return _level(text).board


def read_solution(board: Board, text: str) -> Flow:
    """The paths of a level of this board."""
    level = _level(text)
    if replace(level.board, fill=board.fill, touch=board.touch) != board:
        raise bad(level.line, 1, "a level of another board", "the same board", SOLUTION)
    between, links = board.grid.link_between, []
    for path in level.paths:
        for (_, cell), (column, other) in pairwise(path.cells):
            if (cell, other) not in between:
                found = f"a step from {board.name(cell)} to {board.name(other)}"
                raise bad(level.line, column, found, "steps between neighbours", SOLUTION)
            links.append(between[cell, other])
    return Flow(frozenset(links))


def _level(text: str) -> Level:
    every = lines(text)
    content = [line for line in every if line.text.strip() and not line.text.startswith("#")]
    if not content:
        raise bad(1, 1, "nothing", "a level, such as '3,0,1,1;0,1,2,5,4,3,6,7,8'")
    if len(content) > 1:
        raise bad(content[1].number, 1, "a second level", "one level")
    number, line = content[0]
    (_, header), *parts = split_fields(line.rstrip(), ";")
    if parts and not parts[-1][1]:  # closed by a ';'
        parts.pop()
    rules = terms(line for line in every if line.text.startswith("#"))
    return _Reader(number, header, parts).level(fill=rules.fill, touch=rules.touch)


class _Reader:
    """Reads one line; the number of cells is known after the header's first field."""

    def __init__(self, line: int, header: str, parts: list[tuple[int, str]]) -> None:
        self._line = line
        self._fields = list(split_fields(header, ","))
        self._parts = parts
        self._cells = 0

    def level(self, *, fill: bool, touch: bool) -> Level:
        line, fields = self._line, self._fields
        if not 4 <= len(fields) <= 7:
            expected = "4 to 7: size, x, level, flows, bridges, holes, walls"
            raise bad(line, fields[-1][0], f"a header of {len(fields)} fields", expected)
        kind, width, height = self._size(*fields[0])
        for column, field in fields[1:3]:
            expect_natural(field, line, column, MOST, "a number")
        flows = expect_natural(fields[3][1], line, fields[3][0], MOST, "the number of colours")
        if flows != len(self._parts):
            raise bad(
                line, fields[3][0], f"{flows} colours and {len(self._parts)} paths", "one path a colour"
            )
        more: list[tuple[int, str]] = [*fields[4:], *[(1, "")] * 3]
        bridges = [self._cell(field, column) for column, field in self._items(more[0])]
        holes = [self._hole(field, column) for column, field in self._items(more[1])]
        walls = [self._wall(field, column) for column, field in self._items(more[2])]
        paths = [self._path(column, part) for column, part in self._parts]
        dots = tuple((path.cells[0][1], path.cells[-1][1]) for path in paths)
        with at(line, 1):
            board = Board(
                height,
                width,
                dots,
                holes=frozenset(holes),
                bridges=frozenset(bridges),
                walls=frozenset(walls),
                warp=kind == "W_",
                hexagonal=kind == "X_",
                fill=fill,
                touch=touch,
            )
        return Level(line, board, paths)

    def _size(self, column: int, field: str) -> tuple[str, int, int]:
        match = SIZE.fullmatch(field.lstrip())
        if match is None:
            raise bad(self._line, column, quote(field), "a size such as 5, 8:10 or W_6:3")
        width = side(match["width"], self._line, column)
        height = side(match["height"] or match["width"], self._line, column)
        self._cells = width * height
        return match["kind"] or "", width, height

    def _items(self, field: tuple[int, str]) -> Iterator[tuple[int, str]]:
        return split_fields(field[1], ":", field[0]) if field[1] else iter(())

    def _cell(self, word: str, column: int) -> Cell:
        return expect_natural(
            word, self._line, column, self._cells - 1, f"a cell from 0 to {self._cells - 1}"
        )

    def _hole(self, word: str, column: int) -> Cell:
        match = HOLE.fullmatch(word)
        if match is None:
            raise bad(self._line, column, quote(word), "a hole such as 4, 4_0 or 4_0B")
        return self._cell(match["cell"], column)

    def _wall(self, word: str, column: int) -> Pair:
        match = WALL.fullmatch(word)
        if match is None:
            raise bad(self._line, column, quote(word), "a wall such as 7|8")
        first, second = sorted(self._cell(match[side], column) for side in ("first", "second"))
        if first == second:
            raise bad(self._line, column, quote(word), "a wall between two cells")
        return first, second

    def _path(self, column: int, part: str) -> Path:
        cells = [(place, self._cell(word, place)) for place, word in split_fields(part, ",", column)]
        if len(cells) < 2:
            raise bad(self._line, column, "a path of one cell", "two ends")
        if cells[0][1] == cells[-1][1]:
            raise bad(self._line, cells[-1][0], "a path back to its start", "two ends")
        return Path(column, cells)


# -- writing -----------------------------------------------------------------------------------------


def write(board: Board) -> str:
    """A level whose paths are the dots alone.

    >>> write(Board(2, 3, ((0, 5), (1, 4)), holes=frozenset({3})))
    '3:2,0,1,2,,3;0,5;1,4\\n'
    """
    return _write(board, board.dots)


def write_solution(board: Board, flow: Flow) -> str:
    """A level with its paths; ``BadInput`` unless each colour has one path from dot to dot."""
    found = whole_paths(board, flow)
    if found is None:
        expected = "one path for every colour, or the format 'lines'"
        raise unwritable(SOLUTION, NAME, "other links", expected)
    return _write(board, found)


def _write(board: Board, paths: Iterable[Sequence[Cell]]) -> str:
    kind = "X_" if board.hexagonal else "W_" if board.warp else ""
    size = f"{board.columns}" if board.columns == board.rows else f"{board.columns}:{board.rows}"
    more = [
        ":".join(map(str, sorted(board.bridges))),
        ":".join(map(str, sorted(board.holes))),
        ":".join(f"{first}|{second}" for first, second in sorted(board.walls)),
    ]
    while more and not more[-1]:
        more.pop()
    header = ",".join([kind + size, "0", "1", str(len(board.dots)), *more])
    # Without a path, the ';' alone distinguishes the line from a row of numbers.
    return f"{write_terms(board)}{header};{';'.join(','.join(map(str, path)) for path in paths)}\n"


def split(text: str) -> list[Line]:
    """The levels of a file, one per line."""
    return split_instances(text, lambda line: line.startswith("#"))


def recognises(text: str) -> bool:
    """Whether the first line begins with a header."""
    content = (line.text for line in lines(text) if line.text.strip() and not line.text.startswith("#"))
    return LEVEL.match(next(content, "").lstrip()) is not None
