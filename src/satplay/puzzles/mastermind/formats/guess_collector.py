"""Answered guesses as they are written in a text, and the board that they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satplay.contracts.texts import quote, read_natural
from satplay.puzzles.mastermind.board import Board, Guess, explain_impossible
from satplay.puzzles.mastermind.formats.alphabet import EVERY, NAMED, index, infer_symbols
from satplay.puzzles.mastermind.formats.text import WORD, Terms, bad, expect_length

MANY = 999_999_999
"""The largest number of pegs in any text."""

A_GUESS = "symbols in one word, or names of colours"


class WrittenSymbol(NamedTuple):
    """One symbol of a guess and its column; ``named`` if it is written as the name of a colour."""

    column: int
    symbol: str
    named: bool


class WrittenGuess(NamedTuple):
    """A guess as it is written; ``answer`` is the column of its answer."""

    line: int
    symbols: list[WrittenSymbol]
    answer: int
    black: int
    white: int | None


def read_symbols(text: str, line: int, column: int) -> list[WrittenSymbol]:
    """The symbols of a guess: one word, or two and more names of colours.

    >>> [(sign.column, sign.symbol) for sign in read_symbols("red Blue", 1, 1)]
    [(1, 'R'), (5, 'B')]
    """
    words = [(column + word.start(), word[0]) for word in WORD.finditer(text)]
    if not words:
        raise bad(line, column, "nothing", A_GUESS)
    if len(words) == 1:
        start, word = words[0]
        for at, symbol in enumerate(word):
            if symbol not in EVERY:
                raise bad(line, start + at, quote(symbol), "digits and letters, or names of colours")
        return [WrittenSymbol(start + at, symbol, named=False) for at, symbol in enumerate(word)]
    for start, word in words:
        if word.lower() not in NAMED:
            raise bad(line, start, quote(word), f"one of the colours {', '.join(NAMED)}")
    return [WrittenSymbol(start, NAMED[word.lower()], named=True) for start, word in words]


def pegs(word: str, line: int, column: int) -> int:
    """The number of pegs that a word is."""
    count = read_natural(word, MANY)
    if count is None:
        raise bad(line, column, quote(word) if word else "nothing", "a number of pegs")
    return count


def board_of(terms: Terms, guesses: Sequence[WrittenGuess]) -> Board:
    """The board of these guesses; ``BadInput`` about the first place that is wrong."""
    if terms.length is None and not guesses:
        raise bad(1, 1, "no guess", "one such as '0123 2 1', or how many positions there are")
    symbols = _symbols(terms, guesses)
    length, why = terms.length, "positions, as declared"
    if length is None:
        many = len(guesses[0].symbols)
        length = expect_length(many, f"{many} positions", guesses[0].line, guesses[0].symbols[0].column)
        why = "positions, as in the first guess"
    answered = []
    for one in guesses:
        if len(one.symbols) != length:
            at = one.symbols[min(length, len(one.symbols) - 1)].column
            raise bad(one.line, at, f"a guess of {len(one.symbols)}", f"{length} {why}")
        row = tuple([_index(symbols, sign, one.line) for sign in one.symbols])
        error = explain_impossible(length, one.black, one.white)
        if error is not None:
            error.line, error.column = one.line, one.answer
            raise error
        answered.append(Guess(row, one.black, one.white))
    if terms.repeats is False and length > len(symbols):
        line, column = terms.where
        raise bad(line, column, f"{len(symbols)} symbols", f"{length} or more, since none is repeated")
    return Board(length, symbols, tuple(answered), terms.repeats is not False)


def _symbols(terms: Terms, guesses: Sequence[WrittenGuess]) -> str:
    if isinstance(terms.symbols, str):
        return terms.symbols
    every = [sign for one in guesses for sign in one.symbols]
    plain, named = ([sign.symbol for sign in every if sign.named is as_colour] for as_colour in (False, True))
    return infer_symbols(plain, named, terms.symbols)


def _index(symbols: str, sign: WrittenSymbol, line: int) -> int:
    at = index(symbols, sign.symbol)
    if at is None:
        found = f"the symbol {quote(sign.symbol)}" if not sign.named else f"the colour {sign.symbol}"
        raise bad(line, sign.column, found, f"some of {symbols}")
    return at
