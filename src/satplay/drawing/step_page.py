"""Steps as one self-contained page: the board, a slider over the steps, and the reason of each step.

The page is assembled from ``step-page.html``, ``.css`` and ``.js``.  Its pictures have most shapes in common:
the page has each shape once, and each picture as changes of the picture before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from satplay.drawing.html_page import fill_page, in_script
from satplay.drawing.scene import Scene, Shape
from satplay.drawing.shape_elements import shape_elements
from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PageStep:
    """One step of the page, in sentences.

    ``chain_pictures``  one for each sentence of the chain, or none
    ``chain_depths``    for each sentence the number of cases it is in; empty if there are no cases
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
    chain_depths: Sequence[int] = ()


class StepPage:
    """A page that grows by one step after the other: a picture is kept as what it changes.

    ``start`` is the board before the first step.
    """

    def __init__(self, title: str, start: Scene) -> None:
        self._title = title
        self._pictures = _Pictures()
        self._views: list[dict[str, Any]] = [{"title": "The board", "pictures": [self._pictures.add(start)]}]
        self._plain = [title, ""]

    def add(self, step: PageStep) -> None:
        """Add the next step."""
        add = self._pictures.add
        nothing: list[Scene | None] = [None] * len(step.chain)
        links: Sequence[Scene | None] = step.chain_pictures or nothing
        view: dict[str, Any] = {"title": step.title, "cost": step.cost, "facts": list(step.facts)}
        view |= {"reason": list(step.reason), "given": list(step.given)}
        depths = step.chain_depths or [0] * len(step.chain)
        view["chain"] = [
            {"text": text, "picture": None if picture is None else add(picture)}
            | ({"depth": depth} if depth else {})
            for text, picture, depth in zip(step.chain, links, depths, strict=True)
        ]
        view["pictures"] = [add(step.picture)]
        self._views.append(view)
        self._plain += [step.title, *step.plain, ""]

    def to_html(self, summary: str, end: Sequence[str], end_pictures: Sequence[Scene]) -> str:
        """The page as text, with what follows the last step.  Sentences are data in it, never markup."""
        script, style = f"\n{_file('step-page.js')}", f"\n{_file('step-page.css')}"
        last = [self._pictures.add(picture) for picture in end_pictures]
        views = [*self._views, {"title": "The end", "text": list(end), "pictures": last}]
        parts = {
            "title": escape(self._title),
            "summary": escape(summary),
            "plain": escape("\n".join([*self._plain, *end, summary])),
            "data": in_script({"views": views, **self._pictures.document()}),
        }
        return fill_page(_file("step-page.html"), style=style, script=script, parts=parts)


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
            "shapes": [shape_elements(shape) for shape in self._numbers],
            "changes": self._changes,
            "sizes": self._sizes,
            "names": self._titles,
        }


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
