"""Hashi as JSON for ``board.js``: islands and bridges by the names that moves and sentences use.

An element is an island, ``A1``, or a way between two islands, ``A1-C1``, the smaller cell in front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from satplay.contracts.board_cursor import FilledIn
from satplay.contracts.browser import BrowserView, Marks
from satplay.contracts.phrases import StepMarks
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings.atoms import AtLeast, Bridge
from satplay.puzzles.hashi.island_status import Way, ways_of
from satplay.puzzles.hashi.phrases import bounds_by_way, islands_of
from satplay.puzzles.hashi.rules import Rule
from satplay.rule import RuleInstance

State: TypeAlias = FilledIn[Board, Bridges]


def board_json(state: State) -> Mapping[str, Any]:
    """Size, rule variant, and the islands in reading order; null is an island with any number of bridges."""
    board = state.board
    return {
        "rows": board.rows,
        "columns": board.columns,
        "most": board.most,
        "loops": board.loops,
        "islands": {board.name(cell): number for cell, number in board.islands.items()},
    }


def position_json(state: State) -> Mapping[str, Any]:
    """The number of bridges of each way that has some, and what is marked as absent or done, all in order."""
    board, bridges = state.board, state.position
    return {
        "bridges": {_name(board, (first, second)): count for first, second, count in bridges.triples},
        "absent": [_name(board, way) for way in sorted(bridges.absent)],
        "done": [board.name(cell) for cell in sorted(bridges.done)],
    }


def marks_json(state: State, marks: StepMarks) -> Marks:
    """The elements that a step marks; ``bounds`` are the smallest and largest number of bridges known."""
    board = state.board
    given, new = bounds_by_way(board, marks.given), bounds_by_way(board, marks.new)
    return {
        "because": list(dict.fromkeys(_elements_of(state, marks.because))),
        "given": _names(board, given),
        "new": _names(board, new),
        "bounds": {
            _name(board, way): list(bounds)
            for way, bounds in bounds_by_way(board, [*marks.given, *marks.new]).items()
        },
    }


def _elements_of(state: State, instances: Iterable[RuleInstance]) -> Iterator[str]:
    """Islands and ways of rule instances, and the bridges between the islands of a group or a ring."""
    board = state.board
    for instance in instances:
        if ways := ways_of(instance):
            yield from _names(board, ways)
            continue
        islands = islands_of(board, instance)
        yield from map(board.name, islands)
        if instance.rule in (Rule.CONNECTED, Rule.LOOP):
            group = frozenset(islands)
            triples = state.position.triples
            yield from _names(board, ((a, b) for a, b, _ in triples if a in group and b in group))


def elements_of_atom(state: State, atom: Any) -> Sequence[str]:
    """The way that a variable counts bridges of."""
    if not isinstance(atom, AtLeast | Bridge):
        return ()
    first, second = state.board.links[atom.link].tolist()
    return [_name(state.board, (state.board.cells[first], state.board.cells[second]))]


def _names(board: Board, ways: Iterable[Way]) -> list[str]:
    return [_name(board, way) for way in ways]


def _name(board: Board, way: Way) -> str:
    return "-".join(map(board.name, way))


FIRST_BOARD = """\
3.5..3
......
..1..1
5...2.
......
4.2...
"""
"""Generated here, level beginner."""

FIRST_SOLUTION = """\
3═5══3
│·│··│
│·1··1
5═══2·
║·····
4═2···
"""

BROWSER: BrowserView[State] = BrowserView(
    board_json,
    position_json,
    marks_json,
    elements_of_atom,
    first_board=FIRST_BOARD,
    first_solution=FIRST_SOLUTION,
    sizes=("7x7", "9x9", "11x11", "15x15", "25x25"),
)
