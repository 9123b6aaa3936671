"""The rule variants of a board that the command line offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.puzzle import VariantOption
from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import SYMBOLS, Board, Guess
from satplay.puzzles.mastermind.formats.alphabet import infer_symbols, is_count


def alphabet(text: str, like: str = "") -> str:
    """The symbols that an option names, by their number or one by one.

    A number takes the first symbols of the alphabet of ``like``: digits, colours, letters.

    >>> alphabet("6"), alphabet("ABCD"), alphabet("4", like="RGBYOP")
    ('012345', 'ABCD', 'RGBY')
    """
    if not is_count(text):
        return text
    if int(text) > SYMBOLS:
        raise BadInput("symbols", found=text, expected=f"1 to {SYMBOLS} of them")
    return infer_symbols(like, count=int(text))


def with_symbols(board: Board, text: str) -> Board:
    """The board with another alphabet and the same characters in its guesses."""
    used = "".join(board.text(guess.row) for guess in board.guesses)
    symbols = alphabet(text, used)
    Board(1, symbols)  # raises BadInput for an impossible alphabet
    number = {symbol: i for i, symbol in enumerate(symbols)}
    guesses = []
    for guess in board.guesses:
        unknown = [board.symbols[symbol] for symbol in guess.row if board.symbols[symbol] not in number]
        if unknown:
            found = f"{unknown[0]!r} in the guess {board.text(guess.row)}"
            raise BadInput("symbol", found=found, expected=f"one of {quote(symbols)}")
        guesses.append(replace(guess, row=tuple([number[board.symbols[symbol]] for symbol in guess.row])))
    return replace(board, symbols=symbols, guesses=tuple(guesses))


def without_whites(board: Board) -> Board:
    """The board without its white pegs (Almost Mastermind)."""
    return replace(board, guesses=tuple([Guess(guess.row, guess.black) for guess in board.guesses]))


VARIANT_OPTIONS: Mapping[str, VariantOption[Board]] = {
    "symbols": VariantOption("symbols of the code, or their number", with_symbols, "SYMBOLS"),
    "no-repeats": VariantOption(
        "no symbol occurs twice in the code", lambda board, _: replace(board, repeats=False)
    ),
    "black-only": VariantOption("ignore white pegs", lambda board, _: without_whites(board)),
}
