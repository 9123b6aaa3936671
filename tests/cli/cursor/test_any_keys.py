"""Any sequence of keys and mouse events is survived, and the record replays to the same state."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay import puzzles
from satplay.cli.cursor.controller import Controller
from satplay.cli.cursor.effects import Leave, OpenLine
from satplay.cli.cursor.frame import MIN_COLUMNS, MIN_ROWS
from satplay.cli.cursor.viewport import Size
from satplay.contracts.cursor import KEYS, Place
from satplay.playing.match import Match
from satplay.playing.resume import read_match
from satplay.playing.subjects import game_to_play
from satplay.puzzles.flow.board import Board
from tests.cli.cursor.driver import start

BOARDS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "flow": ("flow", "A..B\nC.BA\n....\n...C\n", {}),
    "flow-hexagons": ("flow", Board(3, 4, ((0, 8), (3, 11)), hexagonal=True), {}),
    "flow-warp": ("flow", Board(3, 4, ((0, 8), (2, 11)), warp=True, holes=frozenset([5])), {}),
    "flow-bridge": ("flow", Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset([4]), fill=False), {}),
    "hashi": ("hashi", "3.2\n...\n1..\n", {}),
    "mosaic": ("mosaic", "mosaic\n22.\n..1\n", {}),
    "mastermind": ("mastermind", None, {"seed": 3}),
    "nim": ("nim", None, {"seed": 3}),
    "chopsticks": ("chopsticks", None, {"seed": 3}),
    "sat-game": ("sat-game", None, {"seed": 3}),
    "mastermind-setter": (
        "mastermind",
        None,
        {"seed": 3, "players": {"breaker": "random", "setter": "person"}},
    ),
}

CHARACTERS = "0125RGBurchn?<>:xé"
LINES = (
    "undo",
    "redo",
    "restart",
    "clear",
    "check",
    "keep",
    "0 1",
    "help",
    "rules",
    "time",
    "nonsense",
    "resign",
    "cursor",
)

KEY = st.sampled_from([*KEYS, "tab", "shift-tab", *CHARACTERS])
LINE = st.sampled_from(LINES).map(lambda line: ("line", line))
MOUSE = st.tuples(
    st.sampled_from(["press", "drag", "release"]), st.integers(0, 14), st.integers(0, 30), st.booleans()
)
SIZE = st.builds(Size, st.integers(1, 90), st.integers(1, 30))
EVENTS = st.lists(KEY | KEY | MOUSE | MOUSE | LINE | SIZE, max_size=40)


def feed(controller: Controller, event: Any) -> None:
    """One event, as the application treats it; new games are left out because they take long."""
    if isinstance(event, Size):
        expect_frame(controller, event)
        return
    if isinstance(event, str):
        effect: Any = controller.press(event)
    elif event[0] == "line":
        effect = controller.enter(event[1])
    else:
        action, row, column, is_right = event
        effect = controller.point(action, row, column, is_right=is_right)
    if isinstance(effect, Leave | OpenLine):
        return
    for line in effect:
        if line not in ("new", "hint"):
            controller.accept(controller.match.respond(line, controller.time.take()), line)


def expect_frame(controller: Controller, size: Size) -> None:
    frame = controller.frame(size)
    assert all(sum(len(text) for _, text in row) == size.columns for row in frame.rows)
    if size.columns >= MIN_COLUMNS and size.rows >= MIN_ROWS:
        assert len(frame.rows) == size.rows
        is_visible = frame.cursor is not None
        cursor = controller.cursor
        has_cursor = cursor.pointer.at and cursor.is_open and not controller.notices.is_covered
        assert is_visible or not has_cursor or controller._is_scrolled


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=60, deadline=None)
@given(events=EVENTS)
def test_any_events_are_survived_and_the_record_replays(name: str, events: list[Any]) -> None:
    subject, board, options = BOARDS[name]
    match = (
        MATCHES.setdefault(name, start(subject, board, **options)) if name not in MATCHES else MATCHES[name]
    )
    controller = Controller(match, ascii=False, clock=lambda: 0.0)
    for event in events:
        feed(controller, event)
        expect_frame(controller, Size(40, 12))
    again = read_match(controller.match.to_text())
    assert (again.state, again.undone) == (controller.match.state, controller.match.undone)


MATCHES: dict[str, Match] = {}


# -- places ------------------------------------------------------------------------------------------


def examples() -> list[Any]:
    found = []
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        if puzzle.cursor is not None:
            found += [pytest.param(name, text, id=f"{name}-{key}") for key, text in puzzle.examples.items()]
    return found


def content_of(name: str, board: Any, ascii: bool) -> dict[str, str]:
    """The characters that stand for some places on an empty board, from the rules of the puzzle."""
    if name == "flow":
        from satplay.puzzles.flow.sketch.marks import names

        return {
            board.name(cell): names(board, plain=ascii)[colour]
            for colour, pair in enumerate(board.dots)
            for cell in pair
        }
    if name == "hashi":
        blank = "o" if ascii else "○"
        return {board.name(cell): str(number or blank) for cell, number in board.islands.items()}
    from satplay.puzzles.mosaic.board import name as cell_name

    return {cell_name(cell): str(clue) for cell, clue in board.clues.items()}


def characters(lines: list[str], place: Place) -> str:
    return lines[place.line][place.column : place.column + place.width].strip()


@pytest.mark.parametrize(("name", "text"), examples())
def test_places_are_where_the_sketch_draws_them(name: str, text: str) -> None:
    game = game_to_play(name)
    assert game.cursor is not None
    form = next((one for one in game.states if one.recognises(text)), game.states[0])
    state = form.read(text)
    for ascii in (False, True):
        view = game.cursor.view(state, game.cursor.start(state), ascii)
        lines = ["".join(span.text for span in line) for line in view.lines]
        drawn = {
            one.name: lines[one.line][one.column : one.column + one.width].strip() for one in view.places
        }
        expected = content_of(name, state.board, ascii)
        assert expected and {place: drawn[place].rstrip("#█") for place in expected} == expected
