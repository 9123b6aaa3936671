"""Solutions: ``0123``, or a partial code.

For a position that is not known, ``?`` is any symbol, ``[123]`` one of these, ``[^45]`` any but these, ``[]``
none at all.  A code may also be given as names of colours, one for each position.
"""

from __future__ import annotations

from collections.abc import Iterator

from satplay.contracts.texts import Line, lines, quote
from satplay.puzzles.mastermind.board import Board, Code, symbols_in
from satplay.puzzles.mastermind.formats.alphabet import NAMED, index
from satplay.puzzles.mastermind.formats.text import SOLUTION, WORD, bad

NAME = "code"
ANY = "?"


def write(board: Board, code: Code) -> str:
    """One line.

    >>> board = Board(4, "012345")
    >>> write(board, Code.of((0, 1, 2, 3))), write(board, Code((0b111111, 0b110, 0b101111, 0)))
    ('0123\\n', '?[12][^4][]\\n')
    """
    return "".join(_position(board, bits) for bits in code.may) + "\n"


def _position(board: Board, bits: int) -> str:
    """The possible symbols of a position, in the shortest notation."""
    here = board.text(symbols_in(bits))
    if len(here) == 1:
        return here
    others = board.text(symbols_in(~bits & ((1 << len(board.symbols)) - 1)))
    if not others:
        return ANY
    return f"[^{others}]" if len(others) + 1 < len(here) else f"[{here}]"


def read(board: Board, text: str) -> Code:
    """The code on the only line that is neither blank nor a comment.

    >>> read(Board(2, "RGB"), "red blue") == read(Board(2, "RGB"), "rb\\n") == Code.of((0, 2))
    True
    """
    rows = [Line(line.number, line.text.partition("#")[0]) for line in lines(text)]
    rows = [line for line in rows if line.text.strip()]
    if not rows:
        raise bad(1, 1, "nothing", f"a code of {board.length} positions", SOLUTION)
    if len(rows) > 1:
        raise bad(rows[1].number, 1, "a second line", "one code", SOLUTION)
    return read_code(board, rows[0].text, rows[0].number, 1)


def read_code(board: Board, text: str, line: int, column: int) -> Code:
    """The code of a text at this place."""
    words = list(WORD.finditer(text))
    if len(words) == board.length and all(word[0].lower() in NAMED for word in words):
        signs = [(column + word.start(), NAMED[word[0].lower()]) for word in words]
        found = [(at, _bit(board, sign, line, at)) for at, sign in signs]
    else:
        found = list(_positions(board, text, line, column))
    if len(found) != board.length:
        at = found[min(board.length, len(found) - 1)][0] if found else column
        raise bad(line, at, f"a code of {len(found)}", f"{board.length} positions", SOLUTION)
    return Code(tuple([bits for _, bits in found]))


def _positions(board: Board, text: str, line: int, column: int) -> Iterator[tuple[int, int]]:
    """The possible symbols of each position, with their column."""
    at = 0
    while at < len(text):
        sign, here = text[at], column + at
        at += 1
        if sign == "[":
            end = text.find("]", at)
            if end < 0:
                raise bad(line, here, "'[' that is not closed", "']' after the symbols", SOLUTION)
            yield here, _set(board, text[at:end], line, here + 1)
            at = end + 1
        elif sign == ANY:
            yield here, (1 << len(board.symbols)) - 1
        elif not sign.isspace():
            yield here, _bit(board, sign, line, here)


def _set(board: Board, signs: str, line: int, column: int) -> int:
    denied = signs.startswith("^")
    bits = 0
    for at, sign in enumerate(signs[denied:], column + denied):
        bit = _bit(board, sign, line, at)
        if bits & bit:
            raise bad(line, at, f"{quote(sign)} a second time", "every symbol once", SOLUTION)
        bits |= bit
    return ~bits & ((1 << len(board.symbols)) - 1) if denied else bits


def _bit(board: Board, sign: str, line: int, column: int) -> int:
    symbol = index(board.symbols, sign)
    if symbol is None:
        expected = f"some of {board.symbols}, or '?' for any, '[...]' for one of several"
        raise bad(line, column, quote(sign), expected, SOLUTION)
    return 1 << symbol
