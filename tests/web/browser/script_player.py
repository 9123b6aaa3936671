"""Plays gestures and keys by the script of a board as the page does, without its server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

PREPARE = """async (subject) => {
  const script = await import(`/subjects/${subject}/board.js`);
  const { svg } = await import("/static/dom.js");

  window.applyEach = ({ moves, ...state }) => moves.map((move) => script.apply(state, move));

  // What is drawn and said must not fail in any position.
  class Player {
    constructor({ board, position }) {
      Object.assign(this, { board, position, made: [], painter: script.draw(svg("g"), board) });
      this.pointer = script.start(this.state);
      this.first = position;
    }
    get state() {
      return { board: this.board, position: this.position };
    }
    paint(preview) {
      const { position, pointer, first } = this, all = script.elements(this.board);
      const options = { groups: this.made.length % 2 === 1, checking: "all" };
      const marks = { because: all.slice(0, 2), given: all.slice(1, 3), new: all.slice(2, 4), counted: all };
      const paint = (scene) => this.painter.update({ position, pointer, ...scene });
      paint({ marks: null, violations: [], tried: first, options, preview });
      paint({ marks, violations: all, tried: null, options: {}, preview: null });
    }
    move(line) {
      const before = this.position, after = script.apply(this.state, line);
      this.made.push({ line, before, after });
      if (after !== null) this.position = after;
    }
    react(reaction) {
      if (!reaction) return;
      this.pointer = reaction.pointer;
      this.paint(reaction.preview);
      if (reaction.moves.length) this.move(reaction.moves.join("; "));
      for (const name of script.elements(this.board)) {
        script.boxOf(this.board, name);
        if (!script.describe(this.state, name)) throw new Error(`no words for ${name}`);
      }
      for (const { label } of script.tools?.(this.state, this.pointer) ?? []) {
        if (!label) throw new Error("a tool without a label");
      }
    }
    press(kind, [x, y], { right, touch }) {
      const points = ["move", "up"].includes(kind) ? [[x, y]] : [];
      this.react(script.pointer(this.state, this.pointer, { kind, x, y, points, right, touch }));
    }
    tool(number) {
      const tools = script.tools?.(this.state, this.pointer) ?? [];
      if (tools.length) this.react(tools[number % tools.length].run());
    }
  }

  window.play = ({ events, ...state }) => {
    const player = new Player(state);
    for (const { keys = [], points = [], press, tool, ...how } of events) {
      for (const key of keys) player.react(script.keys(player.state, player.pointer, key));
      if (tool !== undefined) player.tool(tool);
      const last = points.length - 1;
      const kind = (at) => (last === 0 ? press : at === 0 ? "down" : at === last ? how.ending : "move");
      points.forEach((point, at) => player.press(kind(at), point, how));
    }
    const marks = script.unmark?.(player.state) ?? [];
    if (marks.length) player.move(marks.join("; "));
    return player.made;
  };
}"""

KEYS = [
    *("up", "down", "left", "right", "shift-up", "shift-down", "shift-left", "shift-right"),
    *("enter", "space", "backspace", "escape", "x", "home", "q", "1"),
]


@contextmanager
def script_page(browser: Browser, server: str, subject: str) -> Iterator[Page]:
    """A page in which ``applyEach`` applies typed moves and ``play`` plays gestures."""
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/help")
    page.evaluate(PREPARE, subject)
    yield page
    context.close()


@st.composite
def gestures(draw: st.DrawFn, rows: int, columns: int) -> dict[str, Any]:
    """Some keys, a tool, a tap, a long press or a drag: anywhere on the picture and a little beside it."""
    kind = draw(st.integers(0, 8))
    if kind <= 2:
        return {"keys": draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=12))}
    if kind == 3:
        return {"tool": draw(st.integers(0, 3))}
    x, y = st.floats(-10, 40.0 * columns + 60), st.floats(-10, 40.0 * rows + 60)
    return {
        "points": draw(st.lists(st.tuples(x, y), min_size=1, max_size=7)),
        "press": draw(st.sampled_from(["tap", "tap", "long"])),
        "ending": draw(st.sampled_from(["up", "up", "up", "cancel"])),
        "right": draw(st.integers(0, 4)) == 0,
        "touch": draw(st.booleans()),
    }
