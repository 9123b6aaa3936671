"""Mastermind for terminals: guesses with their answers, and the code below them.

Answers are pegs, ``●`` black and ``○`` white, and words, because a black disc looks white on a dark terminal.
In ASCII pegs are ``b`` and ``w``.  The possible symbols of open positions are listed below the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.drawing.places import BESIDE
from satplay.drawing.terminal import Canvas, Line, Look
from satplay.puzzles.mastermind.board import Board, Code, Guess, symbols_in
from satplay.puzzles.mastermind.colours import peg
from satplay.puzzles.mastermind.mismatches import mismatched_answers, pegs_text, repeated_positions
from satplay.puzzles.mastermind.rules import Pegs

FAULTY = Look("#d9482b", bold=True)
PINS = Look("#111111", "#b9bec6")
OPEN = Look(bold=True)

WIDE = 20
"""Codes with more positions have no blanks between symbols, and answers in words only."""

SYMBOLS_WORD = "symbols: "

BLACK, WHITE, NONE, UNKNOWN = "●○·?"
PLAIN_PINS = str.maketrans({BLACK: "b", WHITE: "w", NONE: "."})


def sketch(board: Board, code: Code | None, ascii: bool) -> Sequence[Line]:
    """The board, with a code if one is given: complete or partial, right or wrong.

    >>> from satplay.drawing.terminal import to_text
    >>> board = Board(4, "RGBYOP", (Guess((0, 0, 1, 1), 1, 1), Guess((0, 2, 1, 3), 2)))
    >>> print(*to_text(sketch(board, Code((1, 0b111111, 0b1110, 8)), False)), sep="\\n")
       1   R  R  G  G   ●○··  1 black, 1 white
       2   R  B  G  Y   ●●??  2 black
    <BLANKLINE>
    code   R  ?  ?  Y
    position 3: G B Y
    symbols: R G B Y O P
    """
    picture = _Picture(board, code, plain=ascii)
    picture.draw()
    return picture.canvas.lines()


def peg_columns(board: Board) -> tuple[int, int]:
    """The column where the first peg of a row begins, and the width of a peg."""
    return max(len("code"), len(str(len(board.guesses)))) + 2, 3 if board.length <= WIDE else 1


def symbols_line(board: Board) -> str:
    """The alphabet in words, below the board."""
    apart = " " if len(board.symbols) <= WIDE else ""
    once = "" if board.repeats else ", none twice"
    return f"{SYMBOLS_WORD}{apart.join(board.symbols)}{once}"


class _Picture:
    def __init__(self, board: Board, code: Code | None, *, plain: bool) -> None:
        self.board, self.plain = board, plain
        self.known = code is not None
        self.code = code if code is not None else Code.unknown(board)
        self.wrong = mismatched_answers(board, code)
        self.twice = repeated_positions(board, code)
        self.canvas = Canvas()
        self.left, self.step = peg_columns(board)
        self.right = self.left + self.step * board.length + 2

    def draw(self) -> None:
        for number, guess in enumerate(self.board.guesses):
            self.canvas.put(number, 0, str(number + 1).rjust(self.left - 2), BESIDE)
            for position, symbol in enumerate(guess.row):
                self._peg(number, position, symbol)
            self._answer(number, guess)
        line = len(self.board.guesses) + (1 if self.board.guesses else 0)
        self.canvas.put(line, 0, "code".rjust(self.left - 2), BESIDE)
        for position, bits in enumerate(self.code.may):
            if self.known and bits.bit_count() == 1:
                self._peg(line, position, bits.bit_length() - 1, wrong=position in self.twice)
            else:
                self._put(line, position, "?" if bits else "!", OPEN if bits else FAULTY)
        for below, (text, look) in enumerate(self._in_words(), line + 1):
            self.canvas.put(below, 0, text, look)

    def _peg(self, line: int, position: int, symbol: int, *, wrong: bool = False) -> None:
        look = peg(self.board, symbol)
        colours = FAULTY if wrong else Look(look.ink, look.ground, bold=True)
        self._put(line, position, self.board.symbols[symbol], colours)

    def _put(self, line: int, position: int, sign: str, look: Look) -> None:
        text = sign.center(self.step)
        self.canvas.put(line, self.left + position * self.step, text, look)

    def _answer(self, line: int, guess: Guess) -> None:
        column = self.right
        if self.board.length <= WIDE:
            rest = self.board.length - guess.black - (guess.white or 0)
            pins = BLACK * guess.black + WHITE * (guess.white or 0)
            pins += (UNKNOWN if guess.white is None else NONE) * rest
            self.canvas.put(line, column, pins.translate(PLAIN_PINS) if self.plain else pins, PINS)
            column += self.board.length + 2
        black_only = guess.white is None
        text = pegs_text(Pegs(guess.black, guess.white or 0), black_only=black_only)
        self.canvas.put(line, column, text)
        if line in self.wrong:
            instead = pegs_text(self.wrong[line], black_only=black_only)
            self.canvas.put(line, column + len(text) + 2, f"would be {instead}", FAULTY)

    def _in_words(self) -> Iterator[tuple[str, Look]]:
        """The possible symbols of open positions, repeated symbols, and the alphabet."""
        for position, bits in enumerate(self.code.may):
            may = self.board.text(symbols_in(bits))
            if not may:
                yield f"position {position + 1}: nothing is left", FAULTY
            elif 1 < len(may) < len(self.board.symbols):
                yield f"position {position + 1}: {' '.join(may)}", BESIDE
        for position in sorted(self.twice):
            symbol = self.board.text(symbols_in(self.code.may[position]))
            yield f"position {position + 1}: {symbol} more than once", FAULTY
        yield symbols_line(self.board), BESIDE
