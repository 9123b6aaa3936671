"""Flow as a picture: thick paths in the colours of their dots, with a dark edge, and a letter on every dot.

Holes are dark, walls are bars, a bridge shows two ways one above the other, and joined borders have doors.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set

from satplay.contracts.phrases import Statement, StepMarks
from satplay.drawing.frames import NEW, frames
from satplay.drawing.headings import headings
from satplay.drawing.scene import Circle, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.colours import colour, ink
from satplay.puzzles.flow.encodings.atoms import Coloured, Joined
from satplay.puzzles.flow.geometry import DOOR, STEP, BoardLayout
from satplay.puzzles.flow.grid import DOWN
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.puzzles.flow.phrases import cells_of
from satplay.rule import RuleInstance

OPEN, HOLE, LINE, WALL, WAY = "#ffffff", "#2b2f38", "#c3c8d0", "#16181d", "#e4e7ec"
MARKED, GIVEN = "#ffe9a8", "#3c424d"
NO_COLOUR = "#80868f"
"""The colour of links that lead to no dot, or to dots of several colours."""

THICK = 0.36 * STEP
DOT = 0.36 * STEP
EDGE = "#3c424d"
"""The colour of the edges of paths, which keep light colours visible on white paper, also in grey."""

EDGED = THICK + 2.4
CROSS = 0.11 * STEP
THROUGH = 0.5 + (DOOR - THICK / 2) / STEP
"""The visible part of a step through a joined border."""


def draw(board: Board, flow: Flow | None) -> Scene:
    """The board, with links if some are given, right or wrong."""
    return mark(board, flow, ())


def mark(board: Board, flow: Flow | None, instances: Sequence[RuleInstance]) -> Scene:
    """The drawing with the cells of these rule instances highlighted."""
    return mark_step(board, flow, StepMarks(because=instances))


def mark_step(board: Board, flow: Flow | None, marks: StepMarks) -> Scene:
    """The drawing of a step: the cells that it follows from are highlighted, and what is new is framed.

    The letter of a colour in a cell says that the cell belongs to it; a letter with a bar that it does not.
    """
    layout = BoardLayout(board)
    width, height = layout.size
    marked = frozenset(cell for instance in marks.because for cell in cells_of(instance))
    shapes: list[Shape] = [*headings(*layout.heading_places()), *_cells(layout, marked), *_doors(layout)]
    shapes += (shape for place in _link_places(layout, marks.given) for shape in _highlight(place))
    if flow is not None:
        shapes += [*_paths(layout, flow), *_crosses(layout, flow)]
    shapes += [*_walls(layout), *_dots(layout)]
    shapes += _letters(layout, marks.given, GIVEN)
    shapes += _letters(layout, marks.new, NEW)
    shapes += frames(_link_places(layout, marks.new))
    kind = "hexagons" if board.hexagonal else "cells"
    colours = f"{len(board.dots)} colour{'' if len(board.dots) == 1 else 's'}"
    title = f"Flow, {board.columns} by {board.rows} {kind}, {colours}" + (
        ", with paths" if flow is not None else ""
    )
    return Scene(width, height, tuple(shapes), title)


Box = tuple[Point, Point]


def _link_places(layout: BoardLayout, statements: Sequence[Statement]) -> Iterator[Box]:
    """The boxes of links: along a line that is joined, between two cells that are not."""
    for atom, is_true in statements:
        if not isinstance(atom, Joined):
            continue
        for start, end in layout.steps(*layout.board.grid.cells[atom.link].tolist()):
            half = THICK / 2 if is_true else 2 * CROSS
            one, other = (start, end) if is_true else (_between(start, end, 0.5),) * 2
            xs, ys = sorted((one[0], other[0])), sorted((one[1], other[1]))
            yield (xs[0] - half, ys[0] - half), (xs[1] + half, ys[1] + half)


def _highlight(box: Box) -> Iterator[Shape]:
    (left, top), (right, bottom) = box
    yield Rect(
        (left - 5, top - 5), right - left + 10, bottom - top + 10, Style(stroke=None, fill=MARKED), 6.0
    )


def _letters(layout: BoardLayout, statements: Sequence[Statement], paint: str) -> Iterator[Shape]:
    """The colours that cells belong to or do not, beside the middle of each cell."""
    count: dict[int, int] = {}
    for atom, is_true in statements:
        if not isinstance(atom, Coloured):
            continue
        cell = int(layout.board.grid.cell_of[atom.node])
        place = count[cell] = count.get(cell, -1) + 1
        x, y = layout.centre(cell)
        x, y = x + (0.26 * STEP if place % 2 else -0.26 * STEP), y - 0.3 * STEP + 0.3 * STEP * (place // 2)
        yield Text((x, y), layout.board.labels[atom.colour], size=13.0, colour=paint, bold=True)
        if not is_true:
            yield Polyline(((x - 6, y + 5), (x + 6, y - 5)), Style(stroke=paint, width=1.5))


def _cells(layout: BoardLayout, marked: Set[Hashable]) -> Iterator[Shape]:
    board = layout.board
    for cell in range(board.rows * board.columns):
        fill = HOLE if cell in board.holes else MARKED if cell in marked else OPEN
        style = Style(stroke=LINE, fill=fill)
        yield Polyline(layout.outline(cell), style, closed=True)
    for cell in sorted(board.bridges):
        yield from _bridge(layout.centre(cell))


def _bridge(middle: Point) -> Iterator[Shape]:
    """Two ways, the vertical one above: it hides the horizontal one at the crossing."""
    x, y = middle
    half, wide = STEP / 2 - 1, 0.3 * STEP
    for across, down in ((half, wide), (wide, half)):
        ground = Style(stroke=None, fill=WAY)
        yield Rect((x - across, y - down), 2 * across, 2 * down, ground)
        for side in (-1, 1):
            start, end = (x - across, y - down), (x + across, y + down)
            if across > down:
                start, end = (start[0], y + side * down), (end[0], y + side * down)
            else:
                start, end = (x + side * across, start[1]), (x + side * across, end[1])
            yield Polyline((start, end), Style(stroke=NO_COLOUR))


def _doors(layout: BoardLayout) -> Iterator[Shape]:
    for first, second in layout.board.grid.cells.tolist():
        ways = layout.steps(first, second)
        if len(ways) == 2:
            for start, end in ways:
                points = (_between(start, end, 0.5), _between(start, end, THROUGH))
                yield Polyline(points, Style(stroke=LINE, width=0.3 * THICK))


def _paths(layout: BoardLayout, flow: Flow) -> Iterator[Shape]:
    """The links; vertical ones last, so that they pass above the others on a bridge."""
    board = layout.board
    colours = {
        node: colour(*piece.colours) if len(piece.colours) == 1 else NO_COLOUR
        for piece in pieces(board, flow)
        for node in piece.nodes
    }
    axes, ends = board.grid.axes.tolist(), board.grid.ends.tolist()
    upright = {link for link in flow.links if axes[link] == DOWN}
    for link in sorted(flow.links):  # all edges first: none of them crosses a path
        yield from _link(layout, link, EDGE, EDGED)
    for link in sorted(flow.links - upright):
        yield from _link(layout, link, colours[ends[link][0]])
    over = {cell for link in upright for cell in board.grid.cells[link].tolist()} & board.bridges
    for cell in sorted(over):
        x, y = layout.centre(cell)
        half = THICK / 2 + 4
        yield Rect((x - half, y - half), 2 * half, 2 * half, Style(stroke=None, fill=WAY))
        yield Polyline(((x, y - half), (x, y + half)), Style(stroke=EDGE, width=EDGED))
    for link in sorted(upright):
        yield from _link(layout, link, colours[ends[link][0]])


def _link(layout: BoardLayout, link: int, paint: str, width: float = THICK) -> Iterator[Shape]:
    ways = layout.steps(*layout.board.grid.cells[link].tolist())
    for start, end in ways:
        far = end if len(ways) == 1 else _between(start, end, THROUGH)
        yield Polyline((start, far), Style(stroke=paint, width=width))


def _crosses(layout: BoardLayout, flow: Flow) -> Iterator[Shape]:
    """A small cross between cells that are marked as not joined."""
    for link in sorted(flow.apart):
        for start, end in layout.steps(*layout.board.grid.cells[link].tolist()):
            x, y = _between(start, end, 0.5)
            for slope in (-CROSS, CROSS):
                yield Polyline(
                    ((x - CROSS, y - slope), (x + CROSS, y + slope)), Style(stroke=NO_COLOUR, width=2.0)
                )


def _walls(layout: BoardLayout) -> Iterator[Shape]:
    for first, second in sorted(layout.board.walls):
        for start, end in layout.steps(first, second):
            x, y = _between(start, end, 0.5)
            # Along the common side of the cells: at right angles to the step.
            across, down = (end[1] - start[1]) / STEP, (start[0] - end[0]) / STEP
            half = layout.side / 2
            bar = ((x - half * across, y - half * down), (x + half * across, y + half * down))
            yield Polyline(bar, Style(stroke=WALL, width=5.0))


def _dots(layout: BoardLayout) -> Iterator[Shape]:
    board = layout.board
    for number, pair in enumerate(board.dots):
        for cell in pair:
            yield from _dot(layout, cell, colour(number), board.labels[number])


def _dot(layout: BoardLayout, cell: Cell, paint: str, label: str) -> Iterator[Shape]:
    yield Circle(layout.centre(cell), DOT, Style(stroke=WALL, fill=paint, width=1.0))
    yield Text(
        layout.centre(cell), label, size=min(19.0, 1.9 * DOT / len(label)), colour=ink(paint), bold=True
    )


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
