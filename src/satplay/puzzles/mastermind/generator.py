"""Random boards with exactly one consistent code.

The generator draws a secret code and queries the oracle for another code that is consistent with all guesses
so far.  That code becomes the next guess, which excludes it, so the loop ends.  Then guesses that are not
needed are removed.  Boards are made until one has the level that was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board, Code, Guess, Row
from satplay.puzzles.mastermind.code_size import code_size
from satplay.puzzles.mastermind.encodings.counting import encode
from satplay.puzzles.mastermind.encodings.facts import facts
from satplay.puzzles.mastermind.rules import feedback
from satplay.puzzles.mastermind.variant_options import alphabet

FIRST = 2
"""The number of random guesses before the first query, so that boards differ."""

LEVELS = ("beginner", "easy", "medium", "hard")
"""Steps of six and more rule instances are too rare to be generated."""

TRIES = 1000
"""The number of boards tried for a level."""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "length": Option("positions of the code", "N"),
    "symbols": Option("symbols of the code, or their number", "SYMBOLS"),
    "repeats": Option("no: no symbol occurs twice in the code", "yes|no"),
    "white": Option("no: answers have black pegs only", "yes|no"),
}


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with exactly one consistent code, in which every guess is needed.

    ``size``     ``POSITIONSxSYMBOLS``, such as 4x6, or ``POSITIONS``; by default 4 to 6 positions and 6 to
                 10 symbols
    ``length``   the number of positions, if ``size`` is not given
    ``symbols``  the symbols of the code, or their number
    ``repeats``  ``no``: no symbol occurs twice in the code
    ``white``    ``no``: answers have black pegs only
    ``difficulty``  one of ``LEVELS``, by the costs in ``costs.py``; by default any
    """
    level = options.level(LEVELS)
    options.expect_options(*GENERATOR_OPTIONS)
    for _ in range(1 if level is None else TRIES):
        board = _unique(options, rng, oracle)
        if level is None or oracle.has_level(facts(board), level):
            return board
    expected = f"another size or seed: {TRIES} tries gave no such board"
    raise BadInput("generator option", found=f"difficulty {level}", expected=expected)


def _unique(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
    """A board with exactly one consistent code, in which every guess is needed."""
    repeats = options.either("repeats", "yes", "no") == "yes"
    whites = options.either("white", "yes", "no") == "yes"
    length, symbols = _size(options, rng)
    empty = Board(length, symbols, (), repeats)
    secret = draw_code(empty, rng)

    def answer_guess(row: Row) -> Guess:
        pegs = feedback(row, secret)
        return Guess(row, pegs.black, pegs.white if whites else None)

    guesses = [answer_guess(draw_code(empty, rng)) for _ in range(FIRST)]
    while (other := find_other_code(_with(empty, guesses), secret, oracle)) is not None:
        guesses.append(answer_guess(other))
    for guess in list(guesses):
        fewer = [one for one in guesses if one is not guess]
        if find_other_code(_with(empty, fewer), secret, oracle) is None:
            guesses = fewer
    return _with(empty, guesses)


def draw_code(board: Board, rng: Random) -> Row:
    """A random code, all equally likely."""
    symbols = range(len(board.symbols))
    if board.repeats:
        return tuple([rng.choice(symbols) for _ in range(board.length)])
    return tuple(rng.sample(symbols, board.length))


def find_other_code(board: Board, secret: Row, oracle: Oracle) -> Row | None:
    """A consistent code other than the secret; None if there is none."""
    encoding = encode(board)
    width = len(board.symbols)
    encoding.formula.add(*[-(i * width + symbol + 1) for i, symbol in enumerate(secret)])
    code: Code | None = oracle.solution(encoding)
    return None if code is None else code.row


def _with(board: Board, guesses: list[Guess]) -> Board:
    return Board(board.length, board.symbols, tuple(guesses), board.repeats)


def _size(options: GeneratorOptions, rng: Random) -> tuple[int, str]:
    """The number of positions and the symbols, by the options and otherwise at random."""
    size = {} if options.size is None else {"size": options.size}
    given = code_size({**options.extra, **size})
    # Drawn also where an option decides: a seed gives the same guesses with other symbols.
    length = rng.randint(4, 6) if options.size is None else 0
    symbols = str(rng.randint(6, 10)) if options.size is None or given.symbols is None else ""
    return given.length or length, alphabet(given.symbols or symbols)
