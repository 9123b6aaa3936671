"""The violations of a Hashi position that adding bridges cannot repair.

This is not a search: a position without an irreparable violation may still have no solution.
"""

from __future__ import annotations

from collections import Counter

from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.island_status import IslandStatus, Way, island_statuses
from satplay.puzzles.hashi.rules import Rule, check, components, connected
from satplay.rule import RuleInstance


def irreparable_violations(board: Board, bridges: Bridges) -> list[RuleInstance]:
    """The rule instances that stay violated whatever bridges are added.

    Too many bridges at an island or between two, crossings, and forbidden loops are final.  Too few bridges
    at an island are final if all that can be added does not reach its number; a separate group of islands is
    final if no bridge can connect it to the others.
    """
    ends, room = bridges.ends(), addable_bridges(board, bridges)
    reach = ends.copy()
    for (first, second), count in room.items():
        reach[first] += count
        reach[second] += count

    def is_final(violation: RuleInstance) -> bool:
        if violation.rule is not Rule.NUMBER:
            return violation.rule is not Rule.CONNECTED
        (cell,) = violation.place
        assert isinstance(cell, int)
        wanted = board.islands[cell]
        return reach[cell] < (wanted or 1) or (wanted is not None and ends[cell] > wanted)

    possible = [*bridges.triples, *((*way, count) for way, count in room.items() if count)]
    parts = components(board, Bridges(tuple(possible)))
    statuses = island_statuses(board, bridges)

    def weight(part: list[Cell]) -> tuple[bool, int]:
        """A component with an open island counts as the rest of the board rather than a complete one."""
        return any(statuses[cell] is IslandStatus.OPEN for cell in part), len(part)

    rest = max(parts, key=weight, default=[])
    cut_off = [connected(board, part) for part in parts if part is not rest]
    return [*(broken for broken in check(board, bridges) if is_final(broken)), *cut_off]


def addable_bridges(board: Board, bridges: Bridges) -> dict[Way, int]:
    """The number of bridges that can be added to each way, if the others stay.

    It is limited by the numbers of both islands and by the largest number between two islands; it is 0 for a
    way that crosses a bridge or is marked as absent, and for one that would close a cycle if loops are
    forbidden.

    >>> board = Board(1, 5, {0: 1, 2: 3, 4: None})
    >>> addable_bridges(board, Bridges(((2, 4, 1),)))
    {(0, 2): 1, (2, 4): 1}
    """
    built: Counter[Way] = Counter({(first, second): count for first, second, count in bridges.triples})
    ends = bridges.ends()
    part_of = {cell: part for part, cells in enumerate(components(board, bridges)) for cell in cells}
    blocked = _find_blocked(board, built)

    def missing_bridges(cell: Cell) -> int:
        wanted = board.islands[cell]
        return board.most if wanted is None else max(0, wanted - ends[cell])

    def room(link: int, way: Way) -> int:
        closes_ring = not built[way] and part_of[way[0]] == part_of[way[1]]
        if link in blocked or way in bridges.absent or (closes_ring and not board.loops):
            return 0
        return max(0, min(board.most - built[way], missing_bridges(way[0]), missing_bridges(way[1])))

    return {way: room(link, way) for way, link in board.link_between.items()}


def _find_blocked(board: Board, built: Counter[Way]) -> set[int]:
    """The links that cross a bridge."""
    used = {board.link_between[way] for way, count in built.items() if count and way in board.link_between}
    return {
        link for pair in board.crossings.tolist() for link, other in (pair, reversed(pair)) if other in used
    }
