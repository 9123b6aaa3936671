"""Steps as one self-contained page: the board, a slider over the steps, and the reason of each step.

The page is assembled from ``step-page.html``, ``.css`` and ``.js``.  Its pictures have most shapes in common:
the page has each shape once, and each picture as changes of the picture before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

from satplay.drawing.html_page import fill_page, in_script
from satplay.drawing.scene import Scene, Shape
from satplay.drawing.svg import shape_to_svg
from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PageStep:
    """One step of the page, in sentences.

    ``chain_pictures``  one for each sentence of the chain, or none
    ``plain``           the step as lines of text, for readers without JavaScript
    """

    title: str
    facts: Sequence[str]
    reason: Sequence[str]
    chain: Sequence[str]
    chain_pictures: Sequence[Scene]
    given: Sequence[str]
    cost: int
    picture: Scene
    plain: Sequence[str]


@dataclass(frozen=True, slots=True)
class StepPage:
    """The content of the page: ``start`` is the board before the first step, ``end`` follows the last one."""

    title: str
    summary: str
    start: Scene
    steps: Sequence[PageStep]
    end: Sequence[str]
    end_pictures: Sequence[Scene]


def to_html(page: StepPage) -> str:
    """The page as text.  Names and sentences are data in it, never markup."""
    script, style = f"\n{_file('step-page.js')}", f"\n{_file('step-page.css')}"
    parts = {
        "title": escape(page.title),
        "summary": escape(page.summary),
        "plain": escape("\n".join(_plain(page))),
        "data": in_script(_document(page)),
    }
    return fill_page(_file("step-page.html"), style=style, script=script, parts=parts)


def _plain(page: StepPage) -> list[str]:
    lines = [page.title, ""]
    for step in page.steps:
        lines += [step.title, *step.plain, ""]
    return [*lines, *page.end, page.summary]


def _document(page: StepPage) -> dict[str, Any]:
    pictures = _Pictures()
    views: list[dict[str, Any]] = [{"title": "The board", "pictures": [pictures.add(page.start)]}]
    for step in page.steps:
        view: dict[str, Any] = {"title": step.title, "cost": step.cost, "facts": list(step.facts)}
        view |= {"reason": list(step.reason), "given": list(step.given)}
        nothing: list[Scene | None] = [None] * len(step.chain)
        links: Sequence[Scene | None] = step.chain_pictures or nothing
        view["chain"] = [
            {"text": text, "picture": None if picture is None else pictures.add(picture)}
            for text, picture in zip(step.chain, links, strict=True)
        ]
        view["pictures"] = [pictures.add(step.picture)]
        views.append(view)
    last = [pictures.add(picture) for picture in page.end_pictures]
    views.append({"title": "The end", "text": list(page.end), "pictures": last})
    return {"views": views, **pictures.document()}


class _Pictures:
    """Pictures as lists of numbers of shapes; ``add`` returns the number of a picture."""

    def __init__(self) -> None:
        self._numbers: dict[Shape, int] = {}
        self._changes: list[list[int]] = []
        self._sizes: list[list[float]] = []
        self._titles: list[str] = []
        self._last: list[int] = []

    def add(self, scene: Scene) -> int:
        shapes = [self._number(shape) for shape in scene.shapes]
        self._changes.append(list(_changes(self._last, shapes)))
        self._sizes.append([round(scene.width, 2), round(scene.height, 2)])
        self._titles.append(scene.title)
        self._last = shapes
        return len(self._changes) - 1

    def _number(self, shape: Shape) -> int:
        return self._numbers.setdefault(shape, len(self._numbers))

    def document(self) -> dict[str, Any]:
        return {
            "shapes": [_elements(shape) for shape in self._numbers],
            "changes": self._changes,
            "sizes": self._sizes,
            "names": self._titles,
        }


def _elements(shape: Shape) -> list[list[Any]]:
    """The elements of a shape, each as tag, attributes and text: the script makes them without markup."""
    parsed = ElementTree.fromstring(f"<g>{shape_to_svg(shape)}</g>")
    return [[element.tag, element.attrib, element.text or ""] for element in parsed]


def _changes(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """The second list in terms of the first: numbers to insert, and -1 - place, length for a part to copy.

    >>> _changes([7, 8, 9], [7, 8, 5, 9])
    [-1, 2, 5, -3, 1]
    """
    places = {number: place for place, number in enumerate(before)}
    coded: list[int] = []
    expected = -1  # the place in the first list that would continue the part
    for number in after:
        place = places.get(number)
        if place is None:
            coded.append(number)
            expected = -1
        elif place == expected:
            coded[-1] += 1
            expected += 1
        else:
            coded += [-1 - place, 1]
            expected = place + 1
    return coded


def _file(name: str) -> str:
    return (files("satplay.drawing") / name).read_text(encoding="utf-8")
