from xml.etree import ElementTree

import pytest

from satplay.drawing.scene import Circle, Curve, Polyline, Rect, Scene, Style, Text
from satplay.drawing.svg import to_svg

EVERY_SHAPE = [
    Polyline(((0, 0), (10, 0), (10, 10)), Style(dashed=True)),
    Polyline(((0, 0), (10, 0), (10, 10)), Style(fill="#ffcc00", opacity=0.5), closed=True),
    Polyline(((0, 5), (40, 5)), arrow=True),
    Curve((0, 0), (20, 20), (40, 0), arrow=True),
    Circle((20, 20), 5),
    Rect((1, 2), 30, 10, radius=3),
    Text((20, 20), "words", bold=True),
]


def elements(scene: Scene) -> list[str]:
    return [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(to_svg(scene)).iter()]


def test_every_shape_becomes_an_element():
    tags = elements(Scene(50, 50, EVERY_SHAPE))
    for tag in ("polyline", "polygon", "path", "circle", "rect", "text"):
        assert tag in tags


def test_an_arrow_has_its_own_head():
    assert (
        elements(Scene(50, 50, [Polyline(((0, 5), (40, 5)), arrow=True)], background=None)).count("polygon")
        == 1
    )


def test_the_title_is_accessible_to_screen_readers():
    root = ElementTree.fromstring(to_svg(Scene(5, 5, title="Implication graph")))
    assert root.attrib["role"] == "img"
    assert root[0].text == "Implication graph"


@pytest.mark.parametrize("text", ["<script>", "a & b", '"quoted"', "nul \x00, bell \x07, half \ud800"])
def test_text_never_becomes_markup(text):
    svg = to_svg(Scene(50, 50, [Text((5, 5), text)], title=text))
    root = ElementTree.fromstring(svg.encode("utf-8"))
    text_content = next(element for element in root.iter() if element.tag.endswith("text")).text
    assert text_content == "".join(c if c.isprintable() else "\ufffd" for c in text)


def test_a_scene_is_displayed_in_a_notebook():
    scene = Scene(5, 5, [Circle((2, 2), 1)])
    assert scene._repr_svg_() == to_svg(scene)
