"""Where a code contradicts the board, for drawings and sketches: answers, and repeated symbols."""

from __future__ import annotations

from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.rules import Pegs, Rule, check, feedback


def mismatched_answers(board: Board, code: Code | None) -> dict[int, Pegs]:
    """The answers that a complete code gives to guesses with another answer, by guess number.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> mismatched_answers(Board(2, guesses=(Guess((0, 1), 1, 0), Guess((2, 3), 0))), Code.of((1, 0)))
    {0: Pegs(black=0, white=2)}
    """
    if code is None or code.row is None:
        return {}
    wrong = [broken.place[0] for broken in check(board, code) if broken.rule is Rule.ANSWER]
    return {
        number: feedback(board.guesses[number].row, code.row) for number in wrong if isinstance(number, int)
    }


def repeated_positions(board: Board, code: Code | None) -> frozenset[int]:
    """The positions whose symbol occurs twice although repeats are forbidden.

    >>> sorted(repeated_positions(Board(3, repeats=False), Code.of((1, 2, 1))))
    [0, 2]
    """
    if code is None or board.repeats:
        return frozenset()
    known = [bits for bits in code.may if bits.bit_count() == 1]
    return frozenset(i for i, bits in enumerate(code.may) if known.count(bits) > 1)


def pegs_text(pegs: Pegs, *, black_only: bool = False) -> str:
    """An answer as text.

    >>> pegs_text(Pegs(2, 1)), pegs_text(Pegs(2, 1), black_only=True)
    ('2 black, 1 white', '2 black')
    """
    return f"{pegs.black} black" + ("" if black_only else f", {pegs.white} white")
