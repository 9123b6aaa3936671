"""The rules of Hashiwokakero by name, and the checker: it uses no clauses.

Sources: the page "Concept for SAT-Reduction" (rules 1.1 to 3.2), Nikoli's Hashiwokakero, and Simon Tatham's
Bridges for other numbers of bridges between two islands and for boards without loops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from satplay import graph
from satplay.puzzles.hashi.board import Board, Bridges, Cell, Ints, runs
from satplay.rule import RuleInstance


class Rule(Enum):
    """The rules that a solution can violate."""

    MOST = "Not too many bridges join two islands."
    NUMBER = "The number of an island is the number of its bridges."
    CONNECTED = "All islands are connected."
    LOOP = "Where loops are forbidden, bridges close no ring of islands."
    CROSSING = "Bridges do not cross."
    OVER = "Bridges do not pass over islands."


def most(board: Board, first: Cell, second: Cell) -> RuleInstance:
    """MOST between two islands."""
    sentence = f"at most {_bridges(board.most)} join {board.name(first)} and {board.name(second)}"
    return RuleInstance(Rule.MOST, sentence, (first, second))


def number(board: Board, cell: Cell) -> RuleInstance:
    """NUMBER at one island."""
    wanted = board.islands[cell]
    many = "at least 1 bridge" if wanted is None else _bridges(wanted)
    return RuleInstance(Rule.NUMBER, f"the island {board.name(cell)} has {many}", (cell,))


def total(board: Board) -> RuleInstance:
    """NUMBER at all islands: every bridge has two ends."""
    sentence = "all numbers together are twice the number of bridges"
    return RuleInstance(Rule.NUMBER, sentence, tuple(board.cells))


def sides(board: Board, one: Sequence[Cell], other: Sequence[Cell]) -> RuleInstance:
    """NUMBER at two groups of islands, if every link joins one group to the other."""
    sums = [sum(board.islands[cell] or 0 for cell in group) for group in (one, other)]
    sentence = (
        f"bridges only join {_list_names(board, one)} to {_list_names(board, other)}: "
        f"the numbers of both sides have one sum ({sums[0]} and {sums[1]})"
    )
    return RuleInstance(Rule.NUMBER, sentence, (*one, *other))


def connected(board: Board, cells: Collection[Cell]) -> RuleInstance:
    """CONNECTED at some islands: a bridge leaves them."""
    named = _list_names(board, sorted(cells))
    verb = "leaves" if len(cells) == 1 else "leads away from"
    return RuleInstance(Rule.CONNECTED, f"a bridge {verb} {named}", tuple(sorted(cells)))


def all_connected(board: Board) -> RuleInstance:
    """CONNECTED at all islands together."""
    return RuleInstance(Rule.CONNECTED, "all islands are connected", tuple(board.cells))


def loop(board: Board, cells: Collection[Cell]) -> RuleInstance:
    """LOOP at some islands: bridges do not join them to a cycle."""
    return RuleInstance(Rule.LOOP, f"{_list_names(board, sorted(cells))} are no ring", tuple(sorted(cells)))


def crossing(board: Board, one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> RuleInstance:
    """CROSSING at two ways over one cell: at most one of them has bridges."""
    named = [f"{board.name(first)}-{board.name(second)}" for first, second in (one, other)]
    return RuleInstance(Rule.CROSSING, f"{named[0]} and {named[1]} do not both have bridges", (*one, *other))


def over(board: Board, first: Cell, second: Cell) -> RuleInstance:
    """OVER between two islands with a third between them."""
    sentence = f"no bridge passes over an island from {board.name(first)} to {board.name(second)}"
    return RuleInstance(Rule.OVER, sentence, (first, second))


def _bridges(count: int) -> str:
    return f"{count} bridge{'' if count == 1 else 's'}"


def _list_names(board: Board, cells: Iterable[Cell], max_names: int = 8) -> str:
    names = [board.name(cell) for cell in cells]
    return ", ".join(names[:max_names]) + (", ..." if len(names) > max_names else "")


# -- the checker -------------------------------------------------------------------------------------


def check(board: Board, bridges: Bridges) -> list[RuleInstance]:
    """The rule instances that the bridges violate; empty if they are a solution."""
    return [*_check_counts(board, bridges), *_check_ways(board, bridges), *_check_shape(board, bridges)]


def _check_counts(board: Board, bridges: Bridges) -> Iterator[RuleInstance]:
    first, second, counts = bridges.array.T
    for at in np.flatnonzero(counts > board.most).tolist():
        yield most(board, int(first[at]), int(second[at]))
    ends = board.islands_at(np.concatenate([first, second]))
    found = np.bincount(ends, np.tile(counts, 2), len(board.cells))
    wrong = np.where(board.numbers > 0, found != board.numbers, found == 0)
    for cell in board.cell_array[wrong].tolist():
        yield number(board, cell)


def _check_ways(board: Board, bridges: Bridges) -> Iterator[RuleInstance]:
    """The violations of OVER and CROSSING, from every cell below a bridge."""
    first, second, _ = bridges.array.T
    down = first // board.columns != second // board.columns
    is_over = _find_over(board, first, second, down)
    crossed: dict[int, list[int]] = {}
    for bridge, other in _find_crossings(board, first, second, down):
        crossed.setdefault(bridge, []).append(other)
    for bridge in sorted({*np.flatnonzero(is_over).tolist(), *crossed}):
        ends = int(first[bridge]), int(second[bridge])
        if is_over[bridge]:
            yield over(board, *ends)
        for other in dict.fromkeys(crossed.get(bridge, ())):
            yield crossing(board, (int(first[other]), int(second[other])), ends)


def _find_over(board: Board, first: Ints, second: Ints, down: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each bridge whether there is an island between its ends: they are not the next in their line."""
    by_row = board.islands_at(np.stack([first, second]))
    rank = np.empty(len(board.cells), np.intp)
    rank[board.column_order] = np.arange(len(board.cells))
    one, other = np.where(down, rank[by_row], by_row)
    is_over: NDArray[np.bool_] = other != one + 1
    return is_over


def _find_crossings(
    board: Board, first: Ints, second: Ints, down: NDArray[np.bool_]
) -> Iterator[tuple[int, int]]:
    """Pairs of a vertical bridge and a horizontal one over the same cell, along the vertical bridge."""
    across, upright = np.flatnonzero(~down), np.flatnonzero(down)
    lengths = second[across] - first[across] - 1
    above = np.full(board.rows * board.columns, -1, np.int32)
    above[runs(first[across] + 1, lengths, 1)] = np.repeat(across, lengths)
    lengths = (second[upright] - first[upright]) // board.columns - 1
    met = above[runs(first[upright] + board.columns, lengths, board.columns)]
    at = np.flatnonzero(met >= 0)
    if not at.size:
        return iter(())
    return zip(np.repeat(upright, lengths)[at].tolist(), met[at].tolist(), strict=True)


def _check_shape(board: Board, bridges: Bridges) -> Iterator[RuleInstance]:
    parts = components(board, bridges)
    if len(parts) > 1:
        largest = max(parts, key=len)
        yield from (connected(board, part) for part in parts if part is not largest)
    if not board.loops:
        yield from (loop(board, ring) for ring in cycles(board, bridges))


MANY = 500
"""Islands from which on arrays are faster than a search from island to island."""


def components(board: Board, bridges: Bridges) -> list[list[Cell]]:
    """The groups of islands that bridges connect, each in ascending order."""
    if len(board.cells) < MANY:
        near = graph.adjacency(board.islands, _ends(bridges))
        return [sorted(group) for group in graph.components(board.islands, near.__getitem__)]
    ends = board.islands_at(bridges.array[:, :2])
    labels = graph.component_labels(len(board.cells), ends[:, 0], ends[:, 1])
    sizes = np.bincount(labels)
    ordered = board.cell_array[np.argsort(labels, kind="stable")].tolist()
    last = np.cumsum(sizes[sizes > 0]).tolist()
    return [ordered[start:end] for start, end in zip([0, *last], last, strict=False)]


def cycles(board: Board, bridges: Bridges) -> list[list[Cell]]:
    """Cycles of islands, one for each pair of islands whose bridges close one."""
    ends = _ends(bridges)
    return list(graph.fundamental_cycles(graph.adjacency(board.islands, ends), ends))


def _ends(bridges: Bridges) -> list[tuple[Cell, Cell]]:
    return [(first, second) for first, second, _ in bridges.triples]
