"""Pictures: every finger is drawn, every position of the map has its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.drawing.scene import Rect, Text
from satplay.drawing.svg import to_svg
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.games.chopsticks.analysis.position_graph import COLOUR, graph, map_positions
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.drawing import PAINT, draw
from satplay.games.chopsticks.formats import read_state
from satplay.games.chopsticks.hand_drawing import OUT
from satplay.games.chopsticks.sketch import sketch
from satplay.games.chopsticks.variant import Variant
from satplay.verbs.ask import ask

POSITIONS = (
    "3,0|1,2",
    "1,2,3|0,4,1 hands=3 turn=second",
    "7,2|0,1 fingers=8",
    "9,9|9,9 fingers=10",
    "0,0|1,4",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_every_raised_finger_has_a_nail(text: str) -> None:
    state = read_state(text)
    scene = draw(state)
    nails = {paint.nail for paint in (*PAINT.values(), OUT)}
    drawn = [one for one in scene.shapes if isinstance(one, Rect) and one.style.fill in nails]
    assert len(drawn) == sum(state.position.mine) + sum(state.position.theirs)


@pytest.mark.parametrize("text", POSITIONS)
def test_all_shapes_are_inside_the_picture(text: str) -> None:
    scene = draw(read_state(text))
    for shape in scene.shapes:
        if isinstance(shape, Rect):
            x, y = shape.corner
            assert x >= 0 and y >= 0 and x + shape.width <= scene.width and y + shape.height <= scene.height


@pytest.mark.parametrize("ascii", [True, False])
@pytest.mark.parametrize("text", POSITIONS)
def test_fingers_can_be_counted_in_the_terminal(text: str, ascii: bool) -> None:
    state = read_state(text)
    lines = to_text(sketch(state, ascii))
    finger = "|" if ascii else "┃"
    assert lines[0].count(finger) == sum(state.hands("second"))
    assert lines[4].count(finger) == sum(state.hands("first"))


def test_the_map_has_a_place_for_every_reachable_position() -> None:
    scene = graph()
    names = [one.text for one in scene.shapes if isinstance(one, Text)]
    assert {position.text for position in map_positions().values} <= set(names)
    assert "the start is lost in 26 plies" in scene.title
    assert all(colour in to_svg(scene) for colour in COLOUR.values())


def test_positions_in_one_column_have_the_same_value() -> None:
    for worth in map_positions().values.values():
        if worth.plies is None:
            assert worth.value is PositionValue.DRAW
        else:
            assert worth.value is (PositionValue.WIN if worth.plies % 2 else PositionValue.LOSS)


def test_too_many_positions_are_counted_but_not_drawn() -> None:
    variant = Variant(fingers=8, hands=3)
    assert len(map_positions(variant).values) > 10_000
    with pytest.raises(BadInput, match="at most 3200"):
        graph(variant)


def test_the_map_is_a_question() -> None:
    reply = ask("chopsticks", "map", options={"fingers": "4"})
    assert "The start is a win in 17 plies for the player to move." in list(reply.lines())
    found = json.loads(json.dumps(dict(reply.as_json())))
    assert found["start"] == {"value": "win", "plies": 17} and found["variant"] == {"fingers": "4"}


def test_the_map_is_drawn_into_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    assert main(["ask", "chopsticks", "map", "--fingers", "3", "--svg", str(svg), "--png", str(png)]) == 0
    assert "The start is a draw" in capsys.readouterr().out
    assert svg.read_text(encoding="utf-8").startswith("<svg") and png.read_bytes().startswith(b"\x89PNG")
