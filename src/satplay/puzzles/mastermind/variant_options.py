"""The rules of a board that can be chosen on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.puzzle import VariantOption
from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import SYMBOLS, Board, Guess
from satplay.puzzles.mastermind.formats.alphabet import infer_symbols, is_count


def alphabet(said: str, like: str = "") -> str:
    """The symbols that somebody means by a number of them or by the symbols themselves.

    A number takes the first of what these look like: digits, colours, letters.

    >>> alphabet("6"), alphabet("ABCD"), alphabet("4", like="RGBYOP")
    ('012345', 'ABCD', 'RGBY')
    """
    if not is_count(said):
        return said
    if int(said) > SYMBOLS:
        raise BadInput("symbols", found=said, expected=f"1 to {SYMBOLS} of them")
    return infer_symbols(like, count=int(said))


def with_symbols(board: Board, said: str) -> Board:
    """The board with another alphabet, in which its guesses mean the same characters."""
    used = "".join(board.text(guess.row) for guess in board.guesses)
    symbols = alphabet(said, used)
    Board(1, symbols)  # which complains about an alphabet that is none
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
    """The board as if black pegs only had been told (Almost Mastermind)."""
    return replace(board, guesses=tuple([Guess(guess.row, guess.black) for guess in board.guesses]))


VARIANT_OPTIONS: Mapping[str, VariantOption[Board]] = {
    "symbols": VariantOption("which symbols there are, or how many", with_symbols, "SYMBOLS"),
    "no-repeats": VariantOption(
        "no symbol stands at two positions of the code", lambda board, _: replace(board, repeats=False)
    ),
    "black-only": VariantOption("white pegs were not told", lambda board, _: without_whites(board)),
}
