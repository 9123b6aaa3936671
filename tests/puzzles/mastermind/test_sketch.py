"""Terminal drawings of guesses and codes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.drawing.terminal import Depth, to_ansi, to_text
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.sketch import FAULTY, sketch
from tests.puzzles.mastermind.positions import positions

BOARD = Board(4, "RGBYOP", (Guess((0, 1, 2, 3), 2, 1), Guess((4, 4, 5, 5), 1)), repeats=False)


def drawn(board: Board, code: Code | None, *, ascii: bool = False) -> str:
    return "\n".join(to_text(sketch(board, code, ascii)))


@settings(max_examples=100, deadline=None)
@given(positions(), st.booleans())
def test_everything_is_visible_without_colour(position: tuple[Board, Code], ascii: bool) -> None:
    board, code = position
    lines = to_text(sketch(board, code, ascii))
    assert all(line.isprintable() and (line.isascii() or not ascii) for line in lines)
    assert all(
        board.text(g.row) in line.replace(" ", "") for g, line in zip(board.guesses, lines, strict=False)
    )
    # With a single symbol, the code is known from the start.
    same = code == Code.unknown(board) and len(board.symbols) > 1
    assert (lines == to_text(sketch(board, None, ascii))) == same


@settings(max_examples=60, deadline=None)
@given(positions(), positions())
def test_different_codes_look_different(one: tuple[Board, Code], other: tuple[Board, Code]) -> None:
    board, code = one
    every = (1 << len(board.symbols)) - 1
    changed = Code(tuple([bits & every for bits in (other[1].may * board.length)[: board.length]]))
    assert (drawn(board, code) == drawn(board, changed)) == (code == changed)


def test_a_board_is_drawn_with_its_code() -> None:
    assert drawn(BOARD, None) == (
        "   1   R  G  B  Y   ●●○·  2 black, 1 white\n"
        "   2   O  O  P  P   ●???  1 black\n"
        "\n"
        "code   ?  ?  ?  ?\n"
        "symbols: R G B Y O P, none twice"
    )
    assert drawn(Board(2, "01", (Guess((0, 1), 0, 2),)), Code((1, 0b11)), ascii=True) == (
        "   1   0  1   ww  0 black, 2 white\n"
        "\n"
        "code   0  ?\n"
        "symbols: 0 1"
    )  # fmt: skip


def test_the_possible_symbols_of_a_position_are_listed() -> None:
    lines = drawn(Board(3, "RGBYOP"), Code((1, 0b1100, 0))).splitlines()
    assert lines == [
        "code   R  ?  !",
        "position 2: B Y",
        "position 3: nothing is left",
        "symbols: R G B Y O P",
    ]


def test_different_answers_and_repeated_symbols_are_reported() -> None:
    drawing = sketch(BOARD, Code.of((0, 1, 0, 4)), False)
    faulty = [span.text.strip() for line in drawing for span in line if span.look == FAULTY]
    assert faulty == [
        "would be 2 black, 0 white",
        "would be 0 black",
        "R",
        "R",
        "position 1: R more than once",
        "position 3: R more than once",
    ]


def test_long_codes_are_drawn_without_spaces() -> None:
    board = Board(30, guesses=(Guess((1,) * 30, 3, 0),))
    assert drawn(board, None).splitlines()[0] == "   1  " + "1" * 30 + "  3 black, 0 white"


def test_pegs_have_their_colours() -> None:
    red = to_ansi(sketch(BOARD, None, False), Depth.FULL)[0]
    assert "\x1b[1;38;2;255;255;255;48;2;190;15;2m R \x1b[0m" in red
