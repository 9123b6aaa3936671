"""The rules of a board that can be chosen on the command line."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.puzzle import Setting
from satplay.contracts.texts import natural, shown
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import COLOURS, DIGITS, SYMBOLS, Board, Guess

ALPHABET = DIGITS + string.ascii_uppercase + string.ascii_lowercase


def alphabet(said: str, like: str = DIGITS) -> str:
    """The symbols that somebody means by a number of them or by the symbols themselves.

    A number takes the first of what the symbols look like so far: digits and then letters, or colours.

    >>> alphabet("6"), alphabet("ABCD"), alphabet("4", like="RGBYOP")
    ('012345', 'ABCD', 'RGBY')
    """
    number = natural(said, SYMBOLS)
    colours = "".join(COLOURS)
    if number is None or len(said) > 2:
        return said
    first = colours if like in (colours[:size] for size in range(1, 11)) and number <= 10 else ALPHABET
    return first[:number]


def with_symbols(board: Board, said: str) -> Board:
    """The board with another alphabet, in which its guesses mean the same characters."""
    symbols = alphabet(said, board.symbols)
    Board(1, symbols)  # which complains about an alphabet that is none
    number = {symbol: i for i, symbol in enumerate(symbols)}
    guesses = []
    for guess in board.guesses:
        unknown = [board.symbols[symbol] for symbol in guess.row if board.symbols[symbol] not in number]
        if unknown:
            found = f"{unknown[0]!r} in the guess {board.text(guess.row)}"
            raise BadInput("symbol", found=found, expected=f"one of {shown(symbols)}")
        guesses.append(replace(guess, row=tuple([number[board.symbols[symbol]] for symbol in guess.row])))
    return replace(board, symbols=symbols, guesses=tuple(guesses))


def without_whites(board: Board) -> Board:
    """The board as if black pegs only had been told (Almost Mastermind)."""
    return replace(board, guesses=tuple([Guess(guess.row, guess.black) for guess in board.guesses]))


SETTINGS: Mapping[str, Setting[Board]] = {
    "symbols": Setting("which symbols there are, or how many", with_symbols, "SYMBOLS"),
    "no-repeats": Setting(
        "no symbol stands at two positions of the code", lambda board, _: replace(board, repeats=False)
    ),
    "black-only": Setting("white pegs were not told", lambda board, _: without_whites(board)),
}
