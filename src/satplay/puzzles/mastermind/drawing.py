"""Mastermind as a picture: guesses of coloured pegs, small black and white ones for answers, below the code.

An unknown position of the code is an empty ring, or shows a question mark or, if these are few, its possible
symbols on a board that is being solved.  An answer
that contradicts the code has the code's answer beside it, in orange.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from satplay.drawing.scene import Circle, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.puzzles.mastermind.board import Board, Code, Guess, symbols_in
from satplay.puzzles.mastermind.colours import peg
from satplay.puzzles.mastermind.mismatches import mismatched_answers, pegs_text, repeated_positions
from satplay.puzzles.mastermind.rules import Rule
from satplay.rule import RuleInstance

PANEL, RIM, NAME, HOLE = "#eceff3", "#3a4350", "#5d6875", "#aab2bc"
FAULTY, MARKED = "#cf4f00", "#ffd23f"
BLACK, WHITE = "#111111", "#ffffff"

STEP, MARGIN, BESIDE = 40.0, 20.0, 44.0
DISC = 0.38 * STEP
PIN, APART = 4.6, 13.0
"""The radius of the pegs of an answer, and the distance between their centres."""

SMALL, NEXT = 8.5, 21.0
"""The radius of the symbols below the code, and the distance between their centres."""

FEW = 9
"""The largest number of possible symbols that are drawn inside a position."""

WORDS = 200.0
"""Room for an answer in words."""


def draw(board: Board, code: Code | None) -> Scene:
    """The guesses and their answers, with a code if one is given: complete or partial, right or wrong."""
    return mark(board, code, ())


def mark(board: Board, code: Code | None, instances: Sequence[RuleInstance]) -> Scene:
    """The drawing with the guesses, positions and symbols of these rule instances highlighted."""
    return _Picture(board, code).scene(instances)


class _Picture:
    def __init__(self, board: Board, code: Code | None) -> None:
        self.board = board
        self.known = code is not None
        self.code = code if code is not None else Code.unknown(board)
        self.wrong = mismatched_answers(board, code)
        self.right = MARGIN + BESIDE + board.length * STEP + MARGIN / 2
        self.pins = ceil(board.length / 2)
        wide = self.right + self.pins * APART + MARGIN / 2 + (WORDS if self.wrong else 0) + MARGIN
        self.width = max(wide, 2 * MARGIN + BESIDE + 10 * NEXT)
        self.code_at = MARGIN + len(board.guesses) * STEP + MARGIN / 2
        self.in_line = int((self.width - 2 * MARGIN - BESIDE) / NEXT)
        self.below = self.code_at + STEP + MARGIN / 2 + SMALL
        symbol_lines = ceil(len(board.symbols) / self.in_line)
        self.height = self.below + symbol_lines * NEXT + (0 if board.repeats else NEXT) + MARGIN / 2

    def scene(self, instances: Sequence[RuleInstance]) -> Scene:
        shapes = [
            *self._panels(),
            *(shape for instance in instances for shape in self._marks(instance)),
            *(shape for number in range(len(self.board.guesses)) for shape in self._guess(number)),
            *self._code(),
            *self._symbols(),
        ]
        return Scene(self.width, self.height, tuple(shapes), self._title())

    def _title(self) -> str:
        counts = (
            (self.board.length, "position"),
            (len(self.board.symbols), "symbol"),
            (len(self.board.guesses), "guess"),
        )
        plural = {"guess": "guesses"}
        sizes = [f"{n} {thing if n == 1 else plural.get(thing, thing + 's')}" for n, thing in counts]
        return ", ".join(["Mastermind", *sizes]) + (", with a code" if self.known else "")

    # -- coordinates -------------------------------------------------------------------------------------

    def at(self, row: float, position: int) -> Point:
        """The centre of a position in a row with this upper edge."""
        return MARGIN + BESIDE + (position + 0.5) * STEP, row + STEP / 2

    def row(self, number: int) -> float:
        """The upper edge of a guess."""
        return MARGIN + number * STEP

    def symbol_at(self, symbol: int) -> Point:
        """The centre of a symbol below the code."""
        line, place = divmod(symbol, self.in_line)
        return MARGIN + BESIDE + SMALL + place * NEXT, self.below + line * NEXT

    # -- shapes ------------------------------------------------------------------------------------------

    def _panels(self) -> Iterator[Shape]:
        style = Style(stroke=None, fill=PANEL)
        width = self.width - MARGIN
        if self.board.guesses:
            height = len(self.board.guesses) * STEP
            yield Rect((MARGIN / 2, MARGIN), width, height, style, DISC / 2)
        yield Rect((MARGIN / 2, self.code_at), width, STEP, Style(stroke=RIM, fill=PANEL), DISC / 2)

    def _marks(self, instance: RuleInstance) -> Iterator[Shape]:
        """The highlight behind a guess, a position, or a symbol and its positions in the code."""
        style = Style(stroke=None, fill=MARKED)
        for place in instance.place:
            if not isinstance(place, int):
                continue
            if instance.rule is Rule.ANSWER:
                corner = (MARGIN / 2, self.row(place) + 1)
                yield Rect(corner, self.width - MARGIN, STEP - 2, style, DISC / 2)
            elif instance.rule is Rule.PLACE:
                yield self._behind(place)
            else:
                yield Circle(self.symbol_at(place), SMALL + 3, style)
                yield from (self._behind(i) for i, bits in enumerate(self.code.may) if bits == 1 << place)

    def _behind(self, position: int) -> Shape:
        """The highlight behind one position of the code."""
        x, y = self.at(self.code_at, position)
        half = STEP / 2 - 1
        return Rect((x - half, y - half), 2 * half, 2 * half, Style(stroke=None, fill=MARKED), DISC / 2)

    def _guess(self, number: int) -> Iterator[Shape]:
        guess, top = self.board.guesses[number], self.row(number)
        middle = top + STEP / 2
        yield Text((MARGIN + BESIDE - 8, middle), str(number + 1), colour=NAME, anchor="end")
        for position, symbol in enumerate(guess.row):
            yield from self._peg(self.at(top, position), symbol, DISC)
        yield from self._answer(guess, middle)
        if number in self.wrong:
            start = self.right + self.pins * APART + MARGIN / 2
            pegs = pegs_text(self.wrong[number], black_only=guess.white is None)
            yield Text((start, middle), f"would be {pegs}", colour=FAULTY, anchor="start", bold=True)

    def _answer(self, guess: Guess, middle: float) -> Iterator[Shape]:
        """Two lines of pegs: black, then white, then holes, or a question mark if white is unknown."""
        for at in range(self.board.length):
            line, place = divmod(at, self.pins)
            point = self.right + (place + 0.5) * APART, middle + (line - 0.5) * APART
            if at < guess.black:
                yield Circle(point, PIN, Style(stroke=BLACK, fill=BLACK, width=1.2))
            elif guess.white is None:
                yield Text(point, "?", size=12.0, colour=NAME, bold=True)
                return
            elif at < guess.black + guess.white:
                yield Circle(point, PIN, Style(stroke=BLACK, fill=WHITE, width=1.2))
            else:
                yield Circle(point, 1.6, Style(stroke=None, fill=HOLE))

    def _peg(self, at: Point, symbol: int, radius: float) -> Iterator[Shape]:
        look = peg(self.board, symbol)
        yield Circle(at, radius, Style(stroke=RIM, fill=look.ground, width=1.0))
        size = 1.2 * radius
        yield Text(at, self.board.symbols[symbol], size=size, colour=look.ink, bold=True)

    def _code(self) -> Iterator[Shape]:
        middle = self.code_at + STEP / 2
        yield Text((MARGIN + BESIDE - 8, middle), "code", colour=NAME, anchor="end", bold=True)
        twice = repeated_positions(self.board, self.code)
        for position, bits in enumerate(self.code.may):
            at = self.at(self.code_at, position)
            if self.known and bits.bit_count() == 1:
                yield from self._peg(at, bits.bit_length() - 1, DISC)
            else:
                yield from self._open(at, symbols_in(bits))
            if position in twice:
                yield Circle(at, DISC + 2.5, Style(stroke=FAULTY, width=2.5))

    def _open(self, at: Point, may: Sequence[int]) -> Iterator[Shape]:
        """A position with several possible symbols, or with none: then it is crossed out."""
        x, y = at
        if may and len(may) <= FEW and len(may) < len(self.board.symbols):
            width = 2 if len(may) <= 4 else 3
            high, step = ceil(len(may) / width), (STEP - 4) / width
            for i, symbol in enumerate(may):
                line, place = divmod(i, width)
                point = x + (place - (width - 1) / 2) * step, y + (line - (high - 1) / 2) * step
                yield from self._peg(point, symbol, 0.45 * step)
            return
        yield Circle(at, DISC, Style(stroke=HOLE if may else FAULTY, width=1.5))
        if not may:
            for way in (-1, 1):
                ends = (x - 7, y - 7 * way), (x + 7, y + 7 * way)
                yield Polyline(ends, Style(stroke=FAULTY, width=3.0))
        elif not self.known:
            return  # a board without a code: room to write
        elif len(may) == len(self.board.symbols):
            yield Text(at, "?", size=18.0, colour=NAME, bold=True)
        else:
            yield Text((x, y - 4), "?", size=15.0, colour=NAME, bold=True)
            yield Text((x, y + 8), f"{len(may)} left", size=8.0, colour=NAME)

    def _symbols(self) -> Iterator[Shape]:
        for symbol in range(len(self.board.symbols)):
            yield from self._peg(self.symbol_at(symbol), symbol, SMALL)
        if not self.board.repeats:
            lines = ceil(len(self.board.symbols) / self.in_line)
            at = MARGIN + BESIDE, self.below + lines * NEXT
            yield Text(at, "no symbol twice", size=12.0, colour=NAME, anchor="start")
