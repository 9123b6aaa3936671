"""PDF documents: pages, embedded fonts, text that can be extracted, every shape, the same bytes again."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO

import pytest
from pypdf import PdfReader

from satplay.drawing.pdf import to_pdf
from satplay.drawing.placing import place
from satplay.drawing.scene import Circle, Curve, Polyline, Rect, Scene, Style, Text

SHAPES = (
    Polyline(((10.0, 10.0), (50.0, 10.0), (30.0, 40.0)), Style("#dd3322", "#bbff00", 2.0), closed=True),
    Polyline(((10.0, 60.0), (90.0, 60.0)), Style(dashed=True), arrow=True),
    Polyline(((10.0, 70.0),)),
    Polyline(()),
    Curve((10.0, 80.0), (50.0, 120.0), (90.0, 80.0), Style(opacity=0.5), arrow=True),
    Circle((150.0, 50.0), 20.0, Style(None, "#0000ff")),
    Rect((120.0, 100.0), 60.0, 30.0, Style(), 5.0),
    Rect((120.0, 140.0), 60.0, 30.0),
    Circle((150.0, 180.0), 5.0, Style(None, None)),
)


def read(document: bytes) -> PdfReader:
    return PdfReader(BytesIO(document), strict=True)


def test_every_scene_is_a_page_of_its_size() -> None:
    reader = read(to_pdf([Scene(200, 300, SHAPES), Scene(612, 792)], title="Größe"))
    assert [tuple(map(float, page.mediabox.upper_right)) for page in reader.pages] == [(200, 300), (612, 792)]
    assert reader.metadata is not None and reader.metadata.title == "Größe"


def test_shapes_are_vectors_and_not_bitmaps() -> None:
    (page,) = read(to_pdf([Scene(200, 300, SHAPES)])).pages
    assert not page.images
    content = page.get_contents()
    assert content is not None
    operators = set(re.findall(rb"(?<=\s)[A-Za-z*]+(?=\s)", content.get_data()))
    assert {b"m", b"l", b"c"} <= operators and {b"S", b"f"} & operators


@pytest.mark.parametrize(
    "text", ["Größe – Żółw – Ελλάδα – Привет", "7 hard – 9 by 9 cells", "$x$ & <b> \\n %"]
)
@pytest.mark.parametrize("bold", [False, True])
def test_texts_can_be_extracted(text: str, bold: bool) -> None:
    for anchor in ("start", "middle", "end"):
        scene = Scene(400, 100, [Text((200.0, 50.0), text, anchor=anchor, bold=bold)])
        (page,) = read(to_pdf([scene])).pages
        assert page.extract_text().strip() == text


def test_characters_that_the_font_does_not_have_are_replaced_without_a_warning() -> None:
    (page,) = read(to_pdf([Scene(400, 100, [Text((200.0, 50.0), "a\u4e2d\u0007b")])])).pages
    assert page.extract_text().strip() == "a\ufffd\ufffdb"


def test_all_fonts_are_embedded() -> None:
    scene = Scene(400, 100, [Text((9.0, 9.0), "aЖ"), Text((9.0, 50.0), "bΩ", bold=True)])
    (page,) = read(to_pdf([scene])).pages
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        (descendant,) = [one.get_object() for one in font["/DescendantFonts"]]
        assert "/FontFile2" in descendant["/FontDescriptor"].get_object()
        assert "/ToUnicode" in font


def test_a_text_is_in_the_middle_of_its_place() -> None:
    widths = {}
    for anchor in ("start", "middle", "end"):
        scene = Scene(400, 100, [Text((200.0, 50.0), "HHHH", 20.0, anchor=anchor)])
        (page,) = read(to_pdf([scene])).pages
        places: list[tuple[float, float]] = []
        page.extract_text(
            visitor_text=lambda text, cm, tm, *_, at=places: at.append((cm[4] + tm[4], cm[5] + tm[5]))
        )
        widths[anchor] = max(places)
    (start, base), (middle, _), (end, _) = (widths[anchor] for anchor in ("start", "middle", "end"))
    assert start == pytest.approx(200, abs=0.5)
    assert start - middle == pytest.approx(middle - end, abs=0.5) and start - end > 40
    assert base == pytest.approx(50 - 0.365 * 20, abs=0.5)


def test_the_same_scenes_give_the_same_bytes_in_another_process() -> None:
    code = (
        "from satplay.drawing.pdf import to_pdf; from satplay.drawing.scene import *; import sys\n"
        "scene = Scene(99, 99, [Text((50, 50), 'aÄЖ'), Text((50, 70), 'b', bold=True), Circle((9, 9), 5)])\n"
        "sys.stdout.buffer.write(to_pdf([scene, scene]))"
    )
    documents = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONHASHSEED": s}
        )
        for s in ("1", "2")
    ]
    assert documents[0].stdout == documents[1].stdout and documents[0].stdout.startswith(b"%PDF")
    assert b"CreationDate" not in documents[0].stdout


def test_placed_shapes_keep_their_proportions() -> None:
    placed = list(place(Scene(200, 300, SHAPES), (100.0, 200.0), 0.5))
    assert len(placed) == len(SHAPES)
    assert placed[5] == Circle((175.0, 225.0), 10.0, Style(None, "#0000ff", 0.75))
    assert placed[6] == Rect((160.0, 250.0), 30.0, 15.0, Style(width=0.75), 2.5)
    assert placed[4] == Curve(
        (105.0, 240.0), (125.0, 260.0), (145.0, 240.0), Style(width=0.75, opacity=0.5), arrow=True
    )
