"""Shapes as elements, each as tag, attributes and text, of which scripts make them without markup."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from satplay.drawing.scene import Scene, Shape
from satplay.drawing.svg import shape_to_svg


def shape_elements(shape: Shape) -> list[list[Any]]:
    """The SVG elements of a shape.

    >>> from satplay.drawing.scene import Text
    >>> [[tag, attributes, text]] = shape_elements(Text((4, 5), "a & b"))
    >>> tag, attributes["x"], attributes["text-anchor"], text
    ('text', '4', 'middle', 'a & b')
    """
    parsed = ElementTree.fromstring(f"<g>{shape_to_svg(shape)}</g>")
    return [[element.tag, element.attrib, element.text or ""] for element in parsed]


def scene_as_json(scene: Scene) -> dict[str, Any]:
    """A picture: its size, its title, its background and the elements that draw it, in order."""
    return {
        "width": round(scene.width, 2),
        "height": round(scene.height, 2),
        "title": scene.title,
        "background": scene.background,
        "shapes": [element for shape in scene.shapes for element in shape_elements(shape)],
    }
