"""Flow's board script and Python agree: typed moves have the same effect, and gestures make legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from satplay.errors import BadInput
from satplay.playing.puzzle_state import PuzzleState
from satplay.puzzles.flow import browser as view
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.move_entry import apply_move
from satplay.puzzles.flow.paths import Flow
from tests.puzzles.flow.formats.boards import boards_with_links

PREPARE = """async () => {
  const script = await import("/subjects/flow/board.js");
  const { svg } = await import("/static/dom.js");

  window.applyAll = ({ board, position, moves }) =>
    moves.map((move) => script.apply({ board, position }, move));

  // Plays like the page does; what is drawn and said must not fail in any position.
  class Player {
    constructor({ board, position }) {
      Object.assign(this, { board, position, made: [], painter: script.draw(svg("g"), board) });
      this.pointer = script.start(this.state);
    }
    get state() {
      return { board: this.board, position: this.position };
    }
    paint(preview, tried, violations) {
      const { position, pointer } = this;
      const options = { letters: tried !== null };
      this.painter.update({ position, pointer, marks: null, violations, tried, options, preview });
    }
    move(line) {
      const before = this.position, after = script.apply(this.state, line);
      this.made.push({ line, before, after });
      if (after !== null) this.position = after;
    }
    react(reaction) {
      if (!reaction) return;
      this.pointer = reaction.pointer;
      this.paint(reaction.preview ?? null, this.position, []);
      if (reaction.moves.length) this.move(reaction.moves.join("; "));
      const names = script.elements(this.board);
      this.paint(null, null, names);
      for (const name of [...names, this.pointer.at]) {
        script.boxOf(this.board, name);
        if (!script.describe(this.state, name, this.pointer)) throw new Error(`no words for ${name}`);
      }
      if (!script.tools(this.state, this.pointer)[0].label) throw new Error("a tool without a label");
    }
    press(kind, [x, y], right) {
      const points = ["move", "up"].includes(kind) ? [[x, y]] : [];
      script.elementAt(this.state, x, y);
      this.react(script.pointer(this.state, this.pointer, { kind, x, y, points, right, touch: false }));
    }
  }

  window.play = ({ events, ...state }) => {
    const player = new Player(state);
    for (const { keys = [], points = [], right, press } of events) {
      for (const key of keys) player.react(script.keys(player.state, player.pointer, key));
      const last = points.length - 1;
      const kind = (at) => (last === 0 ? press : at === 0 ? "down" : at === last ? "up" : "move");
      points.forEach((point, at) => player.press(kind(at), point, right));
    }
    const marks = script.unmark(player.state);
    if (marks.length) player.move(marks.join("; "));
    return player.made;
  };
}"""


@pytest.fixture(scope="module")
def script(browser: Browser, server: str) -> Iterator[Page]:
    """A page in which the script is loaded."""
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/help")
    page.evaluate(PREPARE)
    yield page
    context.close()


EXAMPLES = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Flow]:
    """A board with any links and marks, or with none."""
    board, flow = draw(boards_with_links())
    if draw(st.booleans()):
        return board, Flow(frozenset())
    if board.grid.links == 0:
        return board, flow
    marks = draw(st.frozensets(st.integers(0, board.grid.links - 1), max_size=8))
    return board, Flow(flow.links, marks - flow.links)


def as_json(board: Board, flow: Flow) -> dict[str, Any]:
    state = PuzzleState(board, flow, False)
    return {"board": view.board(state), "position": view.position(state)}


def moved(board: Board, flow: Flow, line: str) -> Flow | None:
    """The position after typed moves; None if one is refused."""
    try:
        for move in filter(str.strip, line.split(";")):
            flow = apply_move(board, flow, move)
    except BadInput:
        return None
    return flow


# -- typed moves -----------------------------------------------------------------------------------------


@st.composite
def walks(draw: st.DrawFn, board: Board) -> Sequence[str]:
    """Cells from neighbour to neighbour, with a jump now and then."""
    cell = draw(st.integers(0, board.rows * board.columns - 1))
    names = [board.name(cell)]
    for _ in range(draw(st.integers(0, 7))):
        near = sorted({there for here, there in board.grid.link_between if here == cell})
        anywhere = st.integers(0, board.rows * board.columns - 1)
        cell = draw(st.sampled_from(near) if near and draw(st.integers(0, 9)) else anywhere)
        names.append(board.name(cell))
    return names


@st.composite
def lines(draw: st.DrawFn, board: Board) -> str:
    """One or two typed moves."""
    moves = []
    for _ in range(draw(st.integers(1, 2))):
        verb = draw(st.sampled_from(["", "", "", "erase ", "no ", "rub ", "x "]))
        names = draw(walks(board))
        joint = draw(st.sampled_from([" ", " ", ", ", "-"]))
        moves.append(verb + draw(st.sampled_from([str.upper, str.lower]))(joint.join(names)))
    return "; ".join(moves)


@EXAMPLES
@given(st.data())
def test_typed_moves_have_the_same_effect(script: Page, data: st.DataObject) -> None:
    board, flow = data.draw(positions())
    moves = data.draw(st.lists(lines(board), min_size=8, max_size=8))
    found = script.evaluate("position => applyAll(position)", {**as_json(board, flow), "moves": moves})
    for move, position in zip(moves, found, strict=True):
        after = moved(board, flow, move)
        if position is not None:
            assert after is not None, f"{move!r} is refused by Python only"
            assert position == view.position(PuzzleState(board, after, False)), move
        else:
            assert after is None or not is_plain(board, move), f"{move!r} is left to the server"


def is_plain(board: Board, line: str) -> bool:
    """Whether the moves are read by the script: other texts are left to the server."""
    words = {label.lower() for label in board.labels}
    return words.isdisjoint(["no", "not", "x"]) and " x" not in f" {line.lower()}" and line.count("-") < 2


# -- gestures --------------------------------------------------------------------------------------------


def is_markable(board: Board) -> bool:
    """Whether one of the verbs for marks is not the name of a colour."""
    return not {"no", "not", "x"} <= {label.lower() for label in board.labels}


KEYS = ["up", "down", "left", "right", "enter", "space", "backspace", "x", "escape", "home", "pagedown"]


@st.composite
def gestures(draw: st.DrawFn, board: Board) -> dict[str, Any]:
    """Some keys, a tap, a long press or a drag, anywhere on the picture and beside it."""
    if draw(st.integers(0, 3)) == 0:
        return {"keys": draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=12))}
    x, y = st.floats(0, 40.0 * board.columns + 60), st.floats(0, 40.0 * board.rows + 60)
    points = draw(st.lists(st.tuples(x, y), min_size=1, max_size=7))
    press = draw(st.sampled_from(["tap", "tap", "long"]))
    return {"points": points, "right": draw(st.integers(0, 4)) == 0, "press": press}


def test_a_line_drawn_where_there_is_one_makes_no_move(script: Page) -> None:
    """Typed moves can make lines that branch; a gesture along a branch draws what is there."""
    board = Board(2, 4, (), holes=frozenset({1, 3}))
    drag = {"points": [(0.0, 0.0), (0.0, 69.0)], "right": False, "press": "tap"}
    position = as_json(board, Flow(frozenset(range(5))))
    assert script.evaluate("game => play(game)", {**position, "events": [drag]}) == []


@EXAMPLES
@given(st.data())
def test_gestures_and_keys_make_legal_moves(script: Page, data: st.DataObject) -> None:
    board, flow = data.draw(positions())
    events = data.draw(st.lists(gestures(board), min_size=1, max_size=10))
    made = script.evaluate("game => play(game)", {**as_json(board, flow), "events": events})
    for step in made:
        after = moved(board, flow, step["line"])
        assert after is not None, step["line"]
        assert step["after"] == view.position(PuzzleState(board, after, False)), step["line"]
        assert step["after"] != step["before"], f"{step['line']!r} changes nothing"
        flow = after
    if made and is_markable(board):
        assert not flow.apart
