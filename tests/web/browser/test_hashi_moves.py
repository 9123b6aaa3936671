"""Hashi's board script and Python agree: typed moves have the same effect, and gestures make legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from satplay.errors import BadInput
from satplay.playing.puzzle_state import PuzzleState
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.browser import BROWSER
from satplay.puzzles.hashi.move_entry import apply_move
from tests.puzzles.hashi.positions import positions
from tests.web.browser.script_player import gestures, script_page

EXAMPLES = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def script(browser: Browser, server: str) -> Iterator[Page]:
    """A page in which the script is loaded."""
    with script_page(browser, server, "hashi") as page:
        yield page


@st.composite
def marked_positions(draw: st.DrawFn) -> tuple[Board, Bridges]:
    """A board with any bridges and marks, or with none."""
    board, built = draw(positions())
    if draw(st.booleans()):
        return board, Bridges(())
    ways, cells = sorted(board.link_between), list(board.cells)
    absent = draw(st.frozensets(st.sampled_from(ways), max_size=5)) if ways else frozenset()
    done = draw(st.frozensets(st.sampled_from(cells), max_size=4)) if cells else frozenset()
    return board, Bridges.of(built.triples, absent, done)


def as_json(board: Board, bridges: Bridges) -> dict[str, Any]:
    state = PuzzleState(board, bridges, False)
    return {"board": BROWSER.board(state), "position": BROWSER.position(state)}


def moved(board: Board, bridges: Bridges, line: str) -> Bridges | None:
    """The position after typed moves; None if one is refused."""
    try:
        for move in filter(str.strip, line.split(";")):
            bridges = apply_move(board, bridges, move)
    except BadInput:
        return None
    return bridges


@st.composite
def lines(draw: st.DrawFn, board: Board) -> str:
    """One or two typed moves, most of them about islands of one row or column."""
    cells = list(board.cells) or [0]
    pairs = sorted(board.link_between) or [(cells[0], cells[0])]
    moves = []
    for _ in range(draw(st.integers(1, 2))):
        first, second = draw(st.sampled_from(pairs) | st.tuples(*[st.sampled_from(cells)] * 2))
        ends = [first, second] if draw(st.booleans()) else [second, first]
        named = [board.name(cell) for cell in ends[: draw(st.sampled_from([1, 2, 2, 2]))]]
        verb = draw(st.sampled_from(["", "", "", "erase ", "no ", "done ", "rub "]))
        count = draw(st.sampled_from(["", "", " 0", " 1", " 2", " 3", " 9"])) if not verb else ""
        move = verb + draw(st.sampled_from([" ", "-", ", "])).join(named) + count
        moves.append(move if draw(st.integers(0, 5)) else move.lower())
    return "; ".join(moves)


@EXAMPLES
@given(st.data())
def test_typed_moves_have_the_same_effect(script: Page, data: st.DataObject) -> None:
    board, bridges = data.draw(marked_positions())
    moves = data.draw(st.lists(lines(board), min_size=8, max_size=8))
    found = script.evaluate("state => applyEach(state)", {**as_json(board, bridges), "moves": moves})
    for move, position in zip(moves, found, strict=True):
        after = moved(board, bridges, move)
        if position is None:
            assert after is None or not is_plain(move), f"{move!r} is left to the server"
        else:
            assert after is not None, f"{move!r} is refused by Python only"
            assert position == as_json(board, after)["position"], move


def is_plain(line: str) -> bool:
    """Whether the moves are written as the page writes them: other texts are left to the server."""
    verbs = all(not word.islower() or word in ("erase", "no", "done") for word in line.split())
    return verbs and "," not in line


@EXAMPLES
@given(st.data())
def test_gestures_and_keys_make_legal_moves(script: Page, data: st.DataObject) -> None:
    board, bridges = data.draw(marked_positions())
    events = data.draw(st.lists(gestures(board.rows, board.columns), min_size=1, max_size=10))
    made = script.evaluate("game => play(game)", {**as_json(board, bridges), "events": events})
    for step in made:
        after = moved(board, bridges, step["line"])
        assert after is not None, step["line"]
        assert step["after"] == as_json(board, after)["position"], step["line"]
        assert step["after"] != step["before"], f"{step['line']!r} changes nothing"
        bridges = after
    if made:
        assert not bridges.absent and not bridges.done  # the last move has removed the marks
