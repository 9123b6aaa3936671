"""Boards of all kinds with partial knowledge of their codes, for tests of formats and pictures."""

from __future__ import annotations

from hypothesis import strategies as st

from satplay.puzzles.mastermind.board import COLOURS, DIGITS, Board, Code, Guess, explain_impossible
from satplay.puzzles.mastermind.formats.alphabet import EVERY

ALPHABETS = (
    DIGITS,
    DIGITS[:6],
    "".join(COLOURS)[:6],
    "".join(COLOURS),
    EVERY,
    EVERY[10:36],
    "12",
    "7",
    "rgb",
)


@st.composite
def alphabets(draw: st.DrawFn) -> str:
    """The standard alphabets, or any digits and letters in any order."""
    if draw(st.booleans()):
        return draw(st.sampled_from(ALPHABETS))
    return "".join(draw(st.lists(st.sampled_from(EVERY), min_size=1, max_size=12, unique=True)))


@st.composite
def boards(draw: st.DrawFn, *, longest: int = 6) -> Board:
    """Any guesses with any possible answers; most contradict each other."""
    symbols, length = draw(alphabets()), draw(st.integers(1, longest))
    symbol = st.integers(0, len(symbols) - 1)
    guesses = []
    for _ in range(draw(st.integers(0, 4))):
        row = tuple(draw(st.lists(symbol, min_size=length, max_size=length)))
        black = draw(st.integers(0, length))
        white = draw(st.none() | st.integers(0, length - black))
        if explain_impossible(length, black, white) is None:
            guesses.append(Guess(row, black, white))
    return Board(length, symbols, tuple(guesses), length > len(symbols) or draw(st.booleans()))


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Code]:
    """A board, and a code with partial, complete or contradictory knowledge."""
    board = draw(boards())
    every = (1 << len(board.symbols)) - 1
    one = st.integers(0, len(board.symbols) - 1).map(lambda symbol: 1 << symbol)
    bits = draw(st.sampled_from([one, one | st.just(every), st.integers(0, every)]))
    return board, Code(tuple(draw(st.lists(bits, min_size=board.length, max_size=board.length))))
