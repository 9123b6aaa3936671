"""Solutions as letters: every cell has the letter of its colour, ``.`` if it is unused, ``+`` on a bridge.

Under the strict rule this determines the links: neighbours with the same letter are linked.  If a path may
touch itself, the reader searches for a path through all cells of the letter; there may be several, so a
solution that would not be read back is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise

from satplay.contracts.texts import lines, quote, unwritable
from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, UP, leading
from satplay.puzzles.flow.formats.strokes import strokes
from satplay.puzzles.flow.formats.text import SOLUTION, bad, signs
from satplay.puzzles.flow.paths import Flow

NAME = "letters"
BRIDGE = "+"
PATIENCE = 100_000
"""Steps of the search for a path through the cells of one letter."""


def write(board: Board, flow: Flow) -> str:
    """One letter per cell; ``BadInput`` if the letters do not determine the links.

    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(2, 3, ((0, 2), (3, 4)))
    >>> write(board, flow_of(board, [(0, 1, 2), (3, 4)]))
    'AAA\\nBB.\\n'
    """
    names = signs(board)
    if names is None:
        raise _unwritable(f"{len(board.dots)} colours")
    cells = ["."] * (board.rows * board.columns)
    for stroke in strokes(board, flow):
        if stroke.colour is not None:
            for cell in stroke.cells:
                cells[cell] = names[stroke.colour]
    for cell in board.holes:
        cells[cell] = " "
    for cell in board.bridges:
        cells[cell] = BRIDGE
    starts = range(0, len(cells), board.columns)
    text = "".join("".join(cells[start : start + board.columns]).rstrip() + "\n" for start in starts)
    try:
        is_read_back = read(board, text) == flow
    except BadInput:
        is_read_back = False
    if not is_read_back:
        raise _unwritable("links that the letters do not determine")
    return text


def _unwritable(found: str) -> BadInput:
    return unwritable(SOLUTION, NAME, found, "the format 'lines'")


def recognises(board: Board, text: str) -> bool:
    """Whether there are no more lines than rows, and none is longer than a row."""
    rows = text.rstrip().split("\n")
    return len(rows) <= board.rows and all(len(row.rstrip()) <= board.columns for row in rows)


def read(board: Board, text: str) -> Flow:
    """The links between neighbours with the same letter, or along a path through them."""
    colours = _colours(board, text)
    ends = board.grid.ends.tolist()
    alike: list[list[int]] = [[] for _ in board.dots]
    for link, (first, second) in enumerate(ends):
        if first in colours and colours[first] == colours.get(second):
            alike[colours[first]].append(link)
    if not board.touch:
        return Flow(frozenset(link for links in alike for link in links))
    return Flow(frozenset(link for colour, links in enumerate(alike) for link in _way(board, colour, links)))


def _colours(board: Board, text: str) -> dict[int, int]:
    """The colour of every node that has one."""
    number_of = {name: colour for colour, name in enumerate(signs(board) or ())}
    rows = lines(text)
    while rows and len(rows) > board.rows and not rows[-1].text.strip():
        rows.pop()
    if len(rows) != board.rows:
        expected = f"{board.rows} rows"
        raise bad(rows[min(board.rows, len(rows) - 1)].number, 1, f"{len(rows)} rows", expected, SOLUTION)
    found: dict[int, int] = {}
    for row, (number, line) in enumerate(rows):
        for column, sign in enumerate(line):
            cell = row * board.columns + column
            if column >= board.columns:
                if sign != " ":
                    raise bad(number, column + 1, quote(sign), f"{board.columns} cells", SOLUTION)
            elif cell in board.bridges or cell in board.holes:
                if sign not in (BRIDGE if cell in board.bridges else " ."):
                    expected = "'+' for a bridge" if cell in board.bridges else "a blank for a missing cell"
                    raise bad(number, column + 1, quote(sign), expected, SOLUTION)
            elif sign in number_of:
                found[cell] = number_of[sign]
            elif sign not in " .":
                raise bad(number, column + 1, quote(sign), "the letter of a colour, or '.'", SOLUTION)
    for cell, colour in board.colour_at.items():
        if found.get(cell) != colour:
            row, column = board.place(cell)
            expected = f"{(signs(board) or board.labels)[colour]}, a dot of the board"
            raise bad(rows[row].number, column + 1, "another sign", expected, SOLUTION)
    return found | dict(_over_bridges(board, found))


def _over_bridges(board: Board, colours: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The nodes of bridges whose neighbours on both sides have the same colour, with that colour."""
    if not board.bridges:
        return
    link_from = leading(board)

    def colour_ahead(cell: Cell, way: int) -> int | None:
        for _ in range(board.rows * board.columns):
            link = link_from.get((cell, way))
            if link is None:
                return None
            first, second = board.grid.cells[link].tolist()
            cell = second if cell == first else first
            if cell not in board.bridges:
                return colours.get(cell)
        return None

    for cell in board.bridges:
        for node, one, other in ((cell, LEFT, RIGHT), (int(board.grid.node_down[cell]), UP, DOWN)):
            colour = colour_ahead(cell, one)
            if colour is not None and colour == colour_ahead(cell, other):
                yield node, colour


# -- a path through all cells of one letter ----------------------------------------------------------


def _way(board: Board, colour: int, links: Sequence[int]) -> Iterable[int]:
    """The links of a path from dot to dot through all their nodes; all links if there is no such path."""
    near: dict[int, dict[int, int]] = {}
    for link in links:
        first, second = board.grid.ends[link].tolist()
        near.setdefault(first, {})[second] = link
        near.setdefault(second, {})[first] = link
    start, goal = board.dots[colour]
    route, left = [start], near.keys() - {start}
    choices = [iter(near.get(start, {}))]
    for _ in range(PATIENCE):
        if not left and route[-1] == goal:
            return [near[step][other] for step, other in pairwise(route)]
        node = next((node for node in choices[-1] if node in left and (node != goal or len(left) == 1)), None)
        if node is not None and not _cut_off(near, left, route[-1], node, goal):
            route.append(node)
            left = left - {node}
            choices.append(iter(near[node]))
        elif node is None:
            choices.pop()
            left = left | {route.pop()}
            if not route:
                return links
    row, column = board.place(start)
    found = f"too many paths through the letters {(signs(board) or board.labels)[colour]}"
    raise bad(row + 1, column + 1, found, "a picture of the lines", SOLUTION)


def _cut_off(near: Mapping[int, Mapping[int, int]], left: Set[int], last: int, node: int, goal: int) -> bool:
    """Whether the step from ``last`` to ``node`` leaves a cell that the path can no longer go through."""
    return any(
        other not in (node, goal) and sum(one in left for one in near[other]) < 2
        for other in near[last]
        if other in left
    )
