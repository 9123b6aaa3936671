"""Boards and codes for tests: all small ones, and random ones."""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from satplay.puzzles.mastermind.board import Board, Code, Guess, Row, explain_impossible
from satplay.puzzles.mastermind.rules import check, feedback

ALPHABET = string.digits + string.ascii_letters


def all_codes(length: int, symbols: int, repeats: bool = True) -> list[Row]:
    """Return all codes in lexicographic order."""
    return list(product(range(symbols), repeat=length) if repeats else permutations(range(symbols), length))


def consistent(board: Board) -> list[Row]:
    """Return the consistent codes, by checking every code with the rules."""
    every = all_codes(board.length, len(board.symbols), board.repeats)
    return [row for row in every if not check(board, Code.of(row))]


def array(rows: list[Row], length: int) -> NDArray[np.uint8]:
    return np.array(rows, np.uint8).reshape(-1, length)


def all_boards(length: int, symbols: int, guesses: int, repeats: bool) -> Iterator[Board]:
    """Every board with this number of guesses and all possible answers, with and without white pegs."""
    answers = [
        (black, white)
        for black in range(length + 1)
        for white in (None, *range(length + 1 - black))
        if explain_impossible(length, black, white) is None
    ]
    one = [
        Guess(row, black, white) for row in product(range(symbols), repeat=length) for black, white in answers
    ]
    for chosen in product(one, repeat=guesses):
        yield Board(length, ALPHABET[:symbols], chosen, repeats)


def random_board(rng: Random, length: int, symbols: int, guesses: int, *, repeats: bool = True) -> Board:
    """A board with the answers of a secret; one board in four omits the white pegs of some guesses."""
    symbol = range(symbols)
    secret = rng.choices(symbol, k=length) if repeats else rng.sample(symbol, length)
    rows = [tuple(rng.choices(symbol, k=length)) for _ in range(guesses)]
    silent = rng.random() < 0.25
    answered = []
    for row in rows:
        pegs = feedback(row, secret)
        answered.append(Guess(row, pegs.black, None if silent and rng.random() < 0.5 else pegs.white))
    return Board(length, ALPHABET[:symbols], tuple(answered), repeats)


@st.composite
def boards(draw: st.DrawFn, largest: int = 5000) -> Board:
    """Boards with a bounded number of codes; most of them have a secret."""
    symbols = draw(st.integers(1, 7))
    repeats = draw(st.booleans())
    longest = next(n for n in range(1, 20) if symbols**n > largest or n == 9) - 1
    length = draw(st.integers(1, min(longest, symbols) if not repeats else longest))
    rng = draw(st.randoms(use_true_random=False))
    board = random_board(rng, length, symbols, draw(st.integers(0, 4)), repeats=repeats)
    if board.guesses and draw(st.booleans()):
        last = board.guesses[-1]
        black = draw(st.integers(0, length))
        if explain_impossible(length, black, 0) is None:
            board = Board(length, board.symbols, (*board.guesses[:-1], Guess(last.row, black, 0)), repeats)
    return board
