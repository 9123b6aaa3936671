"""The dialogs Share and Export: links and QR codes, files of every format that are read again, booklets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from xml.etree import ElementTree

import pytest
import segno
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from satplay.drawing.tokens import TOKENS
from satplay.playing.resume import read_match
from satplay.playing.subjects import game_to_play, is_filled_in, playable_names
from satplay.puzzles import find
from satplay.web.subject_data import formats_of, subject_data
from tests.web.browser.board_hand import moves, press_tool
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]
OpenContext = Callable[..., BrowserContext]

BOARD = "2.4\n...\n1.3"
"""A Hashi board with one solution."""
OTHER = "1.2\n...\n..1"
LARGE = "\n".join(["1" + "." * 58 + "1"] + ["." * 60] * 39)
"""A board that is too long for a link."""
BRIDGES = "#board .bridge"
FILLED_IN = [name for name in playable_names() if is_filled_in(name)]
SAVED_FILE = re.compile("^Saved: ")


def open_board(open_page: OpenPage, screen: Screen | None = None, board: str = BOARD, **more: Any) -> Page:
    page = open_page(f"/hashi#b={quote(board)}", **(screen or {}), **more)
    expect(page.locator("#about")).not_to_be_empty()
    return page


def play(page: Page, *lines: str) -> None:
    """Type moves; the server has answered all of them at the end."""
    for line in lines:
        page.fill("#move-text", line)
        page.press("#move-text", "Enter")
    moves(page, "hashi")


def open_share(page: Page, *, with_position: bool = False) -> str:
    """Open the dialog; the link in it."""
    press_tool(page, "share")
    dialog = page.get_by_role("dialog", name="Share this board")
    expect(dialog).to_have_attribute("aria-busy", "false")
    if with_position:
        dialog.get_by_label("With my position").check()
        expect(dialog.get_by_label("Link")).to_have_value(re.compile("#p=|/s/"))
        expect(dialog).to_have_attribute("aria-busy", "false")
    return dialog.get_by_label("Link").input_value()


def modules(page: Page, count: int) -> list[list[int]]:
    """The modules of the QR code as it is drawn on the screen, 1 for black, without its border."""
    image = page.locator(".share-code img")
    image.evaluate("image => image.decode()")
    with Image.open(BytesIO(image.screenshot(scale="device"))) as picture:
        grey = picture.convert("L")
    step = grey.width / (count + 8)
    points = [int((place + 4.5) * step) for place in range(count)]
    return [[int(int(grey.getpixel((x, y))) < 128) for x in points] for y in points]  # type: ignore[arg-type]


def assert_code_of(page: Page, text: str) -> None:
    """The QR code on the screen is that of the text."""
    code = segno.make(text, error="m", boost_error=False, micro=False)
    expected = [[*map(int, row)] for row in code.matrix]
    assert modules(page, len(expected)) == expected


# -- links -----------------------------------------------------------------------------------------------


def test_a_link_holds_the_board_and_opens_it_elsewhere(
    open_page: OpenPage, open_context: OpenContext, screen: Screen, server: str
) -> None:
    page = open_board(open_page, screen)
    play(page, "A1 C1")
    link = open_share(page)
    assert link == f"{server}/hashi#b={quote(BOARD)}"
    assert_code_of(page, link)
    other = open_page(link, context=open_context())
    expect(other.locator("#board .island")).to_have_count(4)
    expect(other.locator(BRIDGES)).to_have_count(0)
    assert "#" not in other.url


def test_a_link_with_the_position_has_no_history(open_page: OpenPage, open_context: OpenContext) -> None:
    page = open_board(open_page, SCREENS["phone"])
    play(page, "A1 A3", "undo", "A1 C1", "C1 C3")
    link = open_share(page, with_position=True)
    text = unquote(link.partition("#p=")[2])
    found = read_match(text)
    assert found.moves == () and found.undone == () and "A3" not in text.partition("=== so far")[2]
    other = open_page(link, context=open_context())
    expect(other.locator(BRIDGES)).to_have_count(2)
    expect(other.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")
    expect(other.locator("[data-tool=redo]")).to_have_attribute("aria-disabled", "true")
    assert moves(other, "hashi") == []


def test_the_code_of_a_long_link_is_that_of_a_short_one(
    open_page: OpenPage, open_context: OpenContext, server: str
) -> None:
    page = open_board(open_page)
    play(page, "A1 C1")
    with page.expect_response("**/api/share") as answer:
        link = open_share(page, with_position=True)
    short = f"{server}{answer.value.json()['path']}"
    expect(page.locator(".share-code img")).to_have_attribute("src", re.compile(quote("/s/", safe="")))
    assert len(link) > 300 > len(short)
    assert_code_of(page, short)
    expect(page.get_by_role("dialog")).to_contain_text("The code holds a shorter link")
    other = open_page(short, context=open_context())
    expect(other.locator(BRIDGES)).to_have_count(1)


def test_a_large_board_has_a_short_link(open_page: OpenPage, open_context: OpenContext, server: str) -> None:
    page = open_page("/hashi", **SCREENS["phone"])
    expect(page.locator("#about")).not_to_be_empty()
    press_tool(page, "open")
    page.locator("dialog textarea").fill(LARGE)
    page.locator("dialog button.primary").click()
    expect(page.locator("#about")).to_have_text("60x40")
    link = open_share(page)
    assert re.fullmatch(f"{re.escape(server)}/s/[a-z2-7]{{16}}", link)
    expect(page.get_by_role("dialog")).to_contain_text("This board is long")
    assert_code_of(page, link)
    other = open_page(link, context=open_context())
    expect(other.locator("#about")).to_have_text("60x40")
    assert other.url == f"{server}/hashi"


def test_the_link_is_copied(open_page: OpenPage) -> None:
    page = open_board(open_page, permissions=["clipboard-read", "clipboard-write"])
    link = open_share(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_a_board_without_moves_has_no_position_to_share(open_page: OpenPage) -> None:
    page = open_board(open_page)
    open_share(page)
    expect(page.get_by_label("With my position")).to_be_disabled()


def test_a_link_never_replaces_a_game_in_progress_without_asking(
    open_page: OpenPage, open_context: OpenContext
) -> None:
    first = open_board(open_page, board=OTHER)
    play(first, "C3 C1")
    links = [open_share(first), open_share_again(first)]
    context = open_context()
    page = open_board(open_page, context=context)
    play(page, "A1 C1")
    for link in links:
        page.goto(link)
        page.get_by_role("button", name="Keep my game").click()
        expect(page.locator(BRIDGES)).to_have_count(1)
        assert moves(page, "hashi") == ["A1 C1"]
    page.goto(links[1])
    page.get_by_role("button", name="Open the other board").click()
    expect(page.locator("#board .island")).to_have_count(3)
    expect(page.locator(BRIDGES)).to_have_count(1)
    assert moves(page, "hashi") == []


def open_share_again(page: Page) -> str:
    """The short link to the position of a page with an open dialog."""
    page.keyboard.press("Escape")
    with page.expect_response("**/api/share") as answer:
        open_share(page, with_position=True)
    return str(answer.value.json()["path"])


def begin_game(open_page: OpenPage) -> Page:
    """The page of a game after a move and the answer to it, which are drawn."""
    page = open_page("/nim")
    expect(page.locator("#rules-lines li")).not_to_have_count(0)
    picture = page.locator("#board .picture")
    expect(picture.locator("circle").first).to_be_visible()
    before = picture.inner_html()
    page.fill("#move-text", "A1")
    page.press("#move-text", "Enter")
    expect(picture).not_to_have_js_property("innerHTML", before)
    return page


def test_a_position_of_a_game_is_shared(open_page: OpenPage, open_context: OpenContext) -> None:
    page = begin_game(open_page)
    picture = page.locator("#board .picture").inner_html()
    link = open_share(page, with_position=True)
    other = open_page(link, context=open_context())
    expect(other.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "true")
    expect(other.locator("#board .picture")).to_have_js_property("innerHTML", picture)


# -- files -----------------------------------------------------------------------------------------------


def open_export(page: Page, part: str = "Board") -> None:
    """Open the dialog and choose what to export; its texts are there."""
    press_tool(page, "export")
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_label(part, exact=True).check()
    expect(dialog.locator("#export-text")).not_to_be_empty()
    expect(dialog.locator("#export-text")).to_be_visible()


def saved(page: Page, form: str) -> Path:
    """The file that a button of the dialog saves, under the name that the server gives it."""
    with page.expect_download() as download:
        page.locator(f"dialog [data-form={form}]").click()
    file = download.value
    expect(page.get_by_role("dialog").get_by_text(SAVED_FILE)).to_have_text(
        f"Saved: {file.suggested_filename}"
    )
    path = Path(file.path())
    return path.rename(path.with_name(file.suggested_filename))


def texts(page: Page) -> Iterator[tuple[str, str, str]]:
    """Every format of the chosen part, the text that is shown, and the one in the saved file."""
    choice = page.locator("#export-format")
    for form in choice.locator("option").all_inner_texts():
        choice.select_option(form)
        yield form, page.locator("#export-text").input_value(), saved(page, "text").read_text()


@pytest.mark.parametrize("name", FILLED_IN)
def test_every_text_of_a_board_is_saved_and_read_again(open_page: OpenPage, name: str) -> None:
    page = open_page(f"/{name}#first")
    expect(page.locator("#about")).not_to_be_empty()
    text = subject_data(name, has_board_script=True)["first_board"]
    formats = {form.name: form for form in formats_of(name)}
    board = next(form for form in formats.values() if form.recognises(text)).read(text)
    open_export(page)
    found = [*texts(page)]
    assert {form for form, _, _ in found} <= {*formats} and len(found) > 1
    for form, shown, in_file in found:
        assert shown == in_file and formats[form].read(in_file) == board, form


@pytest.mark.parametrize("name", FILLED_IN)
def test_every_text_of_a_solution_is_saved_and_right(open_page: OpenPage, name: str) -> None:
    page = open_page(f"/{name}#first")
    expect(page.locator("#about")).not_to_be_empty()
    puzzle, text = find(name), subject_data(name, has_board_script=True)["first_board"]
    board = next(form for form in puzzle.formats if form.recognises(text)).read(text)
    open_export(page, "Solution")
    for form, _, in_file in texts(page):
        solution = next(one for one in puzzle.solutions if one.name == form)
        assert not puzzle.check(board, solution.read(board, in_file)), form


def test_a_position_and_a_saved_game_are_read_again(open_page: OpenPage) -> None:
    page = open_board(open_page)
    play(page, "A1 A3", "undo", "A1 C1")
    open_export(page, "My position")
    states = {form.name: form for form in game_to_play("hashi").states}
    positions = [states[form].read(in_file).position for form, _, in_file in texts(page)]
    game = saved(page, "record")
    assert re.fullmatch(r"hashi-3x3-game-20\d{6}\.txt", game.name)
    match = read_match(game.read_text())
    assert [*match.moves] == ["A1 C1"] and len(match.undone) == 0
    assert positions and all(position == match.state.position for position in positions)
    page.keyboard.press("Escape")
    press_tool(page, "restart")
    expect(page.locator(BRIDGES)).to_have_count(0)
    press_tool(page, "open")
    page.locator("dialog input[type=file]").set_input_files(game)
    page.get_by_role("button", name="Open the other board").click()
    expect(page.locator(BRIDGES)).to_have_count(1)
    assert moves(page, "hashi") == ["A1 C1"]


@pytest.mark.parametrize("part", ["Board", "My position", "Solution"])
def test_pictures_are_saved(open_page: OpenPage, part: str) -> None:
    page = open_board(open_page)
    play(page, "A1 C1")
    open_export(page, part)
    assert ElementTree.parse(saved(page, "svg")).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    with Image.open(saved(page, "png")) as picture:
        picture.load()
        assert picture.format == "PNG" and min(picture.size) > 40
    pages = PdfReader(saved(page, "pdf")).pages
    assert len(pages) == 1 and "Hashiwokakero" in pages[0].extract_text()


def test_a_file_that_is_there_at_once_is_saved(open_page: OpenPage, server: str) -> None:
    """A quick server answers with the file instead of a job."""
    page = open_board(open_page)
    open_export(page)
    page.route("**/api/export?wait=0", lambda route: route.continue_(url=f"{server}/api/export?wait=60"))
    file = saved(page, "text")
    assert file.read_text().rstrip() == BOARD and re.fullmatch(r"hashi-3x3-20\d{6}-grid\.txt", file.name)


def test_a_text_is_copied(open_page: OpenPage) -> None:
    page = open_board(open_page, SCREENS["phone"], permissions=["clipboard-read", "clipboard-write"])
    open_export(page)
    page.locator("#export-format").select_option("puzz-link")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Text copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#export-text").input_value()
    assert copied.startswith("https://puzz.link/p?hashi/3/3/")


@pytest.mark.parametrize(("part", "bridges"), [("Board", 0), ("My position", 1), ("Solution", 2)])
def test_the_page_is_printed_with_what_was_chosen(open_page: OpenPage, part: str, bridges: int) -> None:
    page = open_board(open_page, board=OTHER)
    play(page, "A1 C1")
    page.evaluate(f"window.print = () => (window.printed = document.querySelectorAll({BRIDGES!r}).length)")
    open_export(page, part)
    page.get_by_role("button", name="Print").click()
    page.wait_for_function("bridges => window.printed === bridges", arg=bridges)
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(BRIDGES)).to_have_count(1)
    for theme in ("light", "dark"):  # paper is white in both
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        page.emulate_media(media="print", color_scheme=theme)
        ink = "getComputedStyle(document.documentElement).getPropertyValue('--ink')"
        assert page.evaluate(ink) == TOKENS["ink"].light


def test_a_shown_solution_does_not_count(open_page: OpenPage) -> None:
    page = open_board(open_page)
    open_export(page, "Solution")
    page.keyboard.press("Escape")
    play(page, "A1 C1 2", "C1 C3 2", "A3 C3")
    expect(page.locator("#panel")).to_contain_text("not counted")


def test_the_file_of_a_game_is_its_position(open_page: OpenPage) -> None:
    page = begin_game(open_page)
    open_export(page, "My position")
    expect(page.get_by_label("Solution")).to_have_count(0)
    forms = {form.name: form for form in game_to_play("nim").states}
    assert all(forms[form].read(in_file) for form, _, in_file in texts(page))
    assert len(read_match(saved(page, "record").read_text()).moves) == 2
    expect(page.get_by_text("Booklet for printing")).to_have_count(0)


# -- booklets --------------------------------------------------------------------------------------------


def open_booklet(open_page: OpenPage, screen: Screen | None = None) -> Page:
    page = open_board(open_page, screen)
    press_tool(page, "export")
    page.get_by_text("Booklet for printing").click()
    return page


def test_a_booklet_is_made(open_page: OpenPage) -> None:
    page = open_booklet(open_page, SCREENS["phone"])
    page.get_by_label("Boards (1 to 60)").fill("3")
    page.get_by_label("Size").select_option("7x7")
    page.get_by_label("Level").select_option("easy")
    page.get_by_label("Paper").select_option("A4")
    page.get_by_label("Title").fill("For the train")
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the booklet").click()
    name = download.value.suggested_filename
    assert re.fullmatch(r"hashi-7x7-easy-3-boards-20\d{6}\.pdf", name)
    expect(page.get_by_text(f"Saved: {name}")).to_be_visible()
    pages = PdfReader(download.value.path()).pages
    words = [each.extract_text() for each in pages]
    assert "For the train" in words[0] and "Solutions" in words[-1] and round(pages[0].mediabox.width) == 595


def test_a_booklet_is_cancelled(open_page: OpenPage) -> None:
    page = open_booklet(open_page)
    page.get_by_label("Boards (1 to 60)").fill("60")
    page.get_by_label("Size").select_option("25x25")
    page.get_by_label("Level").select_option("extreme")
    page.get_by_role("button", name="Make the booklet").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    expect(page.get_by_role("button", name="Make the booklet")).to_be_focused()


def test_a_number_out_of_range_is_not_sent(open_page: OpenPage) -> None:
    page = open_booklet(open_page)
    for number in ("0", "61"):
        page.get_by_label("Boards (1 to 60)").fill(number)
        page.get_by_role("button", name="Make the booklet").click()
        assert page.get_by_label("Boards (1 to 60)").evaluate("input => !input.validity.valid")
        expect(page.get_by_role("progressbar")).to_be_hidden()
