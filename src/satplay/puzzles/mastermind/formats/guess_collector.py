"""Answered guesses as they are read one after the other, and the board they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satplay.contracts.texts import natural, shown
from satplay.puzzles.mastermind.board import Board, Guess, impossible
from satplay.puzzles.mastermind.formats.alphabet import EVERY, NAMED, index, meant
from satplay.puzzles.mastermind.formats.text import WORD, Terms, bad, expect_length

MANY = 999_999_999
"""No text has more pegs."""

A_GUESS = "symbols in one word, or names of colours"


class Sign(NamedTuple):
    """One symbol of a guess, and the column it stands at; ``named`` if it was written as a colour."""

    column: int
    symbol: str
    named: bool


class Told(NamedTuple):
    """A guess as it was written, and the column of its answer."""

    line: int
    signs: list[Sign]
    answer: int
    black: int
    white: int | None


def signs(text: str, line: int, column: int) -> list[Sign]:
    """The symbols of a guess: one word, or two and more names of colours.

    >>> [(sign.column, sign.symbol) for sign in signs("red Blue", 1, 1)]
    [(1, 'R'), (5, 'B')]
    """
    words = [(column + word.start(), word[0]) for word in WORD.finditer(text)]
    if not words:
        raise bad(line, column, "nothing", A_GUESS)
    if len(words) == 1:
        start, word = words[0]
        for at, symbol in enumerate(word):
            if symbol not in EVERY:
                raise bad(line, start + at, shown(symbol), "digits and letters, or names of colours")
        return [Sign(start + at, symbol, named=False) for at, symbol in enumerate(word)]
    for start, word in words:
        if word.lower() not in NAMED:
            raise bad(line, start, shown(word), f"one of the colours {', '.join(NAMED)}")
    return [Sign(start, NAMED[word.lower()], named=True) for start, word in words]


def pegs(word: str, line: int, column: int) -> int:
    """How many pegs a number says."""
    count = natural(word, MANY)
    if count is None:
        raise bad(line, column, shown(word) if word else "nothing", "a number of pegs")
    return count


def made(terms: Terms, told: Sequence[Told]) -> Board:
    """The board of these guesses; complaints name the first place where something is wrong."""
    if terms.length is None and not told:
        raise bad(1, 1, "no guess", "one such as '0123 2 1', or how many positions there are")
    symbols = _symbols(terms, told)
    length, why = terms.length, "positions, as said"
    if length is None:
        many = len(told[0].signs)
        length = expect_length(many, f"{many} positions", told[0].line, told[0].signs[0].column)
        why = "positions, as in the first guess"
    guesses = []
    for one in told:
        if len(one.signs) != length:
            at = one.signs[min(length, len(one.signs) - 1)].column
            raise bad(one.line, at, f"a guess of {len(one.signs)}", f"{length} {why}")
        row = tuple([_index(symbols, sign, one.line) for sign in one.signs])
        complaint = impossible(length, one.black, one.white)
        if complaint is not None:
            complaint.line, complaint.column = one.line, one.answer
            raise complaint
        guesses.append(Guess(row, one.black, one.white))
    if terms.repeats is False and length > len(symbols):
        line, column = terms.where
        raise bad(line, column, f"{len(symbols)} symbols", f"{length} or more, since none is repeated")
    return Board(length, symbols, tuple(guesses), terms.repeats is not False)


def _symbols(terms: Terms, told: Sequence[Told]) -> str:
    if isinstance(terms.symbols, str):
        return terms.symbols
    every = [sign for one in told for sign in one.signs]
    plain, named = ([sign.symbol for sign in every if sign.named is as_colour] for as_colour in (False, True))
    return meant(plain, named, terms.symbols)


def _index(symbols: str, sign: Sign, line: int) -> int:
    at = index(symbols, sign.symbol)
    if at is None:
        found = f"the symbol {shown(sign.symbol)}" if not sign.named else f"the colour {sign.symbol}"
        raise bad(line, sign.column, found, f"some of {symbols}")
    return at
