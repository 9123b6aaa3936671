"""Hashi as a picture: islands in a sea, with parallel wooden bridges between them.

An island with all its bridges is dark; one with too many is orange with a second ring.  Wrong bridges are
orange, too: crossing others, too many (with their number), or over islands (bent around them).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from satplay.contracts.phrases import StepMarks
from satplay.drawing.frames import FRAME, HALO, NEW
from satplay.drawing.headings import ROOM, headings
from satplay.drawing.scene import Circle, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.puzzles.hashi.board import MOST, NONE, Board, Bridges, Cell
from satplay.puzzles.hashi.island_status import IslandStatus, Way, drawn_statuses, violations_by_way, ways_of
from satplay.puzzles.hashi.phrases import bounds_by_way
from satplay.puzzles.hashi.rules import Rule
from satplay.rule import RuleInstance

SEA, NET, CROSSED_OUT = "#e3eff7", "#f4f9fc", "#6b7785"
WOOD, FAULTY, MARKED = "#55351a", "#cf4f00", "#ffd23f"
FILL = {IslandStatus.OPEN: "#ffffff", IslandStatus.DONE: "#14506e", IslandStatus.OVERFULL: "#ffb380"}
RIM = {IslandStatus.OPEN: "#1d2733", IslandStatus.DONE: "#14506e", IslandStatus.OVERFULL: FAULTY}
INK = {IslandStatus.OPEN: "#1d2733", IslandStatus.DONE: "#ffffff", IslandStatus.OVERFULL: "#1d2733"}

STEP = 40.0
MARGIN = ROOM
ISLAND = 0.37 * STEP
CROSS = 0.12 * STEP
PLANK, APART = 2.6, 6.0
"""The width of a bridge, and the distance between parallel ones."""


def draw(board: Board, bridges: Bridges | None) -> Scene:
    """The board, with bridges if some are given, right or wrong."""
    return mark(board, bridges, ())


def mark(board: Board, bridges: Bridges | None, instances: Sequence[RuleInstance]) -> Scene:
    """The drawing with the islands and bridges of these rule instances highlighted."""
    return mark_step(board, bridges, StepMarks(because=instances))


def mark_step(board: Board, bridges: Bridges | None, marks: StepMarks) -> Scene:
    """The drawing of a step: what it follows from is highlighted, and what is new is framed.

    Numbers of bridges that cannot be drawn, such as "at most one", stand beside the way.
    """
    built = bridges if bridges is not None else NONE
    given, new = bounds_by_way(board, marks.given), bounds_by_way(board, marks.new)
    shapes = [*_sea(board), *_marks(board, built, marks.because, given)]
    wrong = violations_by_way(board, built)
    shapes += (shape for triple in built.triples for shape in _bridges(board, triple, wrong))
    shapes += (shape for way in sorted(built.absent) for shape in _cross(board, way))
    statuses = drawn_statuses(board, built)
    shapes += (shape for way in new for shape in _frame(board, way))
    shapes += (shape for cell in board.cells for shape in _island(board, cell, statuses[cell]))
    shapes += (shape for way, bounds in given.items() for shape in _bounds(board, way, bounds, SEA))
    shapes += (shape for way, bounds in new.items() for shape in _bounds(board, way, bounds, NEW))
    islands = f"{len(board.islands)} island{'' if len(board.islands) == 1 else 's'}"
    title = f"Hashiwokakero, {board.columns} by {board.rows} cells, {islands}" + (
        ", with bridges" if bridges is not None else ""
    )
    width, height = board.columns * STEP + 2 * MARGIN, board.rows * STEP + 2 * MARGIN
    return Scene(width, height, tuple(shapes), title)


def centre(board: Board, cell: Cell) -> Point:
    """The centre of a cell."""
    row, column = board.place(cell)
    return MARGIN + (column + 0.5) * STEP, MARGIN + (row + 0.5) * STEP


def _cross(board: Board, way: Way) -> Iterator[Shape]:
    """A cross half way between two islands that are marked as not joined."""
    (x, y), (x_2, y_2) = (centre(board, cell) for cell in way)
    middle_x, middle_y = (x + x_2) / 2, (y + y_2) / 2
    for slope in (-CROSS, CROSS):
        ends = ((middle_x - CROSS, middle_y - slope), (middle_x + CROSS, middle_y + slope))
        yield Polyline(ends, Style(stroke=CROSSED_OUT, width=2.0))


# -- the sea -----------------------------------------------------------------------------------------


def _sea(board: Board) -> Iterator[Shape]:
    """The background, with a faint grid that leads to the headings of rows and columns."""
    right, bottom = MARGIN + board.columns * STEP, MARGIN + board.rows * STEP
    yield Rect((MARGIN, MARGIN), right - MARGIN, bottom - MARGIN, Style(stroke=None, fill=SEA), 0.2 * STEP)
    net = Style(stroke=NET)
    columns = [MARGIN + (column + 0.5) * STEP for column in range(board.columns)]
    rows = [MARGIN + (row + 0.5) * STEP for row in range(board.rows)]
    yield from (Polyline(((x, MARGIN + 2), (x, bottom - 2)), net) for x in columns)
    yield from (Polyline(((MARGIN + 2, y), (right - 2, y)), net) for y in rows)
    yield from headings(columns, rows)


def _marks(
    board: Board, bridges: Bridges, instances: Sequence[RuleInstance], ways: Iterable[Way]
) -> Iterator[Shape]:
    """The highlights behind islands, ways, and the bridges of a component or a cycle."""
    cells = dict.fromkeys(cell for instance in instances for cell in instance.place if isinstance(cell, int))
    bands = dict.fromkeys([*ways, *(way for instance in instances for way in ways_of(instance))])
    for instance in instances:
        if instance.rule in (Rule.CONNECTED, Rule.LOOP):
            group = frozenset(instance.place)
            bands |= {(a, b): None for a, b, _ in bridges.triples if a in group and b in group}
    for first, second in bands:
        ends = (centre(board, first), centre(board, second))
        yield Polyline(ends, Style(stroke=MARKED, width=(board.most + 1) * APART))
    for cell in cells:
        yield Circle(centre(board, cell), ISLAND + 5, Style(stroke=None, fill=MARKED))


def _frame(board: Board, way: Way) -> Iterator[Shape]:
    """A dashed frame around the way between two islands, under the islands."""
    (x, y), (x_2, y_2) = (centre(board, cell) for cell in way)
    wide = 1.5 * APART + PLANK
    across, down = (0.0, wide) if y == y_2 else (wide, 0.0)
    for style in (HALO, FRAME):
        yield Rect((x - across, y - down), x_2 - x + 2 * across, y_2 - y + 2 * down, style, 5.0)


def _bounds(board: Board, way: Way, bounds: tuple[int, int], paint: str) -> Iterator[Shape]:
    """What is known about the number of bridges, unless the drawing shows it: in a label beside the way."""
    fewest, most = bounds
    if fewest in (most, board.most):
        return
    text = f"\N{LESS-THAN OR EQUAL TO}{most}" if fewest == 0 else f"\N{GREATER-THAN OR EQUAL TO}{fewest}"
    text = text if fewest == 0 or most == board.most else f"{fewest}\N{EN DASH}{most}"
    (x, y), (x_2, y_2) = (centre(board, cell) for cell in way)
    aside = (0.0, -0.37 * STEP) if y == y_2 else (0.42 * STEP, 0.0)
    middle = ((x + x_2) / 2 + aside[0], (y + y_2) / 2 + aside[1])
    rim = Style(stroke=None if paint == SEA else NEW, fill=SEA if paint == SEA else "#ffffff", width=1.5)
    yield Rect((middle[0] - 12, middle[1] - 8), 24, 16, rim, 4.0)
    yield Text(middle, text, size=13.0, colour=INK[IslandStatus.OPEN] if paint == SEA else NEW, bold=True)


# -- bridges -----------------------------------------------------------------------------------------


def _bridges(
    board: Board, triple: tuple[Cell, Cell, int], wrong: Mapping[Way, frozenset[Enum]]
) -> Iterator[Shape]:
    first, second, count = triple
    why = wrong.get((first, second), frozenset())
    start, end = centre(board, first), centre(board, second)
    across = 1.0 if start[1] == end[1] else 0.0
    style = Style(stroke=FAULTY if why else WOOD, width=PLANK)
    bent = Rule.OVER in why
    for plank in range(1 if bent else min(count, MOST)):
        aside = 0.46 * STEP if bent else (plank - (min(count, MOST) - 1) / 2) * APART
        yield Polyline(tuple(_beside(start, end, across, aside, bent=bent)), style)
    if bent or Rule.MOST in why:
        x = (start[0] + end[0]) / 2 + (0.46 * STEP * (1 - across) if bent else 0)
        y = (start[1] + end[1]) / 2 + (0.46 * STEP * across if bent else 0)
        yield Circle((x, y), 8.0, Style(stroke=None, fill=FAULTY))
        yield Text((x, y), str(count), size=12.0, colour="#ffffff", bold=True)


def _beside(start: Point, end: Point, across: float, aside: float, *, bent: bool) -> Iterator[Point]:
    """A line between two points, shifted sideways; a bent line keeps its ends."""
    down = 1 - across
    along = ISLAND if bent else 0.0
    if bent:
        yield start
    yield start[0] + along * across + aside * down, start[1] + along * down + aside * across
    yield end[0] - along * across + aside * down, end[1] - along * down + aside * across
    if bent:
        yield end


def _island(board: Board, cell: Cell, status: IslandStatus) -> Iterator[Shape]:
    at = centre(board, cell)
    yield Circle(at, ISLAND, Style(stroke=RIM[status], fill=FILL[status], width=2.0))
    if status is IslandStatus.OVERFULL:
        yield Circle(at, ISLAND - 4, Style(stroke=FAULTY, width=1.2))
    number = board.islands[cell]
    if number is not None:
        size = 18.0 if number < 10 else 15.0
        yield Text(at, str(number), size=size, colour=INK[status], bold=True)
