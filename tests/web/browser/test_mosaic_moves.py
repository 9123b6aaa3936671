"""Mosaic's board script and Python agree: typed moves have the same effect, and gestures make legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from satplay.errors import BadInput
from satplay.playing.puzzle_state import PuzzleState
from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.puzzles.mosaic.browser import BROWSER
from satplay.puzzles.mosaic.move_entry import apply_move
from tests.web.browser.script_player import gestures, script_page

EXAMPLES = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def script(browser: Browser, server: str) -> Iterator[Page]:
    """A page in which the script is loaded."""
    with script_page(browser, server, "mosaic") as page:
        yield page


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Solution]:
    """A board with any clues and given cells, and any shaded cells."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    clues = draw(st.dictionaries(cells, st.integers(0, 9), max_size=8))
    marks = draw(st.dictionaries(cells.filter(lambda cell: cell not in clues), st.booleans(), max_size=3))
    board = Board(height, width, clues, marks, connected=draw(st.booleans()))
    return board, draw(st.frozensets(cells, max_size=12))


def as_json(board: Board, shaded: Solution) -> dict[str, Any]:
    state = PuzzleState(board, shaded, False)
    return {"board": BROWSER.board(state), "position": BROWSER.position(state)}


def moved(board: Board, shaded: Solution, line: str) -> Solution | None:
    """The position after typed moves; None if one is refused."""
    try:
        for move in filter(str.strip, line.split(";")):
            shaded = apply_move(board, shaded, move)
    except BadInput:
        return None
    return shaded


@st.composite
def lines(draw: st.DrawFn, board: Board) -> str:
    """One or two typed moves; some of their cells are outside the board."""
    cells: st.SearchStrategy[Cell] = st.tuples(st.integers(0, board.height), st.integers(0, board.width))
    moves = []
    for _ in range(draw(st.integers(1, 2))):
        verb = draw(st.sampled_from(["", "", "erase ", "rub ", "Erase ", "no "]))
        chosen = draw(st.lists(cells, max_size=4))
        move = verb + draw(st.sampled_from([" ", " ", ", "])).join(map(name, chosen))
        moves.append(move if draw(st.integers(0, 5)) else move.lower())
    return draw(st.sampled_from(["; ", " ;; "])).join(moves)


@EXAMPLES
@given(st.data())
def test_typed_moves_have_the_same_effect(script: Page, data: st.DataObject) -> None:
    board, shaded = data.draw(positions())
    moves = data.draw(st.lists(lines(board), min_size=8, max_size=8))
    found = script.evaluate("state => applyEach(state)", {**as_json(board, shaded), "moves": moves})
    for move, position in zip(moves, found, strict=True):
        after = moved(board, shaded, move)
        assert position == (None if after is None else as_json(board, after)["position"]), move


@EXAMPLES
@given(st.data())
def test_gestures_and_keys_make_legal_moves(script: Page, data: st.DataObject) -> None:
    board, shaded = data.draw(positions())
    events = data.draw(st.lists(gestures(board.height, board.width), min_size=1, max_size=10))
    made = script.evaluate("game => play(game)", {**as_json(board, shaded), "events": events})
    for step in made:
        after = moved(board, shaded, step["line"])
        assert after is not None, step["line"]
        assert step["after"] == as_json(board, after)["position"], step["line"]
        assert step["after"] != step["before"], f"{step['line']!r} changes nothing"
        assert not (after ^ shaded) & board.marks.keys(), f"{step['line']!r} changes a given cell"
        shaded = after
