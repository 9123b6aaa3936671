"""Small boards, and their solutions by exhaustive search, for auditing encodings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import isqrt
from random import Random
from typing import TypeAlias

from satplay.contracts.puzzle import Audit
from satplay.puzzles.hashi.board import LARGEST, SIDES, Board, Bridges, Cell
from satplay.puzzles.hashi.rules import check

Numbers: TypeAlias = tuple[int, ...]
Counts: TypeAlias = tuple[int, ...]

FEW = 4
"""The largest number of islands for which all possible sums of bridges are used as numbers."""

ISLANDS = 6
"""The largest number of islands; random boards have up to twice as many."""


def boards(cells: int) -> Iterator[Board]:
    """Boards of at most ``cells`` cells, ordered by the numbers of cells and of islands.

    All layouts of up to six islands in rectangles that are not taller than wide, with at most 1, 2 and 3
    bridges between two islands.  Up to ``FEW`` islands have all numbers that some counts of bridges sum up
    to, right or wrong; with fewer islands also the same with one number increased by one.  More islands have
    the sums of sets of links with one bridge on each, or the largest number.

    Of layouts with the same links and crossings only the first is listed, because the clauses depend on
    nothing else.  Loops are forbidden only if links close a cycle.
    """
    for islands in layouts(cells, ISLANDS):
        for most in (1, 2, 3):
            board = replace(islands, most=most)
            for numbers in dict.fromkeys(_numbers(board)):
                numbered = replace(board, islands=dict(zip(board.cells, numbers, strict=True)))
                yield from under_all_rules(numbered)


def layouts(cells: int, islands: int, widest: int = LARGEST) -> Iterator[Board]:
    """Boards without numbers, of at most this many cells and islands: one per set of links and crossings.

    None is taller than wide, or wider than ``widest``.

    >>> [(board.rows, board.columns, board.cells) for board in layouts(4, 2)]
    [(1, 1, ()), (1, 1, (0,)), (1, 2, (0, 1)), (2, 2, (0, 3))]
    """
    seen: set[object] = set()
    for size in range(1, cells + 1):
        for rows in (rows for rows in range(1, isqrt(size) + 1) if size % rows == 0):
            if size // rows > widest:
                continue
            for count in range(min(islands, size) + 1):
                for chosen in combinations(range(size), count):
                    board = Board(rows, size // rows, dict.fromkeys(chosen))
                    looks = count, board.links.tobytes(), board.crossings.tobytes()
                    if looks not in seen:
                        seen.add(looks)
                        yield board


def under_all_rules(board: Board) -> Iterator[Board]:
    """The board with loops allowed, and with loops forbidden if its links close a cycle."""
    yield replace(board, loops=True)
    if _closes_ring(board):
        yield replace(board, loops=False)


def _closes_ring(board: Board) -> bool:
    above = list(range(len(board.cells)))

    def root(island: int) -> int:
        while above[island] != island:
            island = above[island]
        return island

    for first, second in board.links.tolist():
        if root(first) == root(second):
            return True
        above[root(first)] = root(second)
    return False


def _numbers(board: Board) -> Iterator[Numbers]:
    """The numbers that ``boards`` describes; 0 is not a number."""
    if len(board.cells) > FEW:
        for used in product((0, 1), repeat=len(board.links)):
            for many in (1, board.most):
                numbers = sums(board, tuple(many * count for count in used))
                if all(numbers):
                    yield numbers
        return
    for numbers in all_numbers(board):
        yield numbers
        for at, number in enumerate(numbers if len(numbers) < FEW else ()):
            if number < SIDES * board.most:
                yield (*numbers[:at], number + 1, *numbers[at + 1 :])
    if not all(board.incident):  # an island without links: no number has a solution
        yield (1,) * len(board.cells)


def all_numbers(board: Board) -> Iterator[Numbers]:
    """All numbers that some counts of bridges sum up to, each once."""
    counts = product(range(board.most + 1), repeat=len(board.links))
    found = (sums(board, each) for each in counts)
    yield from dict.fromkeys(numbers for numbers in found if all(numbers))


def sums(board: Board, counts: Counts) -> Numbers:
    """The number of bridges that end at each island, for given counts on the links."""
    return tuple(sum(counts[link] for link in links) for links in board.incident)


def random(cells: int, rng: Random) -> Board:
    """A random board of about ``cells`` cells, half of the time with the default rules.

    The numbers are the sums of random bridges that connect as much as possible, sometimes with a change.
    """
    rows = rng.randint(1, max(1, int(cells**0.5)))
    columns = max(1, cells // rows)
    count = rng.randint(min(rows * columns, 2), min(rows * columns, 2 * ISLANDS))
    board = Board(rows, columns, dict.fromkeys(rng.sample(range(rows * columns), count)))
    if rng.random() < 0.5:
        board = replace(board, most=rng.randint(1, 4), loops=rng.random() < 0.5)
    numbers: list[int | None] = [max(1, number) for number in sums(board, random_bridges(board, rng))]
    if rng.random() < 0.2:
        numbers[rng.randrange(count)] = rng.randint(1, SIDES * board.most)
    if rng.random() < 0.2:
        numbers[rng.randrange(count)] = None
    return replace(board, islands=dict(zip(board.cells, numbers, strict=True)))


def random_bridges(board: Board, rng: Random) -> Counts:
    """Random counts on links that do not cross: on links that connect, and on some that close cycles."""
    links, crossings = board.links.tolist(), board.crossings.tolist()
    counts = [0] * len(links)
    part = list(range(len(board.cells)))
    for link in rng.sample(range(len(links)), len(links)):
        first, second = links[link]
        crossed = any(counts[a] or counts[b] for a, b in crossings if link in (a, b))
        if not crossed and (part[first] != part[second] or (board.loops and rng.random() < 0.4)):
            counts[link] = rng.randint(1, board.most)
            part = [part[first] if label == part[second] else label for label in part]
    return tuple(counts)


def solutions(board: Board) -> Iterator[Bridges]:
    """All solutions, by backtracking over the counts of the links, filtered by ``check``.

    The search backtracks if a number is exceeded, or not reached after the last link of its island.
    """
    cells = board.cells
    ways = sorted(
        ((cells[first], cells[second]) for first, second in board.links.tolist()), key=lambda way: way[1]
    )
    last = {cell: at for at, way in enumerate(ways) for cell in way}
    ends = dict.fromkeys(cells, 0)

    def fits(cell: Cell, at: int) -> bool:
        wanted = board.islands[cell]
        return wanted is None or (ends[cell] == wanted if last[cell] == at else ends[cell] <= wanted)

    def search(at: int, triples: list[tuple[Cell, Cell, int]]) -> Iterator[Bridges]:
        if at == len(ways):
            bridges = Bridges.of(triples)
            if not check(board, bridges):
                yield bridges
            return
        first, second = ways[at]
        for count in range(board.most + 1):
            ends[first] += count
            ends[second] += count
            if fits(first, at) and fits(second, at):
                yield from search(at + 1, [*triples, (first, second, count)])
            ends[first] -= count
            ends[second] -= count

    yield from search(0, [])


AUDIT: Audit[Board, Bridges] = Audit(boards=boards, random=random, solutions=solutions, size=9, beyond=30)
