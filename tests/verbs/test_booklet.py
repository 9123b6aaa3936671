"""Booklets: every puzzle, numbers, captions and solutions, any number of boards."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import satplay
from satplay import puzzles
from satplay.drawing.booklet import NUMBER, PAPERS
from satplay.drawing.scene import Scene, Text
from satplay.errors import BadInput, NoSuchName
from satplay.verbs.generate import GenerateResult

SMALL = {"cnf": "6", "mosaic": "5x4"}


def generate_several(name: str, count: int) -> list[GenerateResult]:
    return [satplay.generate(name, size=SMALL.get(name), seed=seed) for seed in range(count)]


def numbers(page: Scene) -> list[int]:
    """Return the numbers of the boards on a page."""
    texts = [shape for shape in page.shapes if isinstance(shape, Text) and shape.bold]
    return [int(text.text) for text in texts if text.size == NUMBER and text.anchor == "start"]


@pytest.mark.parametrize("name", puzzles.names())
def test_every_puzzle_has_booklets(name: str) -> None:
    book = satplay.booklet(generate_several(name, 5), title="Five – fünf – πέντε")
    reader = PdfReader(BytesIO(book.to_pdf()))
    assert len(reader.pages) == len(book.pages)
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert text.startswith("Five – fünf – πέντε") and "Solutions" in text
    listed = [number for page in book.pages for number in numbers(page)]
    assert listed[:5] == [1, 2, 3, 4, 5]
    without = re.search(r"([0-9, ]+): no solution", text)
    missing = without.group(1).split(", ") if without else []
    assert sorted([*listed[5:], *map(int, missing)]) == [1, 2, 3, 4, 5]


def test_solutions_have_the_numbers_of_their_boards() -> None:
    book = satplay.booklet(generate_several("mosaic", 30))
    listed = [number for page in book.pages for number in numbers(page)]
    assert listed == [*range(1, 31)] * 2


def test_a_caption_names_level_and_size() -> None:
    made = satplay.generate("hashi", size="7x6", difficulty="easy", seed=1)
    page = satplay.booklet(made).pages[0]
    assert any(
        isinstance(shape, Text) and shape.text.startswith("easy – 7 by 6 cells, ") for shape in page.shapes
    )


def test_the_rules_are_below_the_title() -> None:
    book = satplay.booklet(generate_several("hashi", 30))
    found = [PdfReader(BytesIO(book.to_pdf())).pages[at].extract_text() for at in (0, 1)]
    rule = "All islands are connected at the end."
    assert rule in found[0] and rule not in found[1]


def test_several_puzzles_have_their_own_rules() -> None:
    variant = satplay.generate("mosaic", size="4x4", seed=1, options={"connected": "yes"})
    book = satplay.booklet([satplay.generate("hashi", seed=1), variant, satplay.generate("cnf", seed=1)])
    texts = [shape.text for shape in book.pages[0].shapes if isinstance(shape, Text)]
    at = texts.index("Hashiwokakero:")
    assert texts[at + 4] == "Mosaic:" and "CNF:" not in " ".join(texts)
    assert texts[at + 7].endswith("All shaded cells are connected.")


def test_rules_take_no_page() -> None:
    """Twelve boards of 7x7 are on one page, with the rules above them."""
    boards = [satplay.generate("mosaic", size="7x7", seed=seed) for seed in range(12)]
    assert len(satplay.booklet(boards).pages) == 2


def test_pages_are_numbered_and_have_the_footer() -> None:
    book = satplay.booklet(generate_several("mosaic", 30), footer="seed 7", paper="letter")
    for number, page in enumerate(book.pages, 1):
        assert (page.width, page.height) == PAPERS["letter"]
        texts = [shape.text for shape in page.shapes if isinstance(shape, Text)]
        assert "seed 7" in texts and f"{number} / {len(book.pages)}" in texts


def test_everything_is_inside_the_page() -> None:
    for page in satplay.booklet(generate_several("flow", 9), title="x" * 500, footer="y" * 500).pages:
        for shape in page.shapes:
            if isinstance(shape, Text):
                width = 0.6 * shape.size * len(shape.text) if shape.anchor == "start" else 0.0
                assert shape.at[0] >= 0 and shape.at[0] + width <= page.width
                assert 0 <= shape.at[1] <= page.height


def test_inputs_are_solved(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("mosaic:1.#/..-\nmosaic:9\n", encoding="utf-8")
    book = satplay.booklet(path)
    assert book.board_count == 2 and book.title == "Mosaic"
    assert [numbers(page) for page in book.pages] == [[1, 2], [1]]
    assert any(isinstance(s, Text) and s.text == "2: no solution" for s in book.pages[-1].shapes)


def test_boards_without_any_solution_have_a_page_that_says_so() -> None:
    book = satplay.booklet(["mosaic:9"], "mosaic")
    assert len(book.pages) == 2
    assert any(isinstance(s, Text) and s.text == "1: no solution" for s in book.pages[-1].shapes)


def test_boards_of_several_puzzles() -> None:
    book = satplay.booklet([satplay.generate("hashi", seed=1), satplay.solve("mosaic:1.#/..-")])
    assert book.title == "Hashiwokakero, Mosaic"


def test_what_is_not_a_booklet_is_refused() -> None:
    with pytest.raises(BadInput, match="found no board"):
        satplay.booklet([])
    with pytest.raises(NoSuchName, match="a4, letter"):
        satplay.booklet("mosaic:1", paper="a3")
    with pytest.raises(BadInput, match="title"):
        satplay.booklet("mosaic:1", title=7)
    with pytest.raises(BadInput, match="formula to draw"):
        satplay.booklet(satplay.generate("cnf", size="300", seed=1))


def test_the_same_seeds_give_the_same_document() -> None:
    first, second = (satplay.booklet(generate_several("hashi", 7)).to_pdf() for _ in range(2))
    assert first == second
