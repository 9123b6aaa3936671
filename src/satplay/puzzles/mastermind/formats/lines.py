"""Lines: one answered guess per line; the reader accepts the usual notations of answers.

Two black pegs and a white one are ``0123 2 1``, ``0123 2,1``, ``0123 2/1``, ``0123:2A1B``, or ``0123 bbw``,
also ``bbw.`` with a dot for a missing peg, and ``-`` for no pegs; ``0123 2`` is two black pegs with unknown
white ones.  A guess is one word of digits and letters, or names of colours.
"""

from __future__ import annotations

import re

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, quote
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board, Guess, Row
from satplay.puzzles.mastermind.formats.alphabet import NAMED
from satplay.puzzles.mastermind.formats.guess_collector import WrittenGuess, board_of, pegs, read_symbols
from satplay.puzzles.mastermind.formats.text import WORD, Terms, bad, content, rows, split, write_terms

NAME = "lines"
EXAMPLES = "an answer such as '2 1', '2A1B', 'bbw', or '2' for black pegs alone"
COUNTED = re.compile(r"(?P<black>[0-9]+)(?:(?:\s*[,/]\s*|\s+)(?P<white>[0-9]+))?")
BULLS = re.compile(r"(?P<black>[0-9]+)A(?P<white>[0-9]+)B", re.IGNORECASE)
PEGS = re.compile(r"[bw.-]+", re.IGNORECASE)
SAID = re.compile(
    r"(?=.)(?:(?P<black>[0-9]{1,3}) ?b(?:lacks?)?(?: pegs?)?)?(?:[ ,]|and)*"
    r"(?:(?P<white>[0-9]{1,3}) ?w(?:hites?)?(?: pegs?)?)?",
    re.IGNORECASE,
)
"""An answer in words: ``2 black, 1 white``, ``2b1w``."""
NO_PEGS = ("none", "no", "nothing", "no pegs", "zero")
SIZE = re.compile(r"\s*[0-9]+x[0-9]+\w*:")
"""The beginning of another puzzle's game ID."""


def read(text: str) -> Board:
    """A board from its guesses.

    >>> read("RGBY bw\\nrgbo 2A0B\\nred red blue blue 1,1").guesses[1:]
    (Guess(row=(0, 1, 2, 4), black=2, white=0), Guess(row=(0, 0, 2, 2), black=1, white=1))
    """
    found = content(text)
    return board_of(found.terms, [_guess(line) for line in found.lines])


def _guess(line: Line) -> WrittenGuess:
    before, colon, after = line.text.partition(":")
    start = len(before) + 1 if colon else _end_of_guess(line.text)
    guess = read_symbols(before if colon else line.text[:start], line.number, 1)
    answer = (after if colon else line.text[start:]).strip()
    column = line.text.index(answer, start) + 1
    if not answer:
        raise bad(line.number, len(line.text.rstrip()) + 1, "no answer", EXAMPLES)
    black, white = _answer(answer, line.number, column)
    return WrittenGuess(line.number, guess, column, black, white)


def read_answer(board: Board, text: str, asked: Row) -> Guess:
    """A typed answer: to the guess that was asked, or to a guess typed before it.

    >>> board = Board(4)
    >>> read_answer(board, "2 1", (0, 1, 2, 3)), read_answer(board, "4567 bw", (0, 1, 2, 3)).row
    (Guess(row=(0, 1, 2, 3), black=2, white=1), (4, 5, 6, 7))
    """
    said = SAID.fullmatch(text.strip())
    if said is not None:
        return Guess(asked, int(said["black"] or 0), int(said["white"] or 0))
    try:
        return Guess(asked, *_answer("-" if text.strip().lower() in NO_PEGS else text.strip(), 1, 1))
    except BadInput:
        one = board_of(Terms(length=board.length, symbols=board.symbols), [_guess(Line(1, text))])
        return one.guesses[0]


def _end_of_guess(text: str) -> int:
    """The index at which the first word ends, or the names of colours at the beginning."""
    ends = 0
    for word in WORD.finditer(text):
        if ends and word[0].lower() not in NAMED:
            break
        ends = word.end()
        if word[0].lower() not in NAMED:
            break
    return ends


def _answer(answer: str, line: int, column: int) -> tuple[int, int | None]:
    match = COUNTED.fullmatch(answer) or BULLS.fullmatch(answer)
    if match is not None:
        black = pegs(match["black"], line, column)
        if match["white"] is None:
            return black, None
        return black, pegs(match["white"], line, column + match.start("white"))
    if PEGS.fullmatch(answer) is None:
        raise bad(line, column, quote(answer), EXAMPLES)
    letters = answer.lower()
    return letters.count("b"), letters.count("w")


def write(board: Board) -> str:
    """The guesses, each with its numbers of pegs.

    >>> write(Board(4, "012345", (Guess((0, 1, 2, 3), 2, 1), Guess((0, 0, 4, 4), 1)), repeats=False))
    '# symbols 6\\n# repeats no\\n0123 2 1\\n0044 1\\n'
    """
    written = rows(board, NAME)
    guesses = "".join(_line(row, guess) for row, guess in zip(written, board.guesses, strict=True))
    return write_terms(board, written) + guesses


def _line(row: str, guess: Guess) -> str:
    # Without the colon, a small number would be read as the width of another puzzle's board.
    apart = ":" if row.isdigit() and int(row) < 10 else ""
    white = "" if guess.white is None else f" {guess.white}"
    return f"{row}{apart} {guess.black}{white}\n"


def recognises(text: str) -> bool:
    """Whether every line is an answered guess, all of one length.

    Codes of one position could be anything: then a comment must state a rule of the board.
    """
    if len(text) >= HEAD:
        text = text[: text.rfind("\n") + 1]  # the last line may be cut
    try:
        first = next(iter(split(text)), None)
        found = content(first.text if first is not None else "")
        guesses = [_guess(line) for line in found.lines]
    except BadInput:
        return False
    if any(SIZE.match(line.text) for line in found.lines):
        return False
    lengths = {len(one.symbols) for one in guesses}
    if found.terms.length is not None:
        return lengths <= {found.terms.length}
    has_terms = found.terms.symbols is not None or found.terms.repeats is not None
    return len(lengths) == 1 and (lengths != {1} or has_terms)
