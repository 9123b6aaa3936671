"""Pictures of islands and bridges: every part is visible and distinguished by more than colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from satplay.drawing.png import to_png
from satplay.drawing.scene import Circle, Polyline, Scene, Text
from satplay.drawing.svg import to_svg
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.drawing import (
    FAULTY,
    FILL,
    INK,
    ISLAND,
    MARKED,
    PLANK,
    SEA,
    WOOD,
    centre,
    draw,
    mark,
)
from satplay.puzzles.hashi.island_status import IslandStatus
from satplay.puzzles.hashi.rules import check, connected, crossing, loop, number
from tests.drawing.colour_vision import EYES, lab
from tests.puzzles.hashi.positions import board, bridges, positions


def planks(scene: Scene, colour: str) -> list[Polyline]:
    lines = (shape for shape in scene.shapes if isinstance(shape, Polyline))
    return [line for line in lines if line.style.stroke == colour and line.style.width == PLANK]


def islands(scene: Scene, stand: IslandStatus) -> int:
    circles = (shape for shape in scene.shapes if isinstance(shape, Circle) and shape.radius == ISLAND)
    return sum(circle.style.fill == FILL[stand] for circle in circles)


# -- colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eye", EYES.values(), ids=EYES)
def test_islands_and_bridges_are_distinguishable_with_every_colour_vision(eye: list[list[float]]) -> None:
    for group in ([*FILL.values(), SEA], [WOOD, FAULTY, SEA], [MARKED, SEA]):
        seen = [lab(colour, eye) for colour in group if colour != FILL[IslandStatus.OPEN]]
        assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= 20


@pytest.mark.parametrize("stand", IslandStatus)
def test_numbers_are_legible_on_every_island(stand: IslandStatus) -> None:
    light, dark = (lab(colour, EYES["usual"])[0] for colour in (FILL[stand], INK[stand]))
    assert abs(light - dark) >= 50


# -- visible parts -----------------------------------------------------------------------------------------


def test_every_island_has_its_number_and_every_row_and_column_its_name() -> None:
    scene = draw(board("3...?/...../..D..", most=4), None)
    texts = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert sorted(texts) == sorted([*"ABCDE", *"123", "3", "13"])
    assert islands(scene, IslandStatus.OPEN) == 3
    assert scene.title == "Hashiwokakero, 5 by 3 cells, 3 islands"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_bridges_lie_side_by_side(count: int) -> None:
    on = board("4..4/..../4...", most=4)
    for way in ("A1-D1", "A1-A3"):
        lines = planks(draw(on, bridges(on, f"{way}x{count}")), WOOD)
        assert len({line.points for line in lines}) == count
        # Each bridge ends under both islands.
        for line in lines:
            for point, cell in zip(line.points, bridges(on, way).triples[0][:2], strict=True):
                x, y = centre(on, cell)
                assert (point[0] - x) ** 2 + (point[1] - y) ** 2 < ISLAND**2


def test_islands_look_open_done_or_overfull() -> None:
    on = board("1.1.2.?/......?")
    scene = draw(on, bridges(on, "A1-C1x2 E1-G1x2"))
    assert [islands(scene, stand) for stand in IslandStatus] == [1, 2, 2]


def test_wrong_bridges_look_wrong() -> None:
    on = board(".1./1.1/.1.")
    assert len(planks(draw(on, bridges(on, "A2-C2 B1-B3x2")), FAULTY)) == 3
    scene = draw(on, bridges(on, "A2-C2x7"))
    assert len(planks(scene, FAULTY)) == 4
    assert any(isinstance(shape, Text) and shape.text == "7" for shape in scene.shapes)


def test_a_bridge_over_an_island_is_bent_around_it() -> None:
    on = board("1.2.1")
    (line,) = planks(draw(on, bridges(on, "A1-E1")), FAULTY)
    _, y = centre(on, 2)
    assert len(line.points) == 4 and min(abs(line.points[1][1] - y), abs(line.points[2][1] - y)) > ISLAND


def test_the_places_of_rule_instances_are_highlighted() -> None:
    on = board(".1./1.1/.1.")
    cross = crossing(on, (3, 5), (1, 7))
    shapes = [shape for shape in mark(on, None, [cross]).shapes if not isinstance(shape, Text)]
    assert sum(isinstance(s, Circle) and s.style.fill == MARKED for s in shapes) == 4
    assert sum(isinstance(s, Polyline) and s.style.stroke == MARKED for s in shapes) == 2
    square = board("2.2/.../2.2", loops=False)
    built = bridges(square, "A1-C1 A1-A3 C1-C3")
    for instance, bands in (
        (loop(square, [0, 2, 6, 8]), 3),
        (connected(square, [0, 2]), 1),
        (number(square, 0), 0),
    ):
        shapes = [shape for shape in mark(square, built, [instance]).shapes if not isinstance(shape, Text)]
        assert sum(isinstance(s, Polyline) and s.style.stroke == MARKED for s in shapes) == bands
        assert sum(s.style.fill == MARKED for s in shapes) == len(instance.place)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_any_position_can_be_drawn_and_highlighted(position: tuple[Board, Bridges]) -> None:
    on, built = position
    scene = mark(on, built, check(on, built))
    for shape in scene.shapes:
        points = shape.points if isinstance(shape, Polyline) else []
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points)
    assert (scene == draw(on, built)) == (not check(on, built))
    assert (draw(on, built).shapes == draw(on, None).shapes) == (not built.triples)
    assert to_svg(scene).startswith("<svg")


def test_pictures_are_written_as_png() -> None:
    on = board("2.2/.../??2")
    assert to_png(draw(on, bridges(on, "A1-C1 A3-B3x2"))).startswith(b"\x89PNG")
