"""Explanations as pages: self-contained, escaped, with every picture of every step."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

import satplay
from satplay.drawing.frames import frame_new_shapes
from satplay.drawing.scene import Circle, Polyline, Rect, Scene, Text
from satplay.drawing.step_page import PageStep, StepPage
from satplay.drawing.svg import shape_to_svg

HOSTILE = "</script><script>alert(1)</script><!--<b>{{script}}&amp;"
START = Scene(20, 10, (Circle((5, 5), 4),), title=HOSTILE)
NEXT = Scene(20, 10, (Circle((5, 5), 4), Text((3, 3), HOSTILE), Circle((5, 5), 4)))


class Page(HTMLParser):
    """Collects elements, their attributes and the texts of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.in_script = tag == "script"
        if self.in_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.in_script = False

    def handle_data(self, data: str) -> None:
        if self.in_script:
            self.scripts[-1] += data


def page_of(*steps: PageStep) -> Page:
    page = StepPage(HOSTILE, START)
    for step in steps:
        page.add(step)
    return Page(page.to_html(HOSTILE, [HOSTILE], [NEXT, START]))


STEP = PageStep("Step 1", [HOSTILE], [HOSTILE], [HOSTILE], [NEXT], [HOSTILE], 3, START, [HOSTILE])


def decode(document: dict[str, Any]) -> list[list[int]]:
    """Pictures as the script of the page reads them."""
    pictures: list[list[int]] = []
    before: list[int] = []
    for coded in document["changes"]:
        shapes: list[int] = []
        rest = iter(coded)
        for number in rest:
            shapes += [number] if number >= 0 else before[-1 - number : -1 - number + next(rest)]
        pictures.append(before := shapes)
    return pictures


def test_texts_stay_data() -> None:
    page = page_of(STEP)
    assert page.tags.count("script") == 2 and "b" not in page.tags
    views = json.loads(page.scripts[0])["views"]
    assert [view["title"] for view in views] == ["The board", "Step 1", "The end"]
    assert views[1]["facts"] == views[1]["given"] == views[1]["reason"] == [HOSTILE]
    assert views[1]["chain"][0]["text"] == HOSTILE and views[2]["text"] == [HOSTILE]


def test_the_page_loads_no_resources_and_makes_no_markup() -> None:
    page = Page(satplay.explain("AB\nAB").to_html())
    assert not {name for name, _ in page.attributes} & {"src", "href", "srcset", "action", "data", "style"}
    assert "link" not in page.tags
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", page.scripts[1])
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', page.scripts[1]))
    assert wanted <= {value for name, value in page.attributes if name == "id"}


@pytest.mark.parametrize("name", ["hashi/small", "mosaic/small", "hashi/triple"])
def test_every_picture_can_be_decoded(name: str) -> None:
    explained = satplay.explain(f"@examples/{name}")
    document = json.loads(Page(explained.to_html()).scripts[0])
    pictures = decode(document)
    numbers: list[Scene] = []
    for step in explained.steps:
        numbers += [*step.chain_pictures(), step.picture()]
    views = document["views"]
    shown = [views[0]["pictures"][0]]
    for view in views[1:-1]:
        shown += [link["picture"] for link in view["chain"] if link["picture"] is not None]
        shown += view["pictures"]
    assert shown == list(range(len(shown)))
    for number, scene in zip(shown[1:], numbers, strict=True):
        tags = [element[0] for shape in pictures[number] for element in document["shapes"][shape]]
        wanted = re.findall(r"<(\w+)", "".join(map(shape_to_svg, scene.shapes)))
        assert tags == wanted


def test_without_javascript_the_text_is_shown() -> None:
    page = satplay.explain("@examples/hashi/small").to_html()
    assert "because E5 needs 5 of the 6 bridges that are possible (NUMBER E5)" in page


def test_the_end_shows_two_solutions() -> None:
    document = json.loads(Page(satplay.explain("3.3\n...\n3.3\n", "hashi").to_html()).scripts[0])
    assert len(document["views"][-1]["pictures"]) == 2
    assert document["views"][-1]["text"] == ["nothing more is forced: there are several solutions"]


def test_new_shapes_are_framed_once() -> None:
    line = Polyline(((0, 0), (20, 0)))
    before = Scene(40, 40, (Circle((5, 5), 4),))
    after = Scene(40, 40, (Circle((5, 5), 4), line, Circle((10, 0), 0.5), Circle((5, 5), 4)))
    framed = list(frame_new_shapes(before, after))
    assert all(isinstance(shape, Rect) for shape in framed)
    assert len(framed) == 4  # a white and a dashed frame around the line, and around the second circle
    assert not list(frame_new_shapes(after, after))
