"""New boards of Mosaic with exactly one solution and nothing superfluous on them.

Without a level, clues are added to an empty board until the solution is unique.  A board of a level starts
with all clues, and loses those that its level does not need.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import ceil
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.encodings.direct import encode, facts
from satplay.puzzles.mosaic.rules import clue_for, count, given
from satplay.puzzles.mosaic.settled_cells import settled_cells
from satplay.rule import RuleInstance

LARGEST = 40

TRIES = 800
"""Boards made in search of one with the level."""

HARDEST = LEVELS[-2:]
"""Connected boards rarely have these levels without steps that use CONNECTED."""

MARKED = 4
"""From ``easy`` on, one try in this number may have marks, which make a board easier."""

SHARES: Mapping[str, float] = {"hard": 0.25, "expert": 0.2, "extreme": 0.2}
"""The share of shaded cells for levels that are rare among pictures that are half shaded.

Of these pictures many need marks, which leave fewer steps to find.
"""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "shaded": Option(
        "about this percentage of the cells is shaded, 1 to 99; 50 or less, by level, if omitted", "N"
    ),
    "connected": Option("yes: all shaded cells form one group", "yes|no"),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The options, parsed; ``shaded`` is a share of the cells."""

    width: int
    height: int
    shaded: float
    connected: bool
    difficulty: str | None


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board made from a random picture, which is its only solution.

    ``size``        ``WIDTHxHEIGHT``, each from 1 to 40; if omitted, two different sides from 3 to 6, from
                    ``hard`` on 5 to 8
    ``difficulty``  a level of ``contracts.levels``, by the costs in ``costs.py``; by default any
    ``shaded``      percentage of shaded cells in the picture; by default 50, less from ``hard`` on
    ``connected``   ``yes``: a board of this variant
    """
    plan = _plan(options, rng)
    level = plan.difficulty
    for tried in range(TRIES):
        empty = Board(plan.height, plan.width, {}, {}, plan.connected)
        picture = _picture(empty, plan.shaded, rng)
        if level is None or (plan.connected and level in HARDEST):
            pinned = _add_until_unique(empty, picture, rng, oracle)
            board = _thin(pinned, lambda board: oracle.is_unique(encode(board)), rng)
            if level is None or oracle.has_level(facts(board), level):
                return board
            continue
        with_marks = level == "beginner" or tried % MARKED == MARKED - 1
        found = _find_board_of_level(empty, picture, level, with_marks, rng, oracle)
        if found is not None:
            return found
    expected = f"another size or seed: {TRIES} tries gave no {level} board"
    raise BadInput("generator option", found=f"{plan.width}x{plan.height} {level}", expected=expected)


def _plan(options: GeneratorOptions, rng: Random) -> _Plan:
    difficulty = options.level(LEVELS)
    options.expect_options(*GENERATOR_OPTIONS)
    percent = options.number("shaded", 1, 99)
    connected = options.either("connected", "no", "yes") == "yes"
    usual = 0.5 if connected else SHARES.get(difficulty or "", 0.5)
    shaded = usual if percent is None else percent / 100
    shortest = 5 if difficulty in LEVELS[3:] else 3  # small boards are easy
    width, height = options.sides(LARGEST) or rng.sample(range(shortest, shortest + 4), 2)
    return _Plan(width, height, shaded, connected, difficulty)


def _picture(board: Board, share: float, rng: Random) -> Solution:
    """About this share of the cells, chosen at random; one group if the board demands it."""
    if not board.connected:
        return frozenset(cell for cell in board.cells() if rng.random() < share)
    cells = list(board.cells())
    shaded = {rng.choice(cells)}
    while len(shaded) < ceil(share * len(cells)):
        border = {near for cell in shaded for near in board.beside(cell)} - shaded
        shaded.add(rng.choice(sorted(border)))
    return frozenset(shaded)


# -- boards of a level ---------------------------------------------------------------------------------


def _find_board_of_level(
    empty: Board, picture: Solution, level: str, with_marks: bool, rng: Random, oracle: Oracle
) -> Board | None:
    """All clues, and marks if need be, without those that the level does not need."""
    board = (_add_until_settled if with_marks else _add_all_clues)(empty, picture, rng)
    entries = _removal_order(board, rng, informative_first=level != "beginner")
    instance_at = {
        cell: given(board, cell) if cell in board.marks else count(board, cell) for cell in entries
    }
    superfluous = oracle.find_superfluous(facts(board), list(instance_at.values()), level)
    if superfluous is None:
        return None
    left_out = {*superfluous}
    board = _without(board, [cell for cell in entries if _instance_at(board, cell) in left_out])
    return board if oracle.has_level(facts(board), level) else None


def _instance_at(board: Board, cell: Cell) -> RuleInstance:
    return given(board, cell) if cell in board.marks else count(board, cell)


# -- clues and marks -----------------------------------------------------------------------------------


def _add_until_unique(board: Board, picture: Solution, rng: Random, oracle: Oracle) -> Board:
    """Clues and marks added until the picture is the only solution.

    Different pictures can have equal clues everywhere: one row of two cells with the clues 11 has two
    solutions.  Then a cell in which they differ gets a mark, in place of its clue.
    """
    while True:
        other = next((found for found in oracle.solutions(encode(board)) if found != picture), None)
        if other is None:
            return board
        differing = [c for c in board.cells() if clue_for(board, picture, c) != clue_for(board, other, c)]
        free = [cell for cell in differing if cell not in board.marks]
        if free:  # and without a clue: ``other`` obeys every clue on the board
            cell = rng.choice(free)
            board = replace(board, clues={**board.clues, cell: clue_for(board, picture, cell)})
        else:
            board = _with_mark(board, rng.choice(sorted(picture ^ other)), picture)


def _add_all_clues(board: Board, picture: Solution, rng: Random) -> Board:
    return replace(board, clues={cell: clue_for(board, picture, cell) for cell in board.cells()})


def _add_until_settled(board: Board, picture: Solution, rng: Random) -> Board:
    """All clues, and marks added until one clue at a time is enough."""
    board = _add_all_clues(board, picture, rng)
    while not _is_settled(board):
        known = settled_cells(board)
        board = _with_mark(board, rng.choice([cell for cell in board.cells() if cell not in known]), picture)
    return board


def _is_settled(board: Board) -> bool:
    return len(settled_cells(board)) == board.height * board.width


def _with_mark(board: Board, cell: Cell, picture: Solution) -> Board:
    clues = {other: clue for other, clue in board.clues.items() if other != cell}
    return replace(board, clues=clues, marks={**board.marks, cell: cell in picture})


def _without(board: Board, cells: Collection[Cell]) -> Board:
    """The board without the entries at these cells."""
    clues = {cell: clue for cell, clue in board.clues.items() if cell not in cells}
    marks = {cell: mark for cell, mark in board.marks.items() if cell not in cells}
    return replace(board, clues=clues, marks=marks)


def _removal_order(board: Board, rng: Random, informative_first: bool = False) -> list[Cell]:
    """The entries in the order in which they are tried: marks first, each kind in random order.

    ``informative_first``: clues of few cells come first, because what is left is harder without them.
    """
    entries = sorted([*board.clues, *board.marks])
    rng.shuffle(entries)

    def rank(cell: Cell) -> int:
        if cell in board.marks:
            return 0
        return len(board.around(cell)) if informative_first else 1

    return sorted(entries, key=rank)


def _thin(board: Board, is_enough: Callable[[Board], bool], rng: Random) -> Board:
    """The board without the entries that are not needed."""
    for entry in _removal_order(board, rng):
        thinner = _without(board, {entry})
        if is_enough(thinner):
            board = thinner
    return board
