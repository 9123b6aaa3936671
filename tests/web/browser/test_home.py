"""The first page: the box that recognises texts, cards that can be played, games to continue."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from satplay import puzzles
from satplay.errors import SatplayError
from satplay.inputs.examples import default_example, find_examples
from satplay.playing.start import start_match
from satplay.playing.subjects import game_to_play, is_filled_in, playable_names
from satplay.web.recognise import recognise_text
from satplay.web.subject_data import formats_of, subject_data
from tests.web.browser.accessibility import violations
from tests.web.browser.board_hand import Hand
from tests.web.browser.conftest import PHONE, SCREENS, Screen
from tests.web.servers import RunningServer

OpenPage = Callable[..., Page]

FIRST_PAGE = 100_000
"""Bytes of the first page and all that it loads, its boards included."""

BOARD = "2.4\n...\n1.3\n"
"""A Hashi board of 3 by 3 cells."""
LINK_TO_THE_BOARD = f"/hashi#b={quote(BOARD)}"
CELLS = 10_000
"""Cells of a board that the server accepts."""

SOME_MOVE = {"chopsticks": "tap L L", "mastermind": "0123", "nim": "A1", "sat-game": "1 false"}
"""A move of a game; a puzzle has an example."""

LINK_TO_A_RECORD = re.compile("^/mosaic#r=.*moves.*C1")

FORMULA = "p cnf 2 1\n1 -2 0\n"
QUANTIFIED = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
HOPELESS = "Dear Sir or Madam,\nwhat is this?\n"


def first_text(name: str) -> str:
    """A board of a puzzle, or the beginning of a game."""
    if name in puzzles.names():
        subject = subject_data(name, has_board_script=True)
        first = subject["first_board"] if subject["kind"] == "puzzle" else None
        return str(first or find_examples(default_example(name))[0].text())
    return game_to_play(name).states[0].write(start_match(game_to_play(name)).visible_state())


def texts_of(name: str) -> dict[str, str]:
    """That in every format of the subject which can hold it."""
    formats = formats_of(name)
    text = first_text(name)
    board = next(form for form in formats if form.recognises(text)).read(text)
    found = {}
    for form in formats:
        try:
            found[form.name] = form.write(board)
        except SatplayError:
            continue
    return found


def paste(page: Page, text: str) -> None:
    """Press Ctrl+V with a text in the clipboard."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def open_home(open_page: OpenPage, screen: Screen | None = None) -> Page:
    page = open_page("/", permissions=["clipboard-read", "clipboard-write"], **(screen or {}))
    expect(page.locator("#cards > li").first).to_be_visible()
    return page


def card_of(page: Page, name: str) -> Any:
    """The card of a subject with its board."""
    card = page.locator(f"#card-{name}")
    card.scroll_into_view_if_needed()
    expect(card.locator("svg.board")).to_be_visible()
    return card


def assert_accessible(page: Page) -> None:
    assert violations(page) == []


# -- the box ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", playable_names())
def test_every_format_is_recognised_and_opened(open_page: OpenPage, name: str) -> None:
    """Texts without a board of their own, such as guesses, are solved by the API page."""
    texts = texts_of(name)
    assert texts
    page = open_home(open_page)
    for form, text in texts.items():
        found = recognise_text(text, CELLS)
        page.goto("/")
        paste(page, text)
        answer = page.locator("#open-answer.ok")
        if found.kind == "formula":  # whatever can be played on it
            expect(answer).to_contain_text("A formula: ")
        else:
            expect(answer).to_contain_text(f"{game_to_play(name).title}: ")
            expect(answer).to_contain_text(f"format {form}")
        opener = answer.get_by_role("link")
        expect(opener).to_be_focused()
        if found.page is None:
            expect(opener).to_have_attribute("href", f"/api#solve_{found.subject}")
            continue
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{name}")
        expect(page.locator("#board svg")).to_be_visible()
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.evaluate("localStorage.clear()")  # no game is in progress that the next one would end


def test_links_of_puzzle_sites_are_among_the_formats() -> None:
    links = [text for name in playable_names() for text in texts_of(name).values() if "://" in text]
    assert {text.partition("://")[2].partition("/")[0] for text in links} == {"puzz.link"}
    assert len(links) == 2


@pytest.mark.parametrize("name", playable_names())
def test_a_saved_game_is_continued(open_page: OpenPage, running: RunningServer, name: str) -> None:
    """With its moves: the page offers to take the last one back."""
    body = {"input": first_text(name)} if is_filled_in(name) else {"new": {"seed": 3}}
    document = running.ask(f"/api/play/{name}", body)
    line = document["example"] or SOME_MOVE[name]
    document = running.ask(f"/api/play/{name}", {"input": document["record"], "lines": [line]})
    assert document["moves"] > 0, document["replies"]
    page = open_home(open_page)
    paste(page, document["record"])
    expect(page.locator("#open-answer.ok")).to_contain_text(f"{document['title']}: a saved game")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{name}")
    expect(page.locator("[data-tool=undo]")).to_have_attribute("aria-disabled", "false")


def test_a_pasted_board_is_the_board_that_is_played(open_page: OpenPage) -> None:
    page = open_home(open_page)
    paste(page, BOARD)
    page.get_by_text("Open it").click()
    page.wait_for_url("**/hashi")
    expect(page.locator("#board .island")).to_have_count(4)


def test_enter_opens_a_line_and_a_typed_text_is_recognised(open_page: OpenPage) -> None:
    page = open_home(open_page, SCREENS["phone"])
    page.locator("#open-text").fill(texts_of("hashi")["puzz-link"].strip())
    expect(page.locator("#open-answer")).to_contain_text("Hashiwokakero: a board, 6 by 6, format puzz-link.")
    page.locator("#open-text").press("Enter")
    page.wait_for_url("**/hashi")


def test_a_link_of_this_server_is_opened(open_page: OpenPage, server: str) -> None:
    page = open_home(open_page)
    paste(page, f"{server}{LINK_TO_THE_BOARD}")
    expect(page.locator("#open-answer.ok")).to_contain_text("A link to a board")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hashi")
    expect(page.locator("#board .island")).to_have_count(4)


def test_a_board_that_is_too_long_for_a_link_is_shared(open_page: OpenPage) -> None:
    page = open_home(open_page)
    paste(page, "\n".join(["1" + "." * 58 + "1"] + ["." * 60] * 39) + "\n")
    expect(page.locator("#open-answer.ok button")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/s/" in url or url.endswith("/hashi"))
    expect(page.locator("#board .island")).to_have_count(2)


def test_answered_guesses_go_on_and_impossible_ones_are_refused(
    open_page: OpenPage, screen: Screen, expect_messages: Callable[[str], None]
) -> None:
    page = open_home(open_page, screen)
    paste(page, "0011 1 1\n2233 0 2\n")
    expect(page.locator("#open-answer.ok")).to_contain_text("Mastermind: a board, format lines.")
    page.keyboard.press("Enter")
    page.wait_for_url("**/mastermind")
    expect(page.locator("#about")).to_contain_text("you are setter")
    expect(page.locator("#message")).to_contain_text("codes fit")
    expect(page.locator("#move-prompt")).to_contain_text("How many black and white pegs")
    expect_messages("422")  # the browser reports the status
    page.goto("/mastermind#b=0011%204%200%0A0011%203%200")
    expect(page.locator("#message")).to_contain_text("guesses 1 and 2 cannot both be right")


@pytest.mark.parametrize(
    ("text", "words", "answer"),
    [
        pytest.param(FORMULA, "A formula: 2 variables, 1 clause.", '"status": "sat"', id="DIMACS"),
        pytest.param(QUANTIFIED, "A formula: 2 variables, 2 clauses.", '"answer": true', id="QDIMACS"),
    ],
)
def test_a_formula_is_solved_by_the_api_page(open_page: OpenPage, text: str, words: str, answer: str) -> None:
    page = open_home(open_page)
    paste(page, text)
    expect(page.locator("#open-answer.ok span")).to_have_text(words)
    expect(page.get_by_role("link", name="Solve it")).to_be_focused()
    page.keyboard.press("Enter")
    route = page.locator("details.route[open]")
    body = route.locator("textarea")
    expect(body).not_to_have_value("")
    assert json.loads(body.input_value()) == {"input": text}
    route.get_by_role("button", name="Send").click()
    expect(route.locator(".answer pre")).to_contain_text(answer)


NOT_BOARDS = {
    "1..2\n..x.\n": "Line 2, column 3: bad hashi board: found 'x', expected a number",
    HOPELESS: "'Dear Sir or Madam,' is not recognised: expected a board or a link",
    "https://example.org/": "'https://example.org/' is not recognised",
}
"""Texts, and how what is said of them begins."""


def test_what_is_wrong_with_a_text_is_said(open_page: OpenPage, screen: Screen) -> None:
    page = open_home(open_page, screen)
    box = page.locator("#open-text")
    for text, words in NOT_BOARDS.items():
        box.fill(text)
        expect(page.locator("#open-answer.bad span")).to_contain_text(words)
        expect(box).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)
    box.fill("")
    expect(page.locator("#open-answer")).to_be_empty()
    expect(box).not_to_have_attribute("aria-invalid", "true")


AROUND = {
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#3x3:2a2c2a2": "Hashiwokakero",
    "2 . 2\n. . .\n2 . 2": "Hashiwokakero: a board, 3 by 3, format grid.",
    "  AB\n  ..\n  AB": "Flow Free: a board, 2 by 3, format letters.",
    "```\nAB\n..\nAB\n```": "Flow Free: a board, 2 by 3, format letters.",
    "> AB\n> ..\n> AB": "Flow Free: a board, 2 by 3, format letters.",
}
"""Boards as they are copied from other pages, mails and texts, and what is said of them."""


def test_a_board_is_found_in_what_was_copied_with_it(open_page: OpenPage) -> None:
    page = open_home(open_page)
    for text, words in AROUND.items():
        page.locator("#open-text").fill(text)
        expect(page.locator("#open-answer.ok span")).to_contain_text(words)
    page.locator("#open-answer a").click()
    expect(page.locator("#board svg")).to_be_visible()
    assert page.url.endswith("/flow")


def test_a_file_is_read_and_a_dropped_one_too(open_page: OpenPage) -> None:
    page = open_home(open_page)
    page.locator("#open-file").set_input_files(
        {"name": "board.txt", "mimeType": "text/plain", "buffer": BOARD.encode()}
    )
    expect(page.locator("#open-answer.ok")).to_contain_text("3 by 3")
    page.evaluate("""() => {
        const data = new DataTransfer();
        data.items.add(new File(["..4...2\\n.......\\n2.7..3.\\n"], "other.txt"));
        const options = { dataTransfer: data, bubbles: true, cancelable: true };
        for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, options));
    }""")
    expect(page.locator("#open-answer.ok")).to_contain_text("7 by 3")


# -- cards -----------------------------------------------------------------------------------------------


def test_every_subject_has_a_card_that_leads_to_its_page(open_page: OpenPage) -> None:
    page = open_home(open_page)
    for name in playable_names():
        card = page.locator(f"#card-{name}")
        expect(card.locator("h3 a")).to_have_attribute("href", f"/{name}")
        expect(card.locator(".aim")).not_to_be_empty()


def shaded_cells() -> list[str]:
    """The cells that the solution of Mosaic's first board shades."""
    rows = str(subject_data("mosaic", has_board_script=True)["first_solution"]).split()
    return [
        f"{'ABCDE'[column]}{row}"
        for row, line in enumerate(rows, 1)
        for column in range(5)
        if line[column] == "#"
    ]


def test_a_small_board_is_solved_on_its_card(open_page: OpenPage, screen: Screen) -> None:
    page = open_home(open_page, screen)
    card = card_of(page, "mosaic")
    expect(card.locator(".card-message")).not_to_be_empty()
    expect(card.locator(".card-tools")).to_be_hidden()
    hand = Hand(page, touch=screen["touch"])
    for cell in shaded_cells():
        hand.tap(f"mosaic-{cell}")
    expect(card.locator(".card-message.ok")).to_contain_text("Solved, well done.")
    expect(page.locator("#live")).to_have_text("Solved, well done.")
    assert_accessible(page)
    card.get_by_role("link", name="The next board").click()
    expect(page.locator("#about")).not_to_be_empty()
    assert page.url.endswith("/mosaic")


def test_a_drag_builds_a_bridge_and_undo_takes_it_back(open_page: OpenPage, screen: Screen) -> None:
    page = open_home(open_page, screen)
    card = card_of(page, "hashi")
    card.locator(".board-place").focus()
    hand = Hand(page, touch=screen["touch"])
    hand.drag("hashi-A1", "hashi-C1")
    expect(card.locator(".bridge")).to_have_count(1)
    card.get_by_role("button", name="Undo").click()
    expect(card.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    card.locator(".board-place").focus()
    page.keyboard.press("Control+y")
    expect(card.get_by_role("button", name="Undo")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+z")
    expect(card.get_by_role("button", name="Start again")).to_have_attribute("aria-disabled", "true")


def test_a_broken_rule_is_named(open_page: OpenPage) -> None:
    page = open_home(open_page)
    card = card_of(page, "mosaic")
    Hand(page).drag("mosaic-A1", "mosaic-E1", "mosaic-E2", "mosaic-A2")
    expect(card.locator(".card-message.bad")).to_contain_text(
        "A clue is the number of shaded cells around it"
    )


def test_a_position_is_opened_on_the_page_of_its_puzzle(open_page: OpenPage) -> None:
    page = open_home(open_page)
    card = card_of(page, "mosaic")
    Hand(page).tap("mosaic-C1")
    larger = card.get_by_role("link", name="Open this position")
    expect(larger).to_have_attribute("href", LINK_TO_A_RECORD)
    larger.click()
    expect(page.locator("#board .cell.shaded")).to_have_count(1)


def test_a_finger_scrolls_over_a_board_until_it_is_tapped(open_page: OpenPage) -> None:
    page = open_home(open_page, {"theme": "light", "size": PHONE, "touch": True})
    board = card_of(page, "mosaic").locator("svg.board")
    assert board.evaluate("board => getComputedStyle(board).touchAction") == "manipulation"
    Hand(page, touch=True).tap("mosaic-A5")
    assert board.evaluate("board => getComputedStyle(board).touchAction") == "none"


def test_a_game_begins_on_its_card_when_it_is_wanted(open_page: OpenPage, screen: Screen) -> None:
    page = open_home(open_page, screen)
    card = page.locator("#card-mastermind")
    card.scroll_into_view_if_needed()
    expect(card.locator(".invitation .preview svg")).to_be_visible()
    card.get_by_role("button", name="Play here").click()
    expect(card.locator("svg.board")).to_be_visible()
    expect(card.locator(".board-place")).to_be_focused()
    page.keyboard.type("012")
    page.keyboard.press("Enter")
    expect(card.locator(".card-message")).to_contain_text("Guess 1, 012, has")
    expect(card.get_by_role("button", name="Undo")).to_be_visible()


def test_sizes_and_levels_are_one_click_away(open_page: OpenPage) -> None:
    page = open_home(open_page, SCREENS["phone"])
    card = page.locator("#card-mosaic")
    card.locator("summary").click()
    expect(card.get_by_role("link", name="10 × 10")).to_have_attribute("href", "/mosaic#new=10x10")
    expect(card.get_by_role("link", name="expert")).to_have_attribute("href", "/mosaic#new=&level=expert")
    card.get_by_role("link", name="5 × 5").click()
    expect(page.locator("#about")).not_to_be_empty()
    expect(page.locator("#board .cell")).to_have_count(25)


def test_a_keyboard_is_enough(open_page: OpenPage) -> None:
    page = open_home(open_page)
    card = card_of(page, "mosaic")
    for _ in range(60):
        page.keyboard.press("Tab")
        if card.locator(".board-place").evaluate("place => place === document.activeElement"):
            break
    expect(card.locator(".board-place")).to_be_focused()
    wanted = set(shaded_cells())
    for row in range(1, 6):
        for column in "ABCDE" if row % 2 else "EDCBA":
            if f"{column}{row}" in wanted:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight" if row % 2 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    expect(card.locator(".card-message.ok")).to_be_visible()
    page.keyboard.press("Tab")
    expect(card.get_by_role("link", name="The next board")).to_be_focused()


# -- continue --------------------------------------------------------------------------------------------


def test_a_game_in_progress_is_continued(open_page: OpenPage, screen: Screen) -> None:
    page = open_page(LINK_TO_THE_BOARD, **screen)
    expect(page.locator("#board .island")).to_have_count(4)
    page.locator("#move-text").fill("A1 C1")
    page.locator("#move-text").press("Enter")
    expect(page.locator("#board .bridge")).to_have_count(1)
    page.locator("#header .site").click()
    section = page.locator("#continue")
    expect(section.locator("a")).to_have_count(1)
    expect(section.locator("a")).to_contain_text("3 × 3 · 1 move")
    expect(section.locator(".miniature svg.board .island")).to_have_count(4)
    assert_accessible(page)
    section.locator("a").click()
    expect(page.locator("#board .bridge")).to_have_count(1)


def test_a_first_visit_has_nothing_to_continue(open_page: OpenPage) -> None:
    page = open_home(open_page)
    expect(page.locator("#continue")).to_be_hidden()


# -- the page as a whole ---------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 390, 820])
def test_nothing_scrolls_sideways(open_page: OpenPage, width: int) -> None:
    page = open_home(open_page, {"theme": "light", "size": (width, 700), "touch": True})
    for summary in page.locator("#cards summary").all():
        summary.click()
    for name in ("hashi", "flow", "mosaic"):
        card_of(page, name)
    page.locator("#open-text").fill("1..2\n")
    expect(page.locator("#open-answer.ok")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_page_weighs_less_than_its_budget(open_page: OpenPage) -> None:
    page = open_home(open_page)
    for name in ("hashi", "flow", "mosaic"):
        card_of(page, name)
    page.wait_for_load_state("networkidle")
    sizes: list[int] = page.evaluate(
        """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
            .map((one) => one.encodedBodySize)"""
    )
    assert 10_000 < sum(sizes) <= FIRST_PAGE
