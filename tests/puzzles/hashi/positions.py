"""Boards of all kinds with correct and wrong bridges, for tests of pictures and of playing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from satplay.puzzles.hashi.board import MOST, SIDES, Board, Bridges
from satplay.puzzles.hashi.rules import check


def board(text: str, *, most: int = 2, loops: bool = True) -> Board:
    """Read rows separated by ``/``: digits, letters for 10 and more, ``?`` for an island without a number."""
    rows = text.split("/")
    columns = len(rows[0])
    signs = enumerate("".join(rows))
    islands = {cell: None if sign == "?" else int(sign, 17) for cell, sign in signs if sign != "."}
    return Board(len(rows), columns, islands, most, loops)


def bridges(on: Board, text: str) -> Bridges:
    """Read bridges: ``A1-C1`` is one, ``A1-C1x2`` is two."""
    cells = {on.name(cell): cell for cell in on.cells}
    found = []
    for word in text.split():
        way, _, count = word.partition("x")
        first, second = (cells[name] for name in way.split("-"))
        found.append((first, second, int(count or 1)))
    return Bridges.of(found)


@st.composite
def boards(draw: st.DrawFn, *, islands: int = 12) -> Board:
    """Islands anywhere, with any numbers; most have no solution."""
    rows, columns, most = draw(st.integers(1, 6)), draw(st.integers(1, 6)), draw(st.integers(1, MOST))
    cells = st.sets(st.integers(0, rows * columns - 1), max_size=islands)
    number = st.none() | st.integers(1, SIDES * most)
    return Board(rows, columns, {cell: draw(number) for cell in draw(cells)}, most, draw(st.booleans()))


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Bridges]:
    """A board with any bridges that its cells allow: crossing, over islands, too many."""
    on = draw(boards())
    counts = {}
    for first, second in product(on.cells, repeat=2):
        (row, column), (row_2, column_2) = on.place(first), on.place(second)
        if first < second and (row == row_2 or column == column_2):
            counts[first, second] = draw(st.sampled_from([0, 0, 0, 1, 2, 3, 4, 5, 9]))
    return on, Bridges.of([(*way, count) for way, count in counts.items()])


@st.composite
def solved(draw: st.DrawFn) -> tuple[Board, Bridges]:
    """A board generated from bridges that connect all islands; its solution need not be unique."""
    bare = draw(boards(islands=8))
    open_ = Board(bare.rows, bare.columns, dict.fromkeys(bare.cells), bare.most, bare.loops)
    built: dict[tuple[int, int], int] = {}
    for way in draw(st.permutations(sorted(open_.link_between))):
        count = draw(st.integers(0, bare.most))
        candidate = Bridges.of([*((*other, many) for other, many in built.items()), (*way, count)])
        if {broken.rule.name for broken in check(open_, candidate)} <= {"NUMBER", "CONNECTED"}:
            built[way] = count
    found = Bridges.of([(*way, count) for way, count in built.items()])
    ends = found.ends()
    joined = [cell for cell in open_.cells if ends[cell]]
    islands = {cell: ends[cell] if draw(st.integers(0, 4)) else None for cell in joined}
    on = Board(bare.rows, bare.columns, islands, bare.most, bare.loops)
    if check(on, found):  # not connected: the first bridges alone are a solution
        first, second, count = found.triples[0]
        on = Board(bare.rows, bare.columns, {first: count, second: count}, bare.most, bare.loops)
        found = Bridges(((first, second, count),))
    return on, found


def solutions(on: Board) -> Iterator[Bridges]:
    """Return all solutions, by brute force."""
    for counts in product(range(on.most + 1), repeat=len(on.link_between)):
        candidate = Bridges.of([(*way, count) for way, count in zip(on.link_between, counts, strict=True)])
        if not check(on, candidate):
            yield candidate
