"""New boards of Mosaic with exactly one solution and nothing superfluous on them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput
from satplay.puzzles.mosaic.board import Board, Cell, Solution
from satplay.puzzles.mosaic.encodings.direct import encode
from satplay.puzzles.mosaic.rules import clue_for

LARGEST = 40


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with one solution, drawn first; clues are added until no other is left.

    Understands ``size`` as ``WIDTHxHEIGHT``; without it both sides are drawn from 3 to 6, never equal.
    """
    width, height = _size(options, rng)
    empty = Board(height, width, {}, {})
    solution = frozenset(cell for cell in empty.cells() if rng.random() < 0.5)
    return _thinned(_pinned(empty, solution, rng, oracle), rng, oracle)


def _size(options: GeneratorOptions, rng: Random) -> tuple[int, int]:
    if options.difficulty is not None or options.extra:
        found = (
            f"difficulty {options.difficulty}" if options.difficulty is not None else ", ".join(options.extra)
        )
        raise BadInput("generator option", found=found, expected="nothing but a size")
    width, height = options.sides(LARGEST) or rng.sample(range(3, 7), 2)
    return width, height


def _pinned(board: Board, solution: Solution, rng: Random, oracle: Oracle) -> Board:
    """Clues and marks added until ``solution`` is the only one.

    Two solutions with equal counts everywhere exist (one row of two cells that says 11 has two), which no
    clue tells apart; then a cell in which they differ is marked, in place of the clue it may have.
    """
    while True:
        other = next((found for found in oracle.solutions(encode(board)) if found != solution), None)
        if other is None:
            return board
        telling = [c for c in board.cells() if clue_for(board, solution, c) != clue_for(board, other, c)]
        free = [cell for cell in telling if cell not in board.marks]
        if free:  # and without a clue: ``other`` obeys every clue on the board
            cell = rng.choice(free)
            board = replace(board, clues={**board.clues, cell: clue_for(board, solution, cell)})
        else:
            board = _marked(board, rng.choice(sorted(solution ^ other)), solution)


def _marked(board: Board, cell: Cell, solution: Solution) -> Board:
    clues = {at: clue for at, clue in board.clues.items() if at != cell}
    return replace(board, clues=clues, marks={**board.marks, cell: cell in solution})


def _thinned(board: Board, rng: Random, oracle: Oracle) -> Board:
    """The board without anything that it can do without."""
    entries = sorted([*board.clues, *board.marks])
    rng.shuffle(entries)
    for entry in entries:
        clues = {cell: clue for cell, clue in board.clues.items() if cell != entry}
        marks = {cell: mark for cell, mark in board.marks.items() if cell != entry}
        thinner = replace(board, clues=clues, marks=marks)
        if oracle.is_unique(encode(thinner)):
            board = thinner
    return board
