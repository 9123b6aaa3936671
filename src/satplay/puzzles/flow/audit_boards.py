"""Small boards, all of them, and their solutions by trying every path: what encodings are audited with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.puzzles.flow.board import Board, Cell, Pair
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import check

COLOURS = 3
"""No board here has more."""


def boards(cells: int) -> Iterator[Board]:
    """All full rectangles with at most so many cells, under every mixture of rules, the smallest first."""
    for count in range(1, cells + 1):
        for rows in (rows for rows in range(1, count + 1) if count % rows == 0):
            for colours in range(min(COLOURS, count // 2) + 1):
                for chosen in combinations(range(count), 2 * colours):
                    for dots in matchings(chosen):
                        for fill in (True, False):
                            for touch in (False, True):
                                yield Board(rows, count // rows, dots, fill=fill, touch=touch)


def matchings(cells: Sequence[Cell]) -> Iterator[tuple[Pair, ...]]:
    """Every way to put cells into pairs.

    >>> len(list(matchings(range(6))))
    15
    """
    if not cells:
        yield ()
        return
    first, *others = cells
    for at, second in enumerate(others):
        for rest in matchings([*others[:at], *others[at + 1 :]]):
            yield ((first, second), *rest)


def random(cells: int, rng: Random) -> Board:
    """A board of about so many cells with anything that boards can have."""
    rows = rng.randint(1, max(1, int(cells**0.5)))
    columns = max(1, cells // rows)
    hexagonal = rng.random() < 0.2
    warp = not hexagonal and rng.random() < 0.3
    free = rng.sample(range(rows * columns), rows * columns)
    colours = rng.randint(0, min(COLOURS, len(free) // 2))
    dots = tuple((free.pop(), free.pop()) for _ in range(colours))
    holes = frozenset(free.pop() for _ in range(rng.choice((0, 0, 1, 2))) if free)
    bridges = frozenset(free.pop() for _ in range(rng.choice((0, 0, 1, 2))) if free and not hexagonal)
    board = Board(
        rows,
        columns,
        dots,
        holes=holes,
        bridges=bridges,
        warp=warp,
        hexagonal=hexagonal,
        fill=rng.random() < 0.5,
        touch=rng.random() < 0.5,
    )
    neighbours = [(min(pair), max(pair)) for pair in board.grid.cells.tolist()]
    walls = frozenset(rng.sample(neighbours, min(rng.choice((0, 0, 1, 2)), len(neighbours))))
    return replace(board, walls=walls)


def solutions(board: Board) -> Iterator[Flow]:
    """Every solution: all paths of the first colour, with each all paths of the second, and so on.

    The judge has the last word on what is left over and on what touches.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(board.grid.nodes)]
    for link, (first, second) in enumerate(board.grid.ends.tolist()):
        near[first].append((second, link))
        near[second].append((first, link))
    taken = set(board.colour_at)

    def paths(node: int, goal: int, links: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for following, link in near[node]:
            if following == goal:
                yield (*links, link)
            elif following not in taken:
                taken.add(following)
                yield from paths(following, goal, (*links, link))
                taken.remove(following)

    def drawn(colour: int, links: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if colour == len(board.dots):
            yield links
            return
        start, goal = board.dots[colour]
        for path in paths(start, goal, ()):
            yield from drawn(colour + 1, links + path)

    for links in drawn(0, ()):
        flow = Flow(frozenset(links))
        if not check(board, flow):
            yield flow


AUDIT: Audit[Board, Flow] = Audit(boards=boards, random=random, solutions=solutions, size=8, beyond=14)
