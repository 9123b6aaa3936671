"""Small boards, and their solutions by exhaustive search, for auditing encodings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.puzzles.flow.board import Board, Cell, Pair
from satplay.puzzles.flow.grid import NONE
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import check

COLOURS = 3
"""The largest number of colours."""


def boards(cells: int) -> Iterator[Board]:
    """All rectangles without holes of at most ``cells`` cells, in all rule variants, the smallest first."""
    for count in range(1, cells + 1):
        for rows in (rows for rows in range(1, count + 1) if count % rows == 0):
            for colours in range(min(COLOURS, count // 2) + 1):
                for chosen in combinations(range(count), 2 * colours):
                    for dots in matchings(chosen):
                        for fill in (True, False):
                            for touch in (False, True):
                                yield Board(rows, count // rows, dots, fill=fill, touch=touch)


def matchings(cells: Sequence[Cell]) -> Iterator[tuple[Pair, ...]]:
    """All perfect matchings of cells.

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
    """A random board of about ``cells`` cells, with any features and in any rule variant."""
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
    """All solutions: all combinations of disjoint paths, one per colour, filtered by ``check``."""
    for links in _disjoint_paths(board):
        flow = Flow(frozenset(links))
        if not check(board, flow):
            yield flow


def _disjoint_paths(board: Board) -> Iterator[tuple[int, ...]]:
    """The links of one path per colour, in all ways without a common node.

    A depth-first search with a stack of its own: the paths of a large board are longer than Python's stack.
    Each frame has a colour, the neighbours still to try, and the node that it occupies.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(board.grid.nodes)]
    for link, (first, second) in enumerate(board.grid.ends.tolist()):
        near[first].append((second, link))
        near[second].append((first, link))
    if not board.dots:
        yield ()
        return
    taken = set(board.colour_at)
    links: list[int] = []
    stack = [(0, iter(near[board.dots[0][0]]), NONE)]
    while stack:
        colour, neighbours, node = stack[-1]
        for following, link in neighbours:
            if following == board.dots[colour][1]:
                if colour + 1 == len(board.dots):
                    yield (*links, link)
                    continue
                stack.append((colour + 1, iter(near[board.dots[colour + 1][0]]), NONE))
            elif following not in taken:
                taken.add(following)
                stack.append((colour, iter(near[following]), following))
            else:
                continue
            links.append(link)
            break
        else:
            stack.pop()
            taken.discard(node)
            if stack:
                links.pop()


AUDIT: Audit[Board, Flow] = Audit(boards=boards, random=random, solutions=solutions, size=8, beyond=14)
