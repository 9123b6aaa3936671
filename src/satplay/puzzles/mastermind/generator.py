"""New boards whose answers leave exactly one code: every further guess is a code that was still possible.

A code is drawn, and the oracle is asked for another that gives all guesses so far the same answers.  That is
the next guess, until there is none; it can be no later code itself, so that this comes to an end.  Then every
guess that is not needed is taken away again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import LONGEST, SYMBOLS, Board, Code, Guess, Row
from satplay.puzzles.mastermind.encodings.counting import encode
from satplay.puzzles.mastermind.rules import feedback
from satplay.puzzles.mastermind.variant_options import alphabet

FIRST = 2
"""Guesses drawn by chance before the oracle is asked, so that boards differ."""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "symbols": Option("symbols of the code, or their number", "SYMBOLS"),
    "repeats": Option("no: no symbol stands twice in the code", "yes|no"),
    "white": Option("no: answers tell black pegs only", "yes|no"),
}


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with one code; without any one of its guesses there are more.

    ``size``     ``POSITIONSxSYMBOLS``, such as 4x6; without it 4 to 6 positions and 6 to 10 symbols
    ``symbols``  the symbols themselves, or how many
    ``repeats``  ``no``: no symbol stands twice in the code
    ``white``    ``no``: answers tell black pegs only
    """
    if options.difficulty is not None:
        raise BadInput("difficulty", found=repr(options.difficulty), expected="none: there are no levels")
    options.expect_options(*GENERATOR_OPTIONS)
    repeats = options.either("repeats", "yes", "no") == "yes"
    whites = options.either("white", "yes", "no") == "yes"
    length, symbols = _size(options.size, repeats, rng)
    if "symbols" in options.extra:
        symbols = alphabet(options.extra["symbols"])
    empty = Board(length, symbols, (), repeats)
    secret = draw(empty, rng)

    def asked(row: Row) -> Guess:
        pegs = feedback(row, secret)
        return Guess(row, pegs.black, pegs.white if whites else None)

    guesses = [asked(draw(empty, rng)) for _ in range(FIRST)]
    while (other := another(_with(empty, guesses), secret, oracle)) is not None:
        guesses.append(asked(other))
    for guess in list(guesses):
        fewer = [one for one in guesses if one is not guess]
        if another(_with(empty, fewer), secret, oracle) is None:
            guesses = fewer
    return _with(empty, guesses)


def draw(board: Board, rng: Random) -> Row:
    """A code by chance, each as likely as any other."""
    symbols = range(len(board.symbols))
    if board.repeats:
        return tuple([rng.choice(symbols) for _ in range(board.length)])
    return tuple(rng.sample(symbols, board.length))


def another(board: Board, secret: Row, oracle: Oracle) -> Row | None:
    """A code other than the secret that gives all guesses their answers."""
    encoding = encode(board)
    width = len(board.symbols)
    encoding.formula.add(*[-(i * width + symbol + 1) for i, symbol in enumerate(secret)])
    code: Code | None = oracle.solution(encoding)
    return None if code is None else code.row


def _with(board: Board, guesses: list[Guess]) -> Board:
    return Board(board.length, board.symbols, tuple(guesses), board.repeats)


def _size(size: str | None, repeats: bool, rng: Random) -> tuple[int, str]:
    if size is None:
        length = rng.randint(4, 6)
        return length, alphabet(str(rng.randint(6, 10)))
    sides = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,2})", size)
    if sides is None or not (1 <= int(sides[1]) <= LONGEST and 1 <= int(sides[2]) <= SYMBOLS):
        expected = f"POSITIONSxSYMBOLS, up to {LONGEST}x{SYMBOLS}"
        raise BadInput("size", found=repr(size), expected=expected)
    return int(sides[1]), alphabet(sides[2])
