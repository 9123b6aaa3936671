"""Two solvers that know only one rule instance at a time, and nothing of satplay's engines.

Whatever they solve must be explained with steps of one rule instance.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.puzzles.flow.board import Board as FlowBoard
from satplay.puzzles.hashi.board import Board as HashiBoard


def solves_by_islands(board: HashiBoard) -> bool:
    """Whether bounds for each link, one island or crossing at a time, give all numbers of bridges."""
    links = board.links.tolist()
    low, high = [0] * len(links), [board.most] * len(links)
    around = [
        [link for link, ends in enumerate(links) if island in ends] for island in range(len(board.cells))
    ]
    while True:
        before = low[:], high[:]
        for island, wanted in enumerate(board.islands.values()):
            for link in around[island]:
                others = [other for other in around[island] if other != link]
                if wanted is not None:
                    low[link] = max(low[link], wanted - sum(high[other] for other in others))
                    high[link] = min(high[link], wanted - sum(low[other] for other in others))
                elif not any(high[other] for other in others):
                    low[link] = max(low[link], 1)
        for one, other in board.crossings.tolist():
            for link, crossed in ((one, other), (other, one)):
                if low[link]:
                    high[crossed] = 0
        if (low, high) == before:
            return low == high


def solves_by_cells(board: FlowBoard) -> bool:
    """Whether links follow from degrees, the colours of linked cells, and touching, one place at a time."""
    grid = board.grid
    ends = grid.ends.tolist()
    everything = frozenset(range(len(board.dots)))
    state: list[bool | None] = [None] * len(ends)
    colours = {node: everything for node in range(grid.nodes) if grid.is_node[node]}
    colours |= {node: frozenset([colour]) for node, colour in board.colour_at.items()}
    incident = {node: [link for link in row if link >= 0] for node, row in enumerate(grid.incident.tolist())}
    while True:
        before = state[:], dict(colours)
        for node in colours:
            _count_links(state, incident[node], 1 if node in board.colour_at else 2)
        for link, (a, b) in enumerate(ends):
            if state[link]:
                colours[a] = colours[b] = colours[a] & colours[b]
            elif not colours[a] & colours[b]:
                state[link] = False
            elif (
                state[link] is None and not board.touch and colours[a] == colours[b] and len(colours[a]) == 1
            ):
                state[link] = True
            elif state[link] is False and not board.touch:
                colours[a], colours[b] = _apart(colours[a], colours[b])
        for ring in (ring for rings in grid.rings for ring in rings.tolist() if not board.touch):
            _keep_open(state, ring)
        if (state, colours) == before:
            return None not in state


def _count_links(state: list[bool | None], links: Sequence[int], wanted: int) -> None:
    joined = sum(state[link] is True for link in links)
    open_ = [link for link in links if state[link] is None]
    if joined == wanted or joined + len(open_) == wanted:
        for link in open_:
            state[link] = joined < wanted


def _apart(a: frozenset[int], b: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    return (a - b if len(b) == 1 else a), (b - a if len(a) == 1 else b)


def _keep_open(state: list[bool | None], ring: Sequence[int]) -> None:
    """At most all links of a ring but two are used."""
    if sum(state[link] is True for link in ring) == len(ring) - 2:
        for link in ring:
            if state[link] is None:
                state[link] = False
